import Geography
import Testing

@testable import Places

@Suite struct OSMGeometryTests {
  @Test(
    "joins ways at their ends, in either direction",
    arguments: [
      (["ab", "bc", "ca"], ["abca"], []), (["ab", "cb", "ac"], ["abca"], []),
      (["ab", "cd"], [], ["ba", "dc"]),
      (["bc", "ab", "cd"], [], ["dcba"]), (["aba"], ["aba"], []),
      (["ab", "bc", "ca", "de", "ed"], ["abca", "ded"], []),
      ([], [], []),
    ] as [([String], [String], [String])])
  func join(ways: [String], rings: [String], chains: [String]) {
    let joined = OSMGeometry.join(ways.map { $0.map(Self.point) })
    #expect(joined.rings == rings.map { $0.map(Self.point) })
    #expect(joined.chains == chains.map { $0.map(Self.point) })
  }

  @Test("rings that meet in a point enclose what each of them does")
  func touchingRings() throws {
    // Two triangles, each of which has its ends where they touch.
    let corners = [(0.0, 0.0), (2, 1), (2, -1), (0, 0), (-4, 2), (-4, -2), (0, 0)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let relation = OSMGeometry(
      relation: [
        OSMGeometry.Line(points: Array(corners[0...3]), isClosed: true),
        OSMGeometry.Line(points: Array(corners[3...4]), isClosed: false),
        OSMGeometry.Line(points: Array(corners[4...6].reversed()), isClosed: false),
      ], tags: ["type": "multipolygon"])
    let point = try #require(relation.representativePoint)
    #expect(abs(point.longitude + 8.0 / 3) < 1e-7 && abs(point.latitude) < 1e-9, "\(point)")
  }

  @Test("a way or area across 180° lies where it is")
  func dateLine() throws {
    let corners = [(179.999, -17.0), (-179.999, -17), (-179.999, -16.998), (179.999, -16.998)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let ring = OSMGeometry.Line(points: corners + [corners[0]], isClosed: true)
    let inner = OSMGeometry.Line(
      points: [(-179.9995, -16.9995), (-179.9993, -16.9995), (-179.9993, -16.9993), (-179.9995, -16.9995)].map
      {
        Coordinate(latitude: $0.1, longitude: $0.0)
      }, isClosed: true)
    let pier = OSMGeometry.Line(points: [corners[0], corners[1]], isClosed: false)
    let shapes = [
      OSMGeometry(way: [ring], tags: [:]), OSMGeometry(way: [pier], tags: [:]),
      OSMGeometry(relation: [ring, inner], tags: ["type": "multipolygon"]),
      OSMGeometry(relation: [pier], tags: ["type": "route"]),
    ]
    for shape in shapes {
      let point = try #require(shape.representativePoint)
      #expect(point.isValid && abs(point.longitude) > 179.9989, "\(point)")
      #expect((-17.0 ... -16.998).contains(point.latitude), "\(point)")
    }
  }

  @Test("the point of a route with a loop is on its way, not inside the loop")
  func route() throws {
    let lines = [
      OSMGeometry.Line(points: "az".map(Self.point), isClosed: false),
      OSMGeometry.Line(points: "abca".map(Self.point), isClosed: true),
    ]
    let point = try #require(OSMGeometry(relation: lines, tags: ["type": "route"]).representativePoint)
    #expect(abs(point.longitude - 12.5) < 1e-9)
  }

  @Test("a street is its ways, without the areas of its houses")
  func street() {
    let lines = ["az", "abca"].map {
      OSMGeometry.Line(points: $0.map(Self.point), isClosed: $0.first == $0.last)
    }
    let street = OSMGeometry(relation: lines, tags: ["type": "street"])
    #expect(street.extent?.isArea == false)
    #expect(OSMGeometry(relation: lines, tags: ["type": "site"]).extent?.isArea == true)
  }

  @Test("without a ring, uses the longest chain of a relation, and without a line, a node")
  func incomplete() throws {
    let chains = [("ab", false), ("az", false), ("m", false)].map {
      OSMGeometry.Line(points: $0.0.map(Self.point), isClosed: $0.1)
    }
    let point = try #require(
      OSMGeometry(relation: chains, tags: ["type": "multipolygon"]).representativePoint)
    #expect(abs(point.longitude - 11.79) < 0.01 && point.latitude == 0, "\(point)")
    #expect(
      OSMGeometry(relation: [chains[2]], tags: ["type": "boundary"]).representativePoint == Self.point("m"))
    #expect(OSMGeometry(relation: [], tags: ["type": "site"]).representativePoint == nil)
    #expect(OSMGeometry(way: [], tags: [:]).representativePoint == nil)
  }

  @Test("a tram is at its stops, as far as they are known, and a footpath anywhere on its way")
  func ridden() throws {
    let lines = [("az", false), ("b", false), ("c", false)].map {
      OSMGeometry.Line(points: $0.0.map(Self.point), isClosed: $0.1)
    }
    let tram = OSMGeometry(relation: lines, tags: ["type": "route", "route": "tram_pub", "amenity": "pub"])
    #expect(tram.representativePoint == Self.point("b"))
    #expect(Set(tram.extent?.lines ?? []) == [[Self.point("b")], [Self.point("c")]])
    let known = OSMGeometry(relation: [lines[0]], tags: ["type": "route", "route": "tram"])
    #expect(known.extent?.lines.first?.count ?? 0 > 1)
    let walk = OSMGeometry(relation: lines, tags: ["type": "route", "route": "hiking"])
    #expect(walk.extent?.lines.first?.count ?? 0 > 1)
  }

  /// A point for each letter, no three of them on one line except `a`, `m` and `z`.
  private static func point(_ letter: Character) -> Coordinate {
    let number = Double(letter.asciiValue ?? 0) - 97
    return Coordinate(latitude: letter == "b" || letter == "d" ? 1 : 0, longitude: number)
  }
}
