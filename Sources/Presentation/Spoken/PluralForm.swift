import Places

/// The forms that a noun takes after a number, with CLDR's names.
enum PluralForm: String, Hashable {
  case one, few, many, other

  /// The form after an amount, by CLDR's plural rules for cardinals.
  init(of amount: SpokenAmount, in language: Category.Language) {
    let (whole, isWhole) = (amount.whole, amount.isWhole)
    switch language {
    case .english, .german, .dutch, .swedish, .finnish, .italian, .spanish:
      self = isWhole && whole == 1 ? .one : .other
    case .french, .portuguese:
      self = whole <= 1 ? .one : .other
    case .czech:
      self = !isWhole ? .many : whole == 1 ? .one : (2...4).contains(whole) ? .few : .other
    case .polish:
      let isFew = (2...4).contains(whole % 10) && !(12...14).contains(whole % 100)
      self = !isWhole ? .other : whole == 1 ? .one : isFew ? .few : .many
    }
  }

  /// The forms that a language has, in the order in which its file gives them.
  static func all(in language: Category.Language) -> [PluralForm] {
    switch language {
    case .czech, .polish: [.one, .few, .many, .other]
    default: [.one, .other]
    }
  }
}
