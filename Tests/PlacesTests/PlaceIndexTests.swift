import Foundation
import Geography
import TestSupport
import Testing

@testable import Places

@Suite struct PlaceIndexTests {
  @Test(
    "finds the same nearest places as a full search", arguments: PlaceLayout.allCases,
    [PlaceIndex.Use.once, .often, .veryOften])
  func nearest(layout: PlaceLayout, use: PlaceIndex.Use) {
    var generator = SeededGenerator(seed: 1)
    for size in [1, 2, 3, 10, 100, 400] {
      let places = Self.places(size, layout, using: &generator)
      let index = PlaceIndex(places, use: use)
      for _ in 0..<15 {
        let position = Self.position(near: layout, using: &generator)
        let sorted = Self.sorted(places, from: position)
        for limit in [1, 5, size, size + 1] {
          let found = index.nearest(to: position, limit: limit)
          #expect(found == Array(sorted.prefix(limit)), "limit \(limit) of \(size) at \(position)")
        }
      }
    }
  }

  @Test("finds the same places within a radius as a full search", arguments: PlaceLayout.allCases)
  func radius(layout: PlaceLayout) {
    var generator = SeededGenerator(seed: 2)
    let places = Self.places(400, layout, using: &generator)
    let index = PlaceIndex(places)
    for _ in 0..<40 {
      let position = Self.position(near: layout, using: &generator)
      let sorted = Self.sorted(places, from: position)
      // The distance of a place itself is within the radius.
      let radius = sorted[Int.random(in: 0..<sorted.count, using: &generator)].distance
      let within = sorted.filter { $0.distance <= radius }
      #expect(index.nearest(to: position, limit: .max, within: radius) == within, "\(radius) at \(position)")
      #expect(index.nearest(to: position, limit: 3, within: radius) == Array(within.prefix(3)))
    }
  }

  @Test("places at the same distance keep their order", arguments: [1, 3, 20, 50])
  func duplicates(limit: Int) {
    let spot = Coordinate(latitude: 60, longitude: 25)
    let places = (0..<50).map { PointOfInterest(id: "\($0)", coordinate: spot) }
    for use in [PlaceIndex.Use.once, .often] {
      let found = PlaceIndex(places, use: use)
        .nearest(to: Coordinate(latitude: 60.001, longitude: 25), limit: limit)
      #expect(found.map(\.place.id) == (0..<limit).map(String.init))
    }
  }

  private func river(
    _ id: String, _ longitudes: ClosedRange<Double>, name: String? = "Rhein",
    tags: [String: String] = ["waterway": "river"]
  ) -> PointOfInterest {
    let ends = [longitudes.lowerBound, longitudes.upperBound].map { Coordinate(latitude: 60, longitude: $0) }
    return PointOfInterest(
      id: id, name: name, category: "river", coordinate: ends[0], extent: Extent(lines: [ends]), tags: tags)
  }

  @Test("what goes on from a piece is left out neither on land nor where that piece is closed")
  func piecesOfTheirOwn() throws {
    let bus = ["route": "bus"]
    let lock = ["waterway": "canal", "opening_hours": "off"]
    let index = PlaceIndex([
      river("way/1", 25...25.01, tags: bus), river("way/2", 25.01...25.02, tags: bus),
      river("way/3", 25...25.01, name: "Kanal", tags: lock),
      river("way/4", 25.01...25.02, name: "Kanal", tags: ["waterway": "canal"]),
      river("way/5", 25...25.01, name: nil, tags: ["waterway": "river", "name:ca": "Rin"]),
      river("way/6", 25.01...25.02, name: nil, tags: ["waterway": "river", "name:ca": "Rin"]),
    ])
    var query = PlaceQuery(limit: 10)
    query.skipsFurtherPieces = true
    query.opening = OpeningCondition(
      .now, now: Date(timeIntervalSince1970: 1_700_000_000), hours: PlaceHours())
    let found = index.nearest(to: Coordinate(latitude: 60.001, longitude: 25.004), for: query)
    #expect(found.places.map(\.place.id) == ["way/1", "way/5", "way/2", "way/4"] && found.closed == 1)
  }

  @Test("further pieces of a river are left out where the nearest is enough", arguments: 1...6)
  func furtherPieces(limit: Int) {
    let index = PlaceIndex([
      river("way/4", 25.03...25.04), river("way/3", 25.02...25.03), river("way/2", 25.01...25.02),
      river("way/1", 25...25.01), river("way/5", 25.01...25.015, name: "Main"), river("way/6", 25.05...25.06),
      river("way/7", 25.05...25.06, name: nil), river("way/8", 25.06...25.07, name: nil),
    ])
    var query = PlaceQuery(limit: limit)
    let position = Coordinate(latitude: 60.001, longitude: 25.004)
    #expect(index.nearest(to: position, for: query).places.map(\.place.id).contains("way/2") == (limit > 1))
    query.skipsFurtherPieces = true
    let expected = ["way/1", "way/5", "way/6", "way/7", "way/8"]
    let found = index.nearest(to: position, for: query).places.map(\.place.id)
    #expect(found == Array(expected.prefix(limit)))
    query.keepsDuplicates = true
    #expect(index.nearest(to: position, for: query).places.count == limit)
  }

