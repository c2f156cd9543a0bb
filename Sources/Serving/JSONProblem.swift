import Input
import NIOHTTP1

extension Response {
  /// A JSON document.
  ///
  /// - Parameter type: its media type.
  public static func json(
    _ text: String, type: String = "application/json", status: HTTPResponseStatus = .ok,
    headers: HTTPHeaders = [:]
  ) -> Response {
    json(Array(text.utf8), type: type, status: status, headers: headers)
  }

  /// A JSON document in UTF-8.
  public static func json(
    _ bytes: [UInt8], type: String = "application/json", status: HTTPResponseStatus = .ok,
    headers: HTTPHeaders = [:]
  ) -> Response {
    var all: HTTPHeaders = ["Content-Type": type, "Cache-Control": "no-store"]
    all.add(contentsOf: headers)
    return Response(status: status, headers: all, body: .bytes(bytes))
  }

  /// An error as JSON: `{"error":"…","field":"radius"}`.
  ///
  /// - Parameter field: the parameter concerned.
  public static func problem(
    _ message: String, field: String? = nil, status: HTTPResponseStatus, headers: HTTPHeaders = [:]
  ) -> Response {
    func quoted(_ words: String) -> String { JSONText.quoted(String(words.unicodeScalars.prefix(longest))) }
    let field = field.map { ",\"field\":\(quoted($0))" } ?? ""
    return json("{\"error\":\(quoted(message))\(field)}\n", status: status, headers: headers)
  }

  /// The most code points of a stranger's words.
  private static let longest = 1000
}
