import Geography
import Input

/// How a program ended by itself.
package enum ProgramEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// How it failed, in words that follow its name; `nil` if it succeeded.
  package var problem: String? {
    switch self {
    case .exited(0): nil
    case .exited(let code): "exited with status \(code)"
    case .signalled(let signal): "was ended by signal \(signal)"
    }
  }
}

/// Why another program did not do its work.
package enum HelperProblem: Error, Hashable, CustomStringConvertible {
  /// No folder of `PATH` has it; the Debian package that has it is `package`.
  case missing(program: String, package: String)
  /// The system refused to run it.
  case notStarted(program: String, reason: String)
  /// It failed by itself; `words` is the first line it wrote to stderr, if any.
  case failed(program: String, ProgramEnd, words: String?)
  /// It was ended because it took too long.
  case tooSlow(program: String, limit: Duration)
  /// It was ended because it did nothing for so long.
  case idle(program: String, limit: Duration)
  /// It was ended because it printed more than so many bytes.
  case tooMuch(program: String, limit: Int)
  /// It was ended because the task was cancelled.
  case cancelled(program: String)

  /// The missing program and how to install it, to end a sentence about what needs it.
  package var whatIsMissing: String {
    guard case .missing(let program, let package) = self else { return description }
    return "\(program), which is not installed\(PackageManager.advice(on: package))"
  }

  /// What is wrong, and what to do, without a full stop.
  package var description: String {
    switch self {
    case .missing(let program, let package):
      "\(program) is not installed\(PackageManager.advice(on: package))"
    case .notStarted(let program, _), .failed(let program, _, _), .tooSlow(let program, _),
      .idle(let program, _), .tooMuch(let program, _), .cancelled(let program):
      "\(program) \(how)"
    }
  }

  /// What went wrong, in words that follow the program's name.
  package var how: String {
    switch self {
    case .missing: "is not installed"
    case .notStarted(_, let reason): "could not be run: \(reason)"
    case .failed(_, let end, let words): (end.problem ?? "failed") + (words.map { ": \($0)" } ?? "")
    case .tooSlow(_, let limit): "did not end within \((limit / .seconds(1)).shortText) s"
    case .idle(_, let limit): "did nothing for \((limit / .seconds(1)).shortText) s"
    case .tooMuch(_, let limit): "printed more than \(limit / 1024) KiB"
    case .cancelled: "was stopped"
    }
  }
}
