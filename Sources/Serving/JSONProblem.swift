import FlyingFox
import Foundation

extension HTTPResponse {
  /// A JSON document.
  public static func json(
    _ text: String, status: HTTPStatusCode = .ok, headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    json(Array(text.utf8), status: status, headers: headers)
  }

  /// A JSON document in UTF-8.
  public static func json(
    _ bytes: [UInt8], status: HTTPStatusCode = .ok, headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var all = ofJSON
    for name in headers.keys { all.setValues(headers.values(for: name), for: name) }
    return HTTPResponse(statusCode: status, headers: all, body: Data(bytes))
  }

  private static let ofJSON: HTTPHeaders = [.contentType: "application/json", .cacheControl: "no-store"]

  /// An error as JSON: `{"error":"…","field":"radius"}`.
  ///
  /// - Parameter field: the parameter concerned.
  public static func problem(
    _ message: String, field: String? = nil, status: HTTPStatusCode, headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    let field = field.map { ",\"field\":\(quoted($0))" } ?? ""
    return json("{\"error\":\(quoted(message))\(field)}\n", status: status, headers: headers)
  }

  /// A JSON string, safe for a stranger's words.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where isObeyedByTerminals(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Control characters, and characters that break lines or change the direction of writing.
  private static func isObeyedByTerminals(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x10000 else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: true
    default: false
    }
  }

  private static let longest = 1000
}
