import Geography
import Glibc

/// Where a server listens: an address of this machine, and a port.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible, TypedValue {
  public static let notation = "an address to listen on; use 127.0.0.1, 0.0.0.0:8947 or [::]:8947"

  /// An IPv4 or IPv6 address, without brackets.
  public let host: String
  /// 0 for any free port.
  public let port: UInt16

  public static let usualPort: UInt16 = 8947

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  public enum Reach: Sendable {
    /// Programs on this machine.
    case thisMachine
    /// Anyone who can reach this one of its addresses.
    case oneAddress
    /// Anyone who can reach any of its addresses.
    case everyAddress
  }

  public var reach: Reach {
    if host == "0.0.0.0" || host == "::" { return .everyAddress }
    return IPAddress.isLoopback(host) ? .thisMachine : .oneAddress
  }

  /// What other machines call it: instead of every address, the first of this machine that is no loopback address.
  public var reachable: ListenAddress {
    guard reach == .everyAddress, let own = IPAddress.ofThisMachine() else { return self }
    return ListenAddress(host: own, port: port)
  }

  /// This machine alone, by default.
  public init(host: String = "127.0.0.1", port: UInt16 = usualPort) {
    self.host = host
    self.port = port
  }

  /// Reads `127.0.0.1`, `0.0.0.0:8947`, `::1`, `[::]:8947`, `localhost`, `:8947`.
  public init(parsing text: String) throws(ParsingError) {
    let (host, port) = IPAddress.parts(of: text) ?? (text, nil)
    let name = host.isEmpty || host == "localhost" ? "127.0.0.1" : host
    guard IPAddress.isAddress(name), let number = port.map({ UInt16($0) }) ?? Self.usualPort else {
      throw ParsingError(text: text)
    }
    self.init(host: name, port: number)
  }
}

/// Functions for IP addresses as text.
enum IPAddress {
  static func isAddress(_ text: String) -> Bool { bytes(text) != nil }

  static func isIPv4(_ text: String) -> Bool { bytes(text)?.count == 4 }

  /// A host, an IPv6 address in brackets or without, and the port behind it; `nil` if something else follows it.
  static func parts(of text: String) -> (host: String, port: Substring?)? {
    if isAddress(text) { return (text, nil) }
    let isBracketed = text.hasPrefix("[")
    let host = text.dropFirst(isBracketed ? 1 : 0).prefix { $0 != (isBracketed ? "]" : ":") }
    guard !isBracketed || host.endIndex < text.endIndex else { return nil }
    let rest = text[host.endIndex...].dropFirst(isBracketed ? 1 : 0)
    let isPort = rest.hasPrefix(":") && rest.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    return rest.isEmpty || isPort ? (String(host), isPort ? rest.dropFirst() : nil) : nil
  }

  /// The same address as everybody writes it, without its zone, and as IPv4 if it is that within IPv6.
  static func uniform(_ text: String) -> String? {
    guard var bytes = bytes(text) else { return nil }
    if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) { bytes.removeFirst(12) }
    return self.text(bytes)
  }

  /// The first half of an IPv6 address, with zeros behind it; any other address, and this machine's, as it is.
  static func network(of address: String) -> String {
    guard !isLoopback(address), let bytes = bytes(address), bytes.count == 16 else { return address }
    return text(bytes.prefix(8) + [UInt8](repeating: 0, count: 8)) ?? address
  }

  /// The four bytes of an IPv4 address, the 16 of an IPv6 address; `nil` for anything else.
  private static func bytes(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    // A zone, the network interface, may follow.
    return inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &bytes) == 1 ? bytes : nil
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    return inet_ntop(family, bytes, &text, socklen_t(text.count)).map { String(cString: $0) }
  }

  /// The first address of a network interface that is up, IPv4 before IPv6; `nil` if other machines cannot reach it.
  static func ofThisMachine() -> String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    let addresses = sequence(first: first) { $0?.pointee.ifa_next }.compactMap { $0?.pointee }
      .filter { $0.ifa_flags & UInt32(IFF_UP) != 0 }.compactMap { text(of: $0.ifa_addr) }
      .filter { !isLoopback($0) && !$0.lowercased().hasPrefix("fe80:") }
    return addresses.first(where: isIPv4) ?? addresses.first
  }

  private static func text(of address: UnsafePointer<sockaddr>?) -> String? {
    // Its bytes within sockaddr_in and sockaddr_in6.
    let places = [AF_INET: 4..<8, AF_INET6: 8..<24]
    guard let address, let place = places[Int32(address.pointee.sa_family)] else { return nil }
    return text(Array(UnsafeRawBufferPointer(start: address, count: place.upperBound)[place]))
  }

  static func isLoopback(_ text: String) -> Bool {
    text == "::1" || isIPv4(text) && text.hasPrefix("127.") || text.lowercased().hasPrefix("::ffff:127.")
  }
}
