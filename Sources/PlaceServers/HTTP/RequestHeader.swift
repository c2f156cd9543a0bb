import HTTPTypes

/// A request header that a server requires, such as one with a token.
///
/// Only the server may see its value.
public struct RequestHeader: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
  /// Why a line is not a header; its text may be secret.
  public enum Problem: Error, Equatable, CustomStringConvertible {
    case malformed(line: Int)
    case reserved(line: Int, name: String)

    public var description: String {
      switch self {
      case .malformed(let line): "line \(line) is not of the form 'Name: value'"
      case .reserved(let line, let name): "line \(line): '\(name)' cannot be set here, as poi sets it itself"
      }
    }
  }

  let field: HTTPField

  public var description: String { "\(field.name): …" }
  public var customMirror: Mirror { Mirror(self, children: ["name": field.name]) }

  /// Reads one header per line, ignoring blank lines and those that begin with `#`.
  public static func parse(_ text: String) throws(Problem) -> [RequestHeader] {
    var headers: [RequestHeader] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = trimmed(line)
      if line.isEmpty || line.first == "#" { continue }
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon]))
      else { throw .malformed(line: index + 1) }
      let value = String(trimmed(line[line.index(after: colon)...]))
      guard value.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control || $0 == "\t" })
      else {
        throw .malformed(line: index + 1)
      }
      guard !reservedNames.contains(name.canonicalName) else {
        throw .reserved(line: index + 1, name: name.rawName)
      }
      headers.append(RequestHeader(field: HTTPField(name: name, value: value)))
    }
    return headers
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { start[...$0] } ?? ""
  }

  /// Headers that describe the connection and the form of the answer.
  private static let reservedNames: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding",
    "upgrade",
  ]
}
