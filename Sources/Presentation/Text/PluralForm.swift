import Places

/// The forms that a noun takes after a number, with CLDR's names.
enum PluralForm: String, Hashable {
  case one, few, many, other

  /// The form after a number, by CLDR's plural rules for cardinals.
  ///
  /// - Parameters:
  ///   - whole: its part before the decimal sign.
  ///   - isWhole: whether it has no decimals.
  init(of whole: Int, isWhole: Bool = true, in language: Category.Language) {
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

  /// Whether a number without decimals can have it.
  func isOfWholeNumbers(in language: Category.Language) -> Bool {
    switch language {
    case .czech: self != .many
    case .polish: self != .other
    default: true
    }
  }
}
