/// Which elements of OpenStreetMap are places: those selected by default, and those that any category means.
package struct OSMPlaceRule: Sendable {
  /// The one rule for extracts, prefetched squares and a server's answers.
  package static let shared = OSMPlaceRule(parts)
  package static let expression = TagExpression.any(parts)

  private static let parts = [.defaultPlaces] + Category.all.map(\.expression)

  /// The same, and all that has certain tags.
  package static func including(_ tags: [PlaceFilter.Tag]) -> OSMPlaceRule {
    tags.isEmpty ? shared : OSMPlaceRule(parts, asked: .all(tags.map(\.expression)))
  }

  /// Whether every element with a tag is selected, whatever other tags it has.
  package static func hasAll(with tag: PlaceFilter.Tag) -> Bool {
    guard case .any(let alternatives) = TagExpression.defaultPlaces else { return false }
    return alternatives.contains { alternative in
      switch alternative {
      case .has(let key): key == tag.key && tag.value != "no"
      case .tag(let key, let values):
        key == tag.key && tag.value != nil && tag.values.allSatisfy(values.contains)
      default: false
      }
    }
  }

  /// A place has at least one of these keys, with one of these values; `nil` means any value.
  package let keys: [String: Set<String>?]

  private let expressions: [TagExpression]
  /// What selects relations of any type.
  private let asked: TagExpression?
  /// The expressions that a tag may fulfil, by its key and then by its value.
  private let candidates: [String: Candidates]

  private struct Candidates {
    var ofAnyValue: Set<Int> = []
    var ofValue: [String: Set<Int>] = [:]
  }

  init(_ parts: [TagExpression], asked: TagExpression? = nil) {
    expressions = parts + [asked].compactMap(\.self)
    self.asked = asked
    var candidates: [String: Candidates] = [:]
    func add(_ expression: TagExpression, of index: Int) {
      switch expression {
      case .tag(let key, let values), .exactly(let key, let values):
        for value in values {
          candidates[key, default: Candidates()].ofValue[value, default: []].insert(index)
        }
      case .has(let key), .atLeast(let key, _):
        candidates[key, default: Candidates()].ofAnyValue.insert(index)
      case .any(let parts), .all(let parts): for part in parts { add(part, of: index) }
      case .not, .gone, .named: break
      }
    }
    for (index, expression) in expressions.enumerated() { add(expression, of: index) }
    self.candidates = candidates
    keys = candidates.mapValues { $0.ofAnyValue.isEmpty ? Set($0.ofValue.keys) : nil }
  }

  /// The types of relations that are one thing on the ground; others list what belongs together, like the treaties
  /// and elections of a country.
  private static let typesOfThings: Set<String> = [
    "multipolygon", "building", "bridge", "tunnel", "waterway",
  ]

  /// Whether an element with these tags is a place.
  ///
  /// - Parameter isRelation: whether it may be no thing on the ground, and so needs more than a name.
  package func selects(_ tags: [String: String], isRelation: Bool = false) -> Bool {
    if isRelation, tags["name"] != nil, !Self.typesOfThings.contains(tags["type"] ?? "") {
      return asked?.matches(tags) == true || selects(tags.filter { $0.key != "name" })
    }
    var refused: Set<Int> = []
    func fulfils(_ indices: Set<Int>) -> Bool {
      indices.contains { refused.insert($0).inserted && expressions[$0].matches(tags) }
    }
    return tags.contains { key, value in
      guard let candidates = candidates[key] else { return false }
      if fulfils(candidates.ofAnyValue) { return true }
      return TagExpression.parts(of: value).contains { part in
        candidates.ofValue[String(part)].map(fulfils) ?? false
      } || (candidates.ofValue[value].map(fulfils) ?? false)
    }
  }
}

extension PlaceFilter {
  /// The tags that objects may have which `OSMPlaceRule` leaves out; none if the filter's categories decide.
  public var tagsBeyondSelection: [Tag] {
    categories.isEmpty && !tags.contains(where: OSMPlaceRule.hasAll) ? tags : []
  }
}

extension PlaceFilter.Tag {
  /// Whether it says what a thing is, rather than what it is like.
  public var isFeature: Bool { Category.featureKeys.contains(key) }

  /// The same condition as `matches(_:)`.
  fileprivate var expression: TagExpression {
    // `has` means any value but this one.
    value == nil ? .any(.has(key: key), .tag(key, "no")) : .tag(key: key, values: values)
  }
}

extension TagExpression {
  /// What a query without categories means: what people go to, and what has a name, except roads and borders.
  package static let defaultPlaces = rule("places") ?? .any([])

  /// What nobody wants to hear of while walking by, unless they ask: it would drown the rest.
  package static let unspokenUnlessAsked = TagExpression.any(
    unlistedUnlessAsked, rule("unspoken") ?? .any([]))

  /// What people rarely look for without asking: small nameless things on the street, the points where a bus or
  /// train stops besides the stop itself, nameless woods and waters, and towns and their parts.
  package static let unlistedUnlessAsked = rule("unlisted") ?? .any([])
}
