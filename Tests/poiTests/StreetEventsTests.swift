import ArgumentParser
import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import PlaceStore
@testable import poi

/// `poi watch --events street` and other answers that say where one is, in a village of two streets.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct StreetEventsTests {
  private let terrain = Terrain()
  private let watch = ["watch", "--gps-log", "ride.nmea", "--events", "street", "--source", "store"]
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private var environment: [String: String] { ["POI_STORE": folder.path(of: "places.sqlite")] }

  /// The places of the village.
  private func places() throws -> PlaceStore { try PlaceStore(path: folder.path(of: "places.sqlite")) }

  /// High Street leads east, and Mill Lane north from it.
  private func importVillage() async throws {
    var text = OSMText()
    text.add(way: 1, [(-500, 0), (0, 0), (500, -60)], ["highway": "residential", "name": "High Street"])
    text.add(way: 2, [(0, 0), (0, 500)], ["highway": "service", "name": "Mill Lane"])
    text.add(node: 1, (0, 0), ["place": "village", "name": "Thorpe"])
    let run = await CommandRun(
      ["import", try folder.write(text.text, as: "region.osm")], in: .mock(environment: environment))
    try #require(run.status == .success, "\(run)")
  }

  /// A ride along High Street and up Mill Lane, 10 m a second.
  private var ride: MockLocationFetcher {
    let way = (0...10).map { (Double($0) * 10 - 100, 0.0) } + (1...10).map { (0, Double($0) * 10) }
    return .delivering { [terrain] fetcher in
      fetcher.change(to: .reporting)
      for (second, point) in way.enumerated() {
        fetcher.deliver(terrain.fix(east: point.0, north: point.1, at: Double(second), accuracy: 5))
      }
      fetcher.finish(with: .complete(badLines: 0))
    }
  }

  @Test("a turn is an event of text or JSON with the street, and asks for no places")
  func events() async throws {
    try await importVillage()
    let text = await CommandRun(watch, in: .mock(environment: environment, fetcher: ride))
    #expect(text.messages == [])
    #expect(
      text.output == """
        2026-05-28T23:26:41+03:00  on High Street
        2026-05-28T23:26:52+03:00  on Mill Lane

        """)
    let json = await CommandRun(
      watch + ["--format", "jsonl"], in: .mock(environment: environment, fetcher: ride))
    let last = try #require(json.lines.last)
    #expect(last.contains(#""event":"street","time":"2026-05-28T20:26:52Z","position":{"#))
    #expect(
      last.contains(
        #""street":{"name":"Mill Lane","kind":"service","distance":0.0},"previous":"High Street""#))
  }

  @Test("--explain says why a street counts")
  func explain() async throws {
    try await importVillage()
    let run = await CommandRun(watch + ["--explain"], in: .mock(environment: environment, fetcher: ride))
    let reason = "2 fixes nearer than to High Street, by more than chance"
    #expect(
      run.messages.contains("2026-05-28T23:26:52+03:00 street Mill Lane: \(reason)"), "\(run.messages)")
  }

  @Test("the junction of the two streets is told before it, for eyes and ears")
  func junction() async throws {
    try await importVillage()
    func walk(from east: Double = -140) -> MockLocationFetcher {
      .delivering { [terrain] fetcher in
        fetcher.change(to: .reporting)
        for second in 0..<120 {
          fetcher.deliver(terrain.fix(east: east + Double(second), at: Double(second), accuracy: 5))
        }
        fetcher.finish(with: .complete(badLines: 0))
      }
    }
    let watch = ["watch", "--gps-log", "ride.nmea", "--events", "junction", "--source", "store"]
    let text = await CommandRun(watch, in: .mock(environment: environment, fetcher: walk()))
    #expect(text.lines.count == 1, "\(text)")
    #expect(
      text.output.contains("  junction: Mill Lane on the left, High Street ahead, 35 m"), "\(text)")
    let script = await CommandRun(
      watch + ["--speak-script"], in: .mock(environment: environment, fetcher: walk()))
    #expect(script.output.hasSuffix("  junction: Mill Lane on the left, High Street ahead.\n"), "\(script)")
    // To import the data again would not help.
    let outside = await CommandRun(watch, in: .mock(environment: environment, fetcher: walk(from: 90_000)))
    #expect(outside.messages.allSatisfy { !$0.contains("import it again") }, "\(outside)")
  }

  @Test("says once that junctions are left out, where there are too many streets", arguments: [1, 1000])
  func crowded(corners: Int) async throws {
    try await importVillage()
    let context = CommandContext.mock(environment: environment)
    let command = try WatchCommand.parse(["--events", "junction"])
    var told: [String] = []
    let streets = WatchStreets(
      of: command, try WatchPlan(command, from: .gpsd(GpsdAddress()), in: context), asking: try places(),
      in: context
    ) { told.append($0) }
    let store = PlaceStore(
      at: folder.path(of: "places.sqlite"), scanLimits: StoreReader.ScanLimits(corners: corners))
    let search = try #require(try streets.networkSearch(in: store))
    for east in [0.0, 400] { #expect(search(terrain.coordinate(east: east))?.isCrowded == (corners == 1)) }
    #expect(told == (corners == 1 ? ["too many streets here: junctions are left out"] : []))
  }

  @Test("--to says where a position lies, first by the compass")
  func beacon() async throws {
    try await importVillage()
    let target = terrain.coordinate(east: 100)
    let run = await CommandRun(
      [
        "watch", "--gps-log", "ride.nmea", "--events", "beacon", "--source", "store", "--to",
        "\(target.latitude),\(target.longitude)", "--speak-script",
      ], in: .mock(environment: environment, places: try places(), fetcher: ride))
    #expect(run.lines.first?.hasSuffix(", 200 metres, east.") == true, "\(run)")
    let village = await CommandRun(
      ["watch", "--gps-log", "ride.nmea", "--events", "beacon", "--source", "store", "--to", "node/1"],
      in: .mock(environment: environment, places: try places(), fetcher: ride))
    #expect(village.output.contains("Thorpe") && !village.output.contains("node/1"), "\(village)")
    let without = await CommandRun(
      ["watch", "--gps-log", "ride.nmea", "--events", "beacon"],
      in: .mock(environment: environment, places: try places(), fetcher: ride))
    #expect(without.messages == ["the event 'beacon' needs --to"])
  }

  @Test("the speech script names the street")
  func speech() async throws {
    try await importVillage()
    let run = await CommandRun(
      watch + ["--speak-script"], in: .mock(environment: environment, places: try places(), fetcher: ride))
    #expect(run.lines.contains("2026-05-28T23:26:52+03:00  Mill Lane."), "\(run)")
  }

  @Test("commands get the street, and where that is in words")
  func commands() async throws {
    try await importVillage()
    let file = folder.path(of: "said")
    let command = "echo \"$POI_EVENT $POI_STREET: $POI_WHERE\" >> '\(file)'"
    let run = await CommandRun(
      watch + ["--on", "street=\(command)"], in: .mock(environment: environment, fetcher: ride))
    #expect(run.status == .found)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == """
        street High Street: High Street, Thorpe
        street Mill Lane: Mill Lane, Thorpe

        """)
  }

  @Test("without a store there are no streets to follow")
  func noStore() async {
    let run = await CommandRun(watch, in: .mock(environment: environment, fetcher: MockLocationFetcher()))
    #expect(run.status == .noSuchInput)
    #expect(
      run.messages == [
        "no streets are known: there is no data yet; to get some: poi import FILE.osm.pbf"
      ])
  }

  @Test("nearby lists streets of the store, and says why no other source has them")
  func list() async throws {
    try await importVillage()
    let at = terrain.coordinate(east: 3, north: 200)
    let nearby = ["nearby", "street", "--format", "plain", "--at", "\(at.latitude),\(at.longitude)"]
    let streets = await CommandRun(nearby, in: .mock(environment: environment))
    #expect(
      streets.lines.map { $0.split(separator: "\t").contains("Mill Lane") } == [true, false], "\(streets)")
    #expect(streets.status == .found)
    let input = "\(at.latitude),\(at.longitude)\n10,10\n\(at.latitude),\(at.longitude)"
    let all = await CommandRun(
      ["nearby", "street", "--at", "-"],
      in: .mock(environment: environment, input: input.split(separator: "\n").map(String.init)))
    #expect(
      all.lines.map { $0.contains("Mill Lane") } == [true, false, true], "no end at the one without: \(all)")
    let file = try await CommandRun(
      nearby + ["--source", "x.csv"],
      in: .mock(environment: environment, places: BudgetedPlaceProvider(places())))
    #expect(file.status == .usage)
    let store = try PlaceStore(foreign: folder.path(of: "places.sqlite"))
    for command in [nearby, ["where", "--at", "\(at.latitude),\(at.longitude)"]] {
      let own = await CommandRun(command + ["--source", "store"], in: .mock(environment: environment))
      let named = await CommandRun(command + ["--source", store.path], in: .mock(places: store))
      #expect(named.lines == own.lines, "another's store has what one's own has")
    }
    let far = ["nearby", "street", "--at", "10,10"]
    for options in [[], ["--source", "store"]] {
      let beyond = await CommandRun(far + options, in: .mock(environment: environment))
      #expect(beyond.status == .tryLater, "as of any place there: \(beyond)")
      #expect(!beyond.messages.contains { $0.contains("--offline") }, "\(beyond)")
    }
  }

  // MARK: Where one is

  @Test("nearby --where says it above the table, and as a member of JSON")
  func nearby() async throws {
    try await importVillage()
    let at = terrain.coordinate(east: 3, north: 200)
    let nearby = ["nearby", "village", "--address", "--at", "\(at.latitude),\(at.longitude)"]
    let table = await CommandRun(nearby, in: .mock(environment: environment, places: try places()))
    #expect(table.lines.first == "Mill Lane, Thorpe", "\(table)")
    let json = await CommandRun(
      nearby + ["--json"],
      in: .mock(environment: environment, places: try places()))
    #expect(json.output.contains("\"where\": {"), "\(json)")
    #expect(json.output.contains("\"words\": \"Mill Lane, Thorpe\""), "\(json)")
    let csv = await CommandRun(
      nearby + ["--format", "csv"], in: .mock(environment: environment, places: try places()))
    #expect(csv.status == .usage)
  }

  @Test("doctor names the place of the fix")
  func doctor() async throws {
    try await importVillage()
    let at = terrain.coordinate(east: 3, north: 200)
    let run = await CommandRun(
      ["doctor", "--offline", "--at", "\(at.latitude),\(at.longitude)"],
      in: .mock(environment: environment))
    #expect(run.lines.contains { $0.hasPrefix("fix") && $0.hasSuffix(": Mill Lane, Thorpe") }, "\(run)")
  }

  @Test("where --speak-script prints what --speak says")
  func script() async throws {
    try await importVillage()
    let at = terrain.coordinate(east: 3, north: 200)
    let run = await CommandRun(
      ["where", "--speak-script", "--at", "\(at.latitude),\(at.longitude)"],
      in: .mock(environment: environment))
    #expect(
      run.output == "Mill Lane, Thorpe. junction: High Street, Mill Lane, 200 metres, south.\n")
    // Away from the streets, the village tells where one is, in whole words.
    let far = terrain.coordinate(east: -1100, north: -1100)
    let german = await CommandRun(
      ["where", "--speak-script", "--language", "de", "--at", "\(far.latitude),\(far.longitude)"],
      in: .mock(environment: environment))
    #expect(german.output == "1,6 Kilometer im Südwesten von Thorpe.\n")
  }
}
