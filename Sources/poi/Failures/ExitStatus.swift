import Glibc

/// The exit statuses of every command; those from 64 on are sysexits(3)'s.
enum ExitStatus: Int32, CaseIterable {
  case found = 0
  case nothingFound = 1
  case usage = 64
  case malformedInput = 65
  case noSuchInput = 66
  case unreachable = 69
  case readOrWriteFailed = 74
  case tryLater = 75
  case refused = 77

  /// Whether the command did what it was asked, whatever it found.
  var isAnswer: Bool { self == .found || self == .nothingFound }

  /// The status of a command that did its work and was not asked to find anything.
  static var success: Self { .found }

  /// The status of a file that cannot be opened or read.
  init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR, EISDIR, ENXIO: self = .noSuchInput
    case EACCES, EPERM: self = .refused
    default: self = .readOrWriteFailed
    }
  }
}
