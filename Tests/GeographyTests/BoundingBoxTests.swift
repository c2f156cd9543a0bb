import TestSupport
import Testing

@testable import Geography

@Suite struct BoundingBoxTests {
  private static func box(_ text: String) throws -> BoundingBox { try BoundingBox(parsing: text) }

  @Test(
    "two boxes overlap, over the date line too, and where they only touch",
    arguments: [
      ("0,0,2,2", "1,1,3,3", true), ("0,0,2,2", "2,2,3,3", true), ("0,0,2,2", "3,0,4,2", false),
      ("0,0,2,2", "0,3,2,4", false), ("170,0,-170,2", "-175,1,-160,3", true),
      ("170,0,-170,2", "175,1,178,3", true), ("170,0,-170,2", "0,0,10,2", false),
      ("170,0,-170,2", "175,1,-175,3", true), ("-180,-90,180,90", "170,0,-170,2", true),
    ])
  func overlaps(first: String, second: String, isOverlap: Bool) throws {
    #expect(try Self.box(first).overlaps(Self.box(second)) == isOverlap)
    #expect(try Self.box(second).overlaps(Self.box(first)) == isOverlap)
  }

  @Test(
    "grown, a box has every point within that distance", arguments: PlaceLayout.allCases)
  func grown(layout: PlaceLayout) throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let corner = layout.coordinate(using: &generator)
      let box = try #require(
        BoundingBox(
          west: corner.longitude, south: corner.latitude, east: corner.longitude, north: corner.latitude))
      let grown = box.grown(by: 100)
      let bearing = Bearing(degrees: .random(in: 0..<360, using: &generator))
      #expect(
        grown.contains(WGS84.destination(from: corner, bearing: bearing, distance: Distance(metres: 99.9))))
    }
  }

  @Test("the box around boxes goes all around the earth if one spans the date line")
  func around() throws {
    #expect(try BoundingBox(around: [Self.box("1,2,3,4"), Self.box("-1,3,2,5")]) == Self.box("-1,2,3,5"))
    #expect(try BoundingBox(around: [Self.box("170,2,-170,4")]) == Self.box("-180,2,180,4"))
    #expect(BoundingBox(around: []) == nil)
  }

  @Test("few ranges of numbers cover a box, and little else", arguments: PlaceLayout.allCases)
  func ranges(layout: PlaceLayout) throws {
    var generator = SeededGenerator(seed: 4)
    for round in 0..<200 {
      let (first, second) = (layout.coordinate(using: &generator), layout.coordinate(using: &generator))
      let box = try #require(
        BoundingBox(
          west: first.longitude, south: min(first.latitude, second.latitude), east: second.longitude,
          north: max(first.latitude, second.latitude)))
      let ranges = GridSquare.ranges(covering: box)
      #expect(ranges.count < 300)
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      for coordinate in [first, second] {
        let number = GridSquare(around: coordinate).numbers.lowerBound
        #expect(ranges.contains { $0.contains(number) }, "\(round): \(box)")
      }
    }
    #expect(GridSquare.ranges(covering: .world).count == 1)
    let small = GridSquare.ranges(covering: try Self.box("24.93,60.16,24.95,60.17"))
    let covered =
      small.reduce(0) { $0 + $1.count } / GridSquare(around: .init(latitude: 0, longitude: 0)).numbers.count
    #expect(covered == 15)
  }

  @Test(
    "an extent is in a box with any of its points",
    arguments: [
      // A corner, an edge without a corner, one that only passes, an area around, and a hole around.
      ("1,1,2,2", true), ("4,-1,5,1", true), ("9.5,9,11,12", true), ("4,2,5,3", true),
      ("5.2,6.2,5.8,6.8", false),
      ("5.2,6.2,7,6.8", true), ("-2,-2,-1,-1", false), ("20,4,21,6", false), ("-1,20,11,21", false),
      ("29,-1,31,1", true), ("32.5,1,38,2", false), ("34,4,36,6", true),
    ])
  func extent(text: String, isIn: Bool) throws {
    func line(_ numbers: [(Double, Double)]) -> [Coordinate] {
      numbers.map { Coordinate(latitude: $0.1, longitude: $0.0) }
    }
    let shapes = { (shift: Double) in
      func shifted(_ coordinates: [Coordinate]) -> [Coordinate] {
        coordinates.map {
          Coordinate(latitude: $0.latitude, longitude: ($0.longitude + shift).remainder(dividingBy: 360))
        }
      }
      return Extent(
        lines: [shifted(line([(30, 0), (40, 10)]))],
        rings: [
          shifted(line([(0, 0), (10, 0), (10, 10), (0, 10)])),
          shifted(line([(5, 6), (6, 6), (6, 7), (5, 7)])),
        ])
    }
    let box = try Self.box(text)
    #expect(try #require(shapes(0)).intersects(box) == isIn)
    // The same around the date line.
    for shift in [175.0, 145, -178] {
      let moved = try #require(
        BoundingBox(
          west: (box.west + shift).remainder(dividingBy: 360), south: box.south,
          east: (box.east + shift).remainder(dividingBy: 360), north: box.north))
      #expect(try #require(shapes(shift)).intersects(moved) == isIn, "moved by \(shift)")
    }
  }
}
