import ArgumentParser
import Foundation
import Geography
import Glibc
import Nearby
import Places
import Positioning
import Synchronization
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct NearbyCommandTests {
  private let terrain = Terrain()
  /// The origin of the terrain.
  private let here = ["nearby", "--at", "60.17,24.94"]

  private var kiosk: MockPlaceProvider {
    MockPlaceProvider(.success([terrain.place("node/1", east: 100, name: "Kiosk")]))
  }

  @Test("how old the data is, is told on a terminal once a day, elsewhere if it is more than a year")
  func ageOfData() async throws {
    let folder = try TemporaryDirectory()
    let store = PlaceSource(name: "store", age: 800 * 86_400)
    var context = CommandContext.mock(
      environment: ["XDG_CACHE_HOME": folder.path(of: "cache")],
      places: MockPlaceProvider(.success([terrain.place("node/1", east: 100)]), from: store))
    let age = "your data is 2 years old; update it: poi update"
    #expect(await CommandRun(here, in: context).messages == [age])
    let younger = PlaceSource(name: "store", age: 300 * 86_400)
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: 100)]), from: younger)
    #expect(await CommandRun(here, in: .mock(places: places)).messages == [])
    let start = context.now()
    for (hours, isTold) in [(0, true), (23, false), (25, true)] {
      context.now = { start.addingTimeInterval(Double(hours) * 3600) }
      let console = MockConsole(terminal: (80, 24), tellsTerminal: true)
      let run = await CommandRun(here, in: context, on: console)
      #expect(console.drawings.contains { $0.contains(age) } == isTold, "\(hours) h: \(run)")
    }
  }

  @Test("words that say a condition are a name, too, where nothing meets it, but not beside an option's")
  func conditionInName() async throws {
    for (options, name) in [([], "American Bar"), (["--tag", "amenity=pub"], "Bar")] {
      let places = MockPlaceProvider(.success([]))
      let run = await CommandRun(here + ["American", "Bar"] + options, in: .mock(places: places))
      #expect(places.questions.first?.query.filter.tags.isEmpty == false && run.status == .nothingFound)
      #expect(places.questions.last?.query.filter.name == name, "\(run)")
      #expect(places.questions.last?.query.filter.tags.isEmpty == options.isEmpty)
    }
  }

  @Test(
    "an article, or a word for opening hours, is part of a name, too, where there is no place of the category",
    arguments: ["La Parrilla", "Bar Abierto"], [true, false])
  func wholeName(name: String, isServer: Bool) async throws {
    var source = PlaceSource(name: "region")
    source.isServer = isServer
    let places = MockPlaceProvider(.success([]), from: source)
    let words = name.split(separator: " ").map(String.init)
    let run = await CommandRun(here + words, in: .mock(places: places))
    let last = try #require(places.questions.last?.query)
    #expect(last.filter.name == name && last.filter.categories == [] && last.opening == nil, "\(run)")
  }

  // MARK: Ahead

  /// A log of a path east from the origin, in metres, a second each.
  private func log(_ offsets: [Double], accuracy: Double = 5) -> MockLocationFetcher {
    .delivering { fetcher in
      fetcher.change(to: .reporting)
      for (second, east) in offsets.enumerated() {
        fetcher.deliver(terrain.fix(east: east, at: Double(second), accuracy: accuracy))
      }
      fetcher.finish(with: .complete(badLines: 0))
    }
  }

  private var around: MockPlaceProvider {
    MockPlaceProvider(
      .success([
        terrain.place("behind", east: -30), terrain.place("left", east: 60, north: 80),
        terrain.place("ahead", east: 200, north: 10),
      ]))
  }

  private let aheadOfRide = [
    "nearby", "--gps-log", "ride.nmea", "--format", "plain", "--fields", "id,direction",
  ]

  @Test("shows only what lies in the direction of travel, with its direction")
  func ahead() async {
    let fetcher = log(Array(stride(from: 0, through: 100, by: 5)))
    let run = await CommandRun(aheadOfRide + ["--ahead"], in: .mock(places: around, fetcher: fetcher))
    #expect(run.status == .found)
    #expect(run.output == "ahead\tahead\n")
    fetcher.verify()
    let all = await CommandRun(
      aheadOfRide + ["--ahead", "360"],
      in: .mock(places: around, fetcher: log(Array(stride(from: 0, through: 100, by: 5)))))
    #expect(all.output == "behind\tbehind\nleft\tleft\nahead\tahead\n")
  }

  @Test("while standing, says that the direction of travel is unknown")
  func standing() async {
    let run = await CommandRun(
      aheadOfRide + ["--ahead"], in: .mock(places: around, fetcher: log(Array(repeating: 0, count: 60))))
    #expect(run.status == .tryLater)
    #expect(run.output == "")
    #expect(run.messages.last?.hasPrefix("the direction of travel is unknown") == true)
  }

  @Test("an angle is a decimal number", arguments: ["0x2a", "1e1000", "nan", "north", "", "0", "361"])
  func angle(text: String) {
    #expect(throws: (any Error).self) { try Poi.command(in: ["nearby", "--ahead=\(text)"]) }
  }

  @Test("the limit applies to places ahead, not to those around")
  func limitAhead() async {
    let places =
      (1...200).map { terrain.place("back \($0)", east: -Double($0)) } + [terrain.place("a", east: 4000)]
    let run = await CommandRun(
      aheadOfRide + ["--ahead", "--limit", "1"],
      in: .mock(
        places: MockPlaceProvider(.success(places)), fetcher: log(Array(stride(from: 0, through: 100, by: 5)))
      ))
    #expect(run.output == "a\tahead\n")
  }

  // MARK: Answers

  @Test("shows the source's places, and names the source")
  func found() async {
    let run = await CommandRun(here + ["--format", "plain"], in: .mock(places: kiosk))
    #expect(run.status == .found)
    #expect(run.output == "100\tE\tKiosk\t\tnode/1\n")
    #expect(run.messages.isEmpty)
  }

  @Test("passes the options to the source")
  func question() async throws {
    let places = kiosk
    _ = await CommandRun(
      here + ["--category", "cafe,bakery", "--tag", "wheelchair=yes", "--radius", "2km", "--limit", "3"],
      in: .mock(places: places))
    let question = try #require(places.questions.first)
    #expect(places.questions.count == 1)
    #expect(question.position == Coordinate(latitude: 60.17, longitude: 24.94))
    #expect(question.query.filter.categories == ["cafe", "bakery"])
    #expect(question.query.filter.tags == [PlaceFilter.Tag(key: "wheelchair", value: "yes")])
    #expect(question.query.radius == Distance(metres: 2000))
    #expect(question.query.limit == 3)
    #expect(question.query.filter.skipsUnlisted)
  }

  @Test(
    "nothing found is an answer in every format, with its own status",
    arguments: [
      ("table", ""), ("plain", ""), ("jsonl", ""),
      ("csv", "id,name,category,latitude,longitude,proximity,distance,bearing,caveat\r\n"),
    ])
  func nothing(format: String, output: String) async {
    let run = await CommandRun(
      here + ["--format", format], in: .mock(places: MockPlaceProvider(.success([]))))
    #expect(run.status == .nothingFound)
    #expect(run.output == output)
    #expect(run.messages == ["nothing found"])
  }

  @Test("JSON then has an empty list")
  func nothingInJSON() async {
    let run = await CommandRun(here + ["--json"], in: .mock(places: MockPlaceProvider(.success([]))))
    #expect(run.status == .nothingFound)
    #expect(run.output.contains(#""places": []"#), "\(run)")
  }

  @Test(
    "on a terminal ends with one dim line, and names the wider word if a narrow one leaves something out",
    arguments: [
      (
        60,
        [
          "© OpenStreetMap",
          "'restaurant' leaves out places that may do as well; to see\nthem, run poi nearby food",
        ]
      ),
      (102, ["© OpenStreetMap · \(Self.wider)"]), (115, ["© OpenStreetMap contributors · \(Self.wider)"]),
      (135, ["1 place from mock · © OpenStreetMap contributors · \(Self.wider)"]),
    ])
  func footer(columns: Int, lines: [String]) async {
    let console = MockConsole(terminal: (columns, 24), tellsTerminal: true)
    let places = MockPlaceProvider(
      .success([terrain.place("node/1", east: 100, name: "Kiosk")]),
      from: PlaceSource(name: "mock", attribution: "© OpenStreetMap contributors"))
    let context = CommandContext.mock(environment: ["TERM": "xterm-256color"], places: places)
    let run = await CommandRun(here + ["--category", "restaurant"], in: context, on: console)
    #expect(run.messages.isEmpty)
    #expect(
      console.drawings.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") } == lines.map { "\($0)\n" })
    #expect(console.drawings.first?.hasPrefix("\u{1B}[38;5;243m") == true)
  }

  @Test("says in the user's words what else may do")
  func widerInGerman() async {
    let context = CommandContext.mock(
      environment: ["LC_ALL": "de_DE.UTF-8"], places: MockPlaceProvider(.success([])))
    let run = await CommandRun(here + ["Kinderarzt"], in: context)
    #expect(
      run.messages.contains("Kinderarzt lässt zweifelhafte Orte weg; auch diese findet: poi nearby Arzt"),
      "\(run.messages)")
  }

  nonisolated private static let wider =
    "'restaurant' leaves out places that may do as well; to see them, run poi nearby food"

  // MARK: Failures

  @Test("a failing source never means nothing found", arguments: SourceFailure.all)
  func failingSource(failure: SourceFailure) async {
    await failure.expect(of: here)
  }

  @Test("without a position, asks for no places", arguments: PositionFailure.allCases)
  func noPosition(failure: PositionFailure) async {
    await failure.expect(of: ["nearby"])
  }

  @Test("uses a bad fix if no better one comes, and says so")
  func bestFix() async {
    let timers = MockTimerScheduler()
    let fetcher = MockLocationFetcher.answering { fetcher in
      fetcher.deliver(terrain.fix(east: 0, at: 0, accuracy: 500))
      timers.fire(after: .seconds(5))
    }
    let run = await CommandRun(
      ["nearby", "--gps-log", "ride.nmea", "--timeout", "5", "--format", "plain"],
      in: .mock(places: kiosk, fetcher: fetcher, timers: timers))
    #expect(run.status == .found)
    #expect(run.output == "100\tE\tKiosk\t\tnode/1\n")
    #expect(
      run.messages == [
        "60.17000, 24.94000 (ride.nmea), accurate to 500 m, recorded 2026-05-28T23:26:40+03:00; "
          + "no position accurate to 100 m came in time (--desired-accuracy, --timeout)"
      ])
    fetcher.verify()
  }

  @Test("says that a receiver's fix may be old, as a recording's surely is")
  func oldFix() async {
    let notice =
      "the position's time and this computer's clock differ by 60 min: one of the two is wrong, or the position is old"
    for (source, messages) in [(["--gpsd", "localhost"], [notice]), (["--gps-log", "ride.nmea"], [])] {
      let fetcher = MockLocationFetcher.answering { $0.deliver(terrain.fix(east: 0, at: -3600)) }
      let run = await CommandRun(["nearby"] + source, in: .mock(places: kiosk, fetcher: fetcher))
      #expect(run.status == .found)
      #expect(run.messages == messages)
    }
  }

  @Test("does not wait for a log without a fix, and counts its bad lines")
  func logWithoutFix() async {
    let fetcher = MockLocationFetcher.answering { $0.finish(with: .complete(badLines: 2, invalid: 120)) }
    let run = await CommandRun(["nearby", "--gps-log", "ride.nmea"], in: .mock(fetcher: fetcher))
    #expect(run.status == .tryLater)
    #expect(
      run.messages == [
        "no fix from ride.nmea: all 120 positions in it are marked invalid or out of range; 2 lines were not understood"
      ])
  }

  @Test("ends with a message if output fails, and silently if the reader is gone")
  func output() async {
    let full = await CommandRun(
      here, in: .mock(places: kiosk), on: MockConsole(failing: .failed(code: ENOSPC)))
    #expect(full.status == .readOrWriteFailed)
    #expect(full.messages == ["standard output: No space left on device"])
    let gone = await CommandRun(here, in: .mock(places: kiosk), on: MockConsole(failing: .closedPipe))
    #expect(gone.status == nil)
    #expect(gone.messages == [])
  }

  // MARK: A position a line

  @Test(
    "answers each line of --at - with a line, or with the error of a bad position",
    arguments: [["--json"], ["--format", "jsonl"]])
  func lines(format: [String]) async {
    let run = await CommandRun(
      ["nearby", "--at", "-"] + format,
      in: .mock(places: kiosk, input: ["\u{FEFF}60.17,24.94", "", "91,0", "60.17,24.94"]))
    let problem =
      "'91,0' is out of range: latitude goes from -90 to 90, longitude from -180 to 180 (latitude comes first)"
    #expect(run.status == .malformedInput)
    #expect(run.messages == ["standard input, line 3: \(problem)"])
    #expect(run.lines.count == 3)
    #expect(run.lines.dropFirst().first == #"{"schema":1,"line":3,"error":"\#(problem)"}"#)
    #expect(run.lines.first == run.lines.last)
    #expect(run.lines.first?.contains(#""id":"node/1""#) == true)
  }

  @Test("positions may come all day: at each, what is open is told of that time")
  func openingOfEachLine() async {
    let cafe = PointOfInterest(
      id: "cafe", coordinate: terrain.coordinate(east: 10), tags: ["opening_hours": "Mo-Su 00:00-01:00"])
    var context = CommandContext.mock(places: MockPlaceProvider(.success([cafe])))
    let read = Mutex(0)
    context.readLine = {
      read.withLock { $0 += 1 }
      return read.withLock { $0 } < 3 ? "60.17,24.94" : nil
    }
    context.now = { Terrain.start + Double(read.withLock { $0 }) * 3600 }
    let run = await CommandRun(["nearby", "--at", "-", "--json"], in: context)
    #expect(run.lines.map { $0.contains(#""state":"open""#) } == [true, false], "\(run)")
  }

  @Test("rows of CSV begin with the number of the line, in the chosen columns")
  func rows() async {
    let run = await CommandRun(
      ["nearby", "--at", "-", "--format", "csv", "--fields", "id,distance"],
      in: .mock(places: kiosk, input: ["60.17,24.94", "", "91,0", "60.17,24.94"]))
    #expect(run.status == .malformedInput)
    #expect(run.output == "line,id,distance\r\n1,node/1,100.0\r\n4,node/1,100.0\r\n", "\(run)")
  }

  @Test("the store is opened once for all lines that may be ids")
  func idsOfLines() async throws {
    let store = try TemporaryStore()
    try store.take([terrain.place("node/1")])
    let run = await CommandRun(
      ["nearby", "--at", "-", "--json", "--verbose", "--store", store.path],
      in: .mock(places: kiosk, input: ["north", "south", "node/1"]))
    #expect(run.lines.count == 3)
    #expect(run.messages.filter { $0.contains("store: opened") }.count == 1, "\(run)")
  }

  @Test("if all lines are positions, the status says whether anything was found")
  func status() async {
    for (places, status) in [([terrain.place("node/1")], poi.ExitStatus.found), ([], .nothingFound)] {
      let run = await CommandRun(
        ["nearby", "--at", "-", "--json"],
        in: .mock(places: MockPlaceProvider(.success(places)), input: ["60.17,24.94", "60.18,24.94"]))
      #expect(run.status == status)
      #expect(run.lines.count == 2)
      #expect(run.messages == [])
    }
  }

  @Test("a failing source also ends the lines")
  func failingSourceOfLines() async {
    let failing = MockPlaceProvider(.failure(.empty(path: "huts.csv")))
    let run = await CommandRun(
      ["nearby", "--at", "-", "--json"], in: .mock(places: failing, input: ["60.17,24.94", "60.18,24.94"]))
    #expect(run.status == .malformedInput)
    #expect(run.messages == ["huts.csv is empty"])
    #expect(run.output == "")
    #expect(failing.questions.count == 1)
  }

  // MARK: Choosing one

  @Test("prints only the chosen place")
  func pick() async {
    let terminal = MockPickingTerminal()
    // Down, and print.
    terminal.typed = Array("jp".utf8)
    let places = [terrain.place("node/1", east: 100), terrain.place("node/2", east: 200)]
    let run = await CommandRun(
      ["pick"] + here.dropFirst() + ["--format", "plain"],
      in: .mock(places: MockPlaceProvider(.success(places)), pickingTerminal: terminal))
    #expect(run.status == .found)
    #expect(run.output == "200\tE\t\t\tnode/2\n")
    #expect(run.messages.isEmpty)
    #expect(terminal.calls.last == "end")
  }

  @Test("prints the chosen place in colours only to a terminal", arguments: [nil, (80, 24)])
  func pickInColour(size: (columns: Int, rows: Int)?) async {
    let terminal = MockPickingTerminal()
    terminal.typed = Array("p".utf8)
    let run = await CommandRun(
      ["pick"] + here.dropFirst() + ["--format", "radar"],
      in: .mock(places: kiosk, pickingTerminal: terminal), on: MockConsole(terminal: size))
    #expect(run.status == .found, "\(run)")
    #expect(run.output.contains("\u{1B}[") == (size != nil), "\(run)")
  }

  @Test("without a choice, nothing is found")
  func pickNone() async {
    let terminal = MockPickingTerminal()
    terminal.typed = Array("q".utf8)
    let run = await CommandRun(
      ["pick"] + here.dropFirst(), in: .mock(places: kiosk, pickingTerminal: terminal))
    #expect(run.status == .nothingFound)
    #expect(run.output == "")
    #expect(terminal.calls == ["begin", "end"])
  }

  @Test("refuses to choose without a terminal")
  func pickWithoutTerminal() async {
    var context = CommandContext.mock()
    context.makePickingTerminal = { nil }
    let run = await CommandRun(["pick"] + here.dropFirst(), in: context)
    #expect(run.status == .usage)
    #expect(run.messages == ["poi pick needs a terminal that it can read keys from and draw on"])
    let many = await CommandRun(["pick", "--at", "-"], in: .mock())
    #expect(many.messages == ["poi pick takes one position, not --at -"])
  }

  // MARK: Usage

  @Test(
    "refuses conflicting options before asking anything",
    arguments: [
      (
        ["--at", "-", "--format", "table"],
        "--at - prints a line of JSON for each position, or rows: add --json, --format jsonl or --format csv"
      ),
      (
        ["--at", "-", "--fields", "id"], "with --at -, --fields works only with --format csv"
      ),
      (["--at", "1,2", "--heading-up"], "--heading-up works only with the formats radar and svg"),
      (["--at", "1,2", "--header"], "--header works only with --format plain"),
      (
        ["--at", "1,2", "--json", "--fields", "id"],
        "--fields works only with the formats table, plain and csv"
      ),
    ])
  func refused(arguments: [String], message: String) async {
    let run = await CommandRun(["nearby"] + arguments, in: .mock())
    #expect(run.status == .usage, "\(run)")
    #expect(run.messages == [message], "\(run)")
    #expect(run.output == "")
  }

  @Test(
    "names what it cannot read",
    arguments: [
      (["--at", "north"], "'north' is not a position like 47.14,9.52"),
      (["--at", "1,2", "--radius", "far"], "--radius: 'far'"),
      (["--at", "1,2", "--limit", "0"], "--limit: '0'"),
      (["--at", "1,2", "--radius", "-5"], "--radius: '-5'"),
      (["--at", "1,2", "--limit", "-1"], "--limit: '-1'"),
      (["--at", "1,2", "--format", "xml"], "--format: 'xml'"),
      (
        ["--at", "1,2", "--units", "furlongs"], "--units: 'furlongs'"
      ),
      (["--at", "1,2", "--json", "--format", "csv"], "--json and --format csv contradict each other"),
      (["--at", "1,2", "--around", "--limit", "1"], "--around and --limit contradict each other"),
      (["--at", "-", "--around"], "--around and --at - contradict each other"),
      (["--around", "--ahead"], "--around and --ahead contradict each other"),
      (
        ["--at", "1,2", "cafe", "tomorrow", "3:00", "--open-now"],
        "both the words and --open-now say when places must be open; leave one out"
      ),
      (
        ["--at", "1,2", "cafe within 60 m within 1 km"],
        "the words give two distances; leave one out"
      ),
      (
        ["--at", "1,2", "cafe in 2 hours within 1 km in 3 hours"],
        "the words give two times; leave one out"
      ),
      (
        ["--at", "1,2", "cafe within 60 m", "--radius", "2km"],
        "both the words and --radius say how far to look; leave one out"
      ),
      (["--at", "1,2", "-c", ""], "--category is empty; use a word like water"),
      (["--at", "1,2", "-c", "cafe", "-c", " ,"], "--category is empty; use a word like water"),
      (["--at", "1,2", ""], "a search word is empty; give one like water, or leave it out"),
      (["--at", "1,2", "cafe", ","], "a search word is empty; give one like water, or leave it out"),
      (["--at", "1,2", "--speech-rate", "20"], "--speech-rate works only with --speak"),
      (
        ["--at", "1,2", "--speak-script", "--json"],
        "--speak-script and --format json contradict each other"
      ),
      (["--at", "1,2", "--tag", "=x"], "--tag: '=x'"),
      (
        ["--at", "1,2", "--tag", "a!=b"],
        "--tag: poi has no comparison '!='"
      ),
    ])
  func unreadable(arguments: [String], message: String) async {
    let run = await CommandRun(["nearby"] + arguments, in: .mock())
    #expect(run.status == .usage, "\(run)")
    #expect(run.messages.count == 1)
    #expect(run.messages.first?.hasPrefix(message) == true, "\(run)")
    #expect(run.output == "")
  }
}
