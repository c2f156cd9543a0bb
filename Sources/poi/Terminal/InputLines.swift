import Glibc
import Input

/// The lines of the standard input, each held to the limit of a line.
final class InputLines {
  private static let pieceSize = 64 * 1024

  private let descriptor: Int32
  private var splitter = LineSplitter()
  private var lines: ArraySlice<String> = []
  private var isAtEnd = false
  private var failure: CommandFailure?

  init(_ descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
  }

  /// Whether a line has been read already that is not blank, as no answer waits for a blank one.
  var hasNext: Bool { lines.contains { $0.contains { !$0.isWhitespace } } }

  /// The next line, without its ending; a remark, which is not a position, replaces one that is too long.
  ///
  /// - Throws: `CommandFailure` if the input cannot be read, after the lines before.
  func next() throws -> String? {
    while lines.isEmpty, !isAtEnd { readPiece() }
    if lines.isEmpty, let failure { throw failure }
    return lines.popFirst()
  }

  private func readPiece() {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let count = read(descriptor, &piece, piece.count)
    let code = count < 0 ? errno : 0
    if code == EINTR { return }
    if code == EAGAIN {
      // Another program may have made the shared input non-blocking.
      awaitEvents(POLLIN, on: descriptor)
      return
    }
    if code != 0 { failure = CommandFailure("standard input", errno: code) }
    isAtEnd = count <= 0
    var next = splitter.lineCount + 1
    let keep = { [self] (line: Span<UInt8>, number: Int) in
      addRemarks(on: next..<number)
      lines.append(line.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self).streamSafe })
      next = number + 1
    }
    if isAtEnd { splitter.finish(keep) } else { splitter.split(piece.span.extracting(first: count), keep) }
    addRemarks(on: next..<splitter.lineCount + 1)
  }

  /// Stands in for lines that the splitter dropped, so that the others keep their numbers.
  private func addRemarks(on numbers: Range<Int>) {
    lines += numbers.map { _ in "(a line of more than \(InputLimits.line / 1024) KiB)" }
  }
}
