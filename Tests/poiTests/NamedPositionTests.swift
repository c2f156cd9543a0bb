import Geography
import PlaceStore
import Places
import Positioning
import TestSupport
import Testing

@testable import poi

/// Positions given by a place: `--at ID` and `--near NAME`.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NamedPositionTests {
  private let folder: TemporaryDirectory
  private let terrain = Terrain()
  private let environment: [String: String]
  private let kiosk: MockPlaceProvider

  init() throws {
    folder = try TemporaryDirectory()
    let path = folder.path(of: "places.sqlite")
    environment = ["POI_STORE": path]
    let places = [
      terrain.place("node/1", east: 0, name: "Rathaus"),
      terrain.place("node/2", east: 500, name: "Marktplatz"),
      terrain.place("node/3", east: 5000, name: "Marktplatz"),
    ]
    _ = try PlaceImporter(storePath: path).importPlaces(
      of: SourceDescription(name: "test"), from: PlaceList(places: places))
    kiosk = MockPlaceProvider(.success([]))
  }

  private func run(_ arguments: [String], fetcher: MockLocationFetcher? = nil) async -> CommandRun {
    await CommandRun(
      ["nearby"] + arguments, in: .mock(environment: environment, places: kiosk, fetcher: fetcher))
  }

  @Test("accepts the id of a place as a position")
  func id() async throws {
    _ = await run(["--at", "node/2"])
    let asked = try #require(kiosk.questions.first?.position)
    #expect(abs(asked.longitude - terrain.place("x", east: 500).coordinate.longitude) < 1e-6)
  }

  @Test("accepts the beginning of an own place's id, and refuses that of several")
  func shortID() async throws {
    let path = try #require(environment["POI_STORE"])
    let own = ["favourite/22225555", "favourite/22235555"].map { terrain.place($0, east: 100, name: $0) }
    _ = try PlaceImporter(storePath: path).importPlaces(of: .favourites, from: PlaceList(places: own))
    _ = await run(["--at", "favourite/2223"])
    #expect(kiosk.questions.count == 1)
    let several = await run(["--at", "favourite/222"])
    #expect(several.status == .usage)
    #expect(
      several.messages.last == "2 places have an id that begins with 'favourite/222'; write more of it")
    #expect(await run(["--at", "favourite/9"]).status == .nothingFound)
  }

  @Test("refuses an id that two sources have for different places")
  func idOfTwo() async throws {
    let path = try #require(environment["POI_STORE"])
    let others = [("node/1", 20.0, "Rathaus"), ("node/2", 9000, "Bahnhof")]
      .map { terrain.place($0.0, east: $0.1, name: $0.2) }
    _ = try PlaceImporter(storePath: path).importPlaces(
      of: SourceDescription(name: "other"), from: PlaceList(places: others))
    let refused = await run(["--at", "node/2"])
    #expect(refused.status == .usage)
    #expect(
      refused.messages.last == "2 places have the id 'node/2'; give the position of one of them instead",
      "\(refused)")
    #expect(await run(["--at", "node/1"]).status != .usage)
  }

  @Test("refuses an id that is not in the store")
  func unknownID() async {
    let unknown = await run(["--at", "node/99"])
    #expect(unknown.status == .nothingFound)
    #expect(
      unknown.messages == ["no place in your data has the id 'node/99'; poi places search finds names"])
    let nonsense = await run(["--at", "nonsense"])
    #expect(nonsense.status == .nothingFound)
    #expect(nonsense.messages == ["no place named 'nonsense'"])
  }

  @Test(
    "takes a name as a position, but nothing that looks like coordinates, and no name from standard input")
  func nameAsPosition() async {
    let town = await run(["--at", "rathaus"])
    #expect(town.messages.first?.hasPrefix("at Rathaus, ") == true, "\(town)")
    for text in ["91,200", "47.1", "60;24", "47N 9N", "12 34 56", "geo:x", "https://example.org/Rathaus"] {
      #expect(await run(["--at", text]).status == .usage, "\(text)")
    }
    #expect(await run(["--at", "🏠 5"]).messages.first?.hasPrefix("no place named '🏠 5'") == true)
    let lines = await CommandRun(
      ["nearby", "--at", "-", "--json"],
      in: .mock(environment: environment, places: kiosk, input: ["Rathaus"]))
    #expect(lines.status == .malformedInput)
  }

  @Test(
    "words can say where to look",
    arguments: [
      (["cafe", "near", "Rathaus"], "near Rathaus, ", true), (["cafe am Rathaus"], "at Rathaus, ", true),
      (["cafe", "in", "Thorpe"], "in Thorpe, town, ", false),
      (["Beacon", "near", "High Street 12, Weston"], "near High Street 12", false),
      (["cafe", "near", "High Street 300, Weston"], "no number 300 in High Street", false),
      (["cafe Thorpe"], "in Thorpe, town, ", false),
    ])
  func placedWords(words: [String], told: String, isCategory: Bool) async throws {
    try await importTown()
    // Of what is a category, too, the nearest counts; without a receiver, it is what the name says.
    let receiver =
      isCategory
      ? MockLocationFetcher.answering {
        $0.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused)))
      } : nil
    let run = await run(words, fetcher: receiver)
    #expect(run.messages.first?.hasPrefix(told) == true, "\(run)")
    #expect(Set(kiosk.questions.map(\.position)).count == 1)
  }

  @Test("words that are a name, or whose place is not known, say nothing of where to look")
  func unplacedWords() async throws {
    let path = try #require(environment["POI_STORE"])
    _ = try PlaceImporter(storePath: path).importPlaces(
      of: SourceDescription(name: "more"),
      from: PlaceList(places: [terrain.place("node/9", east: 9, name: "Bar am Rathaus")]))
    for words in ["bar am Rathaus", "cafe in Nowhere"] {
      let run = await run(["--at", "60.17,24.94", words])
      #expect(!run.messages.contains { $0.contains("Rathaus, ") }, "\(run)")
    }
    let lost = await run(["--at", "60.17,24.94", "cafe in Nowhere"])
    #expect(lost.messages.contains("no place named 'Nowhere'"), "\(lost)")
  }

  @Test("accepts an id on each line, and reports and skips a bad one")
  func lines() async {
    let run = await CommandRun(
      ["nearby", "--at", "-", "--json"],
      in: .mock(environment: environment, places: kiosk, input: ["node/1", "node/99", "60,25"]))
    #expect(run.status == .malformedInput)
    #expect(kiosk.questions.count == 2)
    #expect(
      run.messages.contains { $0.hasPrefix("standard input, line 2: no place in your data has the id") })
  }

  @Test("looks around the only place of a name")
  func name() async {
    let run = await run(["--near", "rathaus"])
    #expect(run.messages.first?.hasPrefix("near Rathaus, ") == true, "\(run)")
    #expect(kiosk.questions.count == 1)
  }

  @Test("takes the nearest of several if the position is known")
  func nearest() async throws {
    let run = await run(["--near", "Marktplatz", "--at", "60.17,24.94"])
    #expect(run.messages.first?.hasPrefix("near the nearest of 2: Marktplatz, ") == true, "\(run)")
    #expect(run.messages.first?.contains("node/2") == true, "\(run)")
    let receiver = MockLocationFetcher.answering { [terrain] in
      $0.deliver(terrain.fix(east: 4900, at: 0, accuracy: 5))
    }
    let other = await self.run(["--near", "Marktplatz"], fetcher: receiver)
    #expect(other.messages.contains { $0.contains("node/3") }, "\(other)")
  }

  @Test("lists several without taking one if the position is unknown")
  func several() async {
    let receiver = MockLocationFetcher.answering {
      $0.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused)))
    }
    let run = await run(["--near", "Marktplatz"], fetcher: receiver)
    #expect(run.status == .usage)
    #expect(run.messages.count == 3)
    #expect(
      run.messages.last
        == "2 places match 'Marktplatz'; add the town after a comma, or use --at with one of these ids or with your position"
    )
    #expect(kiosk.questions.isEmpty)
  }

  @Test(
    "a settlement, a street, a house and a place can be a position",
    arguments: [
      ("Thorpe", "near Thorpe, town, node/11", 0.0), ("torpe", "near Thorpe, town, node/11", 0),
      ("high street", "near High Street, street", 50),
      ("12 High-Street, Thorpe", "near High Street 12, address", 400),
      ("High Street 12, Weston", "near High Street 12, Weston, address", 30_000),
      ("Beacon", "near Beacon, peak, node/13", 700),
      ("The Green, Thorpe", "near The Green, park, way/2", 900),
    ])
  func spots(name: String, told: String, east: Double) async throws {
    try await importTown()
    let run = await run(["--near", name])
    #expect(run.messages.first?.hasPrefix(told) == true, "\(run)")
    let asked = try #require(kiosk.questions.first?.position)
    let expected = terrain.coordinate(east: east)
    #expect(WGS84.inverse(from: asked, to: expected).distance.metres < 300)
  }

  @Test("reads no piped log to choose one of several: its start would be lost")
  func severalWithPipedLog() async {
    let run = await run(["--near", "Marktplatz", "--gps-log", "-"])
    #expect(run.status == .usage)
    #expect(run.messages.last?.hasPrefix("2 places match 'Marktplatz'; ") == true, "\(run)")
  }

  @Test("of one name in several towns, none is taken")
  func realTie() async throws {
    try await importTown()
    let receiver = MockLocationFetcher.answering {
      $0.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused)))
    }
    let run = await run(["--near", "The Green"], fetcher: receiver)
    #expect(run.status == .usage)
    #expect(run.messages.filter { $0.contains("The Green, park") }.count == 2, "\(run)")
    #expect(run.messages.last?.hasPrefix("2 places match 'The Green'; add the town after a comma") == true)
    #expect(await self.run(["--near", "The Green, Nowhere"]).status == .nothingFound)
  }

  /// A town and, 30 km to the east, another.
  private func importTown() async throws {
    var text = OSMText(terrain)
    text.add(node: 10, (3000, 0), ["place": "hamlet", "name": "Thorpe"])
    text.add(node: 11, (0, 0), ["place": "town", "name": "Thorpe", "name:fr": "Torpe"])
    text.add(node: 12, (30_000, 0), ["place": "village", "name": "Weston"])
    text.add(node: 13, (700, 0), ["natural": "peak", "name": "Beacon"])
    text.add(way: 1, [(0, 20), (100, 20)], ["highway": "residential", "name": "High Street"])
    for (id, east) in [(2, 900.0), (3, 30_200)] {
      text.add(
        way: id, [(east, 0), (east + 50, 0), (east + 50, 50), (east, 0)],
        ["leisure": "park", "name": "The Green"])
    }
    for (id, name, east) in [(4, "Miller Road", 500.0), (5, "Millet Road", 2500)] {
      text.add(way: id, [(east, 90), (east + 90, 90)], ["highway": "residential", "name": name])
    }
    for (id, east, code, town) in [
      (23, 200.0, "4711", "Thorpe"), (24, 90_000, "4711", "Far"), (25, 260, "4712", "Thorpe"),
      (26, 200, "4712", "Thorpe"), (27, 220, "T-4712", "Thorpe"),
    ] {
      text.add(
        node: id, (east, 300),
        ["addr:place": "Isle", "addr:housenumber": "\(id)", "addr:postcode": code, "addr:city": town])
    }
    text.add(node: 20, (400, 0), ["addr:street": "High Street", "addr:housenumber": "12"])
    text.add(node: 21, (400, 10), ["addr:street": "High Street", "addr:housenumber": "12"])
    text.add(
      node: 22, (30_000, 10),
      ["addr:street": "High Street", "addr:housenumber": "12", "addr:city": "Weston"])
    for (id, code) in [(28, [:]), (29, ["addr:postcode": "4715"])] {
      let address = ["addr:place": "Isle", "addr:housenumber": "40", "addr:city": "Thorpe"]
      text.add(node: id, (500, 300), address.merging(code) { $1 })
    }
    text.add(area: 30, within: 3000, ["name": "Thorpe", "admin_level": "8"])
    let imported = await CommandRun(
      ["import", try folder.write(text.text, as: "region.osm")], in: .mock(environment: environment))
    try #require(imported.status == .success, "\(imported)")
  }

  @Test("corrects a clear typo in a name, and says so")
  func misspelled() async {
    let corrected = await run(["--near", "Rathhaus"])
    #expect(corrected.messages.first == "Rathhaus: searched for Rathaus instead")
    #expect(kiosk.questions.count == 1)
  }

  @Test(
    "a street may have a letter wrong, and an answer says what was searched",
    arguments: [
      ("High Stret 12, Weston", "High Street 12, Weston"),
      ("12 Hgih Street, Weston", "High Street 12, Weston"),
      ("high streeet", "High Street"),
    ])
  func mistypedStreet(text: String, name: String) async throws {
    try await importTown()
    let run = await CommandRun(
      ["where", "--near", text, "--json"], in: .mock(environment: environment, places: kiosk))
    #expect(run.messages.first == "\(text): searched for \(name) instead", "\(run)")
    #expect(run.output.contains("\"searched\": \"\(name)\""), "\(run)")
  }

  @Test(
    "of two numbers as near as each other, the known one is taken, else the lower",
    arguments: [(22, 8), (139, 140)])
  func nearestNumber(asked: Int, nearest: Int) async throws {
    var text = OSMText(terrain)
    text.add(way: 1, [(0, 0), (1500, 0)], ["highway": "residential", "name": "High Street"])
    // Far from each other; 138 is known by its neighbours alone.
    for (id, east, number) in [
      (900, 0.0, 8), (901, 500, 36), (902, 600, 136), (903, 1200, 140),
    ] {
      text.add(node: id, (east, 10), ["addr:street": "High Street", "addr:housenumber": "\(number)"])
    }
    text.add(way: 2, [(600, 10), (1200, 10)], ["addr:interpolation": "even"])
    _ = await CommandRun(
      ["import", try folder.write(text.text, as: "region.osm")], in: .mock(environment: environment))
    let run = await run(["--near", "High Street \(asked)"])
    #expect(run.messages.contains { $0.hasPrefix("near High Street \(nearest), address") }, "\(run)")
  }

  /// In one region: a street that leads through two towns, a street of its name in a third, whose numbers end sooner, and a
  /// street of which only houses are known.
  private func importTowns() async {
    var text = OSMText(terrain)
    for (id, east, town) in [(10, 0.0, "Aston"), (11, 2000, "Burton"), (12, 30_000, "Corby")] {
      text.add(node: id, (east, 0), ["place": "town", "name": town])
    }
    text.add(way: 1, [(0, 10), (2500, 10)], ["highway": "residential", "name": "Mill Lane"])
    text.add(
      way: 2, [(30_000, 10), (30_020, 10), (30_100, 10)], ["highway": "residential", "name": "Mill Lane"])
    let long = "Lane of the ten or more words that names may have"
    text.add(way: 3, [(30_020, 10), (30_020, 500)], ["highway": "residential", "name": long])
    for (id, east, number, street, town) in [
      (900, 20.0, "5", "Mill Lane", "Aston"), (901, 400, "7", "Mill Lane", "Aston"),
      (908, 60, "3", "Mill Lane", "3"),
      (902, 2100, "11", "Mill Lane", "Burton"), (903, 30_010, "2", "Mill Lane", ""),
      (904, 30_900, "1", "Edge Road", ""), (905, 30_920, "3", "Edge Road", ""),
      (906, 30_980, "5", "Edge Road", ""), (907, 30_030, "12", long, ""),
    ] {
      let town = town.isEmpty ? [:] : ["addr:city": town]
      text.add(
        node: id, (east, 20), town.merging(["addr:street": street, "addr:housenumber": number]) { $1 })
    }
    _ = await CommandRun(
      ["import", try? folder.write(text.text, as: "region.osm")].compactMap(\.self),
      in: .mock(environment: environment))
  }

  @Test("of a number that is missing in each of several towns, asks for the town, or takes the nearest")
  func missingInSeveral() async {
    await importTowns()
    let lost = MockLocationFetcher.answering {
      $0.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused)))
    }
    let several = await run(["--near", "Mill Lane 9"], fetcher: lost)
    #expect(
      several.messages.last
        == "3 places are nearest to 'Mill Lane 9'; add the town after a comma, or use --at with one of these positions or your own",
      "\(several)")
    let one = await run(["--near", "Mill Lane 9, Corby"])
    #expect(one.messages.first == "no number 9 in Mill Lane; the highest is 2", "\(one)")
    #expect(one.messages.dropFirst().first?.hasPrefix("near Mill Lane 2, ") == true, "\(one)")
    let here = terrain.coordinate(east: 500)
    let nearest = await run(["--near", "Mill Lane 9", "--at", "\(here.latitude),\(here.longitude)"])
    #expect(nearest.messages.first == "no number 9 in Mill Lane; the highest is 7", "\(nearest)")
    #expect(
      nearest.messages.dropFirst().first?.hasPrefix("near the nearest of 3: Mill Lane 7, Aston, ") == true,
      "\(nearest)")
  }

  @Test(
    "finds a street by its houses alone, and one of eleven words",
    arguments: [
      ("Edge Road", "near Edge Road, the middle of its addresses", 30_920.0),
      ("Edge Road, Corby", "near Edge Road, the middle of its addresses", 30_920),
      ("12 Lane of the ten or more words that names may have, Corby", "near Lane of the ten or more", 30_030),
    ])
  func houses(name: String, told: String, east: Double) async throws {
    await importTowns()
    let run = await run(["--near", name])
    #expect(run.messages.first?.hasPrefix(told) == true, "\(run)")
    let asked = try #require(kiosk.questions.first?.position)
    #expect(WGS84.inverse(from: asked, to: terrain.coordinate(east: east)).distance.metres < 50)
  }

  @Test("an address of more words than a name has is none, and says so")
  func manyWords() async throws {
    let run = await run(["--near", String(repeating: "word ", count: 20)])
    #expect(run.status == .nothingFound, "\(run)")
    #expect(run.messages.first?.hasPrefix("no place named 'word word") == true, "\(run)")
  }

  @Test("of several streets that may be meant, none is taken")
  func doubtfulStreet() async throws {
    try await importTown()
    let doubtful = await run(["--near", "Milles Road"])
    #expect(doubtful.status == .usage)
    #expect(doubtful.messages == ["no place named 'Milles Road'; did you mean Miller Road or Millet Road?"])
    #expect(await run(["--near", "Wild Street 12"]).status == .nothingFound)
  }

  @Test(
    "a postcode is the middle of its addresses",
    arguments: [
      ["--near", "4712"], ["--near", "T-4712"], ["cafe in 4712"], ["4712 cafe"], ["--at", "4712"],
      ["--near", "4711 Far"],
    ])
  func postcode(arguments: [String]) async throws {
    try await importTown()
    let run = await run(arguments)
    let isFar = arguments.contains("4711 Far")
    let name = isFar ? "near 4711 Far" : "\(arguments[0] == "--at" ? "at" : "near") 4712 Thorpe"
    #expect(run.messages.first?.hasPrefix("\(name), the middle of its addresses (") == true, "\(run)")
    let asked = try #require(kiosk.questions.first?.position)
    let expected = terrain.coordinate(east: isFar ? 90_000 : 220, north: 300)
    #expect(WGS84.inverse(from: asked, to: expected).distance.metres < 1)
  }

  @Test(
    "beside a town or a street, a postcode of the data counts more, and another is told",
    arguments: [
      ("4712 Thorpe", ["near 4712 Thorpe, the middle of its addresses"]),
      ("Thorpe, T-4712", ["near 4712 Thorpe, the middle of its addresses"]),
      (
        "4799 Thorpe", ["ignored '4799': it is not in your data for this place", "near Thorpe, town"]
      ),
      (
        "Miller Road, 4711",
        ["ignored '4711': it is not in your data for this place", "near Miller Road, street"]
      ),
      (
        "4712 Thorpe, Utopia",
        [
          "ignored 'Utopia': it is not in your data for this place",
          "near 4712 Thorpe, the middle of its addresses",
        ]
      ),
      ("4712 Weston", ["ignored '4712': it is not in your data for this place", "near Weston, village"]),
      (
        "High Street 12, 4711 Weston",
        ["ignored '4711': it is not in your data for this place", "near High Street 12, Weston"]
      ), ("High Street 12, 4713 Weston", ["near High Street 12, Weston"]),
      // Mapped twice, once with a postcode.
      ("Isle 40, 4713 Thorpe", ["ignored '4713': it is not in your data for this place", "near Isle 40"]),
      ("Isle 40, 4715 Thorpe", ["near Isle 40, 4715 Thorpe"]),
      ("High Street 12/3, Weston", ["no number 12/3 in High Street; there is 12", "near High Street 12"]),
    ])
  func toldPostcodes(text: String, told: [String]) async throws {
    try await importTown()
    let run = await run(["--near", text])
    #expect(zip(run.messages, told).allSatisfy { $0.hasPrefix($1) } && run.messages.count > 1, "\(run)")
  }

  @Test(
    "what no street has is never left out for its town",
    arguments: [
      "High Street / Miller Road", "High Street & Miller Road", "51 W. 4th St., Thorpe", "5 Xyz, Thorpe",
      "12 Old High Street", "1234 Xy, Thorpe",
    ])
  func noStreet(text: String) async throws {
    try await importTown()
    let run = await run(["--near", text])
    #expect(run.status == .nothingFound, "\(run)")
    #expect(run.messages.first?.hasPrefix("no place named '\(text)'") == true, "\(run)")
  }

  @Test("an extract that is asked itself has no streets, and poi says how to find them")
  func streetsOfFile() async {
    let path = Fixtures.path("places/kamppi.osm.pbf")
    let run = await run(["--near", "Nowhere Street", "--source", path])
    #expect(run.status == .nothingFound, "\(run)")
    #expect(
      run.messages == [
        "no place named 'Nowhere Street'; to find streets and addresses of the file, import it: poi import \(path)"
      ])
  }

  @Test("of one postcode in two countries, none is taken without a position")
  func ambiguousPostcode() async throws {
    try await importTown()
    let receiver = MockLocationFetcher.answering {
      $0.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused)))
    }
    let run = await run(["--near", "4711"], fetcher: receiver)
    #expect(run.status == .usage)
    #expect(run.messages.count == 3 && run.messages[1].hasPrefix("4711 Far"), "\(run)")
    #expect(await self.run(["--near", "4713"]).messages == ["no place named '4713'"])
  }

  @Test("asks which of several names was meant, and refuses to guess")
  func doubtful() async throws {
    let path = try #require(environment["POI_STORE"])
    let places = [
      terrain.place("node/4", east: 0, name: "Ostwald"), terrain.place("node/5", east: 900, name: "Ostwalk"),
    ]
    _ = try PlaceImporter(storePath: path).importPlaces(
      of: SourceDescription(name: "woods"), from: PlaceList(places: places))
    let doubtful = await run(["--near", "Ostwalt"])
    #expect(doubtful.status == .usage)
    #expect(doubtful.messages.last == "no place named 'Ostwalt'; did you mean Ostwald or Ostwalk?")
  }

  @Test("names the position with its numbers swapped where only that has places")
  func swapped() async {
    let latitudeLast = terrain.place("x", east: 0).coordinate
    let run = await run(["--at", "\(latitudeLast.longitude),\(latitudeLast.latitude)"])
    #expect(
      run.messages.last
        == "did you swap the numbers? Your data has places at \(latitudeLast.latitude),\(latitudeLast.longitude): latitude comes first"
    )
    #expect(
      await self.run(["--at", "\(latitudeLast.latitude),\(latitudeLast.longitude)"]).messages.count == 1)
  }
}
