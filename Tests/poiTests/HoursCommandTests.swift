import ArgumentParser
import Foundation
import Geography
import Logging
import PlaceFiles
import PlaceStore
import Places
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct HoursCommandTests {
  /// Saturday 2026-11-21 17:50 in Helsinki.
  private nonisolated static let now = Date(timeIntervalSince1970: 1_795_276_200)

  private func run(
    _ arguments: [String], lines: [String] = [], settings: Settings = Settings(environment: [:])
  ) async throws -> (status: poi.ExitStatus, output: String, messages: [String]) {
    let console = MockConsole()
    var context = CommandContext.live(
      settings, console: console, logger: Logger(console: console, isVerbose: false))
    context.now = { Self.now }
    var rest = lines[...]
    context.readLine = { rest.popFirst() }
    let status = try await HoursCommand.parse(arguments).run(in: context)
    return (status, console.output, console.messages)
  }

  private static let helsinki = ["--at", "60.17,24.94"]

  @Test(
    "the exit status says whether it is open",
    arguments: [
      ("Sa 08:00-18:00", "closes in 10 min\nrule: Sa 08:00-18:00\n", poi.ExitStatus.found),
      ("Mo-Fr 08:00-18:00", "closed, opens Mon 08:00\n", .nothingFound),
      ("off", "closed\nrule: off\n", .nothingFound),
      ("\"by appointment\"", "hours unknown: by appointment\nrule: \"by appointment\"\n", .nothingFound),
    ])
  func status(value: String, output: String, status: poi.ExitStatus) async throws {
    let outcome = try await run([value] + Self.helsinki)
    #expect(outcome.output == output)
    #expect(outcome.status == status)
  }

  @Test("a time without an offset is in the place's time zone; one with an offset is the same everywhere")
  func times() async throws {
    func state(_ time: String, _ place: [String]) async throws -> poi.ExitStatus {
      try await run(["Mo-Fr 12:00-13:00", "--time", time] + place).status
    }
    let zones = ["Europe/Helsinki", "Asia/Tokyo", "America/New_York"]
    for zone in zones {
      #expect(try await state("Tue 12:30", ["--zone", zone]) == .found)
      #expect(try await state("2026-06-01 11:59", ["--zone", zone]) == .nothingFound)
      #expect(
        try await state("2026-06-01T12:30:00+03:00", ["--zone", zone])
          == (zone == "Europe/Helsinki" ? .found : .nothingFound))
    }
  }

  @Test("the position determines the time zone, the holidays and the sun")
  func position() async throws {
    let sunny = ["sunrise-sunset", "--time", "2026-06-01 21:30", "--json"]
    #expect(try await run(sunny + Self.helsinki).output.contains(#""state":"open""#))
    #expect(
      try await run(sunny + ["--zone", "Europe/Helsinki"]).output.contains("sun times need a position"))
    let independence = ["Mo-Su 10:00-16:00; PH off", "--time", "2026-12-06 12:00"]
    #expect(try await run(independence + Self.helsinki).output.hasPrefix("closed"))
    #expect(try await run(independence + ["--zone", "Europe/Helsinki", "--country", "SE"]).status == .found)
  }

  @Test("near a border, --country decides which side it is")
  func country() async throws {
    let arguments = ["Mo-Su 10:00-16:00; PH off", "--time", "2026-08-01 12:00", "--at", "47.141,9.5215"]
    #expect(
      try await run(arguments).output.hasPrefix("hours unknown: public holiday on one side of the border: "))
    #expect(try await run(arguments + ["--country", "li"]).status == .found)
    #expect(try await run(arguments + ["--country", "CH"]).output.hasPrefix("closed"))
    await #expect(throws: CommandFailure.self) { try await run(arguments + ["--country", "FI"]) }
  }

  @Test("a country alone has clocks if they are the same throughout, and a region has its holidays")
  func region() async throws {
    let reformation = ["Mo-Su 10:00-16:00; PH off", "--time", "2026-10-31 12:00", "--country"]
    #expect(try await run(reformation + ["DE-MV"]).output.hasPrefix("closed"))
    #expect(try await run(reformation + ["DE-BE"]).status == .found)
    #expect(
      try await run(reformation + ["DE"]).output.hasPrefix(
        "hours unknown: public holiday in some regions (Reformation Day)\n"))
    await #expect(throws: CommandFailure.self) { try await run(reformation + ["US-NY"]) }
    #expect(try await run(reformation + ["US-NY", "--zone", "America/New_York"]).status == .found)
    let settings = Settings(environment: ["POI_COUNTRY": "DE-MV"])
    let neubrandenburg = Array(reformation.dropLast()) + ["--at", "53.557,13.261"]
    #expect(try await run(neubrandenburg, settings: settings).output.hasPrefix("closed"))
    #expect(try await run(neubrandenburg).output.hasPrefix("hours unknown"))
  }

  @Test("the boundaries in the store tell in which region a position is")
  func boundaries() async throws {
    let terrain = Terrain(around: Coordinate(latitude: 53.557, longitude: 13.261))
    var text = OSMText(terrain)
    text.add(
      area: 1, within: 5000, ["name": "Mecklenburg-Vorpommern", "admin_level": "4", "ISO3166-2": "DE-MV"])
    let folder = try TemporaryDirectory()
    var file = PlaceFile(path: try folder.write(text.text, as: "region.osm"))
    file.gazetteer = [.areas]
    let store = folder.path(of: "places.sqlite")
    _ = try PlaceImporter(storePath: store).importPlaces(
      of: .extract(named: "region"), replacing: false, from: file)
    let reformation = [
      "Mo-Su 10:00-16:00; PH off", "--time", "2026-10-31 12:00", "--store", store, "--at",
    ]
    #expect(try await run(reformation + ["53.557,13.261"]).output.hasPrefix("closed"))
    #expect(try await run(reformation + ["53.7,13.261"]).output.hasPrefix("hours unknown"))
    #expect(try await run(reformation + ["53.557,13.261", "--country", "DE-MV"]).output.hasPrefix("closed"))
    await #expect(throws: CommandFailure("--at is not in DE-BE, but in DE-MV", .usage)) {
      try await run(reformation + ["53.557,13.261", "--country", "DE-BE"])
    }
  }

  @Test("without a place, only hours that need no clock have a state")
  func nowhere() async throws {
    let always = try await run(["24/7"])
    #expect(always.status == .found)
    let sometimes = try await run(["Mo-Fr 08:00-18:00"])
    #expect(sometimes.output == "hours unknown: time zone not known\n")
    #expect(sometimes.status == .nothingFound)
    #expect(sometimes.messages.first?.contains("--zone") == true)
  }

  @Test("answers each line of standard input in order")
  func lines() async throws {
    let lines = ["24/7", "", "off", "24/7", "Sa 9-18", "x\u{1B}[2J"]
    let outcome = try await run(["-"] + Self.helsinki, lines: lines)
    #expect(
      outcome.output == """
        open\t24/7
        hours unknown: no hours known\t
        closed\toff
        open\t24/7
        closes in 10 min\tSa 9-18
        hours unknown: not understood\tx\u{FFFD}[2J

        """)
    #expect(outcome.status == .found)
    #expect(try await run(["-"] + Self.helsinki, lines: ["off"]).status == .nothingFound)
    #expect(try await run(["-"] + Self.helsinki).status == .nothingFound)
  }

  @Test("JSON begins with the value, and warns of sloppy hours")
  func json() async throws {
    let outcome = try await run(["Sa 9-18", "--json"] + Self.helsinki)
    #expect(
      outcome.output == """
        {"value":"Sa 9-18","state":"open","since":"2026-11-21T09:00:00+02:00",\
        "until":"2026-11-21T18:00:00+02:00","next":"closed","rule":"Sa 9-18",\
        "warnings":["hours without minutes; write 09:00, not 9"]}

        """)
    #expect(
      try await run(["Sa 9-18"] + Self.helsinki).messages == [
        "note: hours without minutes; write 09:00, not 9"
      ])
  }

  @Test("what is no opening hours is malformed input, in JSON too", arguments: [[], ["--json"]])
  func garbage(option: [String]) async {
    let run = await CommandRun(["hours", "garbage"] + option, in: .mock())
    #expect(run.status == .malformedInput)
    #expect(run.messages == ["cannot read the opening hours 'garbage'"])
    #expect(run.output.contains(#""state":"unknown""#) == !option.isEmpty, "\(run)")
  }

  @Test("the week has a line per day, with holidays")
  func week() async throws {
    let outcome = try await run(
      ["Mo-Fr 08:00-18:00; Sa 10:00-16:00; PH off", "--week", "--time", "2026-12-03 12:00"] + Self.helsinki)
    #expect(
      outcome.output.split(separator: "\n").dropFirst(2).map(String.init) == [
        "  Thu 2026-12-03  08:00-18:00", "  Fri 2026-12-04  08:00-18:00", "  Sat 2026-12-05  10:00-16:00",
        "  Sun 2026-12-06  closed  (Independence Day)", "  Mon 2026-12-07  08:00-18:00",
        "  Tue 2026-12-08  08:00-18:00", "  Wed 2026-12-09  08:00-18:00",
      ])
  }

  @Test("uses the user's calendar, and reports a bad one with its line")
  func calendar() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "own.ics")
    func write(_ date: String) throws {
      try """
      BEGIN:VCALENDAR\r
      BEGIN:VEVENT\r
      DTSTART;VALUE=DATE:\(date)\r
      SUMMARY:Town day\r
      CATEGORIES:PH\r
      END:VEVENT\r
      END:VCALENDAR\r

      """.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let arguments = ["Mo-Su 08:00-18:00; PH off"] + Self.helsinki
    try write("20261121")
    #expect(try await run(arguments).status == .found)
    #expect(try await run(arguments + ["--holidays", path]).status == .nothingFound)
    let file = try ConfigFile(parsing: "holidays = \"\(path)\"", path: "/c", home: nil)
    #expect(
      try await run(arguments, settings: Settings(environment: [:], file: file)).status == .nothingFound)
    try write("20261121\r\nRRULE:FREQ=YEARLY")
    let repeated = try await run(arguments + ["--holidays", path])
    #expect(repeated.status == .found)
    #expect(
      repeated.messages == ["\(path): ignored 1 event that repeats, has no date or ends before it begins"])
    try write("yesterday")
    await #expect(
      throws: CommandFailure("\(path): line 3: yesterday is not a date; use 20261224", .malformedInput)
    ) { try await run(arguments + ["--holidays", path]) }
    await #expect(throws: CommandFailure("\(path).no: No such file or directory", .noSuchInput)) {
      try await run(arguments + ["--holidays", "\(path).no"])
    }
  }

  @Test(
    "refuses invalid arguments",
    arguments: [
      ["--at", "60,24", "--zone", "Europe/Helsinki"], ["--country", "DE-XX"],
      ["--zone", "Europe/Helsinki", "--country", "FIN"], ["--time", "25:00"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try HoursCommand.parse(["24/7"] + arguments) }
  }

  @Test(
    "refuses an unknown zone or position",
    arguments: [["--zone", "Europe/Atlantis"], ["--at", "here"]])
  func noPlace(arguments: [String]) async {
    await #expect { try await run(["24/7"] + arguments) } throws: {
      ($0 as? CommandFailure)?.status == .usage
    }
  }
}
