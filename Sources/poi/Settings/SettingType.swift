import ArgumentParser
import Geography
import Input
import Presentation

/// How the configuration file writes a setting.
enum SettingForm {
  case text
  case number
  /// A number, or a text of a number with its unit.
  case amount
  case flag
  /// An array of texts, or a text with commas.
  case list
}

/// The kind of a setting's or an option's values: reads, checks, completes and shows them, wherever they are written.
struct SettingType<Value: Sendable>: Sendable {
  let form: SettingForm
  /// The name of a value in the help, as in `--limit <n>`; `nil` for the option's own name.
  var valueName: String?
  /// What is allowed, after "it takes".
  let allowed: String
  /// What a shell offers for Tab.
  var completion: CompletionKind?
  /// Reads the text of an option, a variable or the file; throws an error that tells the user what is wrong.
  let parse: @Sendable (String) throws -> Value
  /// Reads the words of a list; only a `list` has it.
  var parseWords: (@Sendable ([String]) throws -> Value)?
  /// As people see it; `nil` if it is not set.
  let shown: @Sendable (Value) -> SettingsReport.Value?
  /// Makes a text of the file, which means the same in every folder, the text of an option.
  var fromFile: @Sendable (_ text: String, _ home: String?) throws -> String = { text, _ in text }
}

extension SettingType {
  /// The same for a setting that can be unset.
  var optional: SettingType<Value?> {
    SettingType<Value?>(
      form: form, valueName: valueName, allowed: allowed, completion: completion, parse: parse,
      parseWords: parseWords, shown: { [shown] in $0.flatMap(shown) }, fromFile: fromFile)
  }

  /// Words, with commas between them in an option and a variable.
  static func list(
    _ valueName: String, _ allowed: String, completing words: [String] = [],
    parse: @escaping @Sendable ([String]) throws -> Value,
    shown: @escaping @Sendable (Value) -> [String]?
  ) -> Self {
    Self(
      form: .list, valueName: valueName, allowed: allowed,
      completion: words.isEmpty ? nil : Completions.list(of: words),
      parse: { text in
        try parse(text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed() })
      }, parseWords: parse, shown: { shown($0).map(SettingsReport.Value.list) })
  }

  /// Some of all values by their words; messages call one of them a `kind`.
  static func some<Element: Sendable>(
    of all: [Element], called kind: String, _ valueName: String,
    _ word: @escaping @Sendable (Element) -> String
  ) -> Self where Value == [Element] {
    let words = all.map(word)
    let list = words.joined(separator: ", ")
    return .list(
      valueName, "some of \(list)", completing: words,
      parse: { texts in
        try texts.map { text in
          guard let index = words.firstIndex(of: text.lowercased()) else {
            throw ValidationError("no \(kind) '\(text)'; the \(kind)s are \(list)")
          }
          return all[index]
        }
      }, shown: { $0.map(word) })
  }
}

extension SettingType where Value == Double {
  /// A number within a range, such as `a number of metres above 0`.
  static func number(
    _ valueName: String, _ allowed: String, where isAllowed: @escaping @Sendable (Double) -> Bool
  ) -> Self {
    Self(
      form: .number, valueName: valueName, allowed: allowed,
      parse: { text in
        guard let number = Double.decimal(text), isAllowed(number) else {
          throw ValidationError("'\(text)' is not \(allowed)")
        }
        return number
      },
      shown: SettingsReport.Value.number)
  }

  /// How fast to replay a log; at a lower speed than the least, it would hardly ever go on.
  static var replaySpeed: Self { number("n", "a number, 0.001 or more") { $0 >= 0.001 } }

  /// Seconds, also with a longer unit.
  static var time: Self {
    Self(
      form: .amount, valueName: "time", allowed: "seconds, or a time like 30m, 12h, 7d, 2w",
      parse: Amounts.seconds, shown: { .amount($0, Amounts.text(ofSeconds: $0)) })
  }
}

extension SettingType where Value == Int {
  /// A whole number within a range, such as `a whole number of 1 or more`.
  static func whole(_ valueName: String, _ allowed: String, in range: ClosedRange<Int>) -> Self {
    Self(
      form: .number, valueName: valueName, allowed: allowed,
      parse: { text in
        // Too many digits are as many as there can be.
        let isHuge =
          text.utf8.count > 18 && text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        guard let number = Int(text) ?? (isHuge ? .max : nil), range.contains(number) else {
          throw ValidationError("'\(text)' is not \(allowed)")
        }
        return number
      },
      shown: { .number(Double($0)) })
  }

  static var count: Self { whole("n", "a whole number of 1 or more", in: 1...Int.max) }

