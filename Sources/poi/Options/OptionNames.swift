import ArgumentParser

/// The short names of options, and synonyms of long ones; they mean the same in every command.
enum OptionNames {
  static let category: NameSpecification = [.long, short("c")]
  static let limit: NameSpecification = [.customLong("limit"), short("n")]
  static let source: NameSpecification = [.customLong("source"), short("s")]
  static let format: NameSpecification = [.customLong("format"), short("f")]
  /// How far: `nearby` and `watch` have different names for it, and people should not have to care.
  static let radius: NameSpecification = [.customLong("radius"), .customLong("within"), short("r")]
  static let within: NameSpecification = [.customLong("within"), .customLong("radius"), short("r")]
  static let long: NameSpecification = [.long, .customShort("l")]

  /// `-n5` means `-n 5`.
  private static func short(_ letter: Character) -> NameSpecification.Element {
    .customShort(letter, allowingJoined: true)
  }

  /// The one of these names that takes no value.
  static let flag = "long"

  /// The long name of a letter.
  static func long(ofShort letter: UInt8?) -> String? {
    switch letter {
    case UInt8(ascii: "c"): "category"
    case UInt8(ascii: "n"): "limit"
    case UInt8(ascii: "s"): "source"
    case UInt8(ascii: "f"): "format"
    case UInt8(ascii: "r"): canonical("radius")
    case UInt8(ascii: "l"): flag
    default: nil
    }
  }

  /// One name for all synonyms.
  static func canonical(_ name: String) -> String {
    name == "within" ? "radius" : name
  }
}
