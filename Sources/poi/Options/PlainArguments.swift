import ArgumentParser

/// A command whose plain command lines `PlainArguments` reads.
protocol PlainlyReadCommand: PoiCommand {
  /// The section of the configuration with the command's own settings.
  static var section: SettingKey.Section { get }
}

/// The arguments of a command line of words and complete options: `word`, `--name value`, `--name=value`,
/// `--flag`, `-n value` and `-nvalue`.
///
/// It reads them into a command as ArgumentParser does, in a fraction of the time: ArgumentParser spends most
/// of its start in the Swift runtime, searching all conformances of the program. It gives up at anything that
/// is not plain (help, an error, an abbreviation, a word after a flag, an option that only ArgumentParser
/// knows), and ArgumentParser takes over.
struct PlainArguments: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private let section: SettingKey.Section
  private let given: Given

  private struct NotPlain: Error {}

  /// The command that plain arguments mean; `nil` if they are not plain, or not right.
  static func command<Command: PlainlyReadCommand>(
    _ type: Command.Type, from arguments: ArraySlice<String>
  ) -> Command? {
    guard let given = Given(arguments) else { return nil }
    let plain = PlainArguments(section: type.section, given: given)
    guard var command = try? type.init(from: plain), given.isEmpty, (try? command.validate()) != nil else {
      return nil
    }
    return command
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(arguments: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotPlain() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotPlain() }
}

extension PlainArguments {
  /// What is left of the command line.
  private final class Given {
    /// By the options' names; flags have none.
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    /// Arguments that belong to no option.
    private var words: [String] = []

    var isEmpty: Bool { values.isEmpty && flags.isEmpty && words.isEmpty }

    init?(_ arguments: ArraySlice<String>) {
      var option: String?
      for argument in arguments {
        if argument.hasPrefix("--") {
          if let option { flags.insert(option) }
          let name = argument.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
          let value = argument.utf8[name.endIndex...].dropFirst()
          guard !name.isEmpty else { return nil }
          let canonical = OptionNames.canonical(String(Substring(name)))
          option = name.endIndex == argument.endIndex ? canonical : nil
          if option == nil { values[canonical, default: []].append(String(Substring(value))) }
        } else if argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1 {
          if let option { flags.insert(option) }
          let value = argument.dropFirst(2)
          // Otherwise it may be a negative number, or several flags in one.
          guard let name = OptionNames.long(ofShort: argument.utf8.dropFirst().first),
            value.isEmpty || name != OptionNames.flag && value.first != "="
          else { return nil }
          option = value.isEmpty ? name : nil
          if option == nil { values[name, default: []].append(String(value)) }
        } else if let name = option.take() {
          values[name, default: []].append(argument)
        } else {
          words.append(argument)
        }
      }
      if let option { flags.insert(option) }
    }

    /// The words that belong to no option.
    func takeWords() -> [String] {
      defer { words = [] }
      return words
    }

    /// The values of an option.
    func take(_ property: String) throws -> [String] {
      let name = OptionNames.canonical(property)
      if flags.contains(name) { throw NotPlain() }
      return values.removeValue(forKey: name) ?? []
    }

    /// Whether a flag is given.
    func takeFlag(_ name: String) -> Bool {
      flags.remove(name) != nil
    }
  }
}

extension PlainArguments {
  /// The properties of a command or of a group of options, each of which takes its own.
  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let arguments: PlainArguments

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func decode<Property: Decodable>(_ type: Property.Type, forKey key: Key) throws -> Property {
      let wrapper: Any? =
        if type == Option<OptionValue?>.self {
          try arguments.option(Self.name(of: key))
        } else if type == Option<String?>.self {
          try arguments.text(Self.name(of: key))
        } else if type == Option<[String]>.self {
          try arguments.texts(Self.name(of: key))
        } else if type == Option<[OptionValue]>.self {
          arguments.noOptions()
        } else if type == Argument<[String]>.self {
          arguments.words()
        } else if type == Flag<Bool>.self {
          arguments.flag(Self.name(of: key))
        } else if type == Flag<Bool?>.self {
          try arguments.switchFlag(Self.name(of: key))
        } else {
          nil
        }
      // A group, or what only ArgumentParser can make: then this throws.
      guard let wrapper else { return try Property(from: arguments) }
      guard let property = wrapper as? Property else { throw NotPlain() }
      return property
    }

    /// The option's name: `max-age` for the property `maxAge`.
    private static func name(of key: Key) -> String {
      var name = ""
      for scalar in key.stringValue.unicodeScalars {
        // A small letter is 32 behind its capital.
        if "A"..."Z" ~= scalar {
          name += "-"
          name.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) + 32))
        } else {
          name.unicodeScalars.append(scalar)
        }
      }
      return name
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { throw NotPlain() }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw NotPlain() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NotPlain() }
    func superDecoder() throws -> any Decoder { throw NotPlain() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NotPlain() }
  }

  // MARK: Wrappers with their values

  private func option(_ name: String) throws -> Option<OptionValue?> {
    var option = Option<OptionValue?>(transform: { OptionValue($0) })
    if let usual = TravelOptions.usualValue(of: name), given.takeFlag(name) {
      option.wrappedValue = usual
      return option
    }
    option.wrappedValue = try given.take(name).last.map { text in
      if let value = try TravelOptions.value(of: name, text) { return value }
      let setting = Settings.all.first {
        $0.key.name == name && ($0.key.section == nil || $0.key.section == section)
      }
      guard let setting else { throw NotPlain() }
      return try setting.read(option: text)
    }
    return option
  }

  private func text(_ name: String) throws -> Option<String?> {
    var option = Option<String?>(name: .long)
    option.wrappedValue = try given.take(name).last
    return option
  }

  private func texts(_ name: String) throws -> Option<[String]> {
    Option(wrappedValue: [], name: .long).with(try given.take(name))
  }

  private func words() -> Argument<[String]> {
    var argument = Argument<[String]>(wrappedValue: [])
    argument.wrappedValue = given.takeWords()
    return argument
  }

  /// Leaves values that are not settings to ArgumentParser.
  private func noOptions() -> Option<[OptionValue]> {
    Option<[OptionValue]>(wrappedValue: [], transform: { OptionValue($0) }).with([])
  }

  private func flag(_ name: String) -> Flag<Bool> {
    var flag = Flag(wrappedValue: false)
    flag.wrappedValue = given.takeFlag(name)
    return flag
  }

  private func switchFlag(_ name: String) throws -> Flag<Bool?> {
    var flag = Flag<Bool?>(inversion: .prefixedNo)
    switch (given.takeFlag(name), given.takeFlag("no-\(name)")) {
    case (true, true): throw NotPlain()
    case (false, false): flag.wrappedValue = nil
    case (let isOn, _): flag.wrappedValue = isOn
    }
    return flag
  }
}

extension Option {
  fileprivate func with(_ value: Value) -> Self {
    var option = self
    option.wrappedValue = value
    return option
  }
}
