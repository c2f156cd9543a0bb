import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Presentation

@Suite struct NearbyReportTests {
  private static let position = Coordinate(latitude: 60.1699, longitude: 24.9384)
  private static let cafe = PointOfInterest(
    id: "node/123", name: "Kahvila", category: "cafe",
    coordinate: Coordinate(latitude: 60.17, longitude: 24.94), proximity: Distance(metres: 75),
    tags: ["wheelchair": "yes", "amenity": "cafe"])
  private static let nameless = PointOfInterest(id: "1", coordinate: position)

  @Test("the document has everything that is known, in order")
  func everything() {
    let location = Location(
      coordinate: Self.position, accuracy: 8, altitude: 12.12345, speed: 1.4, course: Bearing(degrees: 271),
      time: Date(timeIntervalSince1970: 1_767_261_600), mode: .threeDimensional)
    let report = Self.report(
      [Self.cafe], at: location, source: PlaceSource(name: "store", attribution: "© us", age: 86400))
    let distance = WGS84.inverse(from: Self.position, to: Self.cafe.coordinate)
    let bearing = distance.bearing?.degrees ?? .nan
    #expect(
      report.jsonLine == """
        {"schema":1,\
        "position":{"latitude":60.1699,"longitude":24.9384,"accuracy":8.0,"altitude":12.123,"speed":1.4,\
        "course":271.0,"mode":3,"time":"2026-01-01T10:00:00Z","provider":"gpsd"},\
        "source":{"name":"store","attribution":"© us","age":86400.0},\
        "places":[{"id":"node/123","name":"Kahvila","category":"cafe","latitude":60.17,"longitude":24.94,\
        "distance":\(Self.rounded(distance.distance.metres)),"bearing":\(Self.rounded(bearing)),\
        "proximity":75.0,"tags":{"amenity":"cafe","wheelchair":"yes"}}]}

        """)
  }

  @Test("leaves out what is not known")
  func unknowns() throws {
    let object = try Self.parsed(Self.report([Self.nameless]).json)
    #expect(Self.keys(object["position"]) == ["latitude", "longitude", "provider"])
    #expect(Self.keys(object["source"]) == ["name"])
    let place = try #require((object["places"] as? [Any])?.first)
    // A place exactly at the position has no bearing.
    #expect(Self.keys(place) == ["distance", "id", "latitude", "longitude", "tags"])
  }

  @Test("nothing found is an empty list")
  func nothingFound() throws {
    let report = Self.report([])
    #expect(report.jsonLine.hasSuffix("\"places\":[]}\n"))
    #expect(report.document(by: JSONLinesWriter()) == "")
    #expect((try Self.parsed(report.json)["places"] as? [Any])?.isEmpty == true)
  }

  @Test("where nothing was found around a place, says how far from it was searched")
  func nothingFoundAround() {
    var report = Self.report([])
    report.around = "Encamp"
    report.area = .within(Distance(metres: 100), of: Self.position, nil)
    report.answer.source.knownWithin = Distance(metres: 6900)
    #expect(report.notices(Wording(), asked: "library").first == "no library found within 100 m of Encamp")
    // A radius is from the position.
    report.radius = Distance(metres: 50)
    #expect(report.notices(Wording(), asked: "library").first == "no library found within 50 m")
  }

  @Test("the document and the line have the same content")
  func sameContent() throws {
    let report = Self.report([Self.cafe, Self.nameless])
    #expect(try Self.parsed(report.json) as NSDictionary == Self.parsed(report.jsonLine) as NSDictionary)
    #expect(report.jsonLine.split(separator: "\n").count == 1)
  }

  @Test("writes one place per line, whatever the name contains")
  func placeLines() throws {
    let odd = PointOfInterest(
      id: "2", name: "a\nb\u{2028}c\u{1B}[2J", coordinate: Self.position, tags: ["note": "d\r\ne"])
    let text = Self.report([Self.cafe, odd]).document(by: JSONLinesWriter())
    let lines = text.split(separator: "\n").map(String.init)
    #expect(try lines.map { try Self.parsed($0)["id"] as? String } == ["node/123", "2"])
    #expect(try Self.parsed(try #require(lines.last))["name"] as? String == odd.name)
  }

  @Test(
    "sums up the places in a sentence",
    arguments: [
      (0, "store", nil), (1, "store", "1 place from your data"), (2, "a.csv", "2 places from a.csv"),
      (2, "a\u{1B}[31m", "2 places from a�[31m"),
    ] as [(Int, String, String?)])
  func summary(count: Int, name: String, summary: String?) {
    let report = Self.report(Array(repeating: Self.cafe, count: count), source: PlaceSource(name: name))
    #expect(report.summary(Wording()) == summary)
    #expect(report.notices(Wording()) == (count == 0 ? ["nothing found"] : []))
  }

  @Test(
    "says of data on this machine how old it is when that is more than 90 days, on a line of its own",
    arguments: [
      ("store", 800, "poi update", "your data is 2 years old; update it: poi update"),
      ("store", 91, nil, "your data is 91 days old"),
      ("a.osm.pbf", 800, "poi update", "the data in a.osm.pbf is 2 years old; look for newer data"),
      ("store", 90, "poi update", nil), ("store", -1, "poi update", nil),
    ] as [(String, Double, String?, String?)])
  func outdated(name: String, days: Double, update: String?, summary: String?) {
    var source = PlaceSource(name: name, age: days * 86_400)
    #expect(source.ageSummary(Wording(), updatedBy: update) == summary)
    source.isServer = true
    #expect(source.ageSummary(Wording(), updatedBy: update) == nil)
  }

  @Test(
    "says the month of data on this machine",
    arguments: [
      (.written(.init(timeIntervalSince1970: 0)), "1 place from x (January 1970)"),
      (.imported(.init(timeIntervalSince1970: 31 * 86_400)), "1 place from x (February 1970)"),
      (.fetched(.distantFuture.addingTimeInterval(1e12)), "1 place from x (December 9999)"),
    ] as [(PlaceSource.Arrival, String)])
  func arrival(arrival: PlaceSource.Arrival, summary: String) {
    let report = Self.report([Self.cafe], source: PlaceSource(name: "x", arrival: arrival))
    #expect(report.summary(Wording()) == summary)
    #expect(!report.jsonLine.contains("age"))
    let dated = PlaceSource(name: "store", age: 86_400)
    let now = Date(timeIntervalSince1970: 0)
    #expect(
      dated.summary(of: "1 Ort", Wording(language: .german), now: now)
        == "1 Ort aus Ihren Daten (Dezember 1969)")
  }

  @Test("consecutive lines equal those of each report by itself")
  func lines() {
    let writer = NearbyLines()
    for number in 0..<4 {
      var places = [Self.cafe]
      if number > 1 { places = [] }
      var report = Self.report(places, source: PlaceSource(name: "store", age: Double(number / 2)))
      report.answer.lacksNearMisses = number == 0
      report.ignored = number == 2 ? ["open"] : []
      var line: [UInt8] = []
      writer.append(report, to: &line)
      #expect(String(decoding: line, as: UTF8.self) == report.jsonLine)
    }
  }

  @Test("a bearing that rounds to the full circle is 0 in every format")
  func fullCircle() throws {
    let park = PointOfInterest(
      id: "p", coordinate: Coordinate(latitude: 61, longitude: Self.position.longitude - 1e-6))
    let report = Self.report([park])
    let bearing = try #require(report.answer.places.first?.bearing).degrees
    #expect((359.9995..<360).contains(bearing), "\(bearing)")
    var line: [UInt8] = []
    NearbyLines().append(report, to: &line)
    #expect(String(decoding: line, as: UTF8.self) == report.jsonLine)
    #expect(report.jsonLine.contains(#""bearing":0.0,"#), "\(report.jsonLine)")
    #expect(CSVWriter(fields: [.id, .bearing]).document(of: report.shownPlaces).contains("p,0.0"))
    #expect(NearbyTable(wording: Wording(), fields: [.bearing]).plain(report.shownPlaces) == "0\n")
    #expect(Bearing(degrees: 359.9994).thousandth == 359.999)
  }

  @Test("a number written to a thousandth is the shortest that reads back the same")
  func thousandths() {
    var generator = SeededGenerator(seed: 3)
    let numbers =
      [0, 0.0001, 0.0005, 0.001, 0.01, 0.1, 1, 1.5, 359.9995, 999.9994, 20_003_931.458, 1e12, 1e300]
      + (0..<2000).map { _ in Double.random(in: 0...1e6, using: &generator) }
    for number in numbers {
      var bytes: [UInt8] = []
      bytes.append(thousandthsOf: number)
      #expect(String(decoding: bytes, as: UTF8.self) == "\(number.toThousandth)")
    }
  }

  @Test(
    "says how old a server's answer is, if known",
    arguments: [
      (60, "1 place from cache (60 s old)"), (7200, "1 place from cache (2 h old)"),
      (366 * 86_400, "1 place from cache (366 days old)"),
      (4 * 366 * 86_400, "1 place from cache (4 years old)"),
      (nil, "1 place from cache"), (1e300, "1 place from cache (9223372036854775807 years old)"),
    ] as [(Double?, String)])
  func ageOfAnswer(age: Double?, summary: String) {
    var source = PlaceSource(name: "cache", attribution: "© us", age: age)
    source.isServer = true
    #expect(Self.report([Self.cafe], source: source).summary(Wording()) == summary)
  }

  @Test(
    "finding nothing, says how far that is sure, and what could tell more",
    arguments: [
      (
        544, .offline,
        [
          "no cafe found within 544 m",
          "the data is complete only to 544 m: places may be missing; drop --offline to ask a server",
        ]
      ),
      (
        0, .offline,
        ["no cafe found", "the data does not cover this position; drop --offline to ask a server"]
      ),
      (
        544, .failed(noNetwork),
        [
          "no cafe found within 544 m",
          "the data is complete only to 544 m: places may be missing; no server could be asked (no network)",
        ]
      ),
    ] as [(Double, PlaceSource.Unasked, [String])])
  func nothingKnown(reach: Double, unasked: PlaceSource.Unasked, notices: [String]) {
    var source = PlaceSource(name: "store", knownWithin: Distance(metres: reach))
    source.unasked = unasked
    #expect(Self.report([], source: source).notices(Wording(), asked: "cafe") == notices)
    #expect(
      Self.report([], source: source).notices(Wording(), asked: "cafe", hasData: false) == [
        "there is no data yet; poi import REGION.osm.pbf adds some" + unasked.clause(Wording())
      ])
    #expect(
      Self.report([Self.cafe], source: source).notices(Wording()).last?.hasSuffix(unasked.clause(Wording()))
        == true)
  }

  private static let noNetwork = PlacesError.server(address: "a", .connection(.unknownHost))

  @Test("names the nearest of what is left out because it lies in another region")
  func elsewhere() {
    var report = Self.report([])
    #expect(report.elsewhereSummary(Wording()) == nil)
    report.answer.elsewhere = NearbyPlace(
      PointOfInterest(
        id: "1", coordinate: Coordinate(latitude: 47, longitude: 9), tags: ["shop": "kiosk"]),
      from: Self.position)
    #expect(
      report.elsewhereSummary(Wording())?.hasPrefix("nearest kiosk in your data: 17") == true,
      "\(report.elsewhereSummary(Wording()) ?? "")")
    report.answer.places = [NearbyPlace(Self.cafe, from: Self.position)]
    #expect(report.elsewhereSummary(Wording()) == nil)
  }

  @Test("marks places beyond the known ground, and says where it ends")
  func beyondCoverage() throws {
    let far = PointOfInterest(
      id: "far", name: "Far", coordinate: Coordinate(latitude: 60.2, longitude: 24.9414))
    var answer = PlaceAnswer(
      places: [Self.cafe, far].map { NearbyPlace($0, from: Self.position) },
      source: PlaceSource(name: "store"))
    answer.setKnown(by: Coverage(), at: Self.position, for: PlaceQuery(limit: 2))
    func report() -> NearbyReport {
      NearbyReport(location: Location(coordinate: Self.position), provider: "fixed", answer: answer)
    }
    #expect(
      report().coverageSummary(Wording(), broughtBy: "poi prefetch")
        == "the data does not cover this position; for more, run poi prefetch")
    answer.source.knownWithin = Distance(metres: 1000)
    #expect(report().shownPlaces.map(\.isBeyondKnown) == [false, true])
    let rows = NearbyTable(wording: Wording(), fields: [.distance, .name]).table(of: report().shownPlaces)
    #expect(rows.split(separator: "\n").map { $0.contains("km?") } == [false, true], "\(rows)")
    #expect(report().json.contains("\"known_within\": 1000"))
    #expect(
      report().notices(Wording()) == [
        "closer places than those marked ? may be missing: the data is complete only to 1.0 km"
      ])
    var unmarked = report()
    unmarked.hasMarks = false
    #expect(unmarked.notices(Wording()) == ["the data is complete only to 1.0 km: places may be missing"])
    answer.places = []
    #expect(
      report().notices(Wording()) == [
        "nothing found within 1.0 km", "the data is complete only to 1.0 km: places may be missing",
      ])
    // It is complete as far as was asked for.
    var near = report()
    near.radius = Distance(metres: 60)
    #expect(near.notices(Wording()) == ["nothing found within 60 m"])
    // A server that was searched only so far has no end there.
    answer.source = PlaceSource(name: "overpass", knownWithin: Distance(metres: 1000))
    #expect(report().coverageSummary(Wording()) == nil)
    // But it has fewer than were asked for.
    answer.places = [NearbyPlace(Self.cafe, from: Self.position)]
    #expect(
      report().coverageSummary(Wording()) == "the data is complete only to 1.0 km: places may be missing")
  }

  @Test("says in words what people read, with its marks and the rings of the radar")
  func shownWords() throws {
    let far = PointOfInterest(
      id: "far", category: "bus_stop", coordinate: Coordinate(latitude: 60.2, longitude: 24.9414),
      tags: ["addr:street": "Main Street"])
    var source = PlaceSource(name: "store", knownWithin: Distance(metres: 1000))
    source.coverage = Coverage()
    let report = Self.report(
      [Self.cafe, far], at: Location(coordinate: Self.position, accuracy: 8), source: source)
    func text(_ report: NearbyReport, shownIn wording: Wording) -> String {
      String(
        decoding: report.json(shownIn: wording, within: LimitedWork(seconds: nil), most: .max), as: UTF8.self)
    }
    let json = try Self.parsed(text(report, shownIn: Wording(units: .nautical)))
    let table = NearbyTable(wording: Wording(units: .nautical), fields: [.distance])
      .table(of: report.shownPlaces).split(separator: "\n").map { $0.filter { $0 != " " } }
    let places = try #require(json["places"] as? [[String: Any]]).compactMap {
      $0["shown"] as? [String: String]
    }
    #expect(places.map { $0["distance"]?.filter { $0 != " " } } == table)
    #expect(places.last?["distance"]?.hasSuffix(" nmi?") == true, "\(places)")
    #expect(places.last?["name"] == "bus stop (Main Street)")
    #expect(places.last?["category"] == "bus stop")
    let shown = try #require(json["shown"] as? [String: Any])
    #expect(shown["accuracy"] as? String == "accurate to 8 m")
    #expect(
      shown["notes"] as? [String] == [
        "2 places from your data",
        "closer places than those marked ? may be missing: the data is complete only to 0.5 nmi",
      ])
    let rings = try #require(shown["rings"] as? [[String: Any]])
    #expect(rings.compactMap { $0["label"] as? String } == ["0.5 nmi", "1 nmi", "1.5 nmi", "2 nmi"])
    #expect(rings.compactMap { $0["radius"] as? Double } == [926, 1852, 2778, 3704])
    #expect(!report.json.contains("shown"), "nobody asked for it")
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    var late = Self.report([Self.cafe], at: Location(coordinate: Self.position, time: time), source: source)
    late.arrival = time + 600
    #expect(text(late, shownIn: Wording()).contains("this computer's clock differ by 10 min"))
  }

  @Test("writes no more than it may")
  func mostBytes() {
    let report = Self.report(Array(repeating: Self.cafe, count: 100))
    let all = report.json.utf8.count
    func count(_ seconds: Double?, _ most: Int) -> Int {
      report.json(within: LimitedWork(seconds: seconds), most: most).count
    }
    #expect(count(nil, all) == all)
    #expect((all / 2 + 1..<all * 2 / 3).contains(count(nil, all / 2)))
    #expect(count(0, all) < all / 2)
  }

  private static func report(
    _ places: [PointOfInterest], at location: Location = Location(coordinate: position),
    source: PlaceSource = PlaceSource(name: "store")
  ) -> NearbyReport {
    let answer = PlaceAnswer(
      places: places.map { NearbyPlace($0, from: location.coordinate) }, source: source)
    return NearbyReport(location: location, provider: "gpsd", answer: answer)
  }

  private static func parsed(_ json: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private static func keys(_ object: Any?) -> [String]? {
    (object as? [String: Any])?.keys.sorted()
  }

  private static func rounded(_ number: Double) -> Double {
    (number * 1000).rounded() / 1000
  }
}
