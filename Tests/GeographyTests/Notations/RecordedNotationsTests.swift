import Foundation
import Geography
import TestSupport
import Testing

/// Compares with what other programs make of the same positions.
@Suite struct RecordedNotationsTests {
  private struct Row {
    let coordinate: Coordinate
    let maidenhead, mgrs, utm, plusCode, degrees: String
  }

  private static func rows() throws -> [Row] {
    let text = try String(contentsOfFile: Fixtures.path("positions/notations.tsv"), encoding: .utf8)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "\t").map(String.init)
      try #require(cells.count == 7)
      let coordinate = Coordinate(
        latitude: try #require(Double(cells[0])), longitude: try #require(Double(cells[1])))
      return Row(
        coordinate: coordinate, maidenhead: cells[2], mgrs: cells[3], utm: cells[4], plusCode: cells[5],
        degrees: cells[6])
    }
  }

  @Test("writes positions as other programs do")
  func writing() throws {
    let rows = try Self.rows()
    #expect(rows.count == 196)
    for row in rows {
      #expect(MaidenheadLocator(row.coordinate, pairs: 3).description == row.maidenhead)
      #expect(MGRSReference.text(of: row.coordinate) == row.mgrs)
      #expect(UTMPosition(row.coordinate).description == row.utm)
      #expect(PlusCode(row.coordinate).description == row.plusCode)
    }
  }

  @Test("reads positions of other programs, within their stated accuracy")
  func reading() throws {
    for row in try Self.rows() {
      let exact = [(row.utm, 1.0), (row.degrees, 3), (SexagesimalPosition.text(of: row.coordinate), 3)]
      for (text, metres) in exact {
        let position = try TypedPosition(parsing: text)
        #expect(distance(position.coordinate, row.coordinate) <= metres, "\(text)")
      }
      for text in [row.maidenhead, row.mgrs, row.plusCode] {
        let position = try TypedPosition(parsing: text)
        let accuracy = try #require(position.accuracy)
        #expect(distance(position.coordinate, row.coordinate) <= accuracy * 1.001 + 0.01, "\(text)")
      }
    }
  }

  private func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
    WGS84.inverse(from: one, to: other).distance.metres
  }
}