  /// Bytes, also with a larger unit.
  static var bytes: Self {
    Self(
      form: .amount, valueName: "size", allowed: "bytes, or a size like 500kB, 50MB, 1GB",
      parse: Amounts.bytes, shown: { .amount(Double($0), Amounts.text(ofBytes: $0)) })
  }
}

extension SettingType {
  /// What only an option takes, also with a minus sign before it.
  static func any(
    _ valueName: String, completing completion: CompletionKind? = nil,
    _ parse: @escaping @Sendable (String) throws -> Value
  ) -> Self {
    Self(
      form: .amount, valueName: valueName, allowed: "", completion: completion, parse: parse,
      shown: { _ in nil })
  }
}

extension SettingType where Value == Bool {
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
  /// A length over ground; a fence of length 0 would contain nobody.
  static func distance(above0: Bool = false) -> Self {
    Self(
      form: .amount, valueName: "dist",
      allowed: "a distance\(above0 ? " above 0" : "") like 800, 800m, 1.5km, 0.5mi or 2nmi",
      parse: { text in
        let distance = try Distance(parsing: text)
        guard !above0 || distance > .zero else {
          throw ValidationError("'\(text)' is not a distance above 0")
        }
        return distance
      },
      shown: { .amount($0.metres, "\(SettingsReport.Value.number($0.metres).text)m") })
  }
}

extension SettingType where Value == String {
  static var path: Self {
    Self(
      form: .text, valueName: "file", allowed: "a file's path", completion: .file(),
      parse: { text in
        // SQLite takes these for a database that nobody keeps.
        if ["", ":memory:"].contains(text) { throw ValidationError("'\(text)' is not a file's path") }
        return text
      }, shown: { .text($0) }, fromFile: wholePath)
  }

  /// A path that means the same in every folder: in full, or from the home.
  @Sendable
  static func wholePath(_ text: String, home: String?) throws -> String {
    if text.hasPrefix("/") { return text }
    guard text.hasPrefix("~/"), let home else {
      throw ValidationError("'\(text)' depends on the current folder; begin the path with / or ~/")
    }
    return home + text.dropFirst()
  }
}

extension SettingType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static var word: Self { word(called: nil) }

  /// - Parameter valueName: `nil` for the option's own name.
  static func word(called valueName: String?) -> Self {
    let words = Value.allCases.map { $0.rawValue }
    let allowed = "one of \(words.joined(separator: ", "))"
    return Self(
      form: .text, valueName: valueName, allowed: allowed, completion: .list(words),
      parse: { text in
        guard let value = Value(rawValue: text) else { throw ValidationError("'\(text)' is not \(allowed)") }
        return value
      },
      shown: { .text($0.rawValue) })
  }
}

/// Reads amounts that people write with a unit.
enum Amounts {
  /// Seconds: `90`, `90s`, `30m`, `12h`, `7d`, `2w`.
  static func seconds(_ text: String) throws -> Double {
    guard let seconds = number(text, units: secondsInUnit) else {
      throw ValidationError("'\(text)' is not a time; use 30m, 12h, 7d, 2w")
    }
    return seconds
  }

  /// Bytes: `5000`, `500kB`, `50MB`, `1GB`.
  static func bytes(_ text: String) throws -> Int {
    guard let bytes = number(text, units: bytesInUnit).flatMap({ Int(exactly: $0.rounded()) }) else {
      throw ValidationError("'\(text)' is not a size; use 500kB, 50MB, 1GB")
    }
    return bytes
  }

  /// Seconds in the largest unit up to days that gives a whole number, as `seconds(_:)` reads them.
  static func text(ofSeconds seconds: Double) -> String {
    text(seconds, units: [("d", 86400), ("h", 3600), ("m", 60)])
      ?? "\(SettingsReport.Value.number(seconds).text)s"
  }

  /// Bytes in the largest unit that gives a whole number, as `bytes(_:)` reads them.
  static func text(ofBytes bytes: Int) -> String {
    text(Double(bytes), units: [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]) ?? "\(bytes)B"
  }

  private static func text(_ amount: Double, units: [(name: String, factor: Double)]) -> String? {
    for (name, factor) in units where amount >= factor {
      if let count = Int(exactly: amount / factor) { return "\(count)\(name)" }
    }
    return nil
  }

  private static func number(_ text: String, units: [String: Double]) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[number.endIndex...].drop { $0 == " " }.lowercased()
    guard let value = Double(number), let factor = units[unit], (value * factor).isFinite else { return nil }
    return value * factor
  }

  private static let secondsInUnit: [String: Double] = [
    "": 1, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604_800,
  ]

  private static let bytesInUnit: [String: Double] = [
    "": 1, "b": 1, "kb": 1e3, "k": 1e3, "mb": 1e6, "m": 1e6, "gb": 1e9, "g": 1e9,
  ]
}
