import ArgumentParser
import FoundationEssentials
import Places
import Presentation
import Serving

struct ServeCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve places, events and a live page over HTTP",
    discussion: """
      poi serve                                     # http://127.0.0.1:8947/
      poi serve --listen 0.0.0.0 --token-file ~/.config/poi/token
      poi serve --source places.gpx --gps-log ride.nmea --replay-speed 10
      poi serve --at 60.17,24.94 --listen '[::1]:8080'
      curl 'http://127.0.0.1:8947/nearby?category=cafe&limit=3' | jq .
      curl -N 'http://127.0.0.1:8947/watch?category=water&within=200m'
      """)

  static let usualOptions = [
    "at near: Where you are: 47.14,9.52, an address, a town, …", "gps-log", "replay-speed", "gpsd", "source",
    "store", "offline", "listen", "host",
    "trusted-proxy", "token-file", "cors",
  ]

  @Option(.listenAddress, help: "Listen here", default: ListenAddress()) var listen: ListenAddress?

  @Option(help: ArgumentHelp("Also answer to this host name; repeatable", valueName: "name"))
  var host: [String] = []

  @Option(Setting.trustedProxies) var trustedProxies: TrustedProxies?

  @Option(help: ArgumentHelp("Require the token in this file", valueName: "file"), completion: .file())
  var tokenFile: String?

  @Option(help: ArgumentHelp("Let this origin's pages read answers; repeatable", valueName: "origin"))
  var cors: [String] = []

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(SettingType.replaySpeed, help: "How fast to replay a track", default: 1) var replaySpeed: Double?

  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup var holidays: HolidayOptions
  @Option(Setting.language) var language: NameLanguage?

  @OptionGroup(title: "Output") var logging: LoggingOptions

  var threads: Int { 14 }

  func validate() throws {
    if replaySpeed != nil, position.gpsLog == nil {
      throw ValidationError("--replay-speed works only with --gps-log")
    }
    for name in host + cors where !name.utf8.allSatisfy({ $0 < 0x80 }) {
      throw ValidationError(
        "'\(name)' has letters outside ASCII; write it in the form that browsers send (xn--…)")
    }
    // IPv6 addresses have more than one colon.
    for name in host where name.contains("/") || name.filter({ $0 == ":" }).count == 1 {
      throw ValidationError("'\(name)' is not a host name; use example.org, without https:// or a port")
    }
    for origin in cors where origin != "*" && !Self.isOrigin(origin) {
      throw ValidationError("'\(origin)' is not an origin; use https://example.org, without a path")
    }
  }

  private static func isOrigin(_ text: String) -> Bool {
    guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
      url.host?.isEmpty == false
    else { return false }
    return url.path.isEmpty && url.query == nil && url.user == nil
  }

  /// An origin as browsers write it: in small letters, without its scheme's own port.
  static func written(_ origin: String) -> String {
    let origin = origin.lowercased()
    let port = origin.hasPrefix("https:") ? ":443" : ":80"
    return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
  }

  func isForPrograms(in settings: Settings) -> Bool { true }

  var chosenLanguage: NameLanguage? { language }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let choice = try await context.choice(of: position, store: places.store, places: places, wording: nil)
    return try await Server(self, at: choice, in: context).run()
  }
}

extension SettingType where Value == ListenAddress {
  static var listenAddress: Self {
    Self(
      form: .text, valueName: "address[:port]",
      allowed: "an address like 127.0.0.1, 0.0.0.0:8947 or [::]:8947",
      parse: { try ListenAddress(parsing: $0) }, shown: { .text($0.description) })
  }
}
