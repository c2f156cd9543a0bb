import ArgumentParser
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
      "This position: decimal degrees with sign or hemisphere, or a geo: URI.", valueName: "lat,lon"))
  var at: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A recorded log in the receiver's place (NMEA 0183, gpsd JSON, GPX); - is standard input.",
      valueName: "file"),
    completion: .file(),
    transform: LogInput.init(argument:))
  var gpsLog: LogInput?

  @Option(
    help: ArgumentHelp(
      "The gpsd to ask. (default: $POI_GPSD, else localhost:2947)", valueName: "host[:port[:device]]"),
    transform: GpsdAddress.init(parsing:))
  var gpsd: GpsdAddress?

  @Option(parsing: .unconditional, help: ArgumentHelp("How accurate a fix has to be.", valueName: "metres"))
  var desiredAccuracy = defaultDesiredAccuracy

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long to wait for a fix, and for a server.", valueName: "seconds"))
  var timeout = 30.0

  func validate() throws {
    if [at != nil, gpsLog != nil, gpsd != nil].filter(\.self).count > 1 {
      throw ValidationError("give one of --at, --gps-log and --gpsd")
    }
    guard desiredAccuracy > 0, desiredAccuracy.isFinite else {
      throw ValidationError("--desired-accuracy takes a number of metres above 0")
    }
    guard timeout > 0, timeout <= 86400 else {
      throw ValidationError("--timeout takes a number of seconds above 0, up to 86400")
    }
  }

  /// Whether an option says where the position comes from.
  var isChosen: Bool { at != nil || gpsLog != nil || gpsd != nil }

  /// The source that the options choose, or else the environment.
  ///
  /// - Throws: `CommandFailure` where a position or an address cannot be read.
  func choice(in environment: [String: String]) throws -> Choice {
    do {
      if let at { return .fixed(try WrittenPosition(parsing: at)) }
      if let gpsLog { return .log(gpsLog) }
      if let gpsd { return .gpsd(gpsd) }
      let named = environment["POI_GPSD"].flatMap { $0.isEmpty ? nil : $0 }
      return .gpsd(try named.map(GpsdAddress.init(parsing:)) ?? GpsdAddress())
    } catch {
      throw CommandFailure("\(error)", .usage)
    }
  }
}
