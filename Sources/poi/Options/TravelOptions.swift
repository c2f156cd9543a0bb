import ArgumentParser
import Geography
import Nearby
import Presentation

extension Option where Value == String? {
  /// The width of the sector ahead.
  ///
  /// A number would need a type of its own to be shown without its decimals, which Swift looks up at each start.
  init(_ sector: TravelSector.Type) {
    self.init(
      defaultAsFlag: SettingsReport.Value.number(sector.usualAngle).text, parsing: .next,
      help: ArgumentHelp("Only what's ahead, in this sector (default: 90)", valueName: "angle"),
      transform: {
        // What is no number is a word to look for.
        if Double.decimal($0) == nil { throw ValidationError($0) }
        return $0
      })
  }
}

struct TravelOptions: ParsableArguments {
  @Option(TravelSector.self) var ahead: String?
  @Flag(Setting.clock) var clock: Bool?

  func validate() throws {
    // Not where it is read: if that refused a number, ArgumentParser would take it for a word to look for.
    if let angle, !(angle > 0 && angle <= 360) {
      throw ValidationError("--ahead takes an angle above 0, up to 360")
    }
  }

  /// Refuses `--ahead=TEXT`, for which ArgumentParser would take the usual angle.
  static func checkAngle(in arguments: [String]) throws {
    guard let angle = arguments.first(where: { $0.hasPrefix("--ahead=") })?.dropFirst(8) else { return }
    if Double.decimal(angle) == nil { throw ValidationError("'\(angle)' is not a number of degrees") }
  }

  /// The width in degrees of the wanted sector; `nil` for all directions.
  var angle: Double? { ahead.flatMap { Double.decimal($0) } }

  /// How to show directions relative to travel.
  func directions(in settings: Settings) throws -> Wording.Directions {
    try settings.value(of: .clock, given: clock) ? .clock : .relative
  }
}
