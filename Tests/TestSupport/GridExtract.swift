import Foundation

/// An extract of OpenStreetMap that has a small way in every square of 1.2 km, and a few places.
package enum GridExtract {
  /// The size of such a square in degrees.
  package static let size = 360.0 / 32768

  /// The document.
  ///
  /// - Parameters:
  ///   - row: the southernmost row, from 0 at the south pole.
  ///   - column: the westernmost column, from 0 at 180° W.
  ///   - count: how many squares to either side.
  ///   - gaps: squares without a way, each a row and a column from the south-west.
  ///   - nodes: further lines of XML, with ids below 1000.
  package static func document(
    row: Int, column: Int, count: Int, without gaps: [(row: Int, column: Int)] = [], nodes: String = "",
    ways: String = ""
  ) -> String {
    var xml = "<osm version='0.6'>\n\(nodes)\n"
    var lines = ""
    var id = 1000
    for offset in 0..<count * count {
      let (up, right) = (offset / count, offset % count)
      if gaps.contains(where: { $0 == (up, right) }) { continue }
      let middle = Self.middle(row: row + up, column: column + right)
      for step in [0, 0.0001, 0.0002] {
        xml += "<node id='\(id)' lat='\(middle.latitude + step)' lon='\(middle.longitude)'/>\n"
        id += 1
      }
      let refs = (id - 3..<id).map { "<nd ref='\($0)'/>" }.joined()
      lines += "<way id='\(id)'>\(refs)<tag k='highway' v='path'/></way>\n"
    }
    return xml + lines + ways + "</osm>\n"
  }

  /// The middle of a square.
  package static func middle(row: Int, column: Int) -> (latitude: Double, longitude: Double) {
    ((Double(row) + 0.5) * size - 90, (Double(column) + 0.5) * size - 180)
  }
}
