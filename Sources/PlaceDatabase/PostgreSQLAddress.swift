import Input

/// The URL of a PostgreSQL database, as libpq reads it: `postgresql://user@host1,host2:5433/places`.
public struct PostgreSQLAddress: Hashable, Sendable, CustomStringConvertible {
  /// All of it, for libpq; it may hold a password.
  let text: String

  /// Hosts and database, without possible secrets.
  public let description: String

  /// What an address begins with, whatever the case.
  private static let schemes = ["postgresql://", "postgres://"]

  public static func isAddress(_ text: String) -> Bool {
    let beginning = text.prefix(Self.longestScheme).lowercased()
    return schemes.contains { beginning.hasPrefix($0) }
  }

  private static let longestScheme = schemes.map(\.count).max() ?? 0

  /// `nil` if a user name or password has characters that would turn part of it into another part of the URL.
  public init?(_ text: String) {
    guard Self.isAddress(text), !text.utf8.contains(0), let slashes = text.firstRange(of: "://") else {
      return nil
    }
    let rest = text[slashes.upperBound...]
    let isURLEnd: (Character) -> Bool = { "/?".contains($0) }
    let end = rest.firstIndex(where: isURLEnd) ?? rest.endIndex
    let authority = rest[..<end]
    // Messages would show what follows an unescaped / or ? in a password, or precedes a second @.
    guard !rest[end...].contains("@"), authority.count(where: { $0 == "@" }) <= 1 else { return nil }
    let hosts = authority.firstIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    guard Self.hasPlausiblePorts(hosts) else { return nil }
    let path = rest[end...].prefix { $0 != "?" }
    self.text = "postgresql://\(rest)"
    description = "postgresql://\(hosts)\(path)".cut(to: Self.longestShown)
  }

  private static let longestShown = 200

  /// Whether something that may be a password is in the place of a port.
  private static func hasPlausiblePorts(_ hosts: Substring) -> Bool {
    hosts.split(separator: ",").allSatisfy { host in
      let afterAddress = host.lastIndex(of: "]").map { host[host.index(after: $0)...] } ?? host
      guard let colon = afterAddress.firstIndex(of: ":") else { return true }
      return afterAddress[afterAddress.index(after: colon)...].allSatisfy { $0.isASCII && $0.isNumber }
    }
  }
}
