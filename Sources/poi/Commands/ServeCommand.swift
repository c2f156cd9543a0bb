import ArgumentParser
import FoundationEssentials
import Glibc
import Places
import Presentation
import Serving

/// `poi serve`.
struct ServeCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve places, events and a live page over HTTP",
    discussion: """
      EXAMPLES
        poi serve                                     # http://127.0.0.1:8947/
        poi serve --listen 0.0.0.0 --token-file ~/.config/poi/token
        poi serve --source places.gpx --gps-log ride.nmea --replay-speed 10
        poi serve --at 60.17,24.94 --listen '[::1]:8080'
        curl 'http://127.0.0.1:8947/nearby?category=cafe&limit=3' | jq .
        curl -N 'http://127.0.0.1:8947/watch?category=water&within=200m'
        poi nearby --source 'http://127.0.0.1:8947/locations?geometry=true'
        ogr2ogr -nlt GEOMETRY places.gpkg OAPIF:http://127.0.0.1:8947/ places

      PATHS
      / is a page for phones: a map, what is near, one place's details. It keeps favourites in the browser, as the \
      server writes nothing. /locations?lat=&long= answers with places, as --source URL reads them; /nearby, /here and \
      /where answer like those commands with --json, /hours?value= like poi hours --week --json; /queries names the \
      saved queries; /watch sends what poi watch --format jsonl prints, as server-sent events; /health says \
      {"status":"ok"}; /metrics has counters for Prometheus.

      / is also where QGIS, GDAL, OWSLib and other clients of OGC API - Features connect, if the source is a store or a \
      file: /collections/places/items lists places as GeoJSON with their shapes, by bbox, category and limit; /api \
      describes it all.

      /ground/{zoom}/{x}/{y} is the ground under the page's map, from the store: tiles as in OpenStreetMap's slippy map, \
      zoom 8 to 16, as JSON with an ETag. Each feature has a kind (builtup, wood, park, water, coast, stream, river, rail, \
      path, service, minor, main or motorway), a name if it has one, and lines or areas in 4096ths of the tile, x to \
      the right and y down: a position, then the steps from it. An area is what lies inside an odd number of its rings. \
      "partial":true says that there is more than a tile can have.

      Parameters have the names of the options: category, tag, name, radius, limit, open-now, open-at, within, events \
      and so on; words=open+bakery is what poi nearby open bakery means. Without lat and long, or at, poi uses the \
      receiver's position.
      """)

  @OptionGroup(title: "Position") var position: PositionOptions

  @Option(
    SettingType.replaySpeed,
    help: "How fast to replay a log.", default: 1)
  var replaySpeed: Double?

  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup var holidays: HolidayOptions
  @Option(Setting.language) var language: NameLanguage?

  @Option(
    .listenAddress,
    help:
      "Where to listen: an address of this machine, and a port. Any other than a loopback address lets other machines in.",
    default: ListenAddress())
  var listen: ListenAddress?

  @Option(
    help: ArgumentHelp(
      "Another name of the server, such as a proxy's, besides its addresses and this machine's name. Repeatable.",
      valueName: "name"))
  var host: [String] = []

  @Option(Setting.trustedProxies) var trustedProxies: TrustedProxies?

  @Option(
    help: ArgumentHelp(
      "A file with a token. Every request must send it, as Authorization: Bearer TOKEN or as the password.",
      valueName: "file"),
    completion: .file())
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "Let pages from this origin, like https://example.org, read the answers; * means all. Repeatable.",
      valueName: "origin"))
  var cors: [String] = []

  @OptionGroup var logging: LoggingOptions

  var threads: Int { 14 }

  func validate() throws {
    if replaySpeed != nil, position.gpsLog == nil {
      throw ValidationError("--replay-speed works only with --gps-log")
    }
    for origin in cors where origin != "*" && !Self.isOrigin(origin) {
      throw ValidationError("'\(origin)' is not an origin: write https://example.org, without a path")
    }
  }

  private static func isOrigin(_ text: String) -> Bool {
    guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
      url.host?.isEmpty == false
    else { return false }
    return url.path.isEmpty && url.query == nil && url.user == nil
  }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let choice = try await context.choice(
      of: position, store: places.store, places: places, wording: nil)
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
