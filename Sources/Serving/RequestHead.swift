import FlyingFox

/// The head of a request, read as strictly as RFC 9112 allows: refuses whatever two readers might read
/// differently.
struct RequestHead {
  private(set) var request: HTTPRequest

  /// - Parameter bytes: everything up to and including the empty line.
  init(_ bytes: ArraySlice<UInt8>, limits: ServerLimits) throws(RequestProblem) {
    var lines = Lines(rest: bytes)
    let (method, version, rawTarget) = try Self.requestLine(try lines.next(), limits: limits)
    var headers = HTTPHeaders()
    var count = 0
    while case let line = try lines.next(), !line.isEmpty {
      count += 1
      guard count <= limits.fields else { throw .headTooLarge(limit: limits.head) }
      let (name, value) = try Self.field(line)
      let header = HTTPHeader(name)
      if headers[header] == nil {
        headers.setValues([value], for: header)
      } else {
        guard !Self.single.contains(header) else { throw .malformed("the field \(name) appears twice") }
        headers.addValue(value, for: header)
      }
    }
    let (authority, target) = try Self.origin(of: rawTarget)
    if let authority { headers[.host] = authority }
    guard version == "HTTP/1.0" || headers[.host] != nil else { throw .malformed("it has no Host field") }
    try Self.refuseBody(headers)
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = String(parts[0])
    request = HTTPRequest(
      method: HTTPMethod(rawValue: method), version: HTTPVersion(version),
      target: .init(path: path, query: ""), headers: headers, body: HTTPBodySequence())
    // FlyingFox would decode the query, which QueryParameters does more strictly.
    if parts.count > 1 { request.target = .init(path: path, query: String(parts[1])) }
  }

  private static let single: [HTTPHeader] = [.host, .contentLength, .authorization, .transferEncoding]

  private static func requestLine(
    _ line: ArraySlice<UInt8>, limits: ServerLimits
  ) throws(RequestProblem) -> (method: String, version: String, target: String) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].count <= 16, words[0].allSatisfy(isToken) else {
      throw .malformed("it does not begin with METHOD PATH HTTP/1.1")
    }
    guard words[1].count <= limits.target else { throw .targetTooLong(limit: limits.target) }
    guard !words[1].isEmpty, words[1].allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .malformed("the path is not in ASCII; encode it with percent signs")
    }
    let version = String(decoding: words[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw version.hasPrefix("HTTP/") ? .unsupportedVersion : .malformed("it does not end with HTTP/1.1")
    }
    return (String(decoding: words[0], as: UTF8.self), version, String(decoding: words[1], as: UTF8.self))
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(RequestProblem) -> (name: String, value: String)
  {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw .malformed("a field is not NAME: VALUE") }
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var value = line[(colon + 1)...].drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
      throw .malformed("a field has control characters")
    }
    return (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// Splits a target as sent to proxies, `http://host/path`, which every server must understand.
  private static func origin(of target: String) throws(RequestProblem) -> (authority: String?, target: String)
  {
    if target.hasPrefix("/") || target == "*" { return (nil, target) }
    let lowercased = target.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lowercased.hasPrefix) else {
      throw .malformed("its path does not begin with /")
    }
    let rest = target.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest[authority.endIndex...]
    return (String(authority), path.hasPrefix("/") ? String(path) : "/" + path)
  }

  private static func refuseBody(_ headers: HTTPHeaders) throws(RequestProblem) {
    if headers[.transferEncoding] != nil { throw .hasBody }
    guard let length = headers[.contentLength] else { return }
    guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .malformed("Content-Length is not a number")
    }
    guard length.utf8.allSatisfy({ $0 == 0x30 }) else { throw .hasBody }
  }

  /// A byte of a method or of a field's name.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// Lines that end with CR LF.
  private struct Lines {
    var rest: ArraySlice<UInt8>

    mutating func next() throws(RequestProblem) -> ArraySlice<UInt8> {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex,
        rest[end - 1] == UInt8(ascii: "\r")
      else { throw .malformed("its lines do not end with CR LF") }
      defer { rest = rest[(end + 1)...] }
      return rest[..<(end - 1)]
    }
  }
}
