import ArgumentParser
import Foundation
import Geography
import NIOHTTP1
import Nearby
import OpeningHours
import PlaceServers
import Places
import Presentation
import Serving
import TestSupport
import Testing

@testable import poi

/// The parameters of requests, and the document for another poi.
@Suite(.timeLimit(.minutes(5))) struct ServedQueryTests {
  private func query(_ text: String) throws -> ServedQuery {
    ServedQuery(
      try QueryParameters(decoding: text), settings: Settings(environment: [:]),
      hours: PlaceHours(localities: Localities()), now: Terrain.start)
  }

  @Test("every parameter has the name of an option")
  func names() {
    let help = [NearbyCommand.helpMessage(columns: 200), WatchCommand.helpMessage(columns: 200)].joined()
    // On a command line, words need no name.
    for name in ServedQuery.ofFilter.union(ServedQuery.ofFences).subtracting(["words"]) {
      #expect(help.contains("--\(name) ") || help.contains("--\(name)\n"), "\(name)")
    }
  }

  @Test("refuses what no browser sends as a host, and takes origins as browsers write them")
  func hostsAndOrigins() throws {
    for host in ["van.local:8947", "https://x.org", "x.org/poi"] {
      #expect(throws: (any Error).self) { try ServeCommand.parseAsRoot(["--host", host]) }
    }
    for host in ["van.local", "fe80::1"] {
      #expect(throws: Never.self) { try ServeCommand.parseAsRoot(["--host", host]) }
    }
    #expect(ServeCommand.written("https://Example.org:443") == "https://example.org")
    #expect(ServeCommand.written("http://foo.org:443") == "http://foo.org:443")
  }

  @Test("makes the same filter as the options")
  func filter() throws {
    let command = try #require(
      try NearbyCommand.parseAsRoot([
        "--category", "cafe,bakery", "--category", "bus stop", "--tag", "a=b", "--tag", "c", "--name", "x",
      ])
        as? NearbyCommand)
    let settings = Settings(environment: [:])
    var expected = try command.filter.question(in: settings).filter(in: settings)
    #expect(expected.isTyped)
    expected.isTyped = false
    #expect(try query("category=cafe,bakery&category=bus+stop&tag=a%3Db&tag=c&name=x").filter() == expected)
    #expect(try query("").filter() == PlaceFilter())
    #expect(try query("").filter(isForLists: true).skipsUnlisted)
    #expect(try !query("all").filter(isForLists: true).skipsUnlisted)
    for text in ["name=", "category=", "category=,", "category=cafe&category="] {
      #expect(throws: QueryParameters.Problem.self) { try query(text).filter() }
    }
  }

  @Test(
    "what people type is of the request's language, else of the server's",
    arguments: [("&language=cs", "C.UTF-8"), ("", "cs_CZ.UTF-8"), ("&language=cs", "fi_FI.UTF-8")])
  func language(parameter: String, locale: String) throws {
    let query = ServedQuery(
      try QueryParameters(decoding: "open-at=za+2+hodiny" + parameter),
      settings: Settings(environment: ["LC_ALL": locale]), hours: PlaceHours(localities: Localities()),
      now: Terrain.start)
    #expect(try query.openingMoment()?.description == "in 120 min")
  }

  @Test(
    "the page's buttons mean the same in every language",
    arguments: ["water", "toilets", "food", "shop", "accommodation", "bus stop", "charging"])
  func buttons(word: String) {
    for language in Category.Language.allCases {
      #expect(Category.named(word, in: language)?.word == word, "\(language)")
    }
  }

  @Test("a saved query fills in what no parameter says")
  func savedQuery() throws {
    let file = try ConfigFile(
      parsing: """
        [query.lunch]
        category = ["restaurant", "cafe"]
        tag = ["wheelchair=yes"]
        radius = "1km"
        limit = 5
        open-now = true
        all = true

        [query.far]
        within = "50km"
        """, path: "config.toml", home: nil)
    var settings = Settings(environment: [:])
    settings.file = file
    func query(_ text: String) throws -> ServedQuery {
      ServedQuery(
        try QueryParameters(decoding: text), settings: settings,
        hours: PlaceHours(localities: Localities()), now: Terrain.start)
    }
    let saved = try query("category=@lunch")
    #expect(
      try saved.filter()
        == PlaceFilter(
          categories: ["restaurant", "cafe"], tags: [PlaceFilter.Tag(key: "wheelchair", value: "yes")]))
    #expect(try saved.radius() == Distance(metres: 1000))
    #expect(try saved.limit(usual: 100, most: 1000) == 5)
    // Like poi here, which does not take a list's radius for its own.
    for setting in [Setting<Distance>.proximity, .within] {
      #expect(throws: QueryParameters.Problem.self) { try saved.fence(setting) }
      #expect(try query("category=@lunch&within=50m").fence(setting) == Distance(metres: 50))
    }
    #expect(try query("category=@far&words=bar").rules().within == Distance(metres: 50_000))
    #expect(try saved.openingMoment() == .now)
    #expect(try !saved.filter(isForLists: true).skipsUnlisted)
    #expect(try query("words=@lunch").filter() == saved.filter())
    #expect(try query("words=@lunch+vegan").filter().categories == ["restaurant", "cafe"])
    #expect(try query("words=vegan&category=cafe").filter().tags.map(\.key) == ["diet:vegan"])
    #expect(try query("words=vegan&category=parking").ignoredWords().count == 1)
    let other = try query("category=@lunch&category=bar&radius=2km&limit=7&open-at=18:00")
    #expect(try other.filter().categories == ["bar"])
    #expect(try other.radius() == Distance(metres: 2000))
    #expect(try other.limit(most: 1000) == 7)
    #expect(try other.openingMoment() != .now)
    for text in ["category=@dinner", "words=@dinner", "category=@lunch&words=@lunch"] {
      #expect(throws: QueryParameters.Problem.self) { try query(text).filter() }
    }
  }

  @Test("a setting that only commands can follow is followed as far as it can be, a parameter refused")
  func settingsForCommands() throws {
    var settings = Settings(environment: [:])
    settings.file = try ConfigFile(
      parsing: "[nearby]\nlimit = 2000\n[watch]\nevents = [\"enter\", \"leave\", \"street\"]",
      path: "config.toml", home: nil)
    func query(_ text: String) throws -> ServedQuery {
      ServedQuery(
        try QueryParameters(decoding: text), settings: settings,
        hours: PlaceHours(localities: Localities()), now: Terrain.start)
    }
    #expect(try query("").limit(most: 1000) == 1000)
    #expect(try query("").events() == ["enter", "leave"])
    settings.file = try ConfigFile(
      parsing: "[watch]\nevents = [\"street\"]", path: "config.toml", home: nil)
    #expect(try query("").events() == ["initial", "enter", "leave", "pass"])
    for limit in ["2000", "99999999999999999999"] {
      #expect(throws: QueryParameters.Problem(field: "limit", message: "at most 1000 places at once")) {
        try query("limit=\(limit)").limit(most: 1000)
      }
    }
    #expect(throws: QueryParameters.Problem.self) { try query("events=enter,street").events() }
  }

  @Test("amounts have the options' units and defaults")
  func amounts() throws {
    #expect(try query("radius=1.5km").radius() == Distance(metres: 1500))
    #expect(try query("").radius() == nil)
    #expect(try query("").limit(most: 1000) == 10)
    #expect(try query("").limit(usual: 100, most: 1000) == 100)
    #expect(try query("limit=7").limit(usual: 100, most: 1000) == 7)
    #expect(throws: QueryParameters.Problem.self) { try query("limit=1001").limit(most: 1000) }
    #expect(try query("within=100m&confirm=3").rules().within == Distance(metres: 100))
    #expect(try query("within=100m&confirm=3").rules().confirm == 3)
    #expect(try query("").rules() == ProximityRules())
    #expect(try query("words=cafe+within+300+m").rules().within == Distance(metres: 300))
    #expect(try query("words=cafe+within+300+m&within=100m").rules().within == Distance(metres: 100))
    #expect(throws: QueryParameters.Problem.self) { try query("words=cafe+within+300+km").rules() }
    #expect(try query("").fence(.proximity) == CurrentLocationProvider.defaultProximity)
  }

  @Test(
    "every amount has a bound that the client learns",
    arguments: [
      ("within=11km", "10 km"), ("confirm=1001", "1000"), ("cooldown=604801", "604800 s"),
      ("dwell=604801", "604800 s"), ("max-accuracy=1000001", "1000000 m"), ("max-speed=100001", "100000 m/s"),
    ])
  func bounds(text: String, bound: String) throws {
    let problem = #expect(throws: QueryParameters.Problem.self) { try query(text).rules() }
    #expect(problem?.message.contains(bound) == true)
  }

  @Test("a radius, a fence, words and tags have bounds, too")
  func furtherBounds() throws {
    let many = { (name: String) in Array(repeating: "\(name)=a", count: 17).joined(separator: "&") }
    #expect(throws: QueryParameters.Problem.self) { try query("radius=20101km").radius() }
    #expect(throws: QueryParameters.Problem.self) { try query("within=20000000").fence(.proximity) }
    #expect(throws: QueryParameters.Problem.self) { try query(many("tag")).filter() }
    #expect(throws: QueryParameters.Problem.self) { try query(many("category")).filter() }
    #expect(throws: QueryParameters.Problem.self) { try query("at=" + String(repeating: "a", count: 5000)) }
  }

  @Test("a question that takes too much work is answered with 503, a name that is too long with 400")
  func problems() {
    #expect("\(ServedProblem(PlacesError.tookTooLong(seconds: 2)).status)".hasPrefix("503"))
    #expect("\(ServedProblem(PlacesError.nameTooLong).status)".hasPrefix("400"))
    #expect(ServedProblem(PlacesError.nameTooLong).field == "name")
    let tag = ServedProblem(PlacesError.onlyPlaces(tag: "power=tower"))
    #expect("\(tag.status)".hasPrefix("400") && tag.field == "tag")
    let streets = ServedProblem(PlacesError.unknownCategory("street", suggestions: []))
    #expect(streets.message.contains("streets aren't places") && !streets.message.contains("poi "))
  }

  @Test("words are only for those who ask for them, in the units that they choose")
  func wording() throws {
    #expect(try query("").wording() == nil)
    #expect(try query("shown").wording() == Wording(units: .metric))
    #expect(try query("shown&units=nautical").wording() == Wording(units: .nautical))
    for bad in ["units=metric", "shown&units=miles"] {
      #expect(throws: QueryParameters.Problem.self, "\(bad)") { try query(bad).wording() }
    }
  }

  @Test("accepts one position in any notation")
  func position() throws {
    #expect(
      try query("lat=60.5&long=-24").position()?.coordinate == Coordinate(latitude: 60.5, longitude: -24))
    #expect(try query("at=KP20le").position() != nil)
    #expect(try query("").position() == nil)
    for bad in [
      "lat=60", "long=1", "lat=0x2a&long=1", "lat=1&long=nan", "lat=1&long=0x1p3", "lat=60&long=181",
      "lat=60&long=1&at=60,1", "at=nowhere", "lat=1e9&long=1",
    ] {
      #expect(throws: QueryParameters.Problem.self, "\(bad)") { try query(bad).position() }
    }
  }

  @Test("advises no option of the command line", arguments: ["at=Encamp", "at=60", "lat=60", "at=91,0"])
  func advice(parameters: String) throws {
    let problem = #expect(throws: QueryParameters.Problem.self) { try query(parameters).position() }
    #expect(problem?.message.contains("--") == false, "\(problem?.message ?? "")")
  }

  @Test("accepts the arguments of the examples")
  func examples() throws {
    let examples = ServeCommand.configuration.discussion.split(separator: "\n").filter {
      $0.hasPrefix("poi serve")
    }
    #expect(examples.count >= 4)
    for example in examples {
      let words = example.prefix { $0 != "#" }.split(separator: " ").dropFirst(2)
      let arguments = words.map { $0.trimmingCharacters(in: ["'"]) }
      #expect(throws: Never.self, "\(example)") { try ServeCommand.parseAsRoot(arguments) }
    }
  }

  @Test("reads back its document of places, with attribution and reach")
  func document() throws {
    let position = Coordinate(latitude: 60.17, longitude: 24.94)
    let places = (1...3).map { index in
      PointOfInterest(
        id: "node/\(index)", name: "Café \"\(index)\"\u{7}", category: "cafe",
        coordinate: Coordinate(latitude: 60.17, longitude: 24.94 + 0.001234567891 * Double(index)),
        proximity: index == 2 ? Distance(metres: 30) : nil, tags: ["distance": "x", "note": "a\\b\n"])
    }
    let nearby = places.map { NearbyPlace($0, from: position) }
    let answer = PlaceAnswer(
      places: nearby, source: PlaceSource(name: "store", attribution: "© \"Somebody\"\n"))
    let document = try #require(LocationsDocument(answer, to: PlaceQuery(limit: 3)))
    let request = PointsOfInterestRequest(server: try #require(URL(string: "http://localhost/locations")))
    let read = try request.parseResponse(data: Data(document.bytes))
    #expect(read.places == places)
    #expect(read.attribution == "© \"Somebody\"\n")
    #expect(read.reach == nearby[2].distance.metres)
    let all = try #require(LocationsDocument(answer, to: PlaceQuery(limit: 4)))
    #expect(try request.parseResponse(data: Data(all.bytes)).reach == nil)
    let none = try #require(
      LocationsDocument(PlaceAnswer(places: [], source: PlaceSource(name: "store")), to: PlaceQuery()))
    #expect(try request.parseResponse(data: Data(none.bytes)).places.isEmpty)
  }

  @Test(
    "another poi gets shapes unless it says otherwise, others if they ask",
    arguments: [
      ("", "respond-async, geometry", true), ("", "respond-async", false), ("&geometry=true", "", true),
      ("&geometry=false", "geometry", false),
    ])
  func shapes(parameter: String, preference: String, hasShapes: Bool) async throws {
    let response = try await routedResponse(
      to: "/locations?lat=60.17&long=24.94\(parameter)", ["Prefer": preference],
      from: MockPlaceProvider(.success([Self.park(1)])))
    guard case .bytes(let bytes) = response.body else {
      Issue.record("no body")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("LineString") == hasShapes)
  }

  @Test("what does not fit lies beyond its reach", arguments: [(0, nil), (1, nil), (2, 2), (4, 4)])
  func cut(count: Int, kept: Int?) throws {
    let position = Coordinate(latitude: 60.17, longitude: 24.94)
    let nearby = (0..<4).map { NearbyPlace(Self.park($0), from: position) }
    let answer = PlaceAnswer(places: nearby, source: PlaceSource(name: "store"))
    func limited(within bytes: Int, of answer: PlaceAnswer) -> LocationsDocument? {
      LocationsDocument(answer, to: PlaceQuery(), hasGeometry: true, byteLimit: bytes)
    }
    var part = answer
    part.places = Array(nearby.prefix(count))
    let size = try #require(limited(within: 10_000, of: part)).bytes.count
    let document = limited(within: size + 100, of: answer)
    #expect((document == nil) == (kept == nil))
    guard let document, let kept else { return }
    let request = PointsOfInterestRequest(server: try #require(URL(string: "http://localhost/locations")))
    let read = try request.parseResponse(data: Data(document.bytes))
    #expect(read.places == nearby.prefix(kept).map(\.place))
    #expect(read.reach == (kept < 4 ? nearby[kept - 1].distance.metres : nil))
  }

  @Test("leaves out the farthest places that do not fit, whoever asks, and says what to ask for instead")
  func largePlaces() async throws {
    let note = String(repeating: "a", count: 3_800_000)
    let places = (1...6).map { number in
      PointOfInterest(
        id: "\(number)", coordinate: Coordinate(latitude: 60.17, longitude: 24.94 + 0.01 * Double(number)),
        tags: ["note": note])
    }
    let response = try await routedResponse(
      to: "/locations?lat=60.17&long=24.94", from: MockPlaceProvider(.success(places)))
    #expect(response.status == .ok)
    guard case .bytes(let bytes) = response.body else { return }
    let request = PointsOfInterestRequest(server: try #require(URL(string: "http://localhost/locations")))
    let read = try request.parseResponse(data: Data(bytes))
    #expect(read.places.map(\.id) == ["1", "2", "3", "4"])
    #expect(read.reach.map { (2200...2230).contains($0) } == true)
  }

  /// One this many kilometres east, with its edge.
  private static func park(_ number: Int) -> PointOfInterest {
    let west = Coordinate(latitude: 60.17, longitude: 24.94 + 0.02 * Double(number))
    let east = Coordinate(latitude: 60.17, longitude: west.longitude + 0.001)
    return PointOfInterest(
      id: "way/\(number)", category: "park", coordinate: east, extent: Extent(lines: [[west, east]]))
  }
}
