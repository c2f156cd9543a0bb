/// What an option, a variable or the configuration file says, as its setting read it.
///
/// All options hold values of this one type: ArgumentParser is generic over an option's type, and each further type
/// costs every start some dozen searches through all conformances of the program.
struct OptionValue: Sendable, CustomStringConvertible {
  private let value: any Sendable

  init(_ value: some Sendable) {
    self.value = value
  }

  /// The value as its type writes it; whole numbers are written without decimals.
  var description: String {
    (value as? Double).flatMap { Int(exactly: $0) }.map { "\($0)" } ?? "\(value)"
  }

  /// The value, as the type that it was declared with.
  func read<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
    guard let value = value as? Value else {
      preconditionFailure("an option is read as \(Value.self) and declared as \(Swift.type(of: value))")
    }
    return value
  }
}
