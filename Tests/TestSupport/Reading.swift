@testable import Places

extension PlaceRecordReading {
  /// Everything that the reader makes of the data, handed over in pieces of this many bytes.
  package func records(of data: some Sequence<UInt8>, pieceSize: Int = .max) -> PlaceRecords {
    var reader = self
    var records = PlaceRecords()
    for piece in pieces(of: data, size: pieceSize) {
      reader.read(piece.span, into: &records)
    }
    reader.finish(into: &records)
    return records
  }
}

/// The data in pieces of this many bytes; the last one may be shorter.
package func pieces(of data: some Sequence<UInt8>, size: Int) -> [[UInt8]] {
  let bytes = Array(data)
  guard size < bytes.count else { return [bytes] }
  return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
}

extension PlaceRecords {
  /// The places' names, in order.
  package var names: [String?] { places.map(\.name) }

  /// Why records were skipped, and where.
  package var complaints: [String] { problems.map(\.description) }
}
