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
    "units, signs, names and words follow the locale",
    arguments: [
      ("C.UTF-8", "89 m  ← WSW  Rautatientori  subway station\n"),
      ("C", "89 m  WSW  Rautatientori  subway station\n"),
      ("en_US.UTF-8", "292 ft  ← WSW  Central Railway Station  subway station\n"),
      ("en_GB", "97 yd  WSW  Central Railway Station  subway station\n"),
      ("sv_FI.UTF-8", "89 m  ← VSV  Järnvägstorget  tunnelbana\n"),
    ])
  func locales(locale: String, row: String) async throws {
    let outcome = try await nearby(["LANG": locale])
    #expect(outcome.output == row)
  }

  @Test(
    "the language of words follows LC_MESSAGES, or else --language, in what people read alone",
    arguments: [
      (["LC_MESSAGES": "de_AT.UTF-8"], [], "poi: nichts gefunden: Kino\n"),
      (["LANG": "fr_FR.UTF-8"], ["--language", "es"], "poi: no se ha encontrado nada: Kino\n"),
      (["LANG": "fr_FR.UTF-8"], ["--language", "local"], "poi: rien trouvé : Kino\n"),
      (["LANG": "tlh"], [], "poi: no Kino found\n"),
    ] as [([String: String], [String], String)])
  func languages(environment: [String: String], options: [String], message: String) async throws {
    var app = PoiApp()
    app.environment = environment.merging(["IS_UNIT_TESTING": "1"]) { $1 }
    let folder = try TemporaryDirectory()
    let file = try folder.write("id,name,lat,lon\n", as: "none.csv")
    let arguments = ["nearby", "Kino", "--source", file, "--at", "60,24"] + options
    let outcome = try await app.run(arguments)
    #expect(outcome.messages == message, "\(outcome)")
    let json = try await app.run(arguments + ["--json"])
    #expect(json.output.contains(#""places": []"#) && json.messages == message, "\(json)")
  }

  @Test(
    "JSON has local names and SI units in any locale, and beside a name in a chosen language the local one")
  func json() async throws {
    let outcome = try await nearby(["LANG": "sv_GB.UTF-8"], "--format", "jsonl")
    #expect(outcome.output.contains(#""name":"Rautatientori""#), "\(outcome)")
    #expect(!outcome.output.contains(#""name":"Järnvägstorget""#))
    #expect(outcome.output.contains(#""distance":8"#))
    let chosen = try await nearby([:], "--format", "jsonl", "--language", "sv")
    #expect(chosen.output.contains(#""name":"Järnvägstorget""#), "\(chosen)")
    #expect(chosen.output.contains(#""name":"Rautatientori""#))
  }

  @Test("options override the locale")
  func options() async throws {
    let outcome = try await nearby(
      ["LC_ALL": "sv_US.UTF-8"], "--units", "metric", "--language", "local", "--draw", "ascii")
    #expect(outcome.output == "89 m  VSV  Rautatientori  tunnelbana\n")
  }
}
