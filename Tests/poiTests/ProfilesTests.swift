import Foundation
import Places
import TestSupport
import Testing

@testable import poi

/// `poi watch --profile NAME`.
@MainActor
@Suite struct ProfilesTests {
  private let folder: TemporaryDirectory
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryDirectory()
    environment = ["XDG_CONFIG_HOME": folder.url.path]
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "poi/profiles"), withIntermediateDirectories: true)
    _ = try folder.write("[watch]\nconfirm = 3\n", as: "poi/profiles/mine.toml")
  }

  @Test(
    "each that poi brings is valid, and asks for categories that poi knows",
    arguments: ["walk-blind", "wheelchair", "cycle", "drive"])
  func shipped(name: String) throws {
    let path = Fixtures.path("../Sources/poi/Profiles/\(name).toml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let profile = try ConfigFile(parsing: text, path: path, home: nil)
    #expect(profile.value(of: Setting<EventOptions.Names>.events)?.names.contains("street") == true)
    let words = try #require(profile.value(of: Setting<[String]?>.categories(of: .watch)) ?? nil)
    #expect(words.allSatisfy { Category.named($0) != nil }, "\(words)")
  }

  @Test("its settings come after options, and before variables")
  func order() throws {
    var settings = Settings(environment: ["POI_WATCH_CONFIRM": "5", "POI_WATCH_COOLDOWN": "7"])
    settings.profile = try Profiles.named("mine", in: environment)
    #expect(try settings.value(of: .confirm, given: 2) == 2)
    #expect(try settings.value(of: .confirm) == 3)
    #expect(try settings.value(of: .cooldown) == 7)
  }

  @Test("an unknown one is an error that names those that are there")
  func unknown() {
    #expect {
      try Profiles.named("nobody", in: environment)
    } throws: { error in
      let failure = error as? CommandFailure
      return failure?.status == .usage && failure?.message.hasPrefix("no profile 'nobody'; ") == true
        && failure?.message.contains("mine") == true
    }
  }

  @Test("poi config tells the user's own from those that poi brings, and where each is")
  func origins() async throws {
    let run = await CommandRun(["config", "--json"], in: .mock(environment: environment))
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let rows = (report?["settings"] as? [[String: Any]] ?? []).filter {
      $0["section"] as? String == "profiles"
    }
    #expect(
      rows.map { "\($0["name"] ?? "") \($0["origin"] ?? "")" } == [
        "cycle built-in", "drive built-in", "mine file", "walk-blind built-in", "wheelchair built-in",
      ])
    #expect(rows.allSatisfy { ($0["value"] as? String)?.hasSuffix("/\($0["name"] ?? "").toml") == true })
  }
}
