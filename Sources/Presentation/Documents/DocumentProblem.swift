/// Why a URL is not open.
public enum DocumentProblem: Error, Equatable, CustomStringConvertible {
  case noAddress
  /// There is nothing that could open it.
  case noDesktop
  /// The program that should have opened it failed.
  case failed(program: String, how: String)

  /// What is wrong, without a full stop.
  public var description: String {
    switch self {
    case .noAddress: "the place has no address that could be opened"
    case .noDesktop: "there is no desktop to open it on"
    case .failed(let program, let how): "\(program) \(how)"
    }
  }
}
