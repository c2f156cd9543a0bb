import ArgumentParser
import Geography
import Input
import Nearby
import PlaceServers
import Places
import Positioning
import Presentation
import Serving

// To add a setting: declare it below, add it to `Settings.all`, and give a command its option with
// `@Option(Setting.name) var name: Value?` or `@Flag(Setting.name) var name: Bool?`.
// The command reads it with `settings.value(of: .name, given: name)`.

extension Settings {
  /// Everything that can be set, in the order of `poi config`: settings of a section together, after those without.
  static let all: [any AnySetting] = [
    Setting.position, Setting.gpsd, Setting.desiredAccuracy, Setting.timeout,
    Setting.source, Setting.store, Setting.offline, Setting.maxAge, Setting.cacheSize,
    Setting.overpassServers, Setting.serverParameters, Setting.headers,
    Setting.units, Setting.language, Setting.draw, Setting.color, Setting.clock,
    Setting.speechRate,
    Setting.holidays, Setting.country, Setting.trustedProxies,
    Setting.categories(of: .nearby), Setting.tags(of: .nearby),
    Setting.radius, Setting.limit, Setting.format(of: .nearby), Setting.fields(of: .nearby),
    Setting.categories(of: .along), Setting.tags(of: .along),
    Setting.corridor, Setting.alongFormat, Setting.alongFields,
    Setting.categories(of: .watch), Setting.tags(of: .watch),
    Setting.within, Setting.confirm, Setting.cooldown, Setting.dwell, Setting.maxAccuracy,
    Setting.maxSpeed, Setting.approach, Setting.events, Setting.watchFormat,
    Setting.trackerID,
    Setting.categories(of: .here), Setting.tags(of: .here),
    Setting.proximity, Setting.format(of: .here), Setting.fields(of: .here),
    Setting.listFormat,
    Setting.prefetchMaxAge, Setting.maxRequests,
    Setting.openMode,
  ]
}

// MARK: - Where am I

extension Setting where Value == PositionOptions.Means {
  static var position: Self {
    Self(
      nil, "position", .word, help: "Where positions come from: auto, gpsd or geoclue",
      defaultWording: "auto, or gpsd if its address is set",
      // An address of gpsd means that gpsd, not another source.
      builtIn: { try $0.find(.gpsd) == nil ? .auto : .gpsd })
  }
}

extension Setting where Value == GpsdAddress {
  static var gpsd: Self {
    Self(
      nil, "gpsd",
      SettingType(
        form: .text, valueName: "host[:port[:device]]",
        allowed: "an address like localhost:2947 or [::1]:2947:/dev/ttyUSB0",
        parse: { try GpsdAddress(parsing: $0) }, shown: { .text($0.argument) }),
      help: "The address of gpsd", default: GpsdAddress())
  }
}

// MARK: - What is there

extension Setting where Value == SourceOptions.Choice {
  static var source: Self {
    Self(
      nil, "source",
      SettingType(
        form: .text, valueName: "source",
        allowed: "auto, store, overpass, a file's path or a URL", completion: Completions.sources,
        parse: { try SourceOptions.Choice(argument: $0) }, shown: { .text($0.description) },
        fromFile: { text, home in
          guard case .file = try SourceOptions.Choice(argument: text) else { return text }
          guard let path = try? SettingType<String>.wholePath(text, home: home) else {
            throw ValidationError(
              "'\(text)' is neither auto, store, overpass nor a URL; a file's path begins with / or ~/")
          }
          return path
        }),
      help: "auto, store, overpass, FILE, URL",
      default: .automatic)
  }
}

extension Setting where Value == String {
  static var store: Self {
    Self(
      nil, "store", .path, help: "Use this file as your data",
      builtIn: { settings in
        let folder = BaseDirectory.path(
          of: "XDG_DATA_HOME", orInHome: ".local/share", in: settings.environment)
        guard let folder else {
          throw CommandFailure("no home directory for your data; name a file with --store", .usage)
        }
        return "\(folder)/poi/places.sqlite"
      })
  }
}

extension Setting where Value == OverpassServers {
  static var overpassServers: Self {
    Self(
      nil, "overpass-url",
      .list("urls", "URLs", parse: OverpassServers.init(words:), shown: { $0.all.map(\.withoutSecrets) }),
      help: "The Overpass server, followed by its mirrors",
      default: try OverpassServers(words: [OverpassProvider.publicServer]))
  }
}

extension Setting where Value == ServerOptions.ParameterNames {
  static var serverParameters: Self {
    Self(
      nil, "server-parameters",
      .list(
        "names", "two names like lat,long", parse: ServerOptions.ParameterNames.init(words:),
        shown: { [$0.latitude, $0.longitude] }),
      help: "Parameters for the position",
      default: ServerOptions.ParameterNames(
        latitude: LocationsDialect().latitude, longitude: LocationsDialect().longitude))
  }
}

