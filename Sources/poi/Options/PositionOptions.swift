import ArgumentParser
import Places
import Positioning

import struct Geography.WrittenPosition

/// Where the position comes from.
struct PositionOptions: ParsableArguments {
  /// One source of the position.
  enum Choice: Equatable {
    case fixed(WrittenPosition)
    case log(LogInput)
    case gpsd(GpsdAddress)

    /// What messages call it.
    var origin: String {
      switch self {
      case .fixed: "the command line"
      case .log(let input): "\(input)"
      case .gpsd(let address): "gpsd at \(address)"
      }
    }

    /// What JSON calls it.
    var provider: String {
      switch self {
      case .fixed: "fixed"
      case .log: "log"
      case .gpsd: "gpsd"
      }
    }
  }

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "A position: decimal degrees, degrees with minutes and seconds, a Maidenhead locator, MGRS, UTM, a Plus Code, a geo: URI or a map link.",
      valueName: "lat,lon"))
  var at: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A recorded log instead of the receiver (NMEA 0183, gpsd JSON, GPX); - is standard input.",
      valueName: "file"),
    completion: .file())
  var gpsLog: String?

  @Option(Setting.gpsd) var gpsd: OptionValue?
  @Option(Setting.desiredAccuracy) var desiredAccuracy: OptionValue?
  @Option(Setting.timeout) var timeout: OptionValue?

  func validate() throws {
    if [at != nil, gpsLog != nil, gpsd != nil].filter(\.self).count > 1 {
      throw ValidationError("give one of --at, --gps-log and --gpsd")
    }
  }

  /// Whether an option says where the position comes from.
  var isChosen: Bool { at != nil || gpsLog != nil || gpsd != nil }

  /// The source that the options choose, or else the settings.
  ///
  /// - Throws: `CommandFailure` if a position or an address cannot be read.
  func choice(in settings: Settings) throws -> Choice {
    if let at {
      do {
        return .fixed(try WrittenPosition(parsing: at))
      } catch {
        throw CommandFailure("\(error)", .usage)
      }
    }
    if let gpsLog { return .log(LogInput(argument: gpsLog)) }
    return .gpsd(try settings.value(of: .gpsd, given: gpsd))
  }

  /// How accurate a fix has to be, in metres.
  ///
  /// - Throws: `CommandFailure`.
  func desiredAccuracy(in settings: Settings) throws -> Double {
    try settings.value(of: .desiredAccuracy, given: desiredAccuracy)
  }

  /// Seconds to wait for a fix, and for a server.
  ///
  /// - Throws: `CommandFailure`.
  func timeout(in settings: Settings) throws -> Double {
    try settings.value(of: .timeout, given: timeout)
  }

  /// What a server's answer may take.
  ///
  /// - Throws: `CommandFailure`.
  func answerLimits(in settings: Settings) throws -> AnswerLimits {
    AnswerLimits(seconds: try timeout(in: settings))
  }
}
