import ArgumentParser
import Nearby
import Presentation

/// What lies in the direction of travel.
struct TravelOptions: ParsableArguments {
  @Option(
    defaultAsFlag: Angle(degrees: TravelSector.usualAngle), parsing: .next,
    help: ArgumentHelp(
      """
      Only what's ahead, in this sector (default: 90)
      """, valueName: "angle"),
    transform: Angle.init(argument:))
  var ahead: Angle?

  @Flag(Setting.clock) var clock: Bool?

  func validate() throws {
    // Not in `Angle`: if that refused a number, ArgumentParser would take it for a word to look for.
    if let angle, !(angle > 0 && angle <= 360) {
      throw ValidationError("--ahead takes an angle above 0, up to 360")
    }
  }

  /// The width in degrees of the wanted sector; `nil` for all directions.
  var angle: Double? { ahead?.degrees }

  /// How to show directions relative to travel.
  func directions(in settings: Settings) throws -> Wording.Directions {
    try settings.value(of: .clock, given: clock) ? .clock : .relative
  }
}

/// The width of a sector; the help shows the usual one.
struct Angle: CustomStringConvertible, Equatable {
  let degrees: Double

  var description: String { SettingsReport.Value.number(degrees).text }
}

extension Angle {
  init(argument: String) throws {
    guard let degrees = Double(argument), degrees.isFinite else {
      throw ValidationError("'\(argument)' is not a number of degrees")
    }
    self.init(degrees: degrees)
  }
}
