import Glibc
import Input

/// Where a recorded log is read from.
public enum LogInput: Hashable, Sendable, CustomStringConvertible {
  case file(String)
  /// Whatever is piped in.
  case standardInput

  /// The path, or `-` for the standard input.
  public init(argument: String) {
    self = argument == "-" ? .standardInput : .file(argument)
  }

  /// Whether all of it is there already; a pipe may lead to a receiver.
  public var isRegularFile: Bool {
    var status = stat()
    let result =
      switch self {
      case .file(let path): stat(path, &status)
      case .standardInput: fstat(STDIN_FILENO, &status)
      }
    return result == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The path, or "standard input", as messages show it.
  public var description: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}

/// The bytes of a log, piece by piece; the file is closed on release.
final class LogReader {
  private static let pieceSize = 64 * 1024

  private let input: LogInput
  private let descriptor: Int32
  private let stop: Waker
  /// What was read ahead, and comes first.
  var upcoming: [UInt8]?
  private var isSilent = false
  private var buffer = [UInt8](repeating: 0, count: LogReader.pieceSize)

  /// - Throws: `logUnreadable`.
  init(_ input: LogInput, until stop: Waker) throws(PositioningError) {
    self.input = input
    self.stop = stop
    switch input {
    case .standardInput:
      descriptor = STDIN_FILENO
    case .file(let path):
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .logUnreadable(input, code: errno) }
    }
  }

  deinit {
    if input != .standardInput {
      close(descriptor)
    }
  }

  /// The next piece, an empty one if a receiver behind a pipe pauses; `nil` at the end, and once it is to stop.
  ///
  /// - Throws: `logUnreadable`.
  func next() throws(PositioningError) -> [UInt8]? {
    if let piece = upcoming.take() { return piece }
    while true {
      let wakeup = stop.wait(forInputFrom: descriptor, atMost: isSilent ? nil : GpsdSource.Limits().epoch)
      guard wakeup != .called else { return nil }
      isSilent = wakeup == .timedOut
      if isSilent { return [] }
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count == 0 { return nil }
      guard [EINTR, EAGAIN].contains(errno) else { throw .logUnreadable(input, code: errno) }
    }
  }
}
