/// A condition on a place's OpenStreetMap tags, as a tree that can be asked, read aloud or translated.
///
/// Only plain keys count, so `disused:amenity=fuel` is not `amenity=fuel`.
public indirect enum TagExpression: Hashable, Sendable {
  /// The key has one of the values; a list such as `cuisine=pizza;kebab` has each of its parts.
  case tag(key: String, values: [String])
  /// The key has one of the values and nothing beside it.
  case exactly(key: String, values: [String])
  /// The key has a number, with or without a unit, that is at least this large.
  case atLeast(key: String, number: Double)
  /// The place is closed for good, or its tags say what it was; see `Lifecycle`.
  case gone
  /// The name has a word that begins with one of these, written as `NameWords` does.
  case named(beginnings: [String])
  /// The key has any value except `no`.
  case has(key: String)
  /// At least one holds; never true of an empty list.
  case any([TagExpression])
  /// Every one holds; always true of an empty list.
  case all([TagExpression])
  /// It does not hold.
  case not(TagExpression)

  public static func tag(_ key: String, _ values: String...) -> TagExpression {
    .tag(key: key, values: values)
  }

  public static func any(_ alternatives: TagExpression...) -> TagExpression {
    .any(alternatives)
  }

  public static func all(_ conditions: TagExpression...) -> TagExpression {
    .all(conditions)
  }

  /// Whether a place with these tags meets the condition.
  public func matches(_ tags: [String: String]) -> Bool {
    truth(of: tags) { _ in true } ?? false
  }

  /// Whether a place meets the condition if only some of its keys are known; `nil` if the others decide.
  ///
  /// - Parameter isKnown: whether a key that is not among `tags` is known to be absent.
  func truth(of tags: [String: String], knowing isKnown: (String) -> Bool) -> Bool? {
    switch self {
    case .tag(let key, let wanted):
      guard let value = tags[key] else { return isKnown(key) ? false : nil }
      if wanted.contains(value) { return true }
      return Self.isList(value) && Self.parts(of: value).contains { part in wanted.contains { $0 == part } }
    case .exactly(let key, let wanted):
      guard let value = tags[key] else { return isKnown(key) ? false : nil }
      return wanted.contains(value)
    case .atLeast(let key, let number):
      guard let value = tags[key] else { return isKnown(key) ? false : nil }
      return Self.number(leading: value).map { $0 >= number } ?? false
    case .has(let key):
      guard let value = tags[key] else { return isKnown(key) ? false : nil }
      return value != "no"
    case .gone:
      return Lifecycle.isGone(tags) ? true : Lifecycle.keys.allSatisfy(isKnown) ? false : nil
    case .named(let beginnings):
      guard let name = tags["name"] else { return isKnown("name") ? false : nil }
      return NameWords.found(in: name).contains { word in beginnings.contains(where: word.hasPrefix) }
    case .any(let alternatives):
      var isDecided = true
      for alternative in alternatives {
        switch alternative.truth(of: tags, knowing: isKnown) {
        case true?: return true
        case nil: isDecided = false
        case false?: continue
        }
      }
      return isDecided ? false : nil
    case .all(let conditions):
      var isDecided = true
      for condition in conditions {
        switch condition.truth(of: tags, knowing: isKnown) {
        case false?: return false
        case nil: isDecided = false
        case true?: continue
        }
      }
      return isDecided ? true : nil
    case .not(let condition):
      return condition.truth(of: tags, knowing: isKnown).map { !$0 }
    }
  }

  /// The number that a value begins with: 12.5 for `12.5 m`.
  private static func number(leading value: String) -> Double? {
    Double(value.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") })
  }

  /// The parts of a value that may be a list: `deli; kitchen` has two.
  package static func parts(of value: String) -> [Substring] {
    guard isList(value) else { return [value[...]] }
    return value.split(separator: ";").map { part in
      let start = part.drop { $0 == " " }
      let end = start.lastIndex { $0 != " " }
      return end.map { start[...$0] } ?? ""
    }
  }

  private static func isList(_ value: String) -> Bool {
    value.utf8.contains(UInt8(ascii: ";"))
  }
}

extension TagExpression: CustomStringConvertible {
  /// The condition in words: `amenity=fuel or waterway=fuel, but not access=private|no`.
  public var description: String {
    switch self {
    case .tag(let key, let values):
      return "\(key)=\(values.joined(separator: "|"))"
    case .exactly(let key, let values):
      return "\(key)==\(values.joined(separator: "|"))"
    case .atLeast(let key, let number):
      return "\(key)>=\(Int(exactly: number).map { "\($0)" } ?? "\(number)")"
    case .gone:
      return "gone"
    case .has(let key):
      return "\(key)=*"
    case .named(let beginnings):
      return "name=\(beginnings.map { "\($0)…" }.joined(separator: "|"))"
    case .any(let alternatives):
      return alternatives.isEmpty ? "nothing" : Self.joined(alternatives, by: " or ")
    case .all(let conditions):
      let exclusions = conditions.compactMap { $0.negated }
      let demands = conditions.filter { $0.negated == nil }
      guard let only = demands.first else {
        return conditions.isEmpty ? "anything" : Self.joined(conditions, by: " and ")
      }
      let wanted = demands.count == 1 ? only.description : Self.joined(demands, by: " and ")
      return exclusions.isEmpty ? wanted : "\(wanted), but not \(Self.alternatives(exclusions))"
    case .not(let condition):
      return "not \(condition.inParentheses)"
    }
  }

  private var negated: TagExpression? {
    guard case .not(let condition) = self else { return nil }
    return condition
  }

  private var inParentheses: String {
    switch self {
    case .any(let parts) where parts.count == 1, .all(let parts) where parts.count == 1:
      parts[0].inParentheses
    case .any(let parts) where !parts.isEmpty, .all(let parts) where !parts.isEmpty:
      "(\(description))"
    case .any, .all, .tag, .exactly, .atLeast, .gone, .named, .has, .not:
      description
    }
  }

  private static func alternatives(_ expressions: [TagExpression]) -> String {
    if expressions.count == 1, case .any(let parts) = expressions[0], !parts.isEmpty {
      return joined(parts, by: " or ")
    }
    return expressions.map(\.inParentheses).joined(separator: " or ")
  }

  private static func joined(_ expressions: [TagExpression], by word: String) -> String {
    guard expressions.count != 1 else { return expressions[0].description }
    return expressions.map(\.inParentheses).joined(separator: word)
  }
}
