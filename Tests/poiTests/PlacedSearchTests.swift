import Foundation
import Geography
import NIOHTTP1
import PlaceFiles
import PlaceStore
import Places
import Positioning
import Serving
import TestSupport
import Testing

@testable import poi

/// Words that say where to look: `cafe near Mühldorf`.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PlacedSearchTests {
  private let folder: TemporaryDirectory
  private let environment: [String: String]
  private let terrain = Terrain()
  private let places: MockPlaceProvider
  private let store: PlaceStore

  init() throws {
    let terrain = Terrain()
    folder = try TemporaryDirectory()
    let path = folder.path(of: "places.sqlite")
    environment = ["POI_STORE": path]
    let village = PointOfInterest(
      id: "node/1", name: "Mühldorf", coordinate: terrain.coordinate(east: 3000), tags: ["place": "village"])
    let cafes = [("node/2", 0.0), ("node/3", 2900), ("node/4", 2990)].map { id, east in
      PointOfInterest(
        id: id, name: id, coordinate: terrain.coordinate(east: east), tags: ["amenity": "cafe"])
    }
    _ = try PlaceImporter(storePath: path).importPlaces(
      of: SourceDescription(name: "test"), from: PlaceList(places: [village]))
    store = try PlaceStore(path: path)
    places = MockPlaceProvider(.success(cafes))
  }

  /// A receiver that is not there.
  private var gone: MockLocationFetcher {
    let gone = MockLocationFetcher.answering {
      $0.finish(with: .failed(.gpsdUnreachable(GpsdAddress(), .refused)))
    }
    // It is asked again whether words have to say where to look, and which of several places is near.
    for _ in 1...2 { gone.expect(.requestLocation, .stopUpdatingLocation) }
    return gone
  }

  private func run(_ arguments: String...) async -> CommandRun { await run(arguments) }

  private func run(_ arguments: [String]) async -> CommandRun {
    await CommandRun(arguments, in: .mock(environment: environment, places: places))
  }

  @Test("poi nearby takes the place for the position, and names it")
  func nearby() async {
    let run = await run("nearby", "cafe", "near", "Mühldorf", "--json", "--at", "60.17,24.94")
    #expect(run.messages.first?.hasPrefix("near Mühldorf, village, node/1 (") == true, "\(run)")
    #expect(run.output.contains(#""around": "Mühldorf""#))
    #expect(places.questions.first?.position.longitude == terrain.coordinate(east: 3000).longitude)
  }

  @Test("a poi data file that is the source knows names, too", arguments: ["near", "--near"])
  func dataFile(word: String) async throws {
    let file = try #require(environment["POI_STORE"])
    let elsewhere = ["POI_STORE": folder.path(of: "none.sqlite")]
    let run = await CommandRun(
      ["nearby", "cafe", word, "Mühldorf", "--source", file],
      in: .mock(environment: elsewhere, places: places))
    #expect(run.messages.first?.hasPrefix("near Mühldorf, village, node/1 (") == true, "\(run)")
  }

  @Test("near a part of a name is near what --near finds, unless it is a category")
  func nearPart() async throws {
    let spa = PointOfInterest(
      id: "node/6", name: "Caldea Inuu Airport", coordinate: terrain.coordinate(east: 900),
      tags: ["leisure": "sauna"])
    _ = try PlaceImporter(storePath: try #require(environment["POI_STORE"])).importPlaces(
      of: SourceDescription(name: "spas"), from: PlaceList(places: [spa]))
    for arguments in [["near", "Caldea"], ["--near", "Caldea"]] {
      let here = arguments[0] == "near" ? ["--at", "60.17,24.94"] : []
      let run = await self.run(["nearby", "cafe"] + arguments + here)
      #expect(run.messages.first?.hasPrefix("near Caldea Inuu Airport, sauna, node/6 (") == true, "\(run)")
    }
    let other = await run("nearby", "cafe", "near", "Calde", "--at", "60.17,24.94")
    #expect(other.messages.first == "no place named 'Calde'", "\(other)")
    let empty = MockPlaceProvider(.success([]))
    let none = await CommandRun(
      ["nearby", "cafe", "near", "airport", "--at", "60.17,24.94"],
      in: .mock(environment: environment, places: empty))
    #expect(none.messages == ["no airport found"], "\(none)")
  }

  @Test("a distance among the words is the radius around the place, and around where one is")
  func distance() async {
    let run = await run("nearby", "cafe", "within", "50", "m", "of", "Mühldorf", "--at", "60.17,24.94")
    #expect(run.messages.first?.hasPrefix("near Mühldorf, village, node/1 (") == true, "\(run)")
    let here = await self.run("nearby", "cafe", "within", "50m", "--at", "60.17,24.94")
    #expect(here.status == .success, "\(here)")
    #expect(places.questions.map(\.query.radius) == [Distance(metres: 50), Distance(metres: 50)])
  }

  @Test(
    "a distance counts from the nearest part of a street, a park or a parish",
    arguments: [
      ("Long Road", "100", ["node/1", "way/2"]), ("Broad Park", "100", ["node/3", "way/2"]),
      ("Thorpe", "200", ["node/1", "node/3", "node/4", "way/2"]),
      ("Soke", "200", ["node/1", "node/3", "node/4", "way/2"]),
    ])
  func shapes(name: String, metres: String, found: [String]) async throws {
    var text = OSMText()
    text.add(way: 1, [(-4000, 0), (0, 0)], ["highway": "residential", "name": "Long Road"])
    text.add(way: 2, [(0, 0), (500, 0)], ["highway": "residential", "name": "Long Road"])
    text.add(area: 3, within: 300, ["leisure": "park", "name": "Broad Park"])
    text.add(node: 21, (0, 0), ["place": "town", "name": "Thorpe"])
    text.add(node: 22, (100, 0), ["highway": "bus_stop", "name": "Broad Park"])
    text.add(area: 10, within: 5000, ["name": "Thorpe", "admin_level": "8"])
    text.add(area: 11, within: 5000, ["name": "Soke", "admin_level": "7"])
    _ = await run("import", try folder.write(text.text, as: "thorpe.osm"))
    // The last part of the square is near the park, and its own point is far from all.
    let square = Extent(
      lines: [[terrain.coordinate(east: 3000, north: 50)]],
      rings: [[(380, 0), (900, 900), (900, 1200)].map { terrain.coordinate(east: $0.0, north: $0.1) }])
    let cafes =
      [("node/1", -3900.0, 90.0), ("node/2", 9000, 0), ("node/3", 200, 380), ("node/4", 5100, 3000)].map {
        terrain.place($0.0, east: $0.1, north: $0.2)
      } + [
        PointOfInterest(id: "way/2", coordinate: terrain.coordinate(east: 900, north: 1000), extent: square)
      ]
    let places = MockPlaceProvider(.success(cafes))
    let run = await CommandRun(
      ["nearby", "cafe", "within", metres, "m", "of", name, "--at", "60.17,24.94", "--format", "plain"]
        + ["--fields", "id"], in: .mock(environment: environment, places: places))
    #expect(run.output.split(separator: "\n").map(String.init).sorted() == found, "\(run)")
    #expect(
      run.messages.contains { $0.hasPrefix("\(metres) m is measured from the nearest part of \(name)") },
      "\(run)")
    var served = ServedPlaces.mock(asking: places)
    served.store = PlaceLookup(try PlaceStore(path: try #require(environment["POI_STORE"])))
    let words = "cafe within \(metres) m of \(name)".replacing(" ", with: "+")
    let answer = try await served.nearby(try QueryParameters(decoding: "at=60.17,24.94&words=\(words)"))
    guard case .bytes(let bytes) = answer.body else {
      Issue.record("no answer")
      return
    }
    let report = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let listed = try #require(report["places"] as? [[String: Any]])
    #expect(listed.compactMap { $0["id"] as? String }.sorted() == found)
  }

  @Test("words that only say where to look do so beside --category", arguments: ["in", "at", "near"])
  func onlyPlace(relation: String) async {
    let run = await run(
      "nearby", relation, "Mühldorf", "--category", "cafe", "--json", "--at", "60.17,24.94")
    #expect(run.output.contains(#""around": "Mühldorf""#), "\(run)")
    #expect(places.questions.first?.position.longitude == terrain.coordinate(east: 3000).longitude)
  }

  @Test("words that only say where to look ask for all that is there, unless one may look for it itself")
  func nothingElse() async {
    let near = await run("nearby", "near", "Mühldorf", "--json", "--at", "60.17,24.94")
    #expect(near.output.contains(#""around": "Mühldorf""#), "\(near)")
    #expect(places.questions.first?.query.filter.categories == [])
    _ = await run("nearby", "near", "airport", "--at", "60.17,24.94")
    #expect(places.questions.last?.query.filter.categories == ["airport"])
  }

  @Test("of near what there is none, it says so, and lists nothing", arguments: ["nearby", "here"])
  func nothingThere(command: String) async {
    let empty = MockPlaceProvider(.success([]))
    let run = await CommandRun(
      [command, "cafe", "near", "airport", "--at", "60.17,24.94"],
      in: .mock(environment: environment, places: empty))
    #expect(run.messages == ["no airport found"] && run.status == .nothingFound, "\(run)")
    #expect(empty.questions.allSatisfy { $0.query.filter.categories == ["airport"] })
  }

  @Test(
    "takes a name that ends like a Finnish word for a place only if there is one, or beside Finnish",
    arguments: [
      ("cafe Mühldorfssa", "en", "near Mühldorf, "), ("cafe Melissa", "en", nil),
      ("cafe Mühldolla", "en", nil),
      ("kahvila Melissa", "fi", "ei löytynyt"),
    ])
  func inflected(words: String, language: String, told: String?) async {
    let run = await run("nearby", words, "--at", "60.17,24.94", "--language", language)
    #expect(run.status == .found, "\(run)")
    #expect(
      run.messages.contains { $0.contains("Mühldorf, ") || $0.contains("meli") } == (told != nil), "\(run)")
  }

  @Test(
    "near a museum is near the nearest, whatever the article",
    arguments: [
      "cafe near a museum", "cafe within 100 m of a museum", "cafe next to the nearest museum",
      "café à moins de 100 m d'un musée", "Café im Umkreis von 100 m um das Museum", "Café bei einem Museum",
      "caffè vicino a un museo", "café cerca de un museo", "café bij een museum", "café nära ett museum",
      "café perto de um museu", "kahvila museon lähellä", "kahvila 100 metrin päässä museosta",
    ])
  func article(words: String) async throws {
    let museum = MockPlaceProvider(
      .success([
        PointOfInterest(
          id: "node/5", name: "Hall", coordinate: terrain.coordinate(east: 0), tags: ["tourism": "museum"])
      ]))
    let run = await CommandRun(
      ["nearby", words, "--at", "60.17,24.94"], in: .mock(environment: environment, places: museum))
    let told = try #require(run.messages.first)
    #expect(told.contains(" Hall, museum, node/5 (") && !told.hasPrefix("in "), "\(run)")
    #expect(museum.questions.map(\.query.filter.categories).first == ["museum"])
  }

  @Test(
    "lists nothing that is around where words name a place that is not known",
    arguments: [
      "nearby cafe within 1 km of Kamppi", "nearby cafe within 200 m of Nowhere", "here cafe near Kamppi",
      "nearby bakery, cafe in Nowhere", "watch cafe in Nowhere", "along tour.gpx cafe near Nowhere",
    ])
  func unknown(command: String) async {
    let position = command.hasPrefix("along") ? [] : ["--at", "60.17,24.94"]
    let run = await run(command.split(separator: " ").map(String.init) + position)
    #expect(run.status == .nothingFound && run.output.isEmpty, "\(run)")
    let name = command.hasSuffix("Kamppi") ? "Kamppi" : "Nowhere"
    #expect(run.messages == ["no place named '\(name)'"], "\(run)")
    #expect(places.questions.allSatisfy { $0.query.filter.categories != ["cafe"] })
  }

  @Test("says so in the language of the person")
  func language() async {
    let run = await run(
      "nearby", "cafe", "near", "Mühldorf", "--at", "60.17,24.94", "--language", "de")
    #expect(run.messages.first?.hasPrefix("bei Mühldorf, Dorf, node/1 (") == true, "\(run)")
  }

  @Test(
    "finds a town by part of its name, or beside a category, unless a place has all of the words in its name",
    arguments: [
      ("cafe in Selva", "near Selva Alta, village, "), ("Mühldorf cafe", "near Mühldorf, village, "),
      ("kiosk in Selva", nil), ("kiosk Mühldorf", nil), ("cafe in Nowhere", nil),
    ])
  func unsure(words: String, told: String?) async throws {
    _ = try PlaceImporter(storePath: try #require(environment["POI_STORE"])).importPlaces(
      of: SourceDescription(name: "more"),
      from: PlaceList(places: [
        PointOfInterest(
          id: "node/11", name: "Selva Alta", coordinate: terrain.coordinate(east: 5000),
          tags: ["place": "village"]),
        terrain.place("node/12", east: 9, name: "The kiosk in Selva"),
        terrain.place("node/13", east: 9, name: "Kiosk Mühldorf"),
      ]))
    let run = await run("nearby", words, "--at", "60.17,24.94")
    let place = run.messages.first { $0.hasPrefix("near ") }
    #expect(told.map { place?.hasPrefix($0) == true } ?? (place == nil), "\(run)")
  }

  @Test(
    "a place may have an article that belongs to its name, unless one has the name without it",
    arguments: [
      ("cafe within 500 m of The Crown", "The Crown"), ("cafe near the crown", "The Crown"),
      ("Café 500 m von der Krone", "Die Krone"), ("café à 500 m du Zinc", "Le Zinc"),
      ("cafe near the Anchor", "Anchor"),
    ])
  func articles(words: String, name: String) async throws {
    let names = ["The Crown", "Die Krone", "Le Zinc", "Anchor", "The Anchor"]
    _ = try PlaceImporter(storePath: try #require(environment["POI_STORE"])).importPlaces(
      of: SourceDescription(name: "pubs"),
      from: PlaceList(
        places: names.enumerated().map {
          terrain.place("node/3\($0)", east: 900 * Double($0), name: $1)
        }))
    let run = await run("nearby", words, "--at", "60.17,24.94")
    #expect(run.messages.contains { $0.hasPrefix("near \(name), node/") }, "\(run)")
  }

  @Test("names a place that is not known before a position that is missing, and a file that is no word")
  func mistakes() async throws {
    func lost(_ words: String..., in store: [String: String]) async -> CommandRun {
      await CommandRun(["nearby"] + words, in: .mock(environment: store, places: places, fetcher: gone))
    }
    let unknown = await lost("cafe", "in", "Nowhere", in: environment)
    #expect(
      unknown.messages == ["no place named 'Nowhere'"] && unknown.status == .nothingFound, "\(unknown)")
    // Whether there is one, only a store can tell.
    let none = ["POI_STORE": folder.path(of: "none.sqlite")]
    #expect(await lost("cafe", "in", "Nowhere", in: none).status == .noSuchInput)
    #expect(await lost("cafe", in: environment).status == .unreachable)
    // Then a town is where to look, even if a place is called so.
    for (words, what) in [(["Mühldorf"], []), (["Kiosk", "Mühldorf"], ["Kiosk"])] {
      _ = try PlaceImporter(storePath: try #require(environment["POI_STORE"])).importPlaces(
        of: SourceDescription(name: "more"),
        from: PlaceList(places: [terrain.place("node/13", east: 9, name: "Kiosk Mühldorf")]))
      let town = await CommandRun(
        ["nearby"] + words, in: .mock(environment: environment, places: places, fetcher: gone))
      #expect(town.messages.contains { $0.hasPrefix("near Mühldorf, village, node/1 (") }, "\(town)")
      #expect(places.questions.last?.query.filter.categories == what, "\(town)")
      #expect(town.messages.allSatisfy { !$0.contains("'Kiosk Mühldorf'") }, "\(town)")
    }
    #expect(await lost("Ekberg", in: environment).status == .unreachable)
    let track = try folder.write("$GPRMC", as: "walk.nmea")
    let file = await run("nearby", "cafe", track, "--at", "60.17,24.94")
    #expect(file.status == .usage)
    #expect(file.messages.first?.contains("--gps-log reads a recorded track") == true, "\(file)")
  }

  @Test(
    "of a category, the only place is meant where the position is not known, and of several none",
    arguments: [(["Terminal"], true), (["Terminal", "Gare"], false)])
  func category(names: [String], isClear: Bool) async throws {
    let stations = names.enumerated().map { index, name in
      PointOfInterest(
        id: "node/2\(index)", name: name, coordinate: terrain.coordinate(east: 900 * Double(index)),
        tags: ["amenity": "bus_station"])
    }
    _ = try PlaceImporter(storePath: try #require(environment["POI_STORE"])).importPlaces(
      of: SourceDescription(name: "stations"), from: PlaceList(places: stations))
    let context = CommandContext.mock(environment: environment, places: places, fetcher: gone)
    let run = await CommandRun(["nearby", "cafe", "near", "bus", "station"], in: context)
    #expect((run.status == .usage) == !isClear, "\(run)")
    #expect(run.messages.first?.hasPrefix("near Terminal, bus station") == isClear, "\(run)")
  }

  @Test(
    "corrects a clear typo in the name of the place, and records it, also beside one in the category",
    arguments: ["cafe", "tankstele"])
  func misspelled(category: String) async {
    let run = await run("nearby", category, "in", "Mühldorff", "--json", "--at", "60.17,24.94")
    #expect(run.messages.contains("Mühldorff: searched for Mühldorf instead"), "\(run)")
    #expect(run.output.contains(#""searched": "Mühldorf""#), "\(run)")
    let unknown = await self.run("nearby", category, "in", "Nowhere", "--at", "60.17,24.94")
    #expect(unknown.messages.contains("no place named 'Nowhere'"), "\(unknown)")
  }

  @Test(
    "a saved query says what to look for, wherever it stands among the words",
    arguments: [
      "@coffee in Mühldorf", "in Mühldorf @coffee", "@coffee Mühldorf", "@coffee open near Mühldorff",
      "@coffee in Nowhere", "@coffee_in_may in Mühldorf", "@coffee_in_may", "@coffee_bar",
      "@nothing near Mühldorf",
    ])
  func savedQuery(words: String) async throws {
    var context = CommandContext.mock(environment: environment, places: places)
    context.settings.file = try ConfigFile(
      parsing: """
        [query]
        coffee.category = "cafe"
        "coffee in may".category = "cafe"
        "coffee bar".category = "cafe"
        [query.nothing]
        """,
      path: "config.toml", home: nil)
    let words = words.split(separator: " ").map { String($0).replacing("_", with: " ") }
    let run = await CommandRun(["nearby"] + words + ["--at", "60.17,24.94"], in: context)
    if words.last == "Nowhere" {
      #expect(run.messages == ["no place named 'Nowhere'"] && run.status == .nothingFound, "\(run)")
    } else {
      let categories = words[0] == "@nothing" ? [] : ["cafe"]
      #expect(places.questions.first?.query.filter.categories == categories, "\(run)")
      #expect(!run.messages.contains { $0.hasPrefix("no place named") }, "\(run)")
      #expect(
        places.questions.first?.position.longitude
          == (words.count == 1 ? 24.94 : terrain.coordinate(east: 3000).longitude))
    }
  }

  @Test(
    "searches within the area of a name, rather than around a town that other languages call so",
    arguments: [
      ("Arcadia", "in Arcadia (", "in Arcadia"), ("Thorpe", "in Thorpe, town, node/21 (", "in Thorpe"),
      ("Mühldorf", "near Mühldorf, village, node/1 (", "near Mühldorf"),
    ])
  func inside(name: String, told: String, again: String) async throws {
    var text = OSMText()
    text.add(node: 21, (0, 0), ["place": "town", "name": "Thorpe", "name:xx": "Arcadia"])
    text.add(area: 10, within: 3000, ["name": "Thorpe", "admin_level": "8"])
    text.add(area: 11, within: 9000, ["name": "Arcadia", "admin_level": "2"])
    let extract = try folder.write(text.text, as: "arcadia.osm")
    _ = await run("import", extract)
    let empty = MockPlaceProvider(.success([]))
    let run = await CommandRun(
      ["nearby", "supermarket", "in", name, "--at", "60.17,24.94"],
      in: .mock(environment: environment, places: empty))
    #expect(run.messages.contains { $0.hasPrefix(told) }, "\(run)")
    let found = again.hasPrefix("in ") ? "no supermarket found \(again)" : "no supermarket found"
    #expect(run.messages.contains(found) && run.status == .nothingFound, "\(run)")
    #expect(
      run.messages.contains {
        $0.hasSuffix("poi nearby groceries \(again.replacing("Mühldorf", with: "'Mühldorf'"))")
      }, "\(run)")
  }

  @Test("finds the place in the file that it searches, with or without a store", arguments: [true, false])
  func file(hasStore: Bool) async throws {
    let file = try folder.write(
      """
      id,name,category,lat,lon,addr:city
      1,Canillo,town,42.567,1.6,
      2,Bar,cafe,42.568,1.6,Canillo
      3,Canillo,pub,42.6,1.6,
      4,Hut,cafe,42.58,1.66,El Tarter
      5,Inn,bar,42.58,1.65,El Tarter
      6,Spa,spa,42.58,1.64,El Tarter

      """,
      as: "f.csv")
    let store = hasStore ? environment : ["POI_STORE": folder.path(of: "none.sqlite")]
    func run(_ arguments: String...) async -> CommandRun {
      await CommandRun(
        arguments + ["--source", file],
        in: .mock(environment: store, places: PlaceFileProvider(file: PlaceFile(path: file))))
    }
    for words in [["in"], ["near"]] {
      let found = await run("nearby", "cafe", words[0], "Canillo", "--at", "42.5,1.6")
      #expect(found.output.contains("Bar") && found.status == .success, "\(found)")
      let isTold = found.messages.contains { $0.hasPrefix("near Canillo, town, 1 (") }
      #expect(isTold && !found.messages.contains { $0.contains("no place") }, "\(found)")
    }
    let housed = await run("nearby", "cafe", "in", "el tarter")
    #expect(housed.output.contains("Hut") && housed.status == .success, "\(housed)")
    #expect(housed.messages.first == "near El Tarter, addr:city=El Tarter (42.58, 1.65)", "\(housed)")
    let unknown = await run("nearby", "cafe", "in", "Nowhere", "--at", "42.5,1.6")
    #expect(unknown.messages.contains("no place named 'Nowhere'"), "\(unknown)")
    let name = await run("nearby", "Bar", "--at", "42.5,1.6")
    #expect(name.messages.allSatisfy { !$0.hasPrefix("near ") }, "\(name)")
  }

  @Test("an area without a town of its name is measured from a point inside it, however it is asked for")
  func crescent() async throws {
    var text = OSMText()
    let ring = [
      (0, 0), (9000, 0), (9000, 9000), (0, 9000), (0, 8000), (8000, 8000), (8000, 1000), (0, 1000), (0, 0),
    ]
    text.add(
      way: 5, ring.map { (Double($0.0), Double($0.1)) },
      ["boundary": "administrative", "admin_level": "8", "name": "Crescent"])
    text.add(node: 6, (4000, 4000), ["shop": "books", "name": "Crescent"])
    text.add(node: 7, (4000, 8500), ["tourism": "museum", "name": "Crescent Art Centre"])
    _ = await run("import", try folder.write(text.text, as: "crescent.osm"))
    let areas = try PlaceStore(path: folder.path(of: "places.sqlite")).areas(named: ["crescent"])
    for relation in ["near", "in", "--near"] {
      let found = await run("nearby", "cafe", relation, "Crescent", "--at", "60.17,24.94")
      let from = try #require(places.questions.last?.position, "\(found)")
      #expect(areas.count == 1 && areas[0].outline.contains(from), "\(from)")
      #expect(found.messages.first?.contains(" Crescent (") == true, "\(found)")
    }
  }

  @Test(
    "reads the words of a search that is quoted, unless it is a name",
    arguments: [("open bakery near me", ["bakery"]), ("The Open House", ["The Open House"])])
  func quoted(words: String, categories: [String]) async {
    _ = await run("nearby", words, "--at", "60.17,24.94")
    _ = await CommandRun(
      ["nearby", words, "--at", "-"],
      in: .mock(environment: environment, places: places, input: ["60.17,24.94"]))
    #expect(places.questions.map(\.query.filter.categories) == [categories, categories])
  }

  @Test(
    "poi here keeps the position, and counts only what is around the place",
    arguments: [
      ("near", 2900.0, true), ("at", 2900, true), ("near", 0, false), ("within 50m of", 2960, true),
      ("within 50m of", 2900, false),
    ])
  func here(relation: String, east: Double, isThere: Bool) async {
    let position = terrain.coordinate(east: east)
    let run = await run(
      "here", "cafe", relation, "Mühldorf", "--at", "\(position.latitude),\(position.longitude)")
    #expect(run.status == (isThere ? .found : .nothingFound), "\(run)")
    let reach = ["near": "1.0 km", "at": "200 m"][relation] ?? "50 m"
    #expect(run.messages.first?.hasSuffix("within \(reach)") == true, "\(run)")
  }

  @Test("poi along lists only what is around the place")
  func along() async throws {
    let (start, end) = (terrain.coordinate(east: -500), terrain.coordinate(east: 4000))
    let path = folder.path(of: "tour.gpx")
    try """
    <gpx><trk><trkseg><trkpt lat="\(start.latitude)" lon="\(start.longitude)"/>\
    <trkpt lat="\(end.latitude)" lon="\(end.longitude)"/></trkseg></trk></gpx>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let run = await run("along", path, "cafe", "at", "Mühldorf", "--fields", "name", "--format", "plain")
    #expect(run.output == "node/3\nnode/4\n", "\(run)")
    let near = await self.run(
      "along", path, "cafe within 50 m of Mühldorf", "--fields", "name", "--format", "plain")
    #expect(near.output == "node/4\n", "\(near)")
  }

  @Test(
    "refuses words that a command does not take, or that contradict an option",
    arguments: [
      ["nearby", "cafe", "near", "Mühldorf", "--near", "Mühldorf"], ["along", "x.gpx", "cafe open until 22"],
      ["places", "export", "cafe", "within", "200", "m"],
    ])
  func refused(arguments: [String]) async {
    let run = await CommandRun(arguments, in: .mock(environment: environment, places: places))
    #expect(run.status == .usage, "\(run)")
    #expect(run.messages.last?.contains("words") == true, "\(run)")
  }

  @Test(
    "/nearby takes the place for the position, and says what it corrected",
    arguments: [("M%C3%BChldorf", nil), ("M%C3%BCldorf", "Müldorf")])
  func served(name: String, typo: String?) async throws {
    var served = ServedPlaces.mock(asking: places)
    served.store = PlaceLookup(store)
    let answer = try await served.nearby(
      try QueryParameters(decoding: "at=60.17,24.94&words=cafe+near+\(name)"))
    guard case .bytes(let bytes) = answer.body else {
      Issue.record("no answer")
      return
    }
    let report = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(report["around"] as? String == "Mühldorf")
    let corrected = report["corrected"] as? [[String: Any]]
    #expect(corrected?.first?["typed"] as? String == typo)
    let position = try #require(report["position"] as? [String: Any])
    #expect(position["longitude"] as? Double == places.questions.first?.position.longitude)
    #expect(places.questions.first?.query.filter.categories == ["cafe"])
  }

  @Test("/here counts only what is around the place", arguments: [(2900.0, true), (0, false)])
  func servedHere(east: Double, isThere: Bool) async throws {
    var served = ServedPlaces.mock(asking: places)
    served.store = PlaceLookup(store)
    let position = terrain.coordinate(east: east)
    let answer = try await served.here(
      try QueryParameters(
        decoding:
          "at=\(position.latitude),\(position.longitude)&words=cafe+near+M%C3%BChldorf&within=9"))
    guard case .bytes(let bytes) = answer.body else {
      Issue.record("no answer")
      return
    }
    let report = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect((report["places"] as? [Any])?.isEmpty == !isThere)
    #expect(places.questions.last?.query.filter.categories == ["cafe"])
  }

  @Test("/nearby refuses to look near what there is none of")
  func servedNowhere() async throws {
    var served = ServedPlaces.mock(asking: MockPlaceProvider(.success([])))
    served.store = PlaceLookup(store)
    let parameters = try QueryParameters(decoding: "at=60.17,24.94&words=cafe+near+airport")
    await #expect(throws: QueryParameters.Problem.self) { try await served.nearby(parameters) }
  }

  @Test("/nearby and /here refuse to look near what is not known", arguments: ["near+Kamppi", "in+Nowhere"])
  func servedUnknown(place: String) async throws {
    var served = ServedPlaces.mock(asking: places)
    served.store = PlaceLookup(store)
    let parameters = try QueryParameters(decoding: "at=60.17,24.94&words=cafe+\(place)")
    await #expect(throws: QueryParameters.Problem.self) { try await served.nearby(parameters) }
    await #expect(throws: QueryParameters.Problem.self) { try await served.here(parameters) }
    #expect(places.questions.isEmpty)
  }

  @Test("/nearby and a file of places know the places of the file")
  func servedFile() async throws {
    let file = try folder.write(
      "id,name,category,lat,lon\n1,Canillo,town,42.567,1.6\n2,Bar,cafe,42.568,1.6\n3,Inn near Bar,pub,42.6,1.6\n",
      as: "f.csv")
    let source = PlaceFileProvider(file: PlaceFile(path: file))
    var served = ServedPlaces.mock(asking: source)
    served.store = PlaceLookup(source)
    func text(_ words: String) async throws -> String {
      let answer = try await served.nearby(try QueryParameters(decoding: "at=42.5,1.5&words=\(words)"))
      guard case .bytes(let bytes) = answer.body else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try await text("cafe+near+Canillo").contains(#""around": "Canillo""#))
    _ = try await text("Inn+near+Bar")
    await #expect(throws: QueryParameters.Problem.self) { _ = try await text("cafe+near+Nowhere") }
  }

  @Test(
    "/locations and /watch refuse words that say where to look",
    arguments: ["/locations?lat=60&long=25&words=", "/watch?words="])
  func servedElsewhere(target: String) async throws {
    let refused = try await routedResponse(to: target + "cafe+near+Stockmann", from: places)
    #expect(refused.status == .badRequest)
    #expect(try await routedResponse(to: target + "cafe+near+me", from: places).status == .ok)
  }

  @Test("/nearby finds addresses in the store, whatever answers for the places")
  func servedAddress() async throws {
    var text = OSMText()
    text.add(node: 20, (400, 0), ["addr:street": "High Street", "addr:housenumber": "3"])
    _ = await run("import", try folder.write(text.text, as: "street.osm"))
    var served = ServedPlaces.mock(asking: places)
    served.store = PlaceLookup(store)
    let answer = try await served.nearby(
      try QueryParameters(decoding: "at=60.17,24.94&addresses=true&name=High+Street+3"))
    guard case .bytes(let bytes) = answer.body else {
      Issue.record("no answer")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("High Street 3"))
  }

  @Test("a corrected typo is a wrong command line where its search cannot be answered")
  func typo() async {
    let source = MockPlaceProvider(.failure(.server(address: "a", .connection(.unreachable))))
    for (word, status) in [("tankstele", poi.ExitStatus.usage), ("tankstelle", .unreachable)] {
      let run = await CommandRun(["nearby", word, "--at", "60.17,24.94"], in: .mock(places: source))
      #expect(run.status == status, "\(run)")
    }
  }
}
