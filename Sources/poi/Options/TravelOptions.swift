import ArgumentParser
import Geography
import Nearby
import Presentation

/// What lies in the direction of travel.
struct TravelOptions: ParsableArguments {
  private static let angle = SettingType.number(
    "angle", "a number of degrees", where: { _ in true })

  @Option(
    TravelOptions.angle, usual: TravelSector.usualAngle,
    help: """
      Show only places in the direction of travel, in a sector of this many degrees (90 if none is given); say \
      whether each is ahead, left, right or behind.
      """)
  var ahead: OptionValue?

  @Flag(Setting.clock) var clock: Bool?

  /// The meaning of an option without a value.
  static func usualValue(of name: String) -> OptionValue? {
    name == "ahead" ? OptionValue(TravelSector.usualAngle) : nil
  }

  /// The value of an option that is not a setting.
  static func value(of name: String, _ text: String) throws -> OptionValue? {
    name == "ahead" ? OptionValue(try angle.parse(text)) : nil
  }

  func validate() throws {
    // The parser would take a refused value for a separate argument.
    if let angle, !(angle > 0 && angle <= 360) {
      throw ValidationError("--ahead takes a number of degrees above 0, up to 360")
    }
  }

  /// The width in degrees of the wanted sector; `nil` for all directions.
  var angle: Double? { ahead?.read() }

  /// How to show directions relative to travel.
  ///
  /// - Throws: `CommandFailure`.
  func directions(in settings: Settings) throws -> Wording.Directions {
    try settings.value(of: .clock, given: clock) ? .clock : .relative
  }
}
