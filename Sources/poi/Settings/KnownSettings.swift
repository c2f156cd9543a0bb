import ArgumentParser
import Foundation
import Geography
import Input
import Nearby
import Places
import Positioning
import Presentation

extension Settings {
  /// Everything that can be set, in the order in which it is shown: sections together, behind what has none.
  static var all: [any AnySetting] {
    [
      Setting.gpsd, Setting.desiredAccuracy, Setting.timeout,
      Setting.source, Setting.store, Setting.offline, Setting.maxAge, Setting.cacheSize,
      Setting.overpassServers, Setting.serverParameters, Setting.headers,
      Setting.units, Setting.language, Setting.ascii, Setting.color,
      Setting.radius, Setting.limit, Setting.format(of: .nearby), Setting.fields(of: .nearby),
      Setting.within, Setting.confirm, Setting.cooldown, Setting.dwell, Setting.maxAccuracy,
      Setting.maxSpeed, Setting.events, Setting.watchFormat,
      Setting.proximity, Setting.format(of: .here), Setting.fields(of: .here),
      Setting.listFormat,
      Setting.prefetchMaxAge, Setting.maxRequests,
      Setting.openMode,
    ]
  }
}

// MARK: - Where am I

extension Setting where Value == GpsdAddress {
  static var gpsd: Self {
    Self(
      nil, "gpsd",
      SettingType(
        form: .text, allowed: "an address like localhost:2947 or [::1]:2947:/dev/ttyUSB0",
        parse: { try GpsdAddress(parsing: $0) }, shown: { .text($0.argument) }),
      help: "The gpsd to ask: host[:port[:device]].", builtIn: { _ in GpsdAddress() })
  }
}

extension Setting where Value == Double {
  static var desiredAccuracy: Self {
    Self(
      nil, "desired-accuracy", .number("a number of metres above 0") { $0 > 0 },
      help: "How accurate a fix has to be, in metres.", builtIn: { _ in defaultDesiredAccuracy })
  }

  static var timeout: Self {
    Self(
      nil, "timeout", .number("a number of seconds above 0, up to 86400") { $0 > 0 && $0 <= 86400 },
      help: "How long to wait for a fix, and for a server, in seconds.", builtIn: { _ in 30 })
  }
}

// MARK: - What is there

extension Setting where Value == SourceOptions.Choice {
  static var source: Self {
    Self(
      nil, "source",
      SettingType(
        form: .text, allowed: "auto, store, overpass, a file's path or a URL",
        parse: { try SourceOptions.Choice(argument: $0) }, shown: { .text($0.description) },
        argument: { text, home in
          guard case .file = try SourceOptions.Choice(argument: text) else { return text }
          guard let path = try? SettingType.wholePath(text, home: home) else {
            throw ValidationError(
              "'\(text)' is neither auto, store, overpass nor a URL; a file's path begins with / or ~/")
          }
          return path
        }),
      help: "The places: auto, store, overpass, a file from / or ~/ on, or the URL of a server.",
      builtIn: { _ in .automatic })
  }
}

extension Setting where Value == String {
  static var store: Self {
    Self(
      nil, "store", .path, help: "The store of places.",
      builtIn: { settings in
        let folder = BaseDirectory.path(
          of: "XDG_DATA_HOME", orInHome: ".local/share", in: settings.environment)
        guard let folder else {
          throw CommandFailure("there is no $HOME to keep places under; name a file with --store", .usage)
        }
        return "\(folder)/poi/places.sqlite"
      })
  }
}

extension Setting where Value == Bool {
  static var offline: Self {
    Self(nil, "offline", .flag, help: "Ask no server.", builtIn: { _ in false })
  }
}

extension Setting where Value == Double {
  static var maxAge: Self {
    Self(
      nil, "max-age", .time, help: "How old an answer in the cache may be, not to be asked for again.",
      builtIn: { _ in CacheUse().maxAge })
  }
}

extension Setting where Value == Int {
  static var cacheSize: Self {
    Self(
      nil, "cache-size", .bytes, help: "How large the cache may grow.",
      builtIn: { _ in OnDiskCache.defaultSizeLimit })
  }
}

extension Setting where Value == OverpassServers {
  static var overpassServers: Self {
    Self(
      nil, "overpass-url",
      SettingType(
        form: .list, allowed: "URLs", parse: { try OverpassServers(argument: $0) },
        shown: { .list($0.all.map(\.withoutSecrets)) }),
      help: "The Overpass server, and after it its mirrors.",
      builtIn: { _ in try OverpassServers(argument: OverpassProvider.publicServer) })
  }
}

extension Setting where Value == ServerOptions.ParameterNames {
  static var serverParameters: Self {
    Self(
      nil, "server-parameters",
      SettingType(
        form: .list, allowed: "two names like lat,long",
        parse: { try ServerOptions.ParameterNames(argument: $0) },
        shown: { .list([$0.latitude, $0.longitude]) }),
      help: "What the server of a URL calls latitude and longitude.",
      builtIn: { _ in
        let usual = LocationsDialect()
        return ServerOptions.ParameterNames(latitude: usual.latitude, longitude: usual.longitude)
      })
  }
}

extension Setting where Value == ServerOptions.Headers? {
  static var headers: Self {
    Self(
      nil, "header-file",
      SettingType(
        form: .text, allowed: "a file's path", parse: { .file($0) },
        shown: { headers in
          switch headers {
          case .file(let path): .text(path)
          // There may be a token among them.
          case .lines: .text("(not shown)")
          case nil: nil
          }
        }, argument: SettingType.wholePath),
      help: "A file of what the server of a URL is to be told, such as a token: 'Name: value' lines.",
      otherVariable: ("POI_HEADERS", { .lines($0) }), example: .file("~/.config/poi/headers"),
      builtIn: { _ in nil })
  }
}

