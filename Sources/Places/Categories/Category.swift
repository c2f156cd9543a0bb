/// What people mean by a word: `water` is a tap, a spring or a well to drink from, not an aquarium.
///
/// The tags are in `Sources/Words/category-tags.txt`.
///
/// ```swift
/// Category.named("drinking water")?.word  // "water"
/// ```
public struct Category: Hashable, Sendable {
  public let word: String
  public let meaning: String
  /// Which tags a place must have, and must not have.
  public let expression: TagExpression
  /// Doubts about some of the places.
  public let caveats: [Caveat]
  /// The words of the categories that it includes.
  public let members: [String]
  /// The word of a wider category.
  public let wider: String?

  /// What to know about a place that may not be what the user hopes for.
  public struct Caveat: Hashable, Sendable {
    /// Which places it is about.
    public let condition: TagExpression
    /// What to know, in a few words.
    public let text: String

    init(_ text: String, _ condition: TagExpression) {
      self.condition = condition
      self.text = text
    }
  }

  /// What a place must have.
  let demand: TagExpression
  /// What a place must not have.
  package let exclusions: [TagExpression]

  /// A place is meant if it has one of the `alternatives` and none of `exclusions`.
  init(
    _ word: String, _ meaning: String, anyOf alternatives: [TagExpression],
    except exclusions: [TagExpression] = usualExclusions, caveats: [Caveat] = [], members: [String] = [],
    wider: String? = nil
  ) {
    self.word = word
    self.meaning = meaning
    self.caveats = caveats
    self.members = members
    self.wider = wider
    demand = alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    self.exclusions = exclusions
    expression = exclusions.isEmpty ? demand : .all([demand, .not(.any(exclusions))])
  }

  /// The same, including places that only their owners may use.
  package var evenPrivate: Category {
    Category(
      word, meaning, anyOf: [demand], except: exclusions.filter { $0 != Self.isPrivate }, caveats: caveats,
      members: members, wider: wider)
  }

  private static let isPrivate = TagExpression.tag("access", "private", "no")
  /// What few categories include.
  static let usualExclusions = [isPrivate, .gone]

  /// Whether a place is meant: by its tags, or by the word its own source files it under.
  ///
  /// A word that was only derived from the tags says nothing that the tags do not say better.
  public func matches(tags: [String: String], ownCategory: String? = nil) -> Bool {
    mayMatch(tags: tags, ownCategory: ownCategory) { _ in true }
  }

  /// Whether a place can be meant, given only some of its tags.
  ///
  /// - Parameter isKnown: whether a key that is not among `tags` is known to be absent.
  func mayMatch(
    tags: [String: String], ownCategory: String?, knowing isKnown: (String) -> Bool
  ) -> Bool {
    if expression.truth(of: tags, knowing: isKnown) != false { return true }
    guard let ownCategory, isFiled(under: ownCategory, tags: tags) else { return false }
    return TagExpression.any(exclusions).truth(of: tags, knowing: isKnown) != true
  }

  /// Whether a place's source files it under this category, or a member of it, in a word of its own.
  func isFiled(under ownCategory: String, tags: [String: String]) -> Bool {
    // Most places have a word of the table or of their tags.
    if Self.words.contains(ownCategory) {
      return covers(ownCategory) && ownCategory != Self.primaryWord(of: tags)
    }
    return ownCategory != Self.primaryWord(of: tags)
      && CategoryWords.english(Self.normalised(ownCategory)).map(covers) ?? false
  }

  /// Whether all places of the category with this word are meant, as springs are by `water`.
  private func covers(_ word: String) -> Bool {
    word == self.word || members.contains(word)
      || Self.typicalTags[word].map { expression.matches($0) } ?? false
  }

  /// What `gone` means in an expression, in one line.
  public static var goneMeaning: String { Lifecycle.meaning }

