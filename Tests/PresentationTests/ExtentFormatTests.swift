import Geography
import Testing

@testable import Presentation

/// Shapes as other programs read them.
@Suite struct ExtentFormatTests {
  @Test("houses of a row, which share a wall, are polygons of their own, since no multipolygon may have them")
  func row() throws {
    let row = try #require(Extent(rings: [Self.house(0), Self.house(1)]))
    #expect(row.jsonValue.line.hasPrefix(#"{"type":"GeometryCollection","geometries":[{"type":"Polygon""#))
    #expect(row.wellKnownText.hasPrefix("GEOMETRYCOLLECTION(POLYGON(("))
    let apart = try #require(Extent(rings: [Self.house(0), Self.house(2)]))
    #expect(apart.jsonValue.line.hasPrefix(#"{"type":"MultiPolygon""#))
    #expect(apart.wellKnownText.hasPrefix("MULTIPOLYGON((("))
  }

  private static func house(_ number: Double) -> [Coordinate] {
    [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map {
      Coordinate(latitude: $0.1 / 1000, longitude: ($0.0 + number) / 1000)
    }
  }
}
