import ArgumentParser
import Geography
import Places
import Positioning
import Presentation

/// What stands for a setting in the configuration file.
enum SettingForm {
  case text
  case number
  /// A number, or a text of a number with its unit.
  case amount
  case flag
  /// An array of texts, or a text with commas.
  case list
}

/// What a setting can be set to: how that is read, checked and shown, wherever it is written.
struct SettingType<Value: Sendable>: Sendable {
  let form: SettingForm
  /// What is allowed, after "it takes".
  let allowed: String
  /// Reads what an option, a variable or the file says; throws what tells the user what is wrong.
  let parse: @Sendable (String) throws -> Value
  /// As it is shown; nothing for what is not set.
  let shown: @Sendable (Value) -> SettingsReport.Value?
  /// Makes of a text in the file, which is read wherever one is, what an option would say.
  var argument: @Sendable (_ text: String, _ home: String?) throws -> String = { text, _ in text }
}

extension SettingType {
  /// The same for what need not be set at all.
  var optional: SettingType<Value?> {
    SettingType<Value?>(
      form: form, allowed: allowed, parse: parse, shown: { [shown] in $0.flatMap(shown) }, argument: argument)
  }
}

extension SettingType where Value == Double {
  /// A number within a range, such as `a number of metres above 0`.
  static func number(
    _ allowed: String, where isAllowed: @escaping @Sendable (Double) -> Bool
  ) -> Self {
    Self(
      form: .number, allowed: allowed,
      parse: { text in
        guard let number = Double(text), number.isFinite, isAllowed(number) else {
          throw ValidationError("'\(text)' is not \(allowed)")
        }
        return number
      },
      shown: SettingsReport.Value.number)
  }

  /// Seconds, also with a longer unit.
  static var time: Self {
    Self(
      form: .amount, allowed: "seconds, or a time like 30m, 12h, 7d, 2w", parse: Amounts.seconds,
      shown: { .amount($0, Amounts.text(ofSeconds: $0)) })
  }
}

extension SettingType where Value == Int {
  /// A number of things.
  static var count: Self {
    let allowed = "a whole number from 1 on"
    return Self(
      form: .number, allowed: allowed,
      parse: { text in
        guard let number = Int(text), number > 0 else { throw ValidationError("'\(text)' is not \(allowed)") }
        return number
      },
      shown: { .number(Double($0)) })
  }

  /// Bytes, also with a larger unit.
  static var bytes: Self {
    Self(
      form: .amount, allowed: "bytes, or a size like 500kB, 50MB, 1GB", parse: Amounts.bytes,
      shown: { .amount(Double($0), Amounts.text(ofBytes: $0)) })
  }
}

extension SettingType where Value == Bool {
  /// Yes or no.
  static var flag: Self {
    Self(
      form: .flag, allowed: "true or false",
      parse: { text in
        if ["true", "yes", "on", "1"].contains(text) { return true }
        if ["false", "no", "off", "0"].contains(text) { return false }
        throw ValidationError("'\(text)' is neither true nor false")
      },
      shown: SettingsReport.Value.flag)
  }
}

extension SettingType where Value == Distance {
  /// A length over ground; a fence of none would hold nobody.
  static func distance(above0: Bool) -> Self {
    Self(
      form: .amount, allowed: "a distance\(above0 ? " above 0" : "") like 800, 800m, 1.5km, 0.5mi or 2nmi",
      parse: { text in
        let distance = try Distance(parsing: text)
        guard !above0 || distance > .zero else { throw ValidationError("'\(text)' is no distance above 0") }
        return distance
      },
      shown: { .amount($0.metres, "\(SettingsReport.Value.number($0.metres).text)m") })
  }
}

extension SettingType where Value == String {
  /// A file's path.
  static var path: Self {
    Self(form: .text, allowed: "a file's path", parse: { $0 }, shown: { .text($0) }, argument: wholePath)
  }

  /// A path that means the same wherever one is: in full, or from the home.
  @Sendable
  static func wholePath(_ text: String, home: String?) throws -> String {
    if text.hasPrefix("/") { return text }
    guard text.hasPrefix("~/"), let home else {
      throw ValidationError(
        "'\(text)' depends on the folder one is in; write the path from / or ~/ on")
    }
    return home + text.dropFirst()
  }
}

extension SettingType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of a few words.
  static var word: Self {
    let allowed = "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))"
    return Self(
      form: .text, allowed: allowed,
      parse: { text in
        guard let value = Value(rawValue: text) else { throw ValidationError("'\(text)' is not \(allowed)") }
        return value
      },
      shown: { .text($0.rawValue) })
  }
}
