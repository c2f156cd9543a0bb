import Glibc
import Input

/// Where speech-dispatcher listens, by its own library's rules.
enum SpeechDispatcherAddress: Hashable, Sendable, CustomStringConvertible {
  case socket(path: String)
  case network(host: String, port: String)

  /// The address that `$SPEECHD_ADDRESS` names, else the user's own socket; `nil` if there is neither.
  init?(environment: [String: String]) {
    // Without a session folder, it is in the cache.
    let folder =
      environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 }
      ?? BaseDirectory.path(of: "XDG_CACHE_HOME", orInHome: ".cache", in: environment)
    let usual = folder.map { "\($0)/speech-dispatcher/speechd.sock" }
    guard let written = environment["SPEECHD_ADDRESS"], !written.isEmpty else {
      guard let usual else { return nil }
      self = .socket(path: usual)
      return
    }
    let parts = written.split(separator: ":", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "unix_socket":
      guard let path = rest.isEmpty ? usual : rest else { return nil }
      self = .socket(path: path)
    case "inet_socket":
      let end = rest.lastIndex(of: ":") ?? rest.endIndex
      let host = rest[..<end].trimmingBrackets
      let port = rest[end...].dropFirst()
      self = .network(host: host.isEmpty ? "127.0.0.1" : host, port: port.isEmpty ? "6560" : String(port))
    default: return nil
    }
  }

  var description: String {
    switch self {
    case .socket(let path): path
    case .network(let host, let port): "\(host):\(port)"
    }
  }

  /// A connected non-blocking socket; blocks up to the limit.
  ///
  /// - Throws: `SSIPConnection.Problem.unreachable`.
  func connect(within limit: Duration) throws(SSIPConnection.Problem) -> Int32 {
    switch self {
    case .socket(let path): try Self.connect(to: path)
    case .network(let host, let port): try Self.connect(to: host, port, within: limit)
    }
  }

  private static let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  private static func connect(to path: String) throws(SSIPConnection.Problem) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .unreachable(code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = Glibc.socket(AF_UNIX, flags, 0)
    guard descriptor >= 0 else { throw .unreachable(code: errno) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      let code = errno
      close(descriptor)
      throw .unreachable(code: code)
    }
    return descriptor
  }

  private static func connect(
    to host: String, _ port: String, within limit: Duration
  ) throws(SSIPConnection.Problem) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, port, &hints, &found) == 0, let found else {
      throw .unreachable(code: EADDRNOTAVAIL)
    }
    defer { freeaddrinfo(found) }
    var code = ECONNREFUSED
    var next: UnsafeMutablePointer<addrinfo>? = found
    while let address = next?.pointee {
      next = address.ai_next
      let descriptor = Glibc.socket(address.ai_family, flags, 0)
      guard descriptor >= 0 else {
        code = errno
        continue
      }
      if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
      code = errno
      if code == EINPROGRESS {
        code = outcome(of: descriptor, within: limit)
        if code == 0 { return descriptor }
      }
      close(descriptor)
    }
    throw .unreachable(code: code)
  }

  /// The errno of a pending connection.
  private static func outcome(of descriptor: Int32, within limit: Duration) -> Int32 {
    guard awaitEvents(POLLOUT, on: descriptor, atMost: limit) else { return ETIMEDOUT }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { return errno }
    return code
  }
}

extension Substring {
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : String(self)
  }
}