// MARK: - How it is told

extension Setting where Value == UnitSystem {
  static var units: Self {
    Self(
      nil, "units", .word, help: "The units of what people read: metric, imperial or nautical.",
      builtIn: { .usual(in: $0.locale.territory) })
  }
}

extension Setting where Value == NameLanguage {
  static var language: Self {
    Self(
      nil, "language",
      SettingType(
        form: .text, allowed: "a code like sv, pt-BR or zh-Hant, or local",
        parse: { try NameLanguage(argument: $0) }, shown: { .text($0.code) }),
      help: "Names in this language where there are any: sv, pt-BR, zh-Hant, or local.",
      builtIn: { $0.locale.language })
  }
}

extension Setting where Value == Bool {
  static var ascii: Self {
    Self(
      nil, "ascii", .flag, help: "ASCII signs only; names stay as they are.",
      builtIn: { !$0.locale.isUTF8 })
  }

  static var color: Self {
    Self(
      nil, "color", .flag, help: "Colours on a terminal.", otherVariable: ("NO_COLOR", { _ in false }),
      builtIn: { _ in true })
  }
}

// MARK: - Commands

extension Setting where Value == Distance? {
  static var radius: Self {
    Self(
      .nearby, "radius", SettingType.distance(above0: false).optional,
      help: "How far; without it, the nearest wherever they are.",
      example: Distance(metres: 1500), builtIn: { _ in nil })
  }
}

extension Setting where Value == Int {
  static var limit: Self {
    Self(.nearby, "limit", .count, help: "How many places at the most.", builtIn: { _ in 10 })
  }
}

extension Setting where Value == OutputOptions.Format {
  static func format(of section: SettingKey.Section) -> Self {
    Self(
      section, "format", .word, help: "table, plain, json, jsonl, geojson, csv, gpx or radar.",
      builtIn: { _ in .table })
  }
}

extension Setting where Value == [PlaceField]? {
  static func fields(of section: SettingKey.Section) -> Self {
    Self(
      section, "fields",
      SettingType(
        form: .list, allowed: "columns like distance, name, category, tag:KEY",
        parse: { try PlaceField.list(parsing: $0) }, shown: { $0.map { .list($0.map(\.word)) } }),
      help: "The columns of table, plain and csv.",
      example: [.distance, .name, .tag("opening_hours")], builtIn: { _ in nil })
  }
}

extension Setting where Value == Distance {
  static var within: Self {
    Self(
      .watch, "within", .distance(above0: true),
      help: "The radius of a fence, where the place has none of its own.",
      builtIn: { _ in ProximityRules().within })
  }

  static var proximity: Self {
    Self(
      .here, "within", .distance(above0: true), help: "How near a place has to be.",
      builtIn: { _ in CurrentLocationProvider.defaultProximity })
  }
}

extension Setting where Value == Int {
  static var confirm: Self {
    Self(
      .watch, "confirm", .count, help: "Fixes in a row that it takes to enter or leave.",
      builtIn: { _ in ProximityRules().confirm })
  }
}

extension Setting where Value == Double {
  static var cooldown: Self {
    Self(
      .watch, "cooldown", .number("a number of seconds from 0 on") { $0 >= 0 },
      help: "Seconds before a place that was left is entered again.",
      builtIn: { _ in ProximityRules().cooldown })
  }

  static var dwell: Self {
    Self(
      .watch, "dwell", .number("a number of seconds from 0 on") { $0 >= 0 },
      help: "Enter only after staying so many seconds.", builtIn: { _ in ProximityRules().dwell })
  }

  static var maxAccuracy: Self {
    Self(
      .watch, "max-accuracy", .number("a number of metres above 0") { $0 > 0 },
      help: "A fix that is less accurate, in metres, does not count.",
      builtIn: { _ in ProximityRules().maxAccuracy })
  }

  static var maxSpeed: Self {
    Self(
      .watch, "max-speed", .number("a number of metres a second above 0") { $0 > 0 },
      help: "A fix that would take a faster move, in metres a second, does not count.",
      builtIn: { _ in ProximityRules().maxSpeed })
  }
}

extension Setting where Value == EventOptions.Names {
  static var events: Self {
    Self(
      .watch, "events",
      SettingType(
        form: .list, allowed: "some of \(EventOptions.Names.all.joined(separator: ", "))",
        parse: { try EventOptions.Names(argument: $0) }, shown: { .list($0.inOrder) }),
      help: "Which events are told.", builtIn: { _ in EventOptions.Names() })
  }
}

extension Setting where Value == WatchCommand.Format {
  static var watchFormat: Self {
    Self(.watch, "format", .word, help: "text or jsonl.", builtIn: { _ in .text })
  }
}

extension Setting where Value == PlaceListOptions.Format {
  static var listFormat: Self {
    Self(
      .places, "format", .word, help: "table, plain, jsonl, geojson, csv or gpx, of lists and searches.",
      builtIn: { _ in .table })
  }
}

extension Setting where Value == Double {
  static var prefetchMaxAge: Self {
    Self(
      .prefetch, "max-age", .time,
      help: "How long ago a square may have been fetched, not to be fetched again.",
      builtIn: { _ in 30 * 86400 })
  }
}

extension Setting where Value == Int {
  static var maxRequests: Self {
    Self(
      .prefetch, "max-requests", .count, help: "How many requests it may take, at first.",
      builtIn: { _ in 100 })
  }
}

extension Setting where Value == OpenMode {
  static var openMode: Self {
    Self(
      .open, "mode", .word,
      help: "Where a place is shown: browser, geo (a map program) or print (only its URL).",
      builtIn: { _ in .browser })
  }
}
