import Geography
import Input

/// What people type when they look for places: `open bakery`, `free parking near me`, `chinese restaurant`.
///
/// Words in a row that name a category together are one, like `bus stop`. Other words can say more about the places,
/// before or after what they are, in any of the languages of categories.
public struct TypedWords: Hashable, Sendable {
  /// Words for what is meant, in their order; a word that says something else is not among them.
  public private(set) var categories: [String] = []
  /// What some of the words require, such as `fee=no` for `free`.
  public private(set) var tags: [PlaceFilter.Tag] = []
  /// Whether a word asks for places that are open now.
  public private(set) var isOpenWanted = false

  /// - Parameter words: as typed; a comma ends a word, as in `bakery, cafe`.
  public init(_ words: [String]) {
    let parts = words.flatMap { word in
      // If a position stands here by mistake, the error message quotes all of it.
      (try? WrittenPosition(parsing: word)) == nil
        ? word.split(separator: ",").map { $0.trimmed() } : [word]
    }
    var rest = parts.filter { !$0.isEmpty }[...]
    let isEnglish = rest.count > 1 && rest.allSatisfy { Category.named($0) != nil }
    while !rest.isEmpty {
      let longest = min(rest.count, Self.longestPhrase)
      let count = stride(from: longest, through: 1, by: -1).first { count in
        let phrase = rest.prefix(count).joined(separator: " ")
        // If each word is English, there is no need to load the other languages.
        if isEnglish ? count == 1 || Category.named(phrase) != nil : Category.isName(phrase) {
          categories.append(phrase)
          return true
        }
        return take(phrase)
      }
      if count == nil { categories.append(rest[rest.startIndex]) }
      rest = rest.dropFirst(count ?? 1)
    }
    takeCuisines()
  }

  /// A cuisine says more about where one eats; beside anything else, as in `german embassy`, it is part of a name.
  private mutating func takeCuisines() {
    let cuisines = categories.compactMap { word in
      Self.cuisines[CategoryWords.folded(word)].map {
        (word: word, tag: PlaceFilter.Tag(key: "cuisine", value: $0))
      }
    }
    let others = categories.filter { word in !cuisines.contains { $0.word == word } }
    guard !cuisines.isEmpty, others.allSatisfy(Self.isOfFood) else { return }
    categories = others
    tags += cuisines.map(\.tag).filter { !tags.contains($0) }
  }

  private static func isOfFood(_ word: String) -> Bool {
    Category.named(word, in: .english).map { placesOfFood.contains($0.word) } ?? false
  }

  private static let placesOfFood: Set = [
    "food", "restaurant", "cafe", "fast food", "takeaway", "food court", "beer garden", "bar", "pub", "pizza",
  ]

  /// Notes what a word or phrase that names no category says; `false` if that is nothing.
  private mutating func take(_ phrase: String) -> Bool {
    let folded = CategoryWords.folded(phrase)
    if Self.fillers.contains(folded) { return true }
    if Self.open.contains(folded) {
      isOpenWanted = true
      return true
    }
    guard let tag = Self.tags[folded] else { return false }
    if !tags.contains(tag) { tags.append(tag) }
    return true
  }

  /// The most words in a category's name, or in a phrase that says more.
  private static let longestPhrase = 4
}

// MARK: - Words in all languages, as CategoryWords.folded(_:) writes them

extension TypedWords {
  /// Words that say nothing that poi does not do anyway.
  private static let fillers: Set = [
    "a", "an", "the", "near", "nearme", "nearby", "aroundme", "closeby", "nearest", "closest",
    "indernahe", "nahe", "nachste", "nachster", "nachstes",
    "presdemoi", "aproximite", "cerca", "cercademi", "cercano", "vicino", "vicinoame", "quivicino",
    "perto", "pertodemim", "dichtbij", "indebuurt", "wpoblizu", "blisko", "pobliz", "vokoli", "nara",
    "naramig",
    "lahella", "lahistolla", "lahin",
  ]

  /// All of them.
  static var furtherWords: Set<String> { fillers.union(open).union(tags.keys).union(cuisines.keys) }

  private static let open: Set = [
    "open", "opennow", "offen", "geoffnet", "jetztoffen", "ouvert", "ouverte", "abierto", "abierta", "aperto",
    "aperta", "aberto", "aberta", "nuopen", "otwarte", "otwarty", "otwarta", "otevreno", "otevrena", "oppet",
    "oppen", "auki", "avoinna",
  ]