  /// The first caveat that applies to a place.
  ///
  /// - Parameter ownCategory: the word that its source files it under, which says what it is if its tags do not.
  public func caveat(tags: [String: String], ownCategory: String? = nil) -> Caveat? {
    guard !caveats.isEmpty else { return nil }
    var known = tags
    if !expression.matches(tags), let ownCategory, let typical = Self.typicalTags(ofWord: ownCategory) {
      known.merge(typical) { own, _ in own }
    }
    return caveats.first { $0.condition.matches(known) }
  }

  private static func typicalTags(ofWord word: String) -> [String: String]? {
    typicalTags[word] ?? CategoryWords.english(normalised(word)).flatMap { typicalTags[$0] }
  }

  /// By the word of a narrow category, which one key decides, the tag that its places usually have.
  private static let typicalTags = Dictionary(
    uniqueKeysWithValues: all.compactMap { category -> (String, [String: String])? in
      guard category.members.isEmpty, case .tag(let key, let values) = category.demand,
        let usual = values.first
      else { return nil }
      return (category.word, [key: usual])
    })
}

// MARK: - Finding a category

extension Category {
  /// The category with this word, however it is written: `bus-stops`, `Bus Stop`, `bus_stop`.
  public static func named(_ word: String) -> Category? {
    // Most callers use a word of the table as it is.
    if let category = all.first(where: { $0.word == word }) { return category }
    if word == toiletsThatTell.word { return toiletsThatTell }
    guard let found = CategoryWords.english(normalised(word)) else { return nil }
    return all.first { $0.word == found }
  }

  /// Why a word for something common is no category, and what to do instead; `nil` for any other word.
  package static func reasonToLeaveOut(_ word: String) -> String? { reasonsToLeaveOut[normalised(word)] }

  private static let reasonsToLeaveOut: [String: String] = {
    let trees =
      "only trees with a name are kept; --tag natural=tree lists these, "
      + "poi import --tag natural=tree FILE keeps all"
    let streets =
      "streets aren't places; poi nearby street lists those of an imported extract, and poi where names "
      + "the nearest"
    return Dictionary(wordsOfStreets.map { ($0, streets) }) { $1 }.merging(["tree": trees]) { $1 }
  }()

  /// Whether a word asks for streets, which a gazetteer has rather than a list of places.
  static func isStreet(_ word: String) -> Bool { wordsOfStreets.contains(normalised(word)) }

  private static let wordsOfStreets = Set(
    Language.allCases.flatMap { $0.lines("modifiers").words(of: "street") }.map(normalised))

  package var normalisedNames: [String] {
    ([word] + synonyms).map(Self.normalised)
  }

  /// The categories whose places are all meant, this one first.
  package var covered: [Category] {
    [self] + Self.all.filter { $0.word != word && covers($0.word) }
  }

  private static let words = Set(all.map(\.word))
}

// MARK: - One spelling for many

