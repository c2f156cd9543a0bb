import Places

/// What is said in one language, out of its file in `Sources/Words`.
struct SpokenWords: Sendable {
  /// The sentences.
  enum Key: String, CaseIterable {
    case here, hour, firstHour, several, place, nothing, lost, regained, onRoute, offRoute, unknownHours
  }

  private let language: Category.Language
  private let sentences: WordLines

  init(_ language: Category.Language) {
    self.language = language
    sentences = language.lines("spoken")
  }

  subscript(key: Key) -> String { sentences[key.rawValue] ?? key.rawValue }

  /// A sentence with a name or a number in the place of `{…}`.
  func text(_ key: Key, with value: String) -> String {
    let parts = self[key].split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
    return parts.count == 3 ? parts[0] + value + parts[2] : self[key]
  }

  /// What a kind of place is called; `nil` if as in a list.
  func kind(_ label: String) -> String? {
    language.lines("kinds")[label].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The eight directions of the compass, clockwise from north.
  var compass: [String] { language.lines("directions").words(of: "compass") }

  /// The eight directions from where one heads, clockwise from straight ahead.
  var sides: [String] { language.lines("directions").words(of: "sides") }

  /// The forms of a unit, in the order of the language's plural forms.
  func forms(of unit: SpokenAmount.Unit) -> [String] { sentences.words(of: unit.rawValue) }

  /// `40 metres`, `1.2 kilometres`.
  func text(of amount: SpokenAmount) -> String {
    let form = PluralForm(of: amount, in: language)
    let forms = zip(PluralForm.all(in: language), forms(of: amount.unit))
    let noun = forms.first { $0.0 == form }?.1 ?? amount.unit.rawValue
    let decimal = language.lines("grammar")["decimal"] ?? "."
    return "\(amount.whole)\(amount.isWhole ? "" : "\(decimal)\(amount.tenths % 10)") \(noun)"
  }
}
