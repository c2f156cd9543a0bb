import TestSupport
import Testing

/// What the environment says about how people read, count and name things.
@Suite(.timeLimit(.minutes(5))) struct LocaleTests {
  private func nearby(_ environment: [String: String], _ arguments: String...) async throws
    -> CommandRunner.Outcome
  {
    var app = PoiApp()
    app.environment = environment.merging(["IS_UNIT_TESTING": "1"]) { $1 }
    return try await app.run(
      [
        "nearby", "--source", Fixtures.path("places/helsinki.geojson"), "--gps-log",
        Fixtures.path("gps/walk.nmea"), "--name", "järnvägstorget", "--tag", "railway=station",
      ] + arguments)
  }

  @Test(
    "units, signs and names follow the locale",
    arguments: [
      ("C.UTF-8", "89 m  ← WSW  Rautatientori  subway station\n", "accurate to 21 m"),
      ("C", "89 m  WSW  Rautatientori  subway station\n", "accurate to 21 m"),
      ("en_US.UTF-8", "292 ft  ← WSW  Central Railway Station  subway station\n", "accurate to 70 ft"),
      ("en_GB", "97 yd  WSW  Central Railway Station  subway station\n", "accurate to 23 yd"),
      ("sv_FI.UTF-8", "89 m  ← WSW  Järnvägstorget  subway station\n", "accurate to 21 m"),
    ])
  func locales(locale: String, row: String, accuracy: String) async throws {
    let outcome = try await nearby(["LANG": locale])
    #expect(outcome.output == row)
    #expect(outcome.messages.contains(accuracy), "\(outcome)")
  }

  @Test("JSON has the shown name, the local name as a tag, and SI units in any locale")
  func json() async throws {
    let outcome = try await nearby(["LANG": "sv_GB.UTF-8"], "--format", "jsonl")
    #expect(outcome.output.contains(#""name":"Järnvägstorget""#), "\(outcome)")
    #expect(outcome.output.contains(#""name":"Rautatientori""#))
    #expect(outcome.output.contains(#""distance":8"#))
  }

  @Test("options override the locale")
  func options() async throws {
    let outcome = try await nearby(
      ["LC_ALL": "sv_US.UTF-8"], "--units", "metric", "--language", "local", "--draw", "ascii")
    #expect(outcome.output == "89 m  WSW  Rautatientori  subway station\n")
  }
}
