import Input

/// The parameters of a request's query, in order, as forms and scripts encode them.
public struct QueryParameters: Sendable {
  public struct Problem: Error, Equatable, Sendable {
    public let field: String
    public let message: String

    public init(field: String, message: String) {
      self.field = field
      self.message = message
    }
  }

  private var items: [(name: String, value: String)] = []

  /// Decodes `a=1&b=x+y&b=%C3%A4`.
  ///
  /// - Throws: `Problem` if it does not decode to UTF-8 text, or has too many or too long parameters.
  public init(decoding query: String) throws(Problem) {
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = parts.count > 1 ? Self.decoded(parts[1]) : ""
      else {
        throw Problem(
          field: Self.decoded(parts[0]) ?? "", message: "not UTF-8 encoded with percent signs, like caf%C3%A9"
        )
      }
      guard value.utf8.count <= Self.longest else {
        throw Problem(field: name, message: "longer than \(Self.longest) bytes")
      }
      items.append((name, value))
    }
    guard items.count <= Self.most else {
      throw Problem(field: "", message: "more than \(Self.most) parameters")
    }
  }

  private static let most = 64
  /// In bytes; a name of the most and longest words that can be asked for is shorter.
  private static let longest = 4600

  public func values(of name: String) -> [String] {
    items.filter { $0.name == name }.map(\.value)
  }

  /// The only value of a parameter; `nil` without it.
  ///
  /// - Throws: `Problem` if it appears more than once.
  public func value(of name: String) throws(Problem) -> String? {
    let values = values(of: name)
    guard values.count < 2 else { throw Problem(field: name, message: "give \(name) once") }
    return values.first
  }

  /// Whether a flag is set: `open-now`, `open-now=1`, `open-now=true`.
  ///
  /// - Parameter usual: what an absent one means.
  public func flag(_ name: String, otherwise usual: Bool = false) throws(Problem) -> Bool {
    switch try value(of: name) {
    case nil: usual
    case "0", "false", "no", "off": false
    case "", "1", "true", "yes", "on": true
    default: throw Problem(field: name, message: "write \(name)=true or \(name)=false")
    }
  }

  /// Refuses parameters that are in none of these groups, so that a typo does not go unnoticed.
  public func allow(only groups: [Set<String>]) throws(Problem) {
    for item in items where !groups.contains(where: { $0.contains(item.name) }) {
      let names = groups.flatMap(\.self).sorted()
      throw Problem(
        field: item.name,
        message: names.isEmpty
          ? "this path takes no parameters"
          : "no such parameter; the parameters are \(names.joined(separator: ", "))")
    }
  }

  /// - Parameter plus: what a plus sign means.
  static func decoded(
    _ bytes: Substring.UTF8View.SubSequence, plus: UInt8 = UInt8(ascii: " ")
  ) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(plus)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          return nil
        }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return decoded.contains(0) ? nil : decoded.withUnsafeBytes { String(utf8: $0) }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
