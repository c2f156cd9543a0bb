import Geography
import NIOHTTP1

/// The proxies in front of a server that say truly for whom they ask.
public struct TrustedProxies: Equatable, Sendable, TypedValue {
  public static let notation = "the address of a proxy; use 127.0.0.1 or ::1"

  /// As `IPAddress.uniform` writes them.
  public let addresses: [String]

  public init() { addresses = [] }

  public init(parsing texts: [String]) throws(ParsingError) {
    addresses = try texts.map { text throws(ParsingError) in
      guard let address = IPAddress.uniform(text) else { throw ParsingError(text: text) }
      return address
    }
  }

  func contains(_ address: String) -> Bool {
    !addresses.isEmpty && IPAddress.uniform(address).map(addresses.contains) == true
  }

  /// The address of the server as the client wrote it, without a slash at the end; empty if it wrote none.
  public func root(of request: Request) -> String {
    guard let host = request.headers.first(name: "Host") else { return "" }
    // Only the proxy in front knows that it speaks TLS, and in which folder it serves.
    let headers = contains(request.peer) ? request.headers : [:]
    let isSecure = headers.first(name: "X-Forwarded-Proto")?.lowercased() == "https"
    var folder = headers.first(name: "X-Forwarded-Prefix") ?? ""
    if !folder.hasPrefix("/") || folder.hasPrefix("//") { folder = "" }
    while folder.hasSuffix("/") { folder.removeLast() }
    return "\(isSecure ? "https" : "http")://\(host)\(folder)"
  }

  /// The address of whoever asks: the peer's, or what the proxies say. Of IPv6, the network, as each machine has many.
  func client(of request: Request) -> String {
    var client = IPAddress.uniform(request.peer) ?? request.peer
    // Each proxy adds whom it got the request from; the client may have made up what comes before.
    for word in request.headers[canonicalForm: "X-Forwarded-For"].reversed() {
      guard addresses.contains(client) else { break }
      let host = IPAddress.parts(of: String(word.filter { $0 != "\"" }))?.host
      client = host.flatMap(IPAddress.uniform) ?? "unknown"
    }
    return IPAddress.network(of: client)
  }
}
