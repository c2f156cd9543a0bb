import Foundation
import Geography
import TestSupport
import Testing

@testable import PlaceDatabase
@testable import Places

/// Shapes and distances from a database.
@Suite struct PostgreSQLGeometryTests {
  private static func decoded(hex text: String) -> [UInt8] {
    stride(from: 0, to: text.count, by: 2).compactMap { index in
      let start = text.index(text.startIndex, offsetBy: index)
      return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16)
    }
  }

  private func geometry(_ bytes: [UInt8]) -> Geometry? {
    bytes.withUnsafeBytes { bytes in
      WellKnownBinary.geometry(in: bytes) { Coordinate(latitude: $0.y, longitude: $0.x) }
    }
  }

  /// As PostGIS 3.3 writes them.
  private static let shapes: [String] = [
    // POINT(1 2)
    "0101000000000000000000F03F0000000000000040",
    // The same from a machine with the other byte order.
    "00000000013FF00000000000004000000000000000",
    // POINT Z (1 2 3)
    "01E9030000000000000000F03F00000000000000400000000000000840",
    // MULTIPOINT(1 2)
    "0104000000010000000101000000000000000000F03F0000000000000040",
    // LINESTRING(0 2, 2 2)
    "01020000000200000000000000000000000000000000000040000000000000004000000000000000"
      + "40",
    // POLYGON((0 1, 2 1, 2 3, 0 3, 0 1))
    "010300000001000000050000000000000000000000000000000000F03F0000000000000040000000000000F03F"
      + "00000000000000400000000000000840000000000000000000000000000008400000000000000000000000000000F03F",
  ]

  @Test("reads a shape and its point", arguments: shapes)
  func read(hex: String) throws {
    let point = try #require(geometry(Self.decoded(hex: hex))?.representativePoint)
    #expect(abs(point.latitude - 2) < 1e-9 && abs(point.longitude - 1) < 1e-9)
  }

  @Test("rejects truncated and senseless shapes", arguments: shapes)
  func damaged(hex: String) {
    let bytes = Self.decoded(hex: hex)
    for count in 0..<bytes.count { #expect(geometry(Array(bytes.prefix(count))) == nil) }
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    for _ in 0..<500 {
      var damaged = bytes
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      _ = geometry(damaged)?.representativePoint
    }
  }

  @Test(
    "converts positions to the web map and back",
    arguments: [(0.0, 0.0), (60.17, 24.94), (-85.05, 179.9), (84, -180)])
  func mercator(latitude: Double, longitude: Double) {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    let back = WebMercator.coordinate(of: WebMercator.point(of: coordinate))
    #expect(abs(back.latitude - latitude) < 1e-10 && abs(back.longitude - longitude) < 1e-10)
  }

  @Test("no distance over the ground is shorter than the database's bound")
  func reach() {
    var generator = SeededGenerator(seed: 3857)
    for number in 0..<20_000 {
      let from = Coordinate(
        latitude: Double.random(in: -88...88, using: &generator),
        longitude: Double.random(in: -180...180, using: &generator))
      let aside = number % 2 == 0 ? 180 : pow(10, Double.random(in: -4...1, using: &generator))
      let latitude = from.latitude + Double.random(in: -aside...aside, using: &generator)
      let to = Coordinate(
        latitude: min(88, max(-88, latitude)),
        longitude: from.longitude + Double.random(in: -aside...aside, using: &generator))
      guard to.isValid else { continue }
      let ground = WGS84.inverse(from: from, to: to).distance.metres
      let apart = WebMercator.point(of: to) - WebMercator.point(of: from)
      let degrees = hypot(to.latitude - from.latitude, to.longitude - from.longitude)
      for (measure, measured) in [
        (DistanceBounds.Measure.webMercator, hypot(apart.x, apart.y)), (.degrees, degrees),
        (.sphere, Self.sphere(from, to)),
      ] {
        let reach = DistanceBounds(measure: measure, position: from)
        // Beyond the edge of the map, the distance round the other side counts.
        if let edge = reach.groundToEdge, ground >= edge { continue }
        #expect(reach.leastGround(at: measured) <= ground, "\(measure) \(from) \(to)")
        if let most = reach.mostMeasured(within: ground) {
          #expect(most >= measured, "\(measure) \(from) \(to)")
        }
      }
    }
  }

  /// As PostGIS measures on a sphere.
  private static func sphere(_ from: Coordinate, _ to: Coordinate) -> Double {
    let radians = Double.pi / 180
    let half = sin((to.latitude - from.latitude) * radians / 2)
    let aside = sin((to.longitude - from.longitude) * radians / 2)
    let chord = half * half + cos(from.latitude * radians) * cos(to.latitude * radians) * aside * aside
    return 2 * 6_371_008.77 * asin(min(1, chord.squareRoot()))
  }

  @Test("bounds are tight enough for a search", arguments: [0.0, 45, 60, 80])
  func tightness(latitude: Double) {
    let reach = DistanceBounds(measure: .webMercator, position: Coordinate(latitude: latitude, longitude: 0))
    let measured = 1000 / cos(latitude * .pi / 180)
    #expect((980...1000).contains(reach.leastGround(at: measured)))
  }
}
