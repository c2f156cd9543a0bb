import Geography
import Testing

@testable import Places

@Suite struct DuplicateFilterTests {
  @Test(
    "a node and the building around it are one place, however they are written",
    arguments: [
      ("node/1", "way/2"), ("node/1", "relation/2"), ("way/1", "node/1"), ("n1", "w2"), ("a2", "n1"),
      ("node/1", "area/2"), ("r3", "node/1"),
    ])
  func twins(first: String, second: String) {
    #expect(Self.shown([Self.place(first), Self.place(second)]) == [first])
  }

  @Test(
    "what only looks alike is two places",
    arguments: [
      place("node/2"), place("way/2", name: "Engel Bar"), place("way/2", category: "bar"),
      place("way/2", metresNorth: 101), place("way/2", name: nil), place("2"), place("hut/2"), place("way/"),
      place("/2"), place(""), place("way"), place("nöde/2"),
    ])
  func others(other: PointOfInterest) {
    #expect(Self.shown([Self.place("node/1"), other]) == ["node/1", other.id])
  }

  @Test("two ways of one name are two places")
  func branches() {
    #expect(Self.shown([Self.place("way/1"), Self.place("way/2")]) == ["way/1", "way/2"])
  }

  @Test("case makes no difference to a name")
  func letterCase() {
    #expect(Self.shown([Self.place("node/1"), Self.place("way/2", name: "CAFÉ ENGEL")]) == ["node/1"])
  }

  @Test("as far as 100 m, and no farther", arguments: [(99.9, ["node/1"]), (100.1, ["node/1", "way/2"])])
  func reach(metres: Double, ids: [String]) {
    #expect(Self.shown([Self.place("node/1"), Self.place("way/2", metresNorth: metres)]) == ids)
  }

  @Test("each branch of a chain has its own building")
  func chain() {
    let places = [
      Self.place("node/1"), Self.place("node/2", metresNorth: 500), Self.place("way/3", metresNorth: 520),
      Self.place("way/4", metresNorth: 10), Self.place("way/5", metresNorth: 1000),
    ]
    #expect(Self.shown(places) == ["node/1", "node/2", "way/5"])
  }

  private static func shown(_ places: [PointOfInterest]) -> [String] {
    var twins = DuplicateFilter()
    return places.filter { twins.isNew($0) }.map(\.id)
  }

  private static func place(
    _ id: String, name: String? = "Café Engel", category: String = "cafe", metresNorth: Double = 0
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, category: category,
      coordinate: Coordinate(latitude: metresNorth / 110_574.3, longitude: 25))
  }
}
