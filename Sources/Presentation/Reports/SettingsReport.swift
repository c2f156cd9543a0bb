import Input

/// Every setting, its value and where it is set, for people and for programs.
public struct SettingsReport: Sendable {
  public enum Value: Hashable, Sendable {
    case text(String)
    case number(Double)
    /// Metres, seconds or bytes, and how they are written with a unit.
    case amount(Double, String)
    case flag(Bool)
    case list([String])
  }

  /// Where something is set.
  public enum Origin: Hashable, Sendable {
    case builtIn
    /// A line of the configuration file, if it is known.
    case file(path: String, line: Int?)
    case variable(String)
  }

  public struct Row: Hashable, Sendable {
    public let section: String?
    public let name: String
    /// Its value; `nil` if it has no value.
    public let value: Value?
    public let origin: Origin

    public init(section: String?, name: String, value: Value?, origin: Origin) {
      (self.section, self.name, self.value, self.origin) = (section, name, value, origin)
    }
  }

  private let file: String?
  private let rows: [Row]

  /// - Parameters:
  ///   - file: the path of the configuration file, if there is one.
  ///   - rows: those of a section together, and those without one first.
  public init(file: String?, rows: [Row]) {
    self.file = file
    self.rows = rows
  }

  /// A line for each setting, under its section.
  public var text: String {
    let cells = rows.map { row in
      [row.name, row.value?.text ?? "–", row.origin.wording].map(TerminalText.harmless)
    }
    let narrow = cells.filter { TerminalText.width(of: $0[1]) <= Self.widestValue }
    let columns = [cells, narrow, cells].enumerated().map { TextColumn($0, of: $1) }
    var section: String?
    var text = ""
    for (row, cells) in zip(rows, cells) {
      if row.section != section, let next = row.section { text += "\n[\(next)]\n" }
      section = row.section
      text += columns.line(of: cells) + "\n"
    }
    return text
  }

  /// One JSON document: metres, seconds and bytes; what has no value has none.
  public var json: String {
    JSONValue.known([
      "schema": .integer(1),
      "file": file.map(JSONValue.string),
      "settings": .array(
        rows.map { row in
          .known([
            "section": row.section.map(JSONValue.string), "name": .string(row.name),
            "value": row.value?.json, "origin": .string(row.origin.word), "line": row.origin.line,
            "variable": row.origin.variable,
          ])
        }),
    ]).indented + "\n"
  }

  /// A longer value only shifts the rest of its own line.
  private static let widestValue = 39
}

extension SettingsReport.Value {
  /// The value as an option takes it.
  public var text: String {
    switch self {
    case .text(let text), .amount(_, let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .flag(let flag): "\(flag)"
    case .list(let words): words.joined(separator: ",")
    }
  }

  /// The value as the configuration file has it: TOML's basic strings and JSON's have the same escapes.
  public var literal: String {
    switch self {
    case .text(let text), .amount(_, let text): JSONText.quoted(text)
    case .number, .flag: text
    case .list(let words): "[\(words.map(JSONText.quoted).joined(separator: ", "))]"
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number), .amount(let number, _):
      Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    case .flag(let flag): .boolean(flag)
    case .list(let words): .array(words.map(JSONValue.string))
    }
  }
}

extension SettingsReport.Origin {
  /// For people.
  fileprivate var wording: String {
    switch self {
    case .builtIn: "built-in"
    case .file(let path, let line): "\(path)\(line.map { ":\($0)" } ?? "")"
    case .variable(let name): "$\(name)"
    }
  }

  fileprivate var word: String {
    switch self {
    case .builtIn: "built-in"
    case .file: "file"
    case .variable: "environment"
    }
  }

  fileprivate var line: JSONValue? {
    if case .file(_, let line?) = self { .integer(line) } else { nil }
  }

  fileprivate var variable: JSONValue? {
    if case .variable(let name) = self { .string(name) } else { nil }
  }
}
