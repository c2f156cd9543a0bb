import Foundation
import TestSupport
import Testing

/// The configuration file, as the built binary uses it.
@Suite(.timeLimit(.minutes(5))) struct ConfigTests {
  private let folder: TemporaryDirectory
  private var app = PoiApp()

  init() throws {
    folder = try TemporaryDirectory()
    app.environment["HOME"] = folder.url.path
    app.environment["POI_CONFIG"] = folder.path(of: "config.toml")
  }

  private func configure(_ text: String) throws {
    _ = try folder.write(text, as: "config.toml")
  }

  @Test("a command uses the file, but a variable and an option override it")
  func precedence() async throws {
    try configure(
      "source = \"\(Fixtures.path("places/helsinki.geojson"))\"\n[nearby]\nlimit = 3\nformat = \"jsonl\"")
    func count(_ app: PoiApp, _ arguments: String...) async throws -> Int {
      let outcome = try await app.run(["nearby", "--at", "60.17,24.94"] + arguments)
      return outcome.output.split(separator: "\n").count
    }
    #expect(try await count(app) == 3)
    var inEnvironment = app
    inEnvironment.environment["POI_NEARBY_LIMIT"] = "2"
    #expect(try await count(inEnvironment) == 2)
    #expect(try await count(inEnvironment, "--limit", "1") == 1)
  }

  @Test("a mistake stops the commands that use the file, but not those that help to fix it")
  func mistake() async throws {
    try configure("\ntimout = 3\n")
    let file = folder.path(of: "config.toml")
    let refused = try await app.nearby("--at", "60.17,24.94")
    #expect(refused.messages == "poi: \(file):2: no setting 'timout' at the top; did you mean timeout?\n")
    #expect(refused.status == 65)
    #expect(try await app.run(["config", "--path"]).output == "\(file)\n")
    #expect(try await app.run(["config", "--example"]).status == 0)
    #expect(try await app.run(["categories", "water"]).status == 0)
  }

  @Test("reports a file without read permission", .enabled(if: geteuid() != 0))
  func unreadable() async throws {
    try configure("")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.path(of: "config.toml"))
    #expect(try await app.nearby("--at", "60.17,24.94").status == 77)
  }
}
