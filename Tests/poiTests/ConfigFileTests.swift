import Foundation
import Geography
import Places
import Presentation
import TestSupport
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct ConfigFileTests {
  private static func file(_ text: String) throws -> ConfigFile {
    try ConfigFile(parsing: text, path: "/c/config.toml", home: "/home/you")
  }

  @Test(
    "reads a value like the option's",
    arguments: [
      ("timeout = 45", .timeout, "45"), ("timeout = 0.5", .timeout, "0.5"),
      ("offline = true", .offline, "true"), ("source = \"store\"", .source, "store"),
      ("source = '~/a.csv'", .source, "/home/you/a.csv"), ("store = \"/s.sqlite\"", .store, "/s.sqlite"),
      ("source = \"https://example.org/\"", .source, "https://example.org/"),
      ("source = \"http://[::1]:8080/a:b@c\"", .source, "http://[::1]:8080/a:b@c"),
      ("[nearby]\nradius = 800", .radius, "800m"), ("[nearby]\nradius = \"1.5km\"", .radius, "1500m"),
      ("watch.within = \"80m\"", .within, "80m"),
      ("overpass-url = [\"http://a/\", \"http://b/\"]", .overpass, "http://a/,http://b/"),
      ("[watch]\nevents = \"enter,leave\"", .events, "enter,leave"),
    ] as [(String, SettingKey, String)])
  func values(text: String, key: SettingKey, shown: String) throws {
    let file = try Self.file(text)
    #expect(Array(file.values.keys) == [key])
    let setting = try #require(Settings.all.first { $0.key == key })
    #expect(try setting.row(in: Settings(environment: [:], file: file)).value?.text == shown)
  }

  @Test(
    "reports an invalid value with its line, its name and what is allowed",
    arguments: [
      ("\ntimout = 3", "2: no setting 'timout' at the top; did you mean timeout?"),
      ("limit = 3", "1: no setting 'limit' at the top; did you mean limit in [nearby]?"),
      ("[watch]\r\nlimit = 3", "2: no setting 'limit' in [watch]; did you mean limit in [nearby]?"),
      (
        "withn = 3",
        "1: no setting 'withn' at the top; did you mean within in [along] or in [watch] or in [here]?"
      ),
      ("[wath]\nwithin = 3", "2: no section [wath]; did you mean [watch]?"),
      (
        "[a.b]\nwithin = 3",
        "2: no section [a]; the sections are nearby, along, watch, here, places, prefetch, open, query.NAME"
      ),
      ("x = 1", "1: no setting 'x' at the top; poi config lists the settings"),
      ("watch = 3", "1: watch is a section; use [watch] on a line of its own"),
      (
        "timeout = \"45\"",
        "1: timeout takes a number of seconds above 0, up to 86400, not a text"
      ),
      ("timeout = nan", "1: timeout: 'nan' is not a number of seconds above 0, up to 86400"),
      ("offline = 1", "1: offline takes true or false, not a number"),
      (
        "gpsd = 1",
        "1: gpsd takes an address like localhost:2947 or [::1]:2947:/dev/ttyUSB0, not a number"
      ),
      (
        "[nearby]\nfields = []",
        "2: fields: no field ''; the fields are \((PlaceColumn.words + ["tag:KEY"]).joined(separator: ", "))"
      ),
      ("overpass-url = [1]", "1: overpass-url takes URLs, not such a list"),
      ("# within = 1\n[watch]\nwithin = 0", "3: within: '0' is not a distance above 0"),
      ("[nearby]\nlimit = 2.5", "2: limit: '2.5' is not a whole number of 1 or more"),
      (
        "[nearby]\nradius = \"2km\"\nwithin = \"300m\"",
        "3: radius and within are one setting, which is already set in line 2"
      ),
      ("units = \"feet\"", "1: units: 'feet' is not one of metric, imperial, nautical"),
      (
        "store = \"s.sqlite\"",
        "1: store: 's.sqlite' depends on the current folder; begin the path with / or ~/"
      ),
      (
        "source = \"stroe\"",
        "1: source: 'stroe' is neither auto, store, overpass nor a URL; a file's path begins with / or ~/"
      ),
      (
        "[query.night]\nopen-at = \"Sun 03:00\"\nopen-now = true",
        "3: open-now and open-at contradict each other"
      ),
      (
        "source = \"http://127.0.0.1:99999/x\"",
        "1: source: '99999' is not a port; use a number from 1 to 65535"
      ),
      (
        "overpass-url = [\"http://[::1]:0/x\"]",
        "1: overpass-url: '0' is not a port; use a number from 1 to 65535"
      ),
      ("timeout = ", "1: expected a value, not the end of the file"),
    ])
  func refused(text: String, message: String) {
    #expect(throws: CommandFailure("/c/config.toml:\(message)", .malformedInput)) { try Self.file(text) }
  }

  @Test(
    "finds the configuration file",
    arguments: [
      (["HOME": "/h"], "/h/.config/poi/config.toml"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "/x"], "/x/poi/config.toml"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "x"], "/h/.config/poi/config.toml"),
      (["HOME": "/h", "POI_CONFIG": "/p"], "/p"),
      (["HOME": "/h", "POI_CONFIG": ""], "/h/.config/poi/config.toml"),
      (["HOME": ""], nil),
    ])
  func path(environment: [String: String], path: String?) {
    #expect(ConfigFile.path(in: environment) == path)
  }

  @Test("the file is optional, unless a variable names it")
  func absence() throws {
    let folder = try TemporaryDirectory()
    #expect(try ConfigFile.ofUser(in: ["XDG_CONFIG_HOME": folder.url.path]) == nil)
    let named = folder.path(of: "none")
    #expect(throws: CommandFailure("\(named): No such file or directory", .noSuchInput)) {
      try ConfigFile.ofUser(in: ["POI_CONFIG": named])
    }
  }

  @Test("refuses a named pipe, which may have no writer", .timeLimit(.minutes(1)))
  func pipe() throws {
    let folder = try TemporaryDirectory()
    let pipe = folder.path(of: "config.toml")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: CommandFailure("\(pipe) is a named pipe; use a file", .noSuchInput)) {
      try ConfigFile.ofUser(in: ["POI_CONFIG": pipe])
    }
  }

  @Test("refuses a file that is too large, or not text")
  func noText() throws {
    let folder = try TemporaryDirectory()
    for data in [Data(repeating: 0x23, count: 65537), Data([0xFF]), Data([0x23, 0])] {
      let file = try folder.write(data, as: "config.toml")
      #expect(throws: CommandFailure("\(file) is not a text file of at most 64 KiB", .malformedInput)) {
        try ConfigFile.ofUser(in: ["POI_CONFIG": file])
      }
    }
  }
}

extension SettingKey {
  fileprivate static let timeout = SettingKey(section: nil, name: "timeout")
  fileprivate static let offline = SettingKey(section: nil, name: "offline")
  fileprivate static let source = SettingKey(section: nil, name: "source")
  fileprivate static let store = SettingKey(section: nil, name: "store")
  fileprivate static let overpass = SettingKey(section: nil, name: "overpass-url")
  fileprivate static let radius = SettingKey(section: .nearby, name: "radius")
  fileprivate static let within = SettingKey(section: .watch, name: "within")
  fileprivate static let events = SettingKey(section: .watch, name: "events")
}
