/// The language of the names shown for places, if they have one in it.
public struct NameLanguage: Hashable, Sendable {
  /// The keys of the tags that have the name, the best first.
  private let keys: [String]

  /// The names that are in use where the places are.
  public static let local = NameLanguage(keys: [])

  private init(keys: [String]) {
    self.keys = keys
  }

  /// Reads `sv`, `pt-BR`, `zh-Hant` (BCP 47), a POSIX locale's name such as `sr_RS.UTF-8@latin`, or `local`.
  ///
  /// Anything else is `nil`; the locales `C` and `POSIX` are local.
  public init?(parsing text: String) {
    let withoutModifier = text.prefix { $0 != "@" }
    let locale = withoutModifier.prefix { $0 != "." }
    if ["local", "C", "POSIX"].contains(locale) {
      self = .local
      return
    }
    let subtags = locale.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
    guard let language = subtags.first?.lowercased(), (2...3).contains(language.count),
      subtags.allSatisfy({
        (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      })
    else { return nil }
    let region = subtags.dropFirst().first { $0.count == 2 }?.uppercased()
    let script =
      subtags.dropFirst().first { $0.count == 4 }.map {
        $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
      }
      ?? Self.scriptByModifier[String(text.dropFirst(withoutModifier.count + 1))]
      ?? (language == "zh" ? region.flatMap { Self.chineseScriptByRegion[$0] } : nil)
    var tags: [String] = []
    if let script, let region { tags.append("\(language)-\(script)-\(region)") }
    if let script { tags.append("\(language)-\(script)") }
    if let region { tags.append("\(language)-\(region)") }
    tags += [language] + (Self.closeLanguages[language] ?? [])
    keys = tags.map { "name:\($0)" }
  }

  /// The language as `init(parsing:)` reads it.
  public var code: String { keys.first.map { String($0.dropFirst("name:".count)) } ?? "local" }

  /// What the place is called: its name in the language, else the local one.
  func name(of place: PointOfInterest) -> String? {
    // A place that was written under another name has its local one among the tags.
    name(among: place.tags) ?? place.tags["name"] ?? place.name ?? place.foreignName
  }

  /// The name in the language; `nil` if there is none.
  func name(among tags: [String: String]) -> String? {
    keys.lazy.compactMap { tags[$0] }.first(where: \.isVisible)
  }

  private static let scriptByModifier = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]
  private static let chineseScriptByRegion = [
    "CN": "Hans", "SG": "Hans", "HK": "Hant", "MO": "Hant", "TW": "Hant",
  ]
  /// Norwegian is written in two ways, and tagged as either or as both.
  private static let closeLanguages = ["nb": ["no"], "nn": ["no"], "no": ["nb"]]
}

extension PointOfInterest {
  /// The place under its name in a language; if that is not the local one, the tags keep the local one.
  public func named(in language: NameLanguage) -> PointOfInterest {
    let shown = language.name(of: self)
    guard shown != name else { return self }
    var tags = tags
    if tags["name"] == shown { tags["name"] = nil } else { tags["name"] = tags["name"] ?? name }
    return PointOfInterest(
      id: id, name: shown, category: category, coordinate: coordinate, extent: extent,
      proximity: proximity, tags: tags, caveat: caveat)
  }

  /// What it is called in some language, if it has no name by itself.
  package var foreignName: String? {
    guard name == nil else { return nil }
    return tags.filter { key, value in
      key.hasPrefix("name:") && value.isVisible
        && NameLanguage(parsing: String(key.dropFirst("name:".count))) != nil
    }.min { $0.key < $1.key }?.value
  }

  package var allNames: [String] {
    (name.map { [$0] } ?? []) + tags.filter { NameWords.isNameKey($0.key) }.values
  }
}

extension NearbyPlace {
  public func named(in language: NameLanguage) -> NearbyPlace {
    var named = self
    named.place = place.named(in: language)
    return named
  }
}