extension Setting where Value == ServerOptions.Headers? {
  static var headers: Self {
    Self(
      nil, "header-file",
      SettingType(
        form: .text, valueName: "file", allowed: "a file's path", completion: .file(), parse: { .file($0) },
        shown: { headers in
          switch headers {
          case .file(let path): .text(path)
          // One of them may be a token.
          case .lines: .text("(not shown)")
          case nil: nil
          }
        }, fromFile: SettingType<String>.wholePath),
      help: "File of HTTP headers for the server, like a token",
      otherVariable: ("POI_HEADERS", { .lines($0) }),
      example: .file("~/.config/poi/headers"), default: nil)
  }
}

// MARK: - How it is shown

extension Setting where Value == UnitSystem {
  static var units: Self {
    Self(
      nil, "units", .word, help: "metric, imperial or nautical", defaultWording: "by locale",
      builtIn: { .usual(in: $0.locale.territory) })
  }
}

extension Setting where Value == NameLanguage {
  static var language: Self {
    Self(
      nil, "language",
      SettingType(
        form: .text, valueName: "code", allowed: "a code like sv, pt-BR or zh-Hant, or local",
        completion: .list(["local"] + Category.Language.allCases.map(\.rawValue)),
        parse: { try NameLanguage(argument: $0) }, shown: { .text($0.code) }),
      help: "Language, like sv",
      defaultWording: "by locale", builtIn: { $0.isForPrograms ? .local : $0.locale.language })
  }
}

extension Setting where Value == WordingOptions.Drawing {
  static var draw: Self {
    Self(
      nil, "draw", SettingType.word(called: "auto|plain|ascii"), help: "With a map, without, or in ASCII",
      oldFlags: ["ascii": { $0 ? .ascii : .plain }, "map": { $0 ? .auto : .plain }], default: .auto)
  }
}

extension Setting where Value == Int? {
  static var speechRate: Self {
    Self(
      nil, "speech-rate",
      SettingType<Int>.whole("rate", "a whole number from -100 to 100", in: -100...100).optional,
      help: "How fast to speak: -100 to 100", example: 30, default: nil)
  }
}

// MARK: - Commands

extension Setting where Value == [String]? {
  static func categories(of section: SettingKey.Section) -> Self {
    Self(
      section, "category", SettingType.categories.optional,
      help: "What to look for if the command doesn't say", example: ["water"], default: nil)
  }
}

extension Setting where Value == [PlaceFilter.Tag]? {
  static func tags(of section: SettingKey.Section) -> Self {
    Self(
      section, "tag", SettingType.tags.optional, help: "OSM tags to require if the command doesn't say",
      example: [PlaceFilter.Tag(key: "wheelchair", value: "yes")], default: nil)
  }
}

extension Setting where Value == Distance? {
  static var radius: Self {
    Self(
      .nearby, "radius", SettingType.distance().optional, help: "How far to look",
      defaultWording: "\((PlaceQuery.farthest.metres / 1000).shortText)km; files: no limit",
      example: Distance(metres: 1500), default: nil)
  }
}

extension Setting where Value == OutputOptions.Format {
  static func format(of section: SettingKey.Section) -> Self {
    Self(section, "format", .word, help: "json, jsonl, csv, gpx, radar, …", default: .table)
  }
}

extension Setting where Value == [PlaceColumn]? {
  static func fields(of section: SettingKey.Section) -> Self {
    Self(
      section, "fields", SettingType.fields.optional, help: "The columns: distance, name, tag:KEY, …",
      example: [.distance, .name, .tag("opening_hours")], default: nil)
  }
}

extension SettingType where Value == [PlaceColumn] {
  static var fields: Self {
    .list(
      "list", "columns like distance, name, category, tag:KEY", completing: PlaceColumn.words,
      // An empty list is refused like an empty name.
      parse: { try ($0.isEmpty ? [""] : $0).map(PlaceColumn.init(parsing:)) }, shown: { $0.map(\.word) })
  }
}

extension Setting where Value == Distance {
  static var within: Self {
    Self(
      .watch, "within", .distance(above0: true), help: "How near counts as being there",
      default: ProximityRules().within)
  }

  static var corridor: Self {
    Self(
      .along, "within", .distance(above0: true), help: "How far off the route to look",
      default: Distance(metres: 500))
  }

  static var approach: Self {
    Self(
      .watch, "approach", .distance(above0: true), help: "Announce places this far ahead",
      default: Distance(metres: 1000))
  }

  static var proximity: Self {
    Self(
      .here, "within", .distance(above0: true), help: "How near counts as being there",
      default: CurrentLocationProvider.defaultProximity)
  }
}

extension Setting where Value == EventOptions.Names {
  static var events: Self {
    let all = EventOptions.Names.all
    return Self(
      .watch, "events",
      .list(
        "list", "some of \(all.joined(separator: ", "))", completing: all,
        parse: EventOptions.Names.init(words:), shown: { $0.inOrder }),
      help: "Report these",
      default: EventOptions.Names())
  }
}

extension Setting where Value == AlongCommand.Format {
  static var alongFormat: Self {
    Self(.along, "format", .word, help: "json, csv, gpx, strip, svg, …", default: .table)
  }
}

