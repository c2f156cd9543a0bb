import Subprocess

extension TerminationStatus {
  /// How a process failed, in words that follow its name; `nil` if it succeeded.
  var problem: String? {
    switch self {
    case .exited(0): nil
    case .exited(let code): "exited with status \(code)"
    case .signaled(let signal): "was ended by signal \(signal)"
    }
  }
}
