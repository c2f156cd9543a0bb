import Geography
import TestSupport
import Testing

@testable import Places

@Suite struct AddressInterpolationTests {
  @Test(
    "the numbers between two are those of its kind",
    arguments: [
      ("even", "2", "8", ["4", "6"]), ("odd", "9", "3", ["7", "5"]), ("all", "1", "4", ["2", "3"]),
      ("alphabetic", "7a", "7d", ["7b", "7c"]), ("alphabetic", "7C", "7A", ["7B"]),
      ("even", "1", "9", []), ("odd", "1", "8", []), ("all", "5", "5", []), ("all", "-1", "3", []),
      ("alphabetic", "7a", "8c", []), ("alphabetic", "7a", "7C", []), ("all", "7a", "7c", []),
      ("all", "1", "1000", []), ("even", "2", "99999999999999999999", []), ("all", "0", "\(Int.max)", []),
    ])
  func numbers(numbering: String, first: String, last: String, between: [String]) throws {
    let numbering = try #require(AddressInterpolation.Numbering(rawValue: numbering))
    let line = AddressInterpolation(id: 1, numbering: numbering, line: [])
    #expect(line.numbers(between: first, and: last) == between)
  }

  @Test("only houses of one street have others between them")
  func streets() {
    let terrain = Terrain()
    let line = [0.0, 100, 200].map { terrain.coordinate(east: $0) }
    let streets = [line[0]: "Main Street", line[1]: "Main Street", line[2]: "Side Lane"]
    let numbers = [line[0]: "1", line[1]: "3", line[2]: "5"]
    let found = AddressInterpolation(id: 1, numbering: .all, line: line).addresses { coordinate in
      Address(
        housenumber: numbers[coordinate] ?? "", street: streets[coordinate], postcode: nil, city: nil,
        coordinate: coordinate)
    }
    #expect(found.map(\.housenumber) == ["2"])
    #expect(found.map(\.street) == ["Main Street"])
    let middle = terrain.coordinate(east: 50)
    #expect(found.allSatisfy { WGS84.inverse(from: $0.coordinate, to: middle).distance.metres < 0.1 })
  }
}
