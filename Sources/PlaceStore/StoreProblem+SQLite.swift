import Geography
import Glibc
import Places
import SQLite

extension StoreProblem {
  /// The problem behind an error of SQLite's.
  init(_ error: any Error) {
    switch error {
    case let error as StoreProblem: self = error
    case let error as SQLiteError: self.init(error)
    case let error as TimeLimitError:
      self = .damaged("a query takes longer than \(Int(clamping: error.seconds)) s")
    default: self = .damaged("\(error)")
    }
  }

  /// Whether `ulimit -f` limits this process.
  private static var hasFileSizeLimit: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  private init(_ error: SQLiteError) {
    switch error.kind {
    case .notADatabase: self = .foreign
    case .corrupt, .tooBig: self = .damaged(error.message)
    case .busy, .locked: self = .busy
    case .readOnly: self = .readOnly
    case .full: self = .diskFull
    case .interrupted: self = .interrupted
    case .cannotOpen, nil:
      self = error.isOfWriting && Self.hasFileSizeLimit ? .fileSizeLimit : .failed("\(error)")
    }
  }
}
