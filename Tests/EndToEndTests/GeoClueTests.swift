import Foundation
import TestSupport
import Testing

/// The position from a real GeoClue, and every way to get none.
@Suite(
  .timeLimit(.minutes(5)), .serialized,
  .enabled(if: GeoClueProcess.isThere, "needs geoclue-2.0, geoclue-2-demo, dbus and root"))
struct GeoClueTests {
  private let app = PoiApp()
  private let places = Fixtures.path("places/helsinki.geojson")

  private func run(
    _ setting: GeoClueProcess.Setting = .complete, _ arguments: String...
  ) async throws -> CommandRunner.Outcome {
    try await GeoClueProcess(setting).run(PoiApp.path, arguments, environment: app.environment)
  }

  @Test("prints GeoClue's position, and does not take an HDOP for a radius in metres")
  func position() async throws {
    let outcome = try await run(.complete, "nearby", "--geoclue", "-s", places, "-n", "1", "--json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains(#""accuracy": 38.0"#), "\(outcome)")
    #expect(outcome.output.contains(#""provider": "geoclue""#), "\(outcome)")
    #expect(outcome.output.contains(#""latitude": 60.17,"#), "\(outcome)")
    #expect(outcome.output.contains(#""longitude": 24.94,"#), "\(outcome)")
    #expect(outcome.output.contains(#""provider": "geoclue""#), "\(outcome)")
  }

  @Test("without gpsd, GeoClue answers by default")
  func automatic() async throws {
    var app = app
    app.environment["POI_GPSD"] = "127.0.0.1:1"
    app.environment["POI_POSITION"] = "auto"
    let outcome = try await GeoClueProcess().run(
      PoiApp.path, ["where", "--format", "decimal"], environment: app.environment)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == "60.170000, 24.940000\n")
  }

  @Test("reports that GeoClue stays silent without an agent")
  func withoutAgent() async throws {
    let outcome = try await run(.withoutAgent, "where", "--geoclue", "--timeout", "8")
    #expect(outcome.status == 75, "\(outcome)")
    let reason = "GeoClue has no permission: no desktop agent is running, or its question is still open"
    #expect(outcome.messages.contains("poi: \(reason); waiting\n"), "\(outcome)")
    #expect(outcome.messages.contains("poi: no fix from GeoClue within 8 s: \(reason); log in"), "\(outcome)")
  }

  @Test("a refusal by GeoClue has its own status")
  func refused() async throws {
    let outcome = try await run(.refusing, "where", "--geoclue")
    #expect(outcome.status == 77, "\(outcome)")
    #expect(outcome.messages.contains("poi: GeoClue denies poi the position; allow it"), "\(outcome)")
  }

  @Test("treats a killed service as a lost receiver, and reconnects")
  func killed() async throws {
    let geoclue = try GeoClueProcess()
    let outcome = try await geoclue.run(
      PoiApp.path,
      [
        "watch", "--geoclue", "-s", places, "--events", "authorization,enter", "--format", "jsonl", "--count",
        "3",
        "--timeout", "120",
      ], environment: app.environment, afterLines: 1
    ) { try $0.kill() }
    #expect(outcome.status == 0, "\(outcome)")
    let statuses = outcome.output.matches(of: /"status":"([a-z]+)"/).map(\.output.1)
    #expect(statuses.first == "authorized" && statuses.last == "authorized", "\(outcome)")
    #expect(statuses.contains("denied"), "\(outcome)")
    #expect(outcome.messages.contains("GeoClue went away"), "\(outcome)")
    #expect(outcome.messages.contains("trying again in 1 s"), "\(outcome)")
  }

  @Test("a walk gives the same events as its log")
  func walk() async throws {
    // Twelve metres a second to the east, past a place every 120 metres.
    let longitude = 24.94
    let degrees = 12 / 55_400.0
    let walk = (0..<45).map { (60.17, longitude + degrees * Double($0)) }
    let folder = try TemporaryDirectory()
    let places = try folder.write(
      "id,name,lat,lon\n"
        + (1...3).map { "\($0),Kiosk \($0),60.17005,\(longitude + degrees * Double(10 * $0))\n" }.joined(),
      as: "places.csv")
    let points = walk.enumerated().map { number, position in
      "<trkpt lat=\"\(position.0)\" lon=\"\(position.1)\"><time>2026-06-03T12:00:\(10 + number)Z</time></trkpt>"
    }
    let log = try folder.write(
      "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", as: "walk.gpx")
    let options = ["-s", places, "--within", "30m", "--events", "enter,leave", "--format", "jsonl"]
    func events(_ outcome: CommandRunner.Outcome) -> [String] {
      outcome.output.matches(of: /"event":"([a-z]+)".*?"id":"([0-9]+)"/)
        .map { "\($0.output.1) \($0.output.2)" }
    }
    let expected = try await app.run(["watch", "--gps-log", log] + options)
    #expect(events(expected) == ["enter 1", "leave 1", "enter 2", "leave 2", "enter 3", "leave 3"])
    let outcome = try await GeoClueProcess(walk: walk).run(
      PoiApp.path, ["watch", "--geoclue", "--count", "6", "--timeout", "120"] + options,
      environment: app.environment)
    #expect(events(outcome) == events(expected), "\(outcome)")
  }

  @Test("poi doctor checks GeoClue")
  func doctor() async throws {
    let outcome = try await run(.complete, "doctor", "--geoclue", "--offline")
    #expect(outcome.output.hasPrefix("geoclue     ok       GeoClue answers\npermission  ok"), "\(outcome)")
    let refused = try await run(.refusing, "doctor", "--geoclue", "--offline")
    #expect(refused.status == 77, "\(refused)")
    #expect(refused.output.contains("geoclue     broken   GeoClue denies poi the position"), "\(refused)")
  }

  @Test("reports a missing bus")
  func noBus() async throws {
    var app = app
    app.environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"
    let outcome = try await app.run(["where", "--geoclue"])
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.hasPrefix("poi: GeoClue is unreachable: no system bus"), "\(outcome)")
  }
}
