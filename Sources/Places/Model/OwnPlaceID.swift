import Input

/// The ids of the places that people add themselves: random, so that nobody else has the same.
///
/// Earlier versions counted: `favourite/1`.
public enum OwnPlaceID {
  package static let prefix = "favourite/"
  /// What comes after all of them in the order of bytes.
  package static let end = "favourite0"

  /// Digits and letters that are hard to confuse, and that make no words.
  private static let signs = Array("23456789bcdfghjkmnpqrstvwxz")
  /// Enough that even two of a billion are hardly ever the same.
  private static let length = 12
  /// The fewest signs that are shown.
  private static let leastShown = 4

  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    prefix + String((0..<length).map { _ in signs[Int.random(in: signs.indices, using: &generator)] })
  }

  /// An id that follows from the texts.
  package static func hashed(_ texts: [String]) -> String {
    var rest = Checksum.hash(of: texts.flatMap { Array($0.utf8) + [0] })
    var id = prefix
    for _ in 0..<length {
      let (others, index) = rest.quotientAndRemainder(dividingBy: UInt64(signs.count))
      id.append(signs[Int(index)])
      rest = others
    }
    return id
  }

  /// Whether an earlier version made the id, of which others can have the same.
  package static func isCounted(_ id: String) -> Bool {
    canBegin(with: id)
      && id.utf8.dropFirst(prefix.utf8.count).allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// Whether a place of this id was added by hand, here or elsewhere.
  public static func isOwn(_ id: String) -> Bool { id.utf8.starts(with: prefix.utf8) }

  package static func canBegin(with text: String) -> Bool {
    isOwn(text) && text.utf8.count > prefix.utf8.count
  }

  /// The shortest beginning that no other id has.
  ///
  /// - Parameters:
  ///   - previous: the id before it in the order of bytes; `nil` if it is the first.
  ///   - next: the id after it; `nil` if it is the last.
  package static func shortened(_ id: String, between previous: String?, and next: String?) -> String {
    guard id.utf8.count == prefix.utf8.count + length else { return id }
    let shared = [previous, next].compactMap(\.self).map { zip($0.utf8, id.utf8).prefix { $0 == $1 }.count }
    return String(id.prefix(max(prefix.utf8.count + leastShown, (shared.max() ?? 0) + 1)))
  }
}
