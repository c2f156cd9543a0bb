import ArgumentParser
import Foundation
import Geography
import Places
import Presentation
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct SettingsTests {
  private static func settings(
    _ text: String = "", environment: [String: String] = [:]
  ) throws -> Settings {
    Settings(
      environment: environment, file: try ConfigFile(parsing: text, path: "/c/config.toml", home: "/home/you")
    )
  }

  private static func row(of setting: some AnySetting, in settings: Settings) throws -> SettingsReport.Row {
    try setting.row(in: settings)
  }

  @Test("an option overrides its variable, which overrides the file, which overrides the default")
  func precedence() throws {
    let variable = ["POI_TIMEOUT": "3"]
    #expect(try Self.settings().value(of: .timeout) == 30)
    #expect(try Self.settings("timeout = 4").value(of: .timeout) == 4)
    #expect(try Self.settings("timeout = 4", environment: variable).value(of: .timeout) == 3)
    #expect(try Self.settings("timeout = 4", environment: variable).value(of: .timeout, given: 2) == 2)
    #expect(try Self.settings("timeout = 4", environment: ["POI_TIMEOUT": ""]).value(of: .timeout) == 4)
  }

  @Test("the same holds for settings without a default")
  func optionalPrecedence() throws {
    let variable = ["POI_NEARBY_RADIUS": "3"]
    let file = "[nearby]\nradius = 4"
    #expect(try Self.settings().value(of: .radius) == nil)
    #expect(try Self.settings(file).value(of: .radius)?.metres == 4)
    #expect(try Self.settings(file, environment: variable).value(of: .radius)?.metres == 3)
    let given = Distance(metres: 2)
    #expect(try Self.settings(file, environment: variable).value(of: .radius, given: given) == given)
  }

  @Test("names a variable with an invalid value")
  func badVariable() throws {
    let message = "$POI_WATCH_MAX_SPEED: 'fast' is not a number of metres a second above 0"
    let settings = try Self.settings(environment: ["POI_WATCH_MAX_SPEED": "fast"])
    #expect(throws: CommandFailure(message, .usage)) { try settings.value(of: .maxSpeed) }
  }

  @Test("$NO_COLOR overrides the file, and $POI_COLOR overrides both")
  func color() throws {
    func color(_ environment: [String: String]) throws -> Bool {
      try Self.settings("color = true", environment: environment).value(of: .color)
    }
    #expect(try color([:]))
    #expect(try !color(["NO_COLOR": "1"]))
    #expect(try color(["NO_COLOR": "1", "POI_COLOR": "yes"]))
  }

  @Test("headers in a variable override a configured file of headers")
  func headers() throws {
    let settings = try Self.settings("header-file = \"~/h\"", environment: ["POI_HEADERS": "A: b"])
    #expect(try settings.value(of: .headers) == .lines("A: b"))
    #expect(try Self.row(of: Setting.headers, in: settings).value == .text("(not shown)"))
    #expect(try Self.settings("header-file = \"~/h\"").value(of: .headers) == .file("/home/you/h"))
  }

  @Test("commas may be part of URLs in the file, but separate those in a variable")
  func commas() throws {
    let comma = "https://example.org/a,b"
    let settings = try Self.settings("overpass-url = ['\(comma)', 'https://example.com/']")
    #expect(
      try settings.value(of: .overpassServers).all.map(\.absoluteString) == [comma, "https://example.com/"])
    let variable = try Self.settings(environment: ["POI_OVERPASS_URL": "https://a.org/, https://b.org/"])
    #expect(
      try variable.value(of: .overpassServers).all.map(\.absoluteString)
        == ["https://a.org/", "https://b.org/"])
  }

  @Test("an option overrides the file, and has the type of its setting")
  func optionValues() throws {
    let options = try NearbyOptions.parse(["--radius", "1.5km", "--limit", "3"])
    let settings = try Self.settings("[nearby]\nradius = 4\nlimit = 5")
    #expect(try settings.value(of: .radius, given: options.radius) == Distance(metres: 1500))
    #expect(try settings.value(of: .limit, given: options.limit) == 3)
    #expect(try settings.value(of: .limit, given: try NearbyOptions.parse([]).limit) == 5)
    #expect(try settings.value(of: .radius, given: try NearbyOptions.parse([]).radius)?.metres == 4)
  }

  @Test("reports the origin of a setting")
  func origins() throws {
    let settings = try Self.settings(
      "\ntimeout = 4\n[watch]\nwithin = 8", environment: ["POI_LANGUAGE": "sv"])
    func origin(_ setting: some AnySetting) throws -> SettingsReport.Origin {
      try Self.row(of: setting, in: settings).origin
    }
    #expect(try origin(Setting.timeout) == .file(path: "/c/config.toml", line: 2))
    #expect(try origin(Setting.within) == .file(path: "/c/config.toml", line: 4))
    #expect(try origin(Setting.language) == .variable("POI_LANGUAGE"))
    #expect(try origin(Setting.source) == .builtIn)
    #expect(try origin(Setting.radius) == .builtIn)
  }

  @Test("hides the secrets in a URL")
  func secrets() throws {
    let settings = try Self.settings("source = \"https://me:secret@example.org/?key=secret\"")
    let shown = try #require(try Self.row(of: Setting.source, in: settings).value?.text)
    #expect(shown.hasPrefix("https://example.org/"))
    #expect(!shown.contains("secret"))
  }

  @Test("a setting survives being shown and written to the file")
  func roundTrip() throws {
    let usual = Settings(environment: ["HOME": "/home/you", "LC_ALL": "fi_FI.UTF-8"])
    for setting in Settings.all {
      let row = try setting.row(in: usual)
      guard let value = row.value else { continue }
      let line = "\(row.section.map { "\($0)." } ?? "")\(row.name) = \(value.literal)"
      #expect(try setting.row(in: try Self.settings(line)).value == value)
    }
  }

  @Test("the example states the defaults")
  func example() throws {
    let example = ConfigCommand.example
    #expect(try Self.settings(example).file?.values.isEmpty == true)
    let uncommented = example.split(separator: "\n").map { line in
      line.hasPrefix("# ") ? "" : line.drop { $0 == "#" }
    }
    let settings = try Self.settings(uncommented.joined(separator: "\n"))
    #expect(settings.file?.values.count == Settings.all.count)
    let usual = Settings(environment: ["HOME": "/home/you", "LC_ALL": "C.UTF-8"])
    for setting in Settings.all {
      guard let value = try setting.row(in: usual).value else { continue }
      #expect(try setting.row(in: settings).value == value)
    }
  }

  @Test("no two settings share a name")
  func names() {
    let keys = Settings.all.map(\.key)
    #expect(Set(keys.map(\.variable)).count == keys.count)
  }

  @Test("each setting belongs to an option of its command, and the help states its default")
  func options() throws {
    let commands: [SettingKey.Section?: any ParsableCommand.Type] = [
      nil: NearbyCommand.self, .nearby: NearbyCommand.self, .along: AlongCommand.self,
      .watch: WatchCommand.self,
      .here: HereCommand.self,
      .places: PlacesListCommand.self, .prefetch: PrefetchCommand.self,
    ]
    // Settings whose default depends on the locale or the home, or without an option.
    let others: Set = [
      "store", "cache-size", "overpass-url", "header-file", "units", "language", "color", "offline",
      "clock",
      "mode", "position", "trusted-proxy",
    ]
    let helps = commands.mapValues { command in
      command.helpMessage(columns: 10000).split(separator: "\n").map { $0.drop { $0 == " " } }
    }
    for setting in Settings.all where !others.contains(setting.key.name) {
      let lines = try #require(helps[setting.key.section])
      let index = try #require(
        lines.firstIndex { line in
          // Its names, without the help: -r, --radius, --within
          let names = line.prefix { $0 != "<" && $0 != "/" }.split { $0 == "," || $0 == " " }
          return line.hasPrefix("-") && names.prefix { $0.hasPrefix("-") }.contains("--\(setting.key.name)")
        })
      // A long name has its help in the next line.
      let help = lines[index...].prefix(2).joined(separator: " ")
      guard let value = try setting.row(in: Settings(environment: [:])).value else { continue }
      // That of another command may follow: (default: 30; watch: none)
      #expect([")", ";"].contains { help.contains("(default: \(value.text)\($0)") }, "\(help)")
    }
  }
}
