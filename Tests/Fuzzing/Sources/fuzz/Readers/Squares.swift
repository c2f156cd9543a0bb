import Foundation

@testable import Geography
@testable import PlaceFiles
@testable import PlaceStore
@testable import Places

private let square = GridSquare(around: Coordinate(latitude: 60.17, longitude: 24.94))

/// A square with streets and houses, and the same streets as a picture has them.
var squareSeeds: [[UInt8]] {
  func point(_ north: Double, _ east: Double) -> Coordinate {
    Coordinate(latitude: 60.17 + north / 1e5, longitude: 24.94 + east / 1e5)
  }
  var entries = GazetteerEntries()
  let kinds = StreetKind.allCases.prefix(4)
  entries.streets = kinds.enumerated().map { number, kind in
    Street(
      id: Int64(number), kind: kind, name: "Street \(number)", ref: number == 1 ? "E 18" : nil,
      line: [point(0, Double(number)), point(40, Double(number)), point(0, Double(number))],
      isOneWay: number == 2, steps: number == 3 ? Steps(count: 12, hasHandrail: true) : nil)
  }
  entries.features = [
    .crossing(Crossing(at: point(0, 1))), .barrier(StreetBarrier("gate", at: point(0, 2))),
    .lift(point(3, 3)),
  ]
  entries.addresses = [
    Address(
      housenumber: "7", street: "Street 1", postcode: "00100", city: "Ö", coordinate: point(1, 2),
      outline: [[point(0, 0), point(0, 5), point(5, 5), point(0, 0)]])
  ]
  var batch = GazetteerBatch()
  batch.add(entries)
  return batch.squares.map { $1.encoded(in: $0) }
}

/// What a store has of a square of streets, houses or ground: what is read is the same written again.
func checkSquare(_ bytes: [UInt8]) {
  bytes.withUnsafeBytes { bytes in
    if let read = GazetteerSquare(encoded: bytes, in: square) {
      let again = read.encoded(in: square).withUnsafeBytes { GazetteerSquare(encoded: $0, in: square) }
      expect(again?.encoded(in: square) == read.encoded(in: square), "streets are others when read again")
      for house in read.houses { expect(house.point.coordinate.isValid, "a house at \(house.point)") }
      for point in read.pieces.flatMap(\.points) { expect(point.coordinate.isValid, "a street at \(point)") }
      let network = StreetNetwork(read.pieces.map(\.street), features: read.features.compactMap(\.feature))
      for junction in network.junctions { expect(junction.arms.count > 1, "a junction of one street") }
    }
    for detail in MapDetail.allCases {
      let parent = square.raised(to: detail.level)
      guard let read = MapSquare(encoded: bytes, in: parent, detail) else { continue }
      let again = read.encoded(in: parent, detail)
        .withUnsafeBytes { MapSquare(encoded: $0, in: parent, detail) }
      expect(
        again?.encoded(in: parent, detail) == read.encoded(in: parent, detail),
        "ground is another when read again")
      _ = read.features(detail) + read.sea(in: parent, detail, within: nil)
    }
  }
}