extension Setting where Value == [RouteColumn]? {
  static var alongFields: Self {
    let type = SettingType<[RouteColumn]>.list(
      "list", "columns like along, name, eta, tag:KEY", completing: RouteColumn.words,
      parse: { try ($0.isEmpty ? [""] : $0).map(RouteColumn.init(parsing:)) }, shown: { $0.map(\.word) })
    return Self(
      .along, "fields", type.optional, help: "The columns: along, name, eta, tag:KEY, …",
      example: [.along, .place(.name), .eta], default: nil)
  }
}

extension Setting where Value == WatchCommand.Format {
  static var watchFormat: Self {
    Self(.watch, "format", .word, help: "text, jsonl or owntracks", default: .text)
  }
}

extension Setting where Value == String? {
  static var trackerID: Self {
    Self(
      .watch, "tracker-id",
      SettingType(
        form: .text, valueName: "id", allowed: "one or two letters or digits",
        parse: { text in
          guard (1...2).contains(text.count), text.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            throw ValidationError("'\(text)' is not a tracker ID; use one or two letters or digits")
          }
          return text
        }, shown: { .text($0) }
      ).optional,
      help: "Your initials in OwnTracks messages", example: "ab",
      default: nil)
  }
}

extension Setting where Value == PlaceListOptions.Format {
  static var listFormat: Self {
    Self(.places, "format", .word, help: "plain, jsonl, csv, gpx, …", default: .table)
  }
}

extension Setting where Value == OpenMode {
  static var openMode: Self {
    Self(.open, "mode", .word, help: "Where to show a place", default: .browser)
  }
}

// MARK: - Serving

extension Setting where Value == TrustedProxies {
  static var trustedProxies: Self {
    Self(
      nil, "trusted-proxy",
      .list(
        "addresses", "addresses like 127.0.0.1 or ::1", parse: TrustedProxies.init(parsing:),
        shown: { $0.addresses.isEmpty ? nil : $0.addresses }),
      help: "Proxies in front, with commas",
      defaultWording: "none", example: try? TrustedProxies(parsing: ["127.0.0.1"]),
      default: TrustedProxies())
  }
}

// MARK: - Numbers and switches

extension Setting where Value == Double {
  static var desiredAccuracy: Self {
    Self(
      nil, "desired-accuracy", .number("metres", "a number of metres above 0") { $0 > 0 },
      help: "Accuracy to wait for", defaultWording: "100; not in watch",
      builtIn: { _ in defaultDesiredAccuracy })
  }

  static var timeout: Self {
    Self(
      nil, "timeout",
      .number("seconds", "a number of seconds above 0, up to 86400") { $0 > 0 && $0 <= 86400 },
      help: "Longest wait for a fix", defaultWording: "30; watch: none", default: 30)
  }

  static var maxAge: Self {
    Self(
      nil, "max-age", .time,
      help: "Reuse cached answers up to this age",
      // Places change little in a week.
      default: 7 * 86400)
  }

  static var cooldown: Self {
    Self(
      .watch, "cooldown", .number("seconds", "a number of seconds, 0 or more") { $0 >= 0 },
      help: "Seconds until you can enter again", default: ProximityRules().cooldown)
  }

  static var dwell: Self {
    Self(
      .watch, "dwell", .number("seconds", "a number of seconds, 0 or more") { $0 >= 0 },
      help: "Enter only after staying this long", default: ProximityRules().dwell)
  }

  static var maxAccuracy: Self {
    Self(
      .watch, "max-accuracy", .number("metres", "a number of metres above 0") { $0 > 0 },
      help: "Ignore less accurate fixes", default: ProximityRules().maxAccuracy)
  }

  static var maxSpeed: Self {
    Self(
      .watch, "max-speed", .number("m/s", "a number of metres a second above 0") { $0 > 0 },
      help: "Ignore jumps faster than this", default: ProximityRules().maxSpeed)
  }

  static var prefetchMaxAge: Self {
    Self(.prefetch, "max-age", .time, help: "Skip squares newer than this", default: 30 * 86400)
  }
}

extension Setting where Value == Int {
  static var cacheSize: Self {
    Self(
      nil, "cache-size", .bytes, help: "How large the cache may grow", default: OnDiskCache.defaultSizeLimit)
  }

  static var limit: Self {
    Self(.nearby, "limit", .count, help: "How many places to show", default: 10)
  }

  static var confirm: Self {
    Self(
      .watch, "confirm", .count, help: "Fixes in a row to enter or leave", default: ProximityRules().confirm)
  }

  static var maxRequests: Self {
    Self(.prefetch, "max-requests", .count, help: "Make at most this many requests", default: 200)
  }
}

extension Setting where Value == Bool {
  static var offline: Self {
    Self(nil, "offline", .flag, help: "Work without the network", default: false)
  }

  static var color: Self {
    Self(
      nil, "color", .flag, help: "Use colours on a terminal", otherVariable: ("NO_COLOR", { _ in false }),
      default: true)
  }

  static var clock: Self {
    Self(nil, "clock", .flag, help: "Directions as clock hours: 3 is to your right", default: false)
  }
}
