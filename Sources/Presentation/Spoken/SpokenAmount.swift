import Geography

/// A distance as people say it: rounded for the ear, in tenths of a unit.
struct SpokenAmount: Hashable {
  /// Tenths of the unit.
  let tenths: Int
  let unit: Phrase

  /// The distance in the unit that people would use.
  init(of distance: Distance, in units: Units) {
    let metres = max(0, distance.metres)
    let (near, far): (Phrase, Phrase) =
      switch units {
      case .metric: (.metre, .kilometre)
      case .imperial: (.yard, .mile)
      case .customary: (.foot, .mile)
      case .nautical: (.metre, .nauticalMile)
      }
    if units.unit(for: distance) == units.near {
      tenths = 10 * Self.rounded(metres / units.near.metres)
      unit = near
    } else {
      let value = metres / units.far.metres
      // Spoken, 12.3 and 12 kilometres mean the same, as do 312 and 310 metres.
      let step = value < 99.5 ? 1.0 : 10
      tenths =
        value < 9.95
        ? Int(clamping: (value * 10).rounded())
        : 10 * (Int(exactly: (value / step).rounded() * step) ?? .max / 10)
      unit = far
    }
  }

  /// To fives up to 50, to tens up to 200, to fifties above; exact below five.
  private static func rounded(_ value: Double) -> Int {
    let step = value < 5 ? 1.0 : value < 47.5 ? 5 : value < 195 ? 10 : 50
    return Int(clamping: (value / step).rounded() * step)
  }

  /// Whether it has no decimals.
  var isWhole: Bool { tenths % 10 == 0 }
  /// The part before the decimal sign.
  var whole: Int { tenths / 10 }

  /// `45 metres`, `1.2 kilometres`.
  func text(_ words: Phrases) -> String {
    let number = "\(whole)" + (isWhole ? "" : words.number(".\(tenths % 10)"))
    return "\(number) \(words.form(of: unit, after: whole, isWhole: isWhole))"
  }
}
