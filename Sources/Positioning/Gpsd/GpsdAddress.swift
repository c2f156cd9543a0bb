import Geography
import Input

/// Where gpsd listens, and which of its devices is meant.
public struct GpsdAddress: Hashable, Sendable, CustomStringConvertible, TypedValue {
  /// A name or an IP address.
  public var host = "localhost"
  /// A number, or the name of a service.
  public var port = "2947"
  /// The device's path as gpsd knows it; any device if it is `nil`.
  public var device: String?

  /// `localhost:2947`, any device.
  public init() {}

  /// Reads `HOST[:PORT[:DEVICE]]`; an IPv6 address goes in brackets, and a device may hold colons.
  public init(parsing text: String) throws(ParsingError) {
    let hostEnd: String.Index
    if text.first == "[" {
      guard let bracket = text.firstIndex(of: "]") else { throw ParsingError(text: text) }
      host = String(text[text.index(after: text.startIndex)..<bracket])
      hostEnd = text.index(after: bracket)
      guard hostEnd == text.endIndex || text[hostEnd] == ":" else { throw ParsingError(text: text) }
    } else {
      hostEnd = text.firstIndex(of: ":") ?? text.endIndex
      host = String(text[..<hostEnd])
    }
    if hostEnd != text.endIndex {
      let rest = text[hostEnd...].dropFirst().split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      port = String(rest[0])
      device = rest.count == 2 ? String(rest[1]) : nil
    }
    guard !host.isEmpty, Self.isPort(port), device != "" else { throw ParsingError(text: text) }
  }

  public static let notation =
    "an address of gpsd; use HOST[:PORT[:DEVICE]], like localhost:2947 or [::1]:2947:/dev/ttyUSB0"

  /// Why there is no connection.
  public enum Failure: Error, Hashable, Sendable {
    /// Nobody listens there.
    case refused
    /// No address is known for the host.
    case unknownHost
    /// No number is known for the port's name.
    case unknownPort
    /// Nothing answered within the limit.
    case timedOut
    /// Connecting needs a thread that the system does not give.
    case noThread(NoThread)
  }

  /// `HOST:PORT`, as messages show it.
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The address as `init(parsing:)` reads it, with the device.
  public var argument: String { description + (device.map { ":\($0)" } ?? "") }

  private static func isPort(_ text: String) -> Bool {
    if let number = Int(text) { return (1...65535).contains(number) }
    return text.first?.isLetter == true
  }
}