  /// The value of `cuisine` by an adjective.
  private static let cuisines = Dictionary(
    wordsOfCuisines.flatMap { cuisine, words in words.map { ($0, cuisine) } },
    uniquingKeysWith: { first, _ in first })

  private static let wordsOfCuisines: [(String, [String])] = [
    (
      "american",
      [
        "american", "amerikanisch", "amerikanisches", "americain", "americana", "amerikaans", "amerykanska",
        "americka", "amerikansk", "amerikkalainen",
      ]
    ),
    (
      "chinese",
      [
        "chinese", "chinesisch", "chinesisches", "chinesischer", "chinois", "chino", "cinese", "chines",
        "chinees", "chinska", "cinska", "kinesisk", "kiinalainen",
      ]
    ),
    (
      "french",
      [
        "french", "franzosisch", "franzosisches", "francais", "francese", "frances", "frans", "francuska",
        "francouzska", "fransk", "ranskalainen",
      ]
    ),
    (
      "german",
      [
        "german", "deutsch", "deutsches", "allemand", "aleman", "tedesco", "alemao", "duits", "niemiecka",
        "nemecka", "tysk", "saksalainen",
      ]
    ),
    (
      "greek",
      [
        "greek", "griechisch", "griechisches", "griechischer", "grec", "griego", "greco", "grego", "grieks",
        "grecka", "recka", "grekisk", "kreikkalainen",
      ]
    ),
    (
      "indian",
      [
        "indian", "indisch", "indisches", "indischer", "indien", "indio", "indiano", "indyjska", "indicka",
        "indisk", "intialainen",
      ]
    ),
    (
      "italian",
      [
        "italian", "italienisch", "italienisches", "italiener", "italien", "italiano", "italiaans", "wloska",
        "italska", "italiensk", "italialainen",
      ]
    ),
    (
      "japanese",
      [
        "japanese", "japanisch", "japanisches", "japaner", "japonais", "japones", "giapponese", "japans",
        "japonska", "japansk", "japanilainen",
      ]
    ),
    (
      "korean",
      ["korean", "koreanisch", "coreen", "coreano", "koreaans", "koreanska", "korejska", "korealainen"]
    ),
    (
      "mexican",
      [
        "mexican", "mexikanisch", "mexikanisches", "mexicain", "mexicano", "messicano", "mexicaans",
        "meksykanska", "mexicka", "mexikansk", "meksikolainen",
      ]
    ),
    (
      "spanish",
      [
        "spanish", "spanisch", "spanisches", "espagnol", "espanol", "spagnolo", "espanhol", "spaans",
        "hiszpanska", "spanelska", "spansk", "espanjalainen",
      ]
    ),
    (
      "thai",
      [
        "thai", "thailandisch", "thailandais", "tailandes", "thailandese", "tajska", "thajska",
        "thaimaalainen",
      ]
    ),
    (
      "turkish",
      [
        "turkish", "turkisch", "turkisches", "turc", "turco", "turks", "turecka", "turkisk", "turkkilainen",
      ]
    ),
    (
      "vietnamese",
      [
        "vietnamese", "vietnamesisch", "vietnamesisches", "vietnamien", "vietnamita", "vietnamees",
        "wietnamska", "vietnamska", "vietnamesisk", "vietnamilainen",
      ]
    ),
  ]

  private static let tags: [String: PlaceFilter.Tag] = {
    let words: [(PlaceFilter.Tag, [String])] =
      [
        (
          PlaceFilter.Tag(key: "opening_hours", value: "24/7"),
          ["24h", "247", "24hours", "24stunden", "24heures"]
        ),
        (
          PlaceFilter.Tag(key: "wheelchair", value: "yes"),
          [
            "wheelchair", "accessible", "rollstuhl", "rollstuhlgerecht", "barrierefrei", "accesible",
            "accessibile", "acessivel", "rolstoel", "rolstoeltoegankelijk", "bezbarierowy", "bezbarierovy",
            "bezbarierova", "rullstol", "esteeton",
          ]
        ),
        (
          PlaceFilter.Tag(key: "fee", value: "no"),
          [
            "free", "kostenlos", "gratis", "gratuit", "gratuite", "gratuito", "gratuita", "bezplatny",
            "bezplatne", "darmowy", "darmowe", "zdarma", "ilmainen", "maksuton",
          ]
        ),
      ]
    return Dictionary(uniqueKeysWithValues: words.flatMap { tag, words in words.map { ($0, tag) } })
  }()
}
