import Foundation
import Glibc

/// A request as a server of a test receives it.
struct HTTPRequest: Sendable {
  /// `GET`, `POST` ….
  let method: String
  /// The path, without the query.
  let path: String
  /// The parameters of the query, decoded, in their order.
  let query: [URLQueryItem]
  let body: Data

  private let fields: [String: String]

  /// The value of a header field, ignoring the case of its name.
  func header(_ name: String) -> String? {
    fields[name.lowercased()]
  }

  /// Reads one request; `nil` if the client closes the connection first.
  ///
  /// All of it, as closing a connection with unread bytes takes the answer away from the client.
  init?(receivedFrom connection: Int32) {
    var received = Data()
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      received.append(contentsOf: piece[..<count])
      guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { continue }
      let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        .components(separatedBy: "\r\n")
      let fields = Dictionary(
        lines.dropFirst().compactMap { line in
          line.firstIndex(of: ":").map {
            (line[..<$0].lowercased(), line[$0...].dropFirst().trimmingCharacters(in: .whitespaces))
          }
        }, uniquingKeysWith: { first, _ in first })
      let body = received[end.upperBound...]
      guard body.count >= fields["content-length"].flatMap({ Int($0) }) ?? 0 else { continue }
      let words = lines[0].split(separator: " ")
      guard words.count == 3, let target = URLComponents(string: String(words[1])) else { return nil }
      method = String(words[0])
      path = target.path
      query = target.queryItems ?? []
      self.body = Data(body)
      self.fields = fields
      return
    }
  }
}