  @Test("a river comes before its piece that is as near, so that it is listed once", arguments: 1...3)
  func wholeBeforePiece(limit: Int) {
    let index = PlaceIndex([
      river("way/1", 25...25.01), river("way/2", 25.01...25.02), river("relation/3", 25...25.02),
    ])
    let found = index.nearest(to: Coordinate(latitude: 60.001, longitude: 25.005), limit: limit)
    #expect(found.map(\.place.id) == ["relation/3"])
  }

  @Test(
    "a search ends with its budget, however many twins it has to pass over",
    arguments: [.once, .often] as [PlaceIndex.Use])
  func budget(use: PlaceIndex.Use) {
    let spot = Coordinate(latitude: 60, longitude: 25)
    let twins = (0..<500).map {
      PointOfInterest(id: "\($0)", name: "Twin", category: "cafe", coordinate: spot)
    }
    let index = PlaceIndex(twins, use: use)
    let query = PlaceQuery(limit: 300)
    let work = LimitedWork(seconds: 0)
    #expect(index.nearest(to: spot, for: query, by: work).places.isEmpty)
    #expect(throws: PlacesError.tookTooLong(seconds: 0)) { try work.checkIsWhole() }
    let enough = LimitedWork(seconds: 60)
    #expect(!index.nearest(to: spot, for: query, by: enough).places.isEmpty)
    #expect(throws: Never.self) { try enough.checkIsWhole() }
  }

  @Test("of a node and the building around it, takes the nearer one, and still fills the limit")
  func twins() {
    let spot = Coordinate(latitude: 60, longitude: 25)
    func place(_ id: String, _ name: String, east: Double) -> PointOfInterest {
      PointOfInterest(
        id: id, name: name, category: "cafe", coordinate: Coordinate(latitude: 60, longitude: 25 + east))
    }
    let index = PlaceIndex([
      place("node/1", "A", east: 1e-4), place("way/1", "A", east: 2e-4), place("way/2", "A", east: 3e-4),
      place("way/3", "B", east: 4e-4), place("node/3", "B", east: 5e-4), place("node/4", "C", east: 6e-4),
    ])
    #expect(index.nearest(to: spot, limit: 3).map(\.place.id) == ["node/1", "way/3", "node/4"])
    #expect(index.nearest(to: spot, limit: 2).map(\.place.id) == ["node/1", "way/3"])
    #expect(index.nearest(to: spot, limit: .max).count == 3)
  }

  @Test("finds nothing in an empty set, with a limit of 0, or at an invalid position")
  func nothing() {
    let spot = Coordinate(latitude: 60, longitude: 25)
    let index = PlaceIndex([PointOfInterest(id: "1", coordinate: spot)])
    #expect(PlaceIndex([]).nearest(to: spot, limit: 5).isEmpty)
    #expect(index.nearest(to: spot, limit: 0).isEmpty)
    #expect(index.nearest(to: Coordinate(latitude: 91, longitude: 0), limit: 5).isEmpty)
  }

  @Test("a place exactly at the position has distance zero and no bearing")
  func exactlyThere() throws {
    let spot = Coordinate(latitude: 60, longitude: 25)
    let found = PlaceIndex([PointOfInterest(id: "1", coordinate: spot)])
      .nearest(to: spot, limit: 1, within: .zero)
    #expect(found.map(\.distance) == [.zero])
    #expect(found.map(\.bearing) == [nil])
  }

  private static func places(
    _ count: Int, _ layout: PlaceLayout, using generator: inout SeededGenerator
  ) -> [PointOfInterest] {
    (0..<count).map { PointOfInterest(id: "\($0)", coordinate: layout.coordinate(using: &generator)) }
  }

  /// Mostly among the places, sometimes anywhere.
  private static func position(near layout: PlaceLayout, using generator: inout SeededGenerator) -> Coordinate
  {
    let isFar = Int.random(in: 0..<4, using: &generator) == 0
    return (isFar ? PlaceLayout.everywhere : layout).coordinate(using: &generator)
  }

  private static func sorted(_ places: [PointOfInterest], from position: Coordinate) -> [NearbyPlace] {
    places.map { NearbyPlace($0, from: position) }.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element)
  }
}
