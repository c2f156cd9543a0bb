import Glibc
import Input
import Positioning

/// The lines of the standard input, each held to the limit of a line.
final class InputLines {
  private static let pieceSize = 64 * 1024

  private var splitter = LineSplitter()
  private var lines: ArraySlice<String> = []
  private var isAtEnd = false

  /// Whether the next line has been read already.
  var hasNext: Bool { !lines.isEmpty }

  /// The next line, without its ending; a remark, which is not a position, replaces one that is too long.
  func next() -> String? {
    while lines.isEmpty, !isAtEnd {
      readPiece()
    }
    return lines.popFirst()
  }

  private func readPiece() {
    let overlongBefore = splitter.overlongLines
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let count = read(STDIN_FILENO, &piece, piece.count)
    var found: [String] = []
    let keep = { (line: Span<UInt8>, _: Int) in
      found.append(line.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
    if count > 0 {
      splitter.split(piece.span.extracting(first: count), keep)
    } else if count == 0 || errno != EINTR {
      splitter.finish(keep)
      isAtEnd = true
    }
    let tooLong = "(a line of more than \(splitter.limit / 1024) KiB)"
    lines += found + Array(repeating: tooLong, count: splitter.overlongLines - overlongBefore)
  }
}
