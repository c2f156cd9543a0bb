/// Whether a category means a place, and which part of its expression decided.
public enum CategoryVerdict: Hashable, Sendable {
  /// The tags match this part of the query, and nothing excludes them.
  case meant(because: TagExpression)
  /// The tags do not decide, but the place's source files it under this word.
  case filed(under: String)
  /// It would be meant, but its tags meet this exclusion.
  case excluded(by: TagExpression, despite: TagExpression?)
  /// The tags match no part of the query.
  case notAsked(TagExpression)

  public var isMeant: Bool {
    switch self {
    case .meant, .filed: true
    case .excluded, .notAsked: false
    }
  }
}

extension Category {
  /// Whether a place is meant, and why.
  public func verdict(tags: [String: String], ownCategory: String? = nil) -> CategoryVerdict {
    let asked = demand.deciding(tags)
    let filed = ownCategory.flatMap { isFiled(under: $0, tags: tags) ? $0 : nil }
    guard asked != nil || filed != nil else { return .notAsked(demand) }
    if let exclusion = exclusions.lazy.compactMap({ $0.deciding(tags) }).first {
      return .excluded(by: exclusion, despite: asked)
    }
    return asked.map(CategoryVerdict.meant) ?? .filed(under: filed ?? "")
  }
}

extension PointOfInterest {
  /// Whether a category means the place, and why.
  public func verdict(of category: Category) -> CategoryVerdict {
    category.verdict(tags: describedTags, ownCategory: self.category)
  }

  /// The tag by which a requested word means it, such as `toilets: yes`, unless its category says so already.
  public func reason(for word: String?, in language: Category.Language) -> String? {
    guard let word, let category = Category.named(word, in: language),
      case .meant(let part) = verdict(of: category),
      let key = part.demandedKeys.first(where: { tags[$0] != nil && !Category.featureKeys.contains($0) })
    else { return nil }
    return "\(key): \(tags[key] ?? "")".replacing("_", with: " ")
  }
}

extension TagExpression {
  /// The keys that must be there, or of which one must.
  fileprivate var demandedKeys: [String] {
    switch self {
    case .any(let parts), .all(let parts): parts.flatMap(\.demandedKeys)
    case .tag(let key, _), .exactly(let key, _), .atLeast(let key, _), .has(let key): [key]
    case .gone, .named, .not: []
    }
  }

  /// The smallest part that makes the condition hold; `nil` if it does not hold.
  fileprivate func deciding(_ tags: [String: String]) -> TagExpression? {
    guard matches(tags) else { return nil }
    guard case .any(let alternatives) = self else { return self }
    return alternatives.lazy.compactMap { $0.deciding(tags) }.first
  }

  /// The keys it asks about.
  public var keys: [String] {
    switch self {
    case .tag(let key, _), .exactly(let key, _), .atLeast(let key, _), .has(let key): [key]
    case .gone: Lifecycle.keys
    case .named: ["name"]
    case .any(let parts), .all(let parts): parts.flatMap(\.keys)
    case .not(let part): part.keys
    }
  }
}

extension CategoryVerdict {
  /// The verdict in a sentence, with the tags that decided.
  public func explanation(tags: [String: String]) -> String {
    switch self {
    case .meant(let part):
      "yes: \(part)\(Self.found(part, in: tags)); no exclusion applies"
    case .filed(let word):
      "yes: its source files it under '\(word)'; no exclusion applies"
    case .excluded(let exclusion, let part):
      "no: excluded by \(exclusion)\(Self.found(exclusion, in: tags))"
        + (part.map { ", though \($0)\(Self.found($0, in: tags))" } ?? "")
    case .notAsked(let demand):
      "no: none of \(demand)\(Self.found(demand, in: tags))"
    }
  }

  /// The place's tags for the keys of a condition, in parentheses.
  private static func found(_ part: TagExpression, in tags: [String: String]) -> String {
    var seen: Set<String> = []
    let found = part.keys.filter { tags[$0] != nil && seen.insert($0).inserted }
    guard !found.isEmpty else { return "" }
    return " (the place has \(found.map { "\($0)=\(tags[$0] ?? "")" }.joined(separator: ", ")))"
  }
}
