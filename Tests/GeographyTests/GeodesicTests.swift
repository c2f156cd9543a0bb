import Geography
import Testing

@Suite struct GeodesicTests {
  @Test(
    "the inverse of a destination gives its start, distance and bearing",
    arguments: [
      (Coordinate(latitude: 52.5, longitude: 13.4), 37.0, 1000.0),
      (Coordinate(latitude: 0, longitude: 0), 90.0, 1_000_000.0),
      (Coordinate(latitude: -33.9, longitude: 151.2), 60.0, 12_000_000.0),
      (Coordinate(latitude: 17, longitude: 179.99), 95.0, 5000.0),
      (Coordinate(latitude: 89.99, longitude: 20), 3.0, 4000.0),
      (Coordinate(latitude: -90, longitude: 0), 120.0, 300_000.0),
    ])
  func destination(start: Coordinate, bearing: Double, metres: Double) throws {
    let end = WGS84.destination(
      from: start, bearing: Bearing(degrees: bearing), distance: Distance(metres: metres))
    #expect(end.isValid)
    let (distance, back) = WGS84.inverse(from: start, to: end)
    #expect(abs(distance.metres - metres) < 0.001)
    if abs(start.latitude) < 89 {
      let difference = try #require(back).degrees - bearing
      #expect(abs(difference) * .pi / 180 * min(metres, 6_000_000) < 0.01)
    }
  }

  @Test("matches the ICSM's known point, Flinders Peak to Buninyong")
  func flinders() {
    let start = Coordinate(latitude: -37.951_033_416_7, longitude: 144.424_867_888_9)
    let end = WGS84.destination(
      from: start, bearing: Bearing(degrees: 306.868_158_333), distance: Distance(metres: 54972.271))
    // The manual is about GRS80, which differs from WGS-84 by nothing that shows here.
    #expect(abs(end.latitude + 37.652_821_138_9) < 1e-7)
    #expect(abs(end.longitude - 143.926_495_527_8) < 1e-7)
  }

  @Test(
    "a point converts to space and back without moving",
    arguments: [(52.5, 13.4), (-89.9999, -170.0), (0.0, 180.0), (71, -0.001)])
  func space(latitude: Double, longitude: Double) {
    let there = Coordinate(latitude: latitude, longitude: longitude)
    let back = WGS84.coordinate(of: WGS84.cartesian(there))
    #expect(WGS84.inverse(from: there, to: back).distance.metres < 1e-6)
  }
}
