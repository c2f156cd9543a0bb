import ArgumentParser

/// The short names and synonyms of options; they mean the same in every command.
enum OptionNames {
  static let category: NameSpecification = [.long, short("c")]
  static let limit: NameSpecification = [.customLong("limit"), short("n")]
  static let source: NameSpecification = [.customLong("source"), short("s")]
  static let format: NameSpecification = [.customLong("format"), short("f")]
  static let long: NameSpecification = [.long, .customShort("l")]

  // The help of `nearby` calls it --radius, that of `watch` --within. All commands take both.
  static let radius: NameSpecification = [.customLong("radius"), .customLong("within"), short("r")]
  static let within: NameSpecification = [.customLong("within"), .customLong("radius"), short("r")]

  /// `-n5` means `-n 5`.
  private static func short(_ letter: Character) -> NameSpecification.Element {
    .customShort(letter, allowingJoined: true)
  }
}
