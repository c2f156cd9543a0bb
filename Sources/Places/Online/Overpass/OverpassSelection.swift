import Foundation

/// What is asked of Overpass, apart from where: a filter in the conditions of Overpass QL.
///
/// It selects every place that passes the filter, and a few more, such as `cafe` spelled with another accent:
/// the answer is to be filtered again.
struct OverpassSelection: Hashable, Sendable {
  /// One condition in brackets, like `["amenity"~"…"]`.
  struct Condition: Hashable, Sendable {
    let text: String
    /// Whether something has to be there, rather than not.
    let isDemand: Bool
  }

  /// What must hold together, for each of the kinds of places that are wanted.
  let alternatives: [[Condition]]

  /// - Throws: `PlacesError.unknownCategory` for a word that is no intent word: Overpass knows tags alone.
  init(_ filter: PlaceFilter) throws(PlacesError) {
    var kinds: [[Condition]] = filter.categories.isEmpty ? [[]] : []
    for word in filter.categories {
      guard let category = Category.named(word, in: filter.language) else {
        throw .unknownCategory(word, suggestions: Category.suggestions(for: word, in: filter.language))
      }
      kinds += Self.alternatives(of: category.expression)
    }
    let tags = filter.tags.map { tag in
      tag.value.map { Condition.tag(tag.key, values: [$0], isWanted: true) } ?? .present(tag.key)
    }
    let names = filter.name.map { Condition.names(NamePattern($0)) } ?? []
    alternatives = kinds.flatMap { kind in
      let conditions = kind + tags + names
      // Exclusions alone would select every node of every road.
      guard conditions.contains(where: \.isDemand) else {
        return Self.alternatives(of: TagExpression.defaultSelection).map { $0 + conditions }
      }
      return [conditions]
    }
  }

  /// The statements that select it around a point.
  func statements(around: String) -> String {
    alternatives.map { "nwr(\(around))\($0.map(\.text).joined());" }.joined()
  }

  /// The disjunctive normal form.
  static func alternatives(of expression: TagExpression, isWanted: Bool = true) -> [[Condition]] {
    switch (expression, isWanted) {
    case (.tag(let key, let values), _): [[.tag(key, values: values, isWanted: isWanted)]]
    case (.exactly(let key, let values), _): [[.tag(key, values: values, isWanted: isWanted)]]
    case (.has(let key), _): [[.has(key, isWanted: isWanted)]]
    case (.atLeast(let key, _), true): [[.present(key)]]
    // What cannot be told there is selected: the answer is filtered again.
    case (.atLeast, false), (.gone, true): [[]]
    case (.gone, false): [[.has("disused", isWanted: false), .has("abandoned", isWanted: false)]]
    case (.not(let inner), _): alternatives(of: inner, isWanted: !isWanted)
    case (.any(let parts), true), (.all(let parts), false):
      parts.flatMap { alternatives(of: $0, isWanted: isWanted) }
    case (.all(let parts), true), (.any(let parts), false):
      parts.reduce([[]]) { combined, part in
        let further = alternatives(of: part, isWanted: isWanted)
        return combined.flatMap { left in further.map { left + $0 } }
      }
    }
  }
}

extension OverpassSelection.Condition {
  /// The key is there.
  static func present(_ key: String) -> Self {
    Self(text: "[\(OverpassText.quoted(key))]", isDemand: true)
  }

  /// The key is there with another value than `no`, or else it is not.
  static func has(_ key: String, isWanted: Bool) -> Self {
    let key = OverpassText.quoted(key)
    // Not "no", and not absent; or else not what is anything but "no".
    return isWanted
      ? Self(text: "[\(key)][\(key)!=\"no\"]", isDemand: true)
      : Self(text: "[\(key)!~\"^([^n]|n$|n[^o]|no.)\"]", isDemand: false)
  }

  /// The key has one of the values, or else none of them.
  ///
  /// What is wanted may stand in a list, `deli; kitchen`; of what is not, only the plain value is kept out, so
  /// that nothing is missing.
  static func tag(_ key: String, values: [String], isWanted: Bool) -> Self {
    let anyValue = "(\(values.map(OverpassText.pattern(for:)).joined(separator: "|")))"
    let pattern = isWanted ? "(^|;) *\(anyValue) *(;|$)" : "^\(anyValue)$"
    let comparison = "\(isWanted ? "~" : "!~")\(OverpassText.quoted(pattern))"
    return Self(text: "[\(OverpassText.quoted(key))\(comparison)]", isDemand: isWanted)
  }

  /// One of the names has the words, each of which is a condition.
  static func names(_ name: NamePattern) -> [Self] {
    let key = OverpassText.quoted(OverpassName.keyPattern)
    return OverpassName(name).patterns.map {
      Self(text: "[~\(key)~\(OverpassText.quoted($0)),i]", isDemand: true)
    }
  }
}

/// Texts within Overpass QL, where they must not mean anything.
enum OverpassText {
  /// A text as a string of the language, whose only escapes are `\"`, `\\`, `\n`, `\t` and `\u` of the first plane.
  ///
  /// No key or value has control characters, and neither has any of them what takes their place here.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control: quoted += "\u{FFFD}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A POSIX extended regular expression that means the text itself.
  static func pattern(for text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if #".[]{}()\*+?|^$"#.unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}
