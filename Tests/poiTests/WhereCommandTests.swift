import Foundation
import Geography
import Nearby
import PlaceFiles
import PlaceStore
import Places
import Positioning
import Presentation
import SQLite
import TestSupport
import Testing

@testable import PlaceServers
@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct WhereCommandTests {
  private let home = ["where", "--at", "60.17,24.94"]
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private var environment: [String: String] { ["POI_STORE": folder.path(of: "places.sqlite")] }

  @Test(
    "prints a single notation by itself",
    arguments: [
      ("decimal", "60.170000, 24.940000"), ("maidenhead", "KP20le20"), ("geo", "geo:60.170000,24.940000"),
      ("utm", "35n 385700 6672127"), ("mgrs", "35VLG8570072126"),
    ])
  func one(format: String, text: String) async {
    let run = await CommandRun(home + ["--format", format], in: .mock())
    #expect(run.status == .found)
    #expect(run.output == "\(text)\n")
    #expect(run.messages == [])
  }

  @Test("puts names before several")
  func several() async {
    let run = await CommandRun(home + ["--format", "geo,decimal"], in: .mock())
    #expect(run.output == "geo\tgeo:60.170000,24.940000\ndecimal\t60.170000, 24.940000\n")
    let all = await CommandRun(home, in: .mock())
    #expect(
      all.messages == [Self.advice])
    #expect(
      all.lines.map { $0.prefix { $0 != "\t" } } == [
        "decimal", "dms", "maidenhead", "mgrs", "utm", "pluscode", "geo", "link",
      ])
    let ascii = await CommandRun(home + ["--draw", "ascii"], in: .mock())
    #expect(ascii.lines.dropFirst().first == "dms\t60d10'12.0\"N 24d56'24.0\"E")
  }

  @Test("prints the receiver's position with its source")
  func receiver() async {
    let fetcher = MockLocationFetcher.answering { $0.deliver(Terrain().fix(east: 0, at: 0, accuracy: 5)) }
    let run = await CommandRun(
      ["where", "--gps-log", "ride.nmea", "--format", "geo"], in: .mock(fetcher: fetcher))
    #expect(run.status == .found)
    #expect(run.output == "geo:60.170000,24.940000;u=5\n")
    #expect(run.messages.isEmpty)
    fetcher.verify()
  }

  @Test("without a position, prints nothing", arguments: PositionFailure.allCases)
  func noPosition(failure: PositionFailure) async {
    await failure.expect(of: ["where"])
  }

  @Test(
    "says in words where one is, as far as it is known",
    arguments: [
      (
        65, 5, 8, ["Side Lane 7, Thorpe, Arcadia", "on High Street · in Green (park) · 35 m from Taps (pub)"]
      ),
      (300, 31, 8, ["30 m from High Street, Thorpe, Arcadia"]),
      (1000, 10, 8, ["High Street, Thorpe, Arcadia"]),
      (0, 1500, 8, ["1.5 km N of Thorpe, Arcadia"]),
      (
        65, 5, 60,
        [
          "High Street, Thorpe, Arcadia", "in Green (park) · 35 m from Taps (pub)",
          "accurate only to 60 m: address unknown",
        ]
      ),
      (
        65, 5, 300,
        [
          "65 m E of Thorpe, Arcadia", "in Green (park) · 35 m from Taps (pub)",
          "accurate only to 300 m: street unknown",
        ]
      ),
      (0, 5000, 8, ["5.0 km N of Thorpe, Arcadia"]), (0, 60_000, 8, []),
    ])
  func words(east: Int, north: Int, accuracy: Int, lines: [String]) async throws {
    try await importVillage()
    let fetcher = MockLocationFetcher.answering {
      $0.deliver(Terrain().fix(east: Double(east), north: Double(north), at: 0, accuracy: Double(accuracy)))
    }
    let run = await CommandRun(
      ["where", "--gps-log", "ride.nmea", "--format", "words", "--desired-accuracy", "500"],
      in: .mock(environment: environment, fetcher: fetcher))
    #expect(run.output == lines.map { $0 + "\n" }.joined())
    #expect(run.status == (lines.isEmpty ? .nothingFound : .found))
    fetcher.verify()
  }

  @Test("as JSON it has the parts, and answers each line of standard input")
  func json() async throws {
    try await importVillage()
    let here = Terrain().coordinate(east: 65, north: 5)
    let one = await CommandRun(
      ["where", "--json", "--at", "\(here.latitude),\(here.longitude)", "--language", "fr"],
      in: .mock(environment: environment))
    let parts = try JSONDecoder().decode(Parts.self, from: Data(one.output.utf8))
    #expect(parts.words == "Side Lane 7, Torpe, Arcadia")
    #expect(parts.address == Parts.Address(housenumber: "7", street: "Side Lane"))
    #expect(parts.street == Parts.Named(name: "High Street", kind: "residential"))
    #expect(
      parts.areas == [Parts.Area(name: "Torpe", admin_level: 8), Parts.Area(name: "Arcadia", admin_level: 2)])
    #expect(parts.settlement == Parts.Named(name: "Thorpe", kind: "village"))
    #expect(parts.landmark?.name == "Taps")
    #expect(parts.notations["maidenhead"]?.count == 8)
    let many = await CommandRun(
      ["where", "--at", "-", "--json"],
      in: .mock(environment: environment, input: ["\(here.latitude),\(here.longitude)", "nowhere"]))
    #expect(many.status == .malformedInput)
    #expect(many.lines.count == 2 && many.lines[0].contains(#""words":"Side Lane 7, Thorpe, Arcadia""#))
    #expect(many.lines[1].contains(#""line":2"#))
  }

  @Test("says of a number between two that it is about there, and --near finds it")
  func interpolated() async throws {
    var text = OSMText()
    text.add(way: 1, [(0, 0), (600, 0)], ["addr:interpolation": "odd"])
    for (id, east, number) in [(1, 0.0, "1"), (2, 600.0, "13")] {
      text.add(node: id, (east, 0), ["addr:housenumber": number, "addr:street": "Main Street"])
    }
    text.add(area: 10, within: 3000, ["name": "Thorpe", "admin_level": "8"])
    let file = try folder.write(text.text, as: "region.osm")
    _ = await CommandRun(["import", file], in: .mock(environment: environment))
    let here = Terrain().coordinate(east: 310, north: 5)
    let run = await CommandRun(
      ["where", "--at", "\(here.latitude),\(here.longitude)", "--json"], in: .mock(environment: environment))
    #expect(run.output.contains(#""words": "about number 7, Main Street, Thorpe""#), "\(run)")
    #expect(run.output.contains(#""interpolated": true"#))
    let named = await CommandRun(
      ["where", "--near", "Main Street 7, Thorpe", "--format", "words"], in: .mock(environment: environment))
    #expect(named.output == "about number 7, Main Street, Thorpe\n")
    #expect(named.messages.first?.hasPrefix("near Main Street 7, approximate address") == true, "\(named)")
    let end = await CommandRun(
      ["where", "--near", "Main Street 1", "--json"], in: .mock(environment: environment))
    #expect(end.output.contains("Main Street 1, Thorpe") && !end.output.contains("interpolated"), "\(end)")
  }

  @Test("each address of an extract leads back to itself")
  func roundTrip() async throws {
    var text = OSMText()
    var houses: [String] = []
    for street in 0..<4 {
      for house in 1...12 {
        let special = [5: "5a", 6: "5A", 7: "7 B 12", 10: "10 b", 11: "s/n", 12: "12, back yard"]
        let number = special[house] ?? "\(house)"
        houses.append("Straße des \(street). Mai \(number)")
        text.add(
          node: 100 * street + house, (Double(house) * 30, Double(street) * 300),
          ["addr:housenumber": number, "addr:street": "Straße des \(street). Mai"])
      }
    }
    let file = try folder.write(text.text, as: "region.osm")
    _ = await CommandRun(["import", file], in: .mock(environment: environment))
    for house in houses {
      let run = await CommandRun(
        ["where", "--near", house, "--format", "words"], in: .mock(environment: environment))
      #expect(run.output == house + "\n", "\(run)")
    }
  }

  @Test("what an earlier version imported is said to lack words and nameless waters")
  func earlierVersion() async throws {
    try await importVillage()
    let context = CommandContext.mock(environment: environment)
    let all = "'addresses,areas,map,streets'"
    for (gazetteer, isOld) in [
      (all, false), ("NULL", true), ("'addresses,areas,map,streets,points,apart'", true),
    ] {
      try Connection(path: folder.path(of: "places.sqlite"))
        .execute("UPDATE source SET gazetteer = \(gazetteer)")
      #expect(
        await CommandRun(["places", "sources"], in: context).messages.contains(
          "an earlier version imported region: "
            + "import it again to get its area, the edges of places, addresses and junctions") == isOld,
        "\(gazetteer)")
    }
    try Connection(path: folder.path(of: "places.sqlite")).execute("UPDATE source SET gazetteer = NULL")
    let lakes = await CommandRun(["places", "list", "lake"], in: context)
    #expect(
      lakes.messages.last
        == "region: imported by an earlier version of poi, without unnamed woods and lakes; import again to get them",
      "\(lakes)")
  }

  private static let advice =
    "no streets or addresses are known here; to get them: "
    + "poi prefetch --around 60.17000,24.94000 --radius 5km"

  // MARK: Online and prefetched

  /// A server that has the village.
  private func server() throws -> MockAreaSource {
    let text = village
    let url = try #require(URL(string: "https://overpass.example"))
    let places = try PlaceFile(path: try folder.write(text.text, as: "village.osm")).read().places
    return MockAreaSource(.success(places), radius: Distance(metres: 20_000), time: MockClock()) {
      box throws(PlacesError) in
      do throws(RequestError) {
        let answer = Data(text.overpassGazetteer(around: box.middle).utf8)
        return try OverpassGazetteerRequest(server: url).parseResponse(data: answer).entries(in: box)
      } catch {
        throw .server(address: "mock", error)
      }
    }
  }

  /// Fetches the squares around the village into a store, and returns its path.
  private func prefetch(from server: MockAreaSource) async throws -> String {
    let path = folder.path(of: "fetched.sqlite")
    let plan = try #require(
      PrefetchPlan(around: Terrain().coordinate(east: 0), radius: Distance(metres: 9000)))
    try await Prefetcher(
      from: server, into: PlaceImporter(storePath: path), time: MockClock()
    ).fetch(plan, maxAge: 86_400) { _ in }
    return path
  }

  @Test("the same data gives the same words from an extract, from prefetched squares and online")
  func sameWords() async throws {
    try await importVillage()
    let server = try server()
    let fetched = try await prefetch(from: server)
    var generator = SeededGenerator(seed: 27)
    let random = (0..<60).map { index in
      let reach = index % 2 == 0 ? 150.0 : 6000
      return (
        Double.random(in: -reach...reach, using: &generator),
        Double.random(in: -reach...reach, using: &generator)
      )
    }
    // In the factory, and beside it.
    let factory = [(-730.0, 370.0), (-1000, 280), (-890, 210), (-690, 300), (-640, 420)]
    let positions = ([(65, 5), (300, 31), (1000, 10), (0, 1500)] + factory + random).map {
      let coordinate = Terrain().coordinate(east: $0.0, north: $0.1)
      return "\(coordinate.latitude),\(coordinate.longitude)"
    }
    let arguments = ["where", "--at", "-", "--json"]
    let extract = await CommandRun(arguments, in: .mock(environment: environment, input: positions))
    #expect(extract.lines.count == positions.count && extract.lines.allSatisfy { $0.contains("Arcadia") })
    let squares = await CommandRun(
      arguments, in: .mock(environment: ["POI_STORE": fetched], input: positions))
    // Each square simplifies the parts of streets that it has.
    func withoutStreetDistance(_ run: CommandRun) -> [Substring] {
      run.lines.map {
        $0.replacing(/"distance":[0-9.]+\},"areas"/, with: "").replacing(/[0-9.]+ m from/, with: "")
      }
    }
    #expect(withoutStreetDistance(squares) == withoutStreetDistance(extract))
    let provider = CachedPlaceProvider(
      source: server, cache: nil, use: CacheUse(maxAge: 60), time: MockClock())
    let online = await CommandRun(
      arguments + ["--source", "overpass"], in: .mock(places: provider, input: positions))
    // A store rounds and simplifies lines, so that some distances differ by a metre.
    func words(_ run: CommandRun) throws -> [String] {
      try run.lines.map {
        try JSONDecoder().decode(Words.self, from: Data($0.utf8)).words.replacing(/[0-9.]+ m from/, with: "")
      }
    }
    #expect(try words(online) == words(extract))
  }

  @Test("asks the server where the store knows no words, once if it is not there")
  func online() async throws {
    let here = Terrain().coordinate(east: 65, north: 5)
    let arguments = ["where", "--format", "words", "--at", "\(here.latitude),\(here.longitude)"]
    let server = try server()
    func provider(_ source: MockAreaSource, offline: Bool = false) -> CachedPlaceProvider {
      CachedPlaceProvider(
        source: source, cache: nil, use: CacheUse(maxAge: 60, isOffline: offline), time: MockClock())
    }
    let found = await CommandRun(
      arguments, in: .mock(environment: environment, places: provider(server)))
    #expect(found.lines.first == "Side Lane 7, Thorpe, Arcadia")
    #expect(found.messages == [])
    #expect(server.boxesAsked.count == 1)

    let failure = PlacesError.server(address: "https://a.example", .connection(.unreachable))
    let failing = MockAreaSource(.failure(failure), radius: .zero, time: MockClock()) {
      _ throws(PlacesError) in throw failure
    }
    let unknown = await CommandRun(
      home, in: .mock(environment: environment, places: provider(failing)))
    #expect(unknown.status == .found && unknown.lines.count == 8)
    #expect(
      unknown.messages == [
        "your data does not cover this position, and no server could be asked (the server cannot be reached)",
        Self.advice,
      ])
    #expect(failing.boxesAsked.count == 1 && failing.questions.isEmpty)
    let asked = await CommandRun(
      home + ["--source", "overpass"], in: .mock(environment: environment, places: provider(failing)))
    #expect(asked.status == .unreachable)

    let offline = await CommandRun(
      home + ["--offline"], in: .mock(environment: environment, places: provider(server, offline: true)))
    #expect(offline.status == .found && offline.messages == [Self.advice])
    #expect(server.boxesAsked.count == 1)
  }

  @Test("for many positions it asks no server, and says once that words are missing")
  func manyWithoutWords() async throws {
    let server = try server()
    let provider = CachedPlaceProvider(
      source: server, cache: nil, use: CacheUse(maxAge: 60), time: MockClock())
    let many = await CommandRun(
      ["where", "--at", "-", "--json"],
      in: .mock(environment: environment, places: provider, input: ["60.17,24.94", "60.18,24.95"]))
    #expect(many.lines.count == 2)
    #expect(many.messages == [Self.advice])
    #expect(server.boxesAsked.isEmpty && server.questions.isEmpty)
  }

  @Test("doctor and the list of sources say whether prefetched squares have words")
  func partsOfSquares() async throws {
    let context = CommandContext.mock(environment: ["POI_STORE": folder.path(of: "fetched.sqlite")])
    let earlier = MockAreaSource(
      .success(try PlaceFile(path: folder.write(village.text, as: "village.osm")).read().places),
      radius: Distance(metres: 20_000), time: MockClock())
    _ = try await prefetch(from: earlier)
    let doctor = ["doctor", "--offline", "--at", "60.17,24.94"]
    let lacking = "it has no streets, addresses and areas there: to get them, poi update\n"
    #expect(await CommandRun(doctor, in: context).output.contains(lacking))
    let sources = await CommandRun(["places", "sources"], in: context)
    let end = "squares of overpass have no streets, addresses and areas: to say where you are in words, "
    #expect(sources.messages.last?.hasSuffix("\(end)fetch them again: poi update") == true, "\(sources)")
    _ = try await prefetch(from: try server())
    #expect(
      await CommandRun(doctor, in: context).output.contains("it has streets, addresses and areas there\n"))
    let both = await CommandRun(["places", "sources", "--json"], in: context)
    #expect(both.output.contains(#""gazetteer": ["#) && both.output.contains("streets"), "\(both)")
    #expect(await CommandRun(["places", "sources"], in: context).messages == [])
  }

  private struct Words: Decodable { let words: String }

  private struct Parts: Decodable {
    struct Address: Decodable, Equatable { let housenumber, street: String }
    struct Named: Decodable, Equatable { let name, kind: String }
    struct Area: Decodable, Equatable { let name: String; let admin_level: Int }
    struct Landmark: Decodable { let name: String }
    let words: String
    let address: Address
    let street: Named
    let areas: [Area]
    let settlement: Named
    let landmark: Landmark?
    let notations: [String: String]
  }

  /// A village in a country.
  @Test("the commands of a watch get words from the server that its places come from")
  func watchOnline() async throws {
    let provider = CachedPlaceProvider(
      source: try server(), cache: nil, use: CacheUse(maxAge: 60), time: MockClock())
    let walk = MockLocationFetcher.delivering { fetcher in
      fetcher.change(to: .reporting)
      for (second, east) in [(0, 900.0), (60, 90), (61, 90)] {
        fetcher.deliver(Terrain().fix(east: east, north: 5, at: Double(second), accuracy: 5))
      }
      fetcher.finish(with: .complete(badLines: 0))
    }
    let file = folder.path(of: "said")
    let run = await CommandRun(
      [
        "watch", "--gps-log", "walk.nmea", "--source", "overpass", "--category", "pub",
        "--on", "enter=echo \"$POI_PLACE_NAME: $POI_WHERE\" > '\(file)'",
      ], in: .mock(environment: environment, places: provider, fetcher: walk))
    #expect(run.status == .found, "\(run)")
    let said = try String(contentsOfFile: file, encoding: .utf8)
    #expect(said.hasPrefix("Taps: ") && said.hasSuffix("Thorpe, Arcadia\n"), "\(said)")
  }

  private var village: OSMText {
    var text = OSMText()
    text.add(way: 1, [(-2000, 0.5), (2000, 0.5)], ["highway": "residential", "name": "High Street"])
    text.add(node: 1, (65, 15), ["addr:housenumber": "7", "addr:street": "Side Lane"])
    text.add(node: 2, (0, 0), ["place": "village", "name": "Thorpe"])
    text.add(node: 3, (100, 5), ["amenity": "pub", "name": "Taps"])
    text.add(
      way: 4, [(60, -50), (70, -50), (70, 50), (60, 50), (60, -50)], ["leisure": "park", "name": "Green"])
    text.add(
      way: 5, [(-1100, 200), (-700, 200), (-700, 400), (-1100, 400), (-1100, 200)],
      ["building": "industrial", "name": "Mill", "addr:housenumber": "100", "addr:street": "Mill Road"])
    text.add(area: 10, within: 3000, ["name": "Thorpe", "admin_level": "8", "name:fr": "Torpe"])
    text.add(area: 11, within: 9000, ["name": "Arcadia", "admin_level": "2"])
    return text
  }

  private func importVillage() async throws {
    let run = await CommandRun(
      ["import", try folder.write(village.text, as: "region.osm")], in: .mock(environment: environment))
    try #require(run.status == .success, "\(run)")
  }

  @Test("refuses an unknown notation, and lists the known ones")
  func unknown() async {
    let run = await CommandRun(home + ["--format", "morse"], in: .mock())
    #expect(run.status == .usage)
    #expect(
      run.messages.first?.contains(
        "no format 'morse'; the formats are words, decimal, dms, maidenhead, mgrs, utm, pluscode, geo, link, json"
      )
        == true,
      "\(run)")
    #expect(run.output == "")
  }

  @Test("says if junctions are left out as there are too many streets", arguments: [true, false])
  func crowded(isCrowded: Bool) throws {
    struct Streets: StreetNetworkProviding {
      let isCrowded: Bool

      func network(within reach: Distance, of position: Coordinate) -> StreetNetwork? {
        var network = StreetNetwork([], features: [])
        network.isCrowded = isCrowded
        return network
      }
    }
    let location = Location(coordinate: Coordinate(latitude: 60, longitude: 25))
    let report = try WhereaboutsReport(Whereabouts(of: location), provider: "fixed", language: .local)
      .with(junctionAt: location, of: Streets(isCrowded: isCrowded))
    #expect(report.text(Wording()) == (isCrowded ? "too many streets here: junctions are left out\n" : ""))
  }
}
