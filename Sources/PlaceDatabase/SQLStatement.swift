import Input

/// An SQL statement with parameters: user input is never part of its text.
struct SQLStatement: Hashable, Sendable {
  /// With `$1`, `$2` … for the parameters.
  var text = ""
  /// As texts, whatever their types.
  private(set) var parameters: [String] = []

  private var numbers: [Parameter: Int] = [:]

  private struct Parameter: Hashable {
    let value: String
    let type: String
  }

  /// Adds a parameter, unless it exists already, and returns its placeholder.
  mutating func parameter(_ value: String, as type: StaticString = "text") -> String {
    // PostgreSQL has no text with this character, so nothing can equal it.
    let parameter = Parameter(
      value: value.contains("\0") ? value.replacing("\0", with: "\u{FFFD}") : value, type: "\(type)")
    let number = numbers[parameter] ?? parameters.count + 1
    if number > parameters.count {
      parameters.append(parameter.value)
      numbers[parameter] = number
    }
    return "$\(number)::\(parameter.type)"
  }

  /// The same for a list of texts, as a PostgreSQL array.
  mutating func parameter(_ values: some Sequence<String>) -> String {
    parameter(Self.array(values), as: "text[]")
  }

  static func array(_ values: some Sequence<String>) -> String {
    let quoted = values.map { value in
      "\"" + value.replacing(each: "\\", with: "\\\\").replacing(each: "\"", with: "\\\"") + "\""
    }
    return "{" + quoted.joined(separator: ",") + "}"
  }

  /// A name from the database's catalogue as an identifier.
  static func identifier(_ name: String) -> String {
    "\"" + name.replacing(each: "\"", with: "\"\"") + "\""
  }
}
