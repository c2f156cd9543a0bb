import Places

/// The sentences of one language, one per line in its own file, for its speakers to correct.
struct SpokenWords: Sendable {
  /// The sentences; `%` stands for a name or a number.
  enum Key: String, CaseIterable {
    case here, ahead, right, behind, left
    case hour
    case firstHour = "first hour"
    case several, place, nothing, lost, regained
    case onRoute = "on route"
    case offRoute = "off route"
    case unknownHours = "unknown hours"
  }

  private let lines: [String: String]
  private let language: Category.Language
  /// The eight directions of the compass, clockwise from north.
  let compass: [String]

  init(_ language: Category.Language) {
    self.language = language
    var lines: [String: String] = [:]
    for line in Self.table(of: language).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      lines[String(parts[0])] = String(parts[1].drop { $0 == " " })
    }
    self.lines = lines
    compass = Self.parts(of: lines["compass"], between: ",")
  }

  /// The keys of the language's table.
  var keys: Set<String> { Set(lines.keys) }

  /// A sentence.
  subscript(key: Key) -> String { lines[key.rawValue] ?? key.rawValue }

  /// The forms of a unit, in the order of the language's plural forms.
  func forms(of unit: SpokenAmount.Unit) -> [String] {
    Self.parts(of: lines[unit.rawValue], between: ",")
  }

  /// `40 metres`, `1.2 kilometres`.
  func text(of amount: SpokenAmount) -> String {
    let form = PluralForm(of: amount, in: language)
    let forms = zip(PluralForm.all(in: language), forms(of: amount.unit))
    let noun = forms.first { $0.0 == form }?.1 ?? amount.unit.rawValue
    let number =
      amount.isWhole ? "\(amount.whole)" : "\(amount.whole)\(lines["decimal"] ?? ".")\(amount.tenths % 10)"
    return "\(number) \(noun)"
  }

  private static func parts(of text: String?, between separator: Character) -> [String] {
    (text ?? "").split(separator: separator).map { String($0.drop { $0 == " " }) }
  }

  private static func table(of language: Category.Language) -> String {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .italian: italian
    case .portuguese: portuguese
    case .dutch: dutch
    case .polish: polish
    case .czech: czech
    case .swedish: swedish
    case .finnish: finnish
    }
  }
}
