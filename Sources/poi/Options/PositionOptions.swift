import ArgumentParser
import Input
import Positioning

import struct Geography.TypedPosition

struct PositionOptions: ParsableArguments {
  enum Choice: Equatable {
    case fixed(TypedPosition)
    case log(LogInput)
    case gpsd(GpsdAddress)
    case geoclue
    /// gpsd, or GeoClue if gpsd does not run or has no receiver.
    case automatic(GpsdAddress)

    /// What messages call it.
    var origin: String {
      switch self {
      case .fixed: "the command line"
      case .log(let input): "\(input)"
      case .gpsd(let address): "gpsd at \(address)"
      case .geoclue: "GeoClue"
      case .automatic(let address): "gpsd at \(address) or GeoClue"
      }
    }

    /// What JSON calls it.
    var provider: String {
      switch self {
      case .fixed: "fixed"
      case .log: "log"
      case .gpsd: "gpsd"
      case .automatic: "auto"
      case .geoclue: "geoclue"
      }
    }

    /// What the user calls the position; `nil` if it has no name.
    var name: String? { if case .fixed(let position) = self { position.name } else { nil } }

    /// The source that a fetcher finally used.
    @MainActor
    func asked(by fetcher: any LocationFetcher) -> Choice {
      guard case .automatic(let address) = self else { return self }
      return fetcher.answersInPlaceOfFirst ? .geoclue : .gpsd(address)
    }
  }

  @Option(.any("position") { $0 }, help: "Your position: 47.14,9.52, an address, a link, …")
  var at: String?

  @Option(help: ArgumentHelp("Around a town, address or place, like \"Vaduz\"", valueName: "name"))
  var near: String?

  @Option(
    .any("file", completing: .file()) { $0 }, help: "Recorded track instead of a receiver; - is stdin")
  var gpsLog: String?

  @Option(Setting.gpsd) var gpsd: GpsdAddress?

  @Flag(help: "Position from GeoClue: Wi-Fi, a modem, …") var geoclue = false

  @Option(Setting.desiredAccuracy) var desiredAccuracy: Double?
  @Option(Setting.timeout) var timeout: Double?

  func validate() throws {
    if [at != nil, gpsLog != nil, gpsd != nil, geoclue].count(where: \.self) > 1 {
      throw ValidationError("give only one of --at, --gps-log, --gpsd and --geoclue")
    }
  }

  /// Whether an option says where the position comes from.
  var isChosen: Bool { at != nil || gpsLog != nil || gpsd != nil || geoclue || near != nil }

  /// The source by the options, except `--near`, or else by the settings; `--at` is not an id here.
  ///
  /// - Throws: `CommandFailure` if a position or an address cannot be read.
  func choice(in settings: Settings) throws -> Choice {
    if let at { return .fixed(try TypedPosition(argument: at)) }
    if let gpsLog { return .log(LogInput(argument: gpsLog)) }
    if geoclue { return .geoclue }
    if let gpsd { return .gpsd(gpsd) }
    let address = try settings.value(of: .gpsd)
    return switch try settings.value(of: .position) {
    case .auto: .automatic(address)
    case .gpsd: .gpsd(address)
    case .geoclue: .geoclue
    }
  }

  /// The source of positions unless an option gives one.
  enum Means: String, CaseIterable {
    case auto, gpsd, geoclue
  }

  /// How accurate a fix must be, in metres.
  func desiredAccuracy(in settings: Settings) throws -> Double {
    try settings.value(of: .desiredAccuracy, given: desiredAccuracy)
  }

  /// Seconds to wait for a fix, and for a server.
  func timeout(in settings: Settings) throws -> Double {
    try settings.value(of: .timeout, given: timeout)
  }

  func answerLimits(in settings: Settings) throws -> AnswerLimits {
    AnswerLimits(seconds: try timeout(in: settings))
  }
}

extension TypedPosition {
  /// The value of an option that is a position in any notation.
  ///
  /// - Parameter option: its name, for one whose message would not show what it is about.
  init(argument: String, of option: String? = nil) throws(CommandFailure) {
    do throws(ParsingError) {
      try self.init(parsing: argument)
    } catch {
      throw CommandFailure((option.map { "\($0): " } ?? "") + "\(error)", .usage)
    }
  }
}
