import Geography
import Places
import Testing

@testable import Presentation

/// Places as SQL statements.
@Suite struct SQLWriterTests {
  private func document(_ places: [PointOfInterest], attribution: String? = nil) -> String {
    SQLWriter(attribution: attribution).document(of: places.map { ShownPlace($0, isExact: true) })
  }

  @Test("each place is a line, escaped for COPY")
  func lines() throws {
    let odd = PointOfInterest(
      id: "a\tb", name: "\\. 'x'\n\u{1B}[2J\u{85}\u{202E}", category: "N\\",
      coordinate: Coordinate(latitude: -0.5, longitude: 180),
      proximity: Distance(metres: 75), tags: ["k\"": "\0é"])
    let plain = PointOfInterest(id: "1", coordinate: Coordinate(latitude: 60.17, longitude: 24.94))
    let lines = document([odd, plain]).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("COPY") })
    let first = lines[start + 1].split(separator: "\t", omittingEmptySubsequences: false)
    #expect(
      first.prefix(8) == [
        "1", "\(odd.coordinate.cell)", "a\\011b", "\\\\. 'x'\\012\\033[2J\\302\\205\\342\\200\\256", "N\\\\",
        "SRID=4326;POINT(180.0 -0.5)", "75.0", "{\"k\\\\\"\":\"\u{FFFD}é\"}",
      ])
    #expect(
      lines[start + 2]
        == "2\t\(plain.coordinate.cell)\t1\t\\N\t\\N\tSRID=4326;POINT(24.94 60.17)\t\\N\t{}\t")
    #expect(lines[start + 3] == "\\.")
  }

  @Test("the attribution becomes the view's comment")
  func attribution() {
    #expect(document([], attribution: "it's\u{1B} ©").contains("COMMENT ON VIEW poi_places IS 'it''s"))
    #expect(document([]).contains("COMMENT ON VIEW poi_places IS NULL;"))
    // With an accent behind it, a quotation mark is one letter to Swift, but none to PostgreSQL.
    #expect(document([], attribution: "it'\u{301}s").contains("IS 'it''\u{301}s'"))
  }
}
