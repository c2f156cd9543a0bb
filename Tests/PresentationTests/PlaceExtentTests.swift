import Geography
import Nearby
import Places
import Positioning
import TestSupport
import Testing

@testable import Presentation

/// Areas as they are shown, seen from inside and from outside.
@Suite struct PlaceExtentTests {
  private static let terrain = Terrain()

  private static func reserve() -> PointOfInterest {
    let corners = [(-100.0, -50.0), (100, -50), (100, 50), (-100, 50)].map {
      terrain.coordinate(east: $0.0, north: $0.1)
    }
    return PointOfInterest(
      id: "way/1", name: "Riet", category: "nature_reserve", coordinate: terrain.coordinate(east: 0),
      extent: Extent(rings: [corners]))
  }

  private static func report(east: Double) -> NearbyReport {
    let position = terrain.coordinate(east: east)
    return NearbyReport(
      location: Location(coordinate: position), provider: "fixed",
      answer: PlaceAnswer(
        places: [NearbyPlace(reserve(), from: position)], source: PlaceSource(name: "store")))
  }

  @Test("inside, a table, JSON, CSV and speech say so, without a distance and a direction")
  func inside() {
    let report = Self.report(east: 20)
    #expect(NearbyTable().table(of: report.shownPlaces) == "inside         Riet  nature reserve\n")
    let fields: [PlaceColumn] = [.name, .inside, .distance, .bearing]
    #expect(NearbyTable(fields: fields).plain(report.shownPlaces) == "Riet\tyes\t0\t\n")
    #expect(CSVWriter(fields: fields).document(of: report.shownPlaces).hasSuffix("Riet,yes,0.0,\r\n"))
    #expect(report.jsonLine.contains(#""distance":0.0,"inside":true,"tags""#), "\(report.jsonLine)")
    #expect(SpokenReport(report, wording: SpokenWording()).texts == ["in Riet."])
    var bytes: [UInt8] = []
    NearbyLines().append(report, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == report.jsonLine)
  }

  @Test("outside, the distance and the direction lead to the nearest point, which JSON has")
  func outside() throws {
    var report = Self.report(east: 142)
    #expect(NearbyTable().table(of: report.shownPlaces) == "42 m  ← W    Riet  nature reserve\n")
    let nearest = try #require(report.shownPlaces.first?.nearest)
    #expect(WGS84.inverse(from: nearest, to: Self.terrain.coordinate(east: 100)).distance.metres < 0.1)
    #expect(report.jsonLine.contains(#""nearest":{"latitude":"#) && !report.jsonLine.contains("inside"))
    #expect(!report.jsonLine.contains("geometry"))
    report.hasGeometry = true
    #expect(report.jsonLine.contains(#""geometry":{"type":"Polygon","coordinates":[[["#))
    var bytes: [UInt8] = []
    NearbyLines().append(report, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == report.jsonLine)
    let written = report.document(by: GeoJSONWriter())
    #expect(written.contains(#""geometry":{"type":"Polygon""#) && written.contains(#""latitude":60.17"#))
  }
}
