import Glibc

/// Why a source of places cannot answer.
public enum PlacesError: Error, Equatable, CustomStringConvertible {
  /// A file cannot be opened or read; `code` is an errno.
  case unreadable(path: String, code: Int32)
  /// A file has no content.
  case empty(path: String)
  /// A file is in none of the formats that are read; `hint` says what it looks like instead.
  case formatUnknown(path: String, hint: String?)
  /// Not one record of a file could be used; `first` is the first of them.
  case nothingUsable(path: String, first: RecordProblem)
  /// A server failed.
  case server(address: String, RequestError)
  /// A store of places cannot be used.
  case store(path: String, StoreProblem)
  /// A word is neither an intent word nor a category of the source.
  case unknownCategory(String, suggestions: [String])

  /// Whether the same question may have an answer later.
  public var isWorthRetrying: Bool {
    if case .server = self { true } else { false }
  }

  /// What is wrong, without a full stop.
  public var description: String {
    switch self {
    case .unreadable(let path, let code): "\(path): \(String(cString: strerror(code)))"
    case .empty(let path): "\(path) is empty"
    case .formatUnknown(let path, let hint):
      "\(path) is none of GeoJSON, JSON Lines, CSV and GPX" + (hint.map { ": \($0)" } ?? "")
    case .nothingUsable(let path, let first): "\(path) holds no usable place; \(first)"
    case .server(let address, let error): "\(address): \(error)"
    case .store(let path, let problem): "\(path): \(problem)"
    case .unknownCategory(let word, let suggestions):
      "no category '\(word)'"
        + (suggestions.isEmpty ? "" : "; near it: \(suggestions.joined(separator: ", "))")
    }
  }
}