extension Category {
  /// One spelling for all ways to write a word: lower case, single spaces, singular, British, without accents
  /// and apostrophes.
  ///
  /// Its own accents, not those of `Unicode.Scalar.folded`: stores have categories so.
  public static func normalised(_ word: String) -> String {
    var letters: [UInt8] = []
    letters.reserveCapacity(word.utf8.count + 1)
    var wordStart = 0
    for scalar in word.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": letters.append(UInt8(scalar.value))
      case "A"..."Z": letters.append(UInt8(scalar.value) + 32)
      case "'", "’", "\u{300}"..."\u{36F}": continue
      case _ where scalar.value > 0x7F && scalar.properties.isAlphabetic:
        letters += withoutAccents(scalar.properties.lowercaseMapping).utf8
      default: endWord(at: &wordStart, of: &letters)
      }
    }
    endWord(at: &wordStart, of: &letters)
    return String(decoding: letters.dropLast(), as: UTF8.self)
  }

  /// Reduces the word that ends here to its singular, and adds a space.
  private static func endWord(at start: inout Int, of letters: inout [UInt8]) {
    guard start < letters.count, let last = letters.last else { return }
    // Most words end otherwise, and stay as they are.
    if last == UInt8(ascii: "s") || endsOfSameWords.contains(last) {
      let word = String(decoding: letters[start...], as: UTF8.self)
      let singular = singular(of: word)
      let spelling = sameWords[singular] ?? singular
      if spelling != word { letters.replaceSubrange(start..., with: spelling.utf8) }
    }
    letters.append(UInt8(ascii: " "))
    start = letters.count
  }

  private static func singular(of word: String) -> String {
    // A short word such as `gas` is not a plural.
    guard word.utf8.last == UInt8(ascii: "s"), word.utf8.count > 3 else { return word }
    if let singular = irregularSingulars[word] { return singular }
    if ["ss", "us", "is"].contains(where: word.hasSuffix) { return word }
    if word.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    if ["sses", "shes", "ches", "xes"].contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
    return String(word.dropLast())
  }

  private static func withoutAccents(_ letter: String) -> String {
    switch letter {
    case "à", "á", "â", "ã", "ä", "å": "a"
    case "ç": "c"
    case "è", "é", "ê", "ë": "e"
    case "ì", "í", "î", "ï": "i"
    case "ñ": "n"
    case "ò", "ó", "ô", "õ", "ö", "ø": "o"
    case "ù", "ú", "û", "ü": "u"
    default: letter
    }
  }

  private static let irregularSingulars = [
    "buses": "bus", "clothes": "clothes", "movies": "movie", "news": "news", "patisseries": "patisserie",
    "skis": "ski", "taxis": "taxi",
  ]

  /// Words that differ between British and American English, and short forms.
  package static let sameWords = [
    "bike": "bicycle", "center": "centre", "harbor": "harbour", "hire": "rental", "jewelry": "jewellery",
    "parlor": "parlour", "store": "shop", "theater": "theatre", "tire": "tyre",
  ]
  private static let endsOfSameWords = Array(Set(sameWords.keys.compactMap(\.utf8.last)))
}

// MARK: - What a place is

extension Category {
  /// What kind of thing the tags describe: `cafe` for `amenity=cafe`, `shop` for `shop=yes`.
  ///
  /// The value of the most telling key of the OpenStreetMap wiki's map features, with its underscores. Stores keep it:
  /// `PointOfInterest.mainCategory` is what users see.
  public static func primaryWord(of tags: [String: String]) -> String? { mainTag(of: tags)?.word }

  /// The most telling key, and its word, which is the key itself where the tag says no more than that.
  static func mainTag(of tags: [String: String]) -> (key: String, word: String)? {
    var fallback: (key: String, word: String)?
    // Most places have fewer tags than there are keys.
    let keys = tags.count < featureKeys.count ? featureKeys(of: tags) : featureKeys
    for key in keys {
      guard let value = tags[key], let first = TagExpression.parts(of: value).first(where: { !$0.isEmpty })
      else { continue }
      switch first {
      case "no", "none": continue
      // A tap whose water is not for drinking.
      case "drinking_water" where tags["drinking_water"] == "no": fallback = fallback ?? (key, "water_tap")
      case "yes": fallback = fallback ?? (key, key)
      // Says that people come, not why; another key may say that.
      case "attraction": fallback = fallback ?? (key, String(first))
      default: return (key, String(first))
      }
    }
    return fallback
  }

  /// Those of the keys that the tags have, in the same order.
  private static func featureKeys(of tags: [String: String]) -> [String] {
    tags.keys.compactMap { ranksOfFeatureKeys[$0] }.sorted().map { featureKeys[$0] }
  }

  private static let ranksOfFeatureKeys = Dictionary(
    uniqueKeysWithValues: featureKeys.enumerated().map { ($1, $0) })

  /// The keys that say what a thing is, the most telling first.
  package static let featureKeys = WordLines("lists", of: "tags").words(of: "features")
}
