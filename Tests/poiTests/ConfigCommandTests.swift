import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ConfigCommandTests {
  /// A context whose configuration file has this text.
  private func context(_ text: String?, environment: [String: String] = [:]) throws -> CommandContext {
    var context = CommandContext.mock(environment: environment)
    context.settings.file = try text.map {
      try ConfigFile(parsing: $0, path: "/c/config.toml", home: "/home/you")
    }
    return context
  }

  private func row(_ name: String, of run: CommandRun) -> [Substring]? {
    run.lines.map { $0.split(separator: " ") }.first { $0.first == name[...] }
  }

  @Test("shows settings with their origins")
  func shown() async throws {
    let context = try context("# mine\ntimeout = 45\n", environment: ["POI_DESIRED_ACCURACY": "20"])
    let run = await CommandRun(["config"], in: context)
    #expect(run.status == .success)
    #expect(row("timeout", of: run) == ["timeout", "45", "/c/config.toml:2"])
    #expect(row("desired-accuracy", of: run) == ["desired-accuracy", "20", "$POI_DESIRED_ACCURACY"])
    #expect(row("source", of: run) == ["source", "auto", "built-in"])
    #expect(run.messages == [])
  }

  @Test("an address of gpsd is another default of where positions come from")
  func gpsd() async throws {
    let run = await CommandRun(["config"], in: try context("gpsd = \"localhost:2947\"\n"))
    #expect(row("position", of: run) == ["position", "gpsd", "built-in"])
  }

  @Test("shows every value of a saved query")
  func query() async throws {
    let run = await CommandRun(["config"], in: try context("[query.night]\nopen-at = \"Sun 03:00\"\n"))
    #expect(row("open-at", of: run) == ["open-at", "Sun", "03:00", "/c/config.toml:2"], "\(run)")
  }

  @Test("JSON has every setting, with its value and its origin")
  func json() async throws {
    let context = try context("timeout = 45\n[nearby]\nradius = \"2km\"\n")
    let run = await CommandRun(["config", "--json"], in: context)
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(document?["file"] as? String == "/c/config.toml")
    let settings = try #require(document?["settings"] as? [[String: Any]])
    #expect(settings.count == Settings.all.count + Profiles.paths(in: [:]).count)
    let timeout = try #require(settings.first { $0["name"] as? String == "timeout" })
    #expect(timeout["value"] as? Int == 45)
    #expect(timeout["origin"] as? String == "file")
    #expect(timeout["line"] as? Int == 1)
    let radius = try #require(settings.first { $0["name"] as? String == "radius" })
    #expect(radius["section"] as? String == "nearby")
    #expect(radius["value"] as? Int == 2000)
  }

  @Test("names a bad variable, and stops")
  func badVariable() async throws {
    let run = await CommandRun(["config"], in: try context(nil, environment: ["POI_WATCH_MAX_SPEED": "fast"]))
    #expect(run.status == .usage)
    #expect(
      run.messages == ["$POI_WATCH_MAX_SPEED: 'fast' is not a number of metres a second above 0"])
    #expect(run.output == "")
  }

  @Test(
    "prints the path that the environment names, whether or not the file exists",
    arguments: [
      (["POI_CONFIG": "/a/b.toml", "XDG_CONFIG_HOME": "/c"], "/a/b.toml"),
      (["XDG_CONFIG_HOME": "/c", "HOME": "/home/you"], "/c/poi/config.toml"),
      (["HOME": "/home/you"], "/home/you/.config/poi/config.toml"),
    ])
  func path(environment: [String: String], path: String) async throws {
    let run = await CommandRun(["config", "--path"], in: try context(nil, environment: environment))
    #expect(run.status == .success)
    #expect(run.output == "\(path)\n")
    #expect(run.messages == [])
  }

  @Test("without a home directory, there is no path")
  func noHome() async throws {
    let run = await CommandRun(["config", "--path"], in: try context(nil))
    #expect(run.status == .noSuchInput)
    #expect(run.messages == ["no home directory for the configuration; set XDG_CONFIG_HOME"])
    #expect(run.output == "")
  }

  @Test("the example sets nothing, and names every setting")
  func example() async throws {
    let run = await CommandRun(["config", "--example"], in: try context(nil))
    #expect(run.status == .success)
    #expect(run.lines.allSatisfy { $0.hasPrefix("#") })
    let file = try ConfigFile(parsing: run.output, path: "/c/config.toml", home: "/home/you")
    #expect(file.values.isEmpty)
    for setting in Settings.all {
      #expect(run.lines.contains { $0.hasPrefix("#\(setting.key.name)") }, "\(setting.key.name)")
    }
  }

  @Test("options for repairing a file work with a broken one")
  func readsNoFile() throws {
    #expect(try ConfigCommand.parse([]).readsConfigFile)
    #expect(try !ConfigCommand.parse(["--path"]).readsConfigFile)
    #expect(try !ConfigCommand.parse(["--example"]).readsConfigFile)
  }

  @Test("shows one thing at a time")
  func contradictions() async throws {
    let run = await CommandRun(["config", "--path", "--json"], in: try context(nil))
    #expect(run.status == .usage)
    #expect(run.messages.first?.hasPrefix("give one of --path, --example and --json") == true)
  }
}
