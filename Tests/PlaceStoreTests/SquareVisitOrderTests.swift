import Geography
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

@Suite struct SquareVisitOrderTests {
  @Test(
    "visits every place once, the nearest first, and those at one spot by number",
    arguments: PlaceLayout.allCases, [nil, 1e3, 1e6, 1.9e7])
  func order(layout: PlaceLayout, radius: Double?) throws {
    var generator = SeededGenerator(seed: 41)
    let table = Table((0..<300).map { _ in layout.coordinate(using: &generator) })
    let positions = (0..<3).map { _ in layout.coordinate(using: &generator) }
    for position in positions + [Coordinate(latitude: -47, longitude: -126)] {
      let found = try table.nearest(to: position, within: radius.map { Distance(metres: $0) }, limit: .max)
      let all = table.rows.map { ($0.number, WGS84.inverse(from: position, to: $0.coordinate).distance) }
        .filter { $0.1.metres <= radius ?? .infinity }
        .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      #expect(found.numbers == all.map(\.0), "from \(position)")
    }
  }

  @Test(
    "looks into few squares for the nearest place, from anywhere",
    arguments: [
      Coordinate(latitude: -47, longitude: -126), Coordinate(latitude: 0, longitude: -30),
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -60.2, longitude: -155.05),
    ])
  func effort(position: Coordinate) throws {
    var generator = SeededGenerator(seed: 42)
    let table = Table((0..<20_000).map { _ in PlaceLayout.city.coordinate(using: &generator) })
    let found = try table.nearest(to: position, within: nil, limit: 1)
    #expect(found.numbers.count == 1)
    #expect(found.effort < 1000, "\(position)")
  }

  /// A table of places without a database.
  private struct Table {
    /// Ordered by their numbers.
    let rows: [SquareVisitOrder.Candidate]

    init(_ coordinates: [Coordinate]) {
      rows = coordinates.enumerated()
        .map { ordinal, coordinate in
          SquareVisitOrder.Candidate(
            number: GridSquare(around: coordinate).numbers.lowerBound + Int64(ordinal),
            coordinate: coordinate, kind: 1, reach: 0, hasExtent: false)
        }
        .sorted { $0.number < $1.number }
    }

    /// The numbers of the nearest places, and how many questions and places that took.
    func nearest(
      to position: Coordinate, within radius: Distance?, limit: Int
    ) throws -> (numbers: [Int64], effort: Int) {
      var search = SquareVisitOrder(from: position, within: radius, farReach: 0)
      var numbers: [Int64] = []
      var effort = 0
      while numbers.count < limit {
        let step = try search.next { range in
          effort += 1
          return self[range].first?.number
        } scan: { range, take in
          effort += self[range].count
          self[range].forEach(take)
          return true
        } findFar: { _ in
          []
        } extent: { candidate in
          throw StoreProblem.damaged("place \(candidate.number)")
        }
        guard case .found(let found) = step else { break }
        numbers.append(found.candidate.number)
      }
      return (numbers, effort)
    }

    private subscript(_ range: Range<Int64>) -> ArraySlice<SquareVisitOrder.Candidate> {
      let start = rows.partitioningIndex { $0.number >= range.lowerBound }
      let end = rows.partitioningIndex { $0.number >= range.upperBound }
      return rows[start..<end]
    }
  }
}
