import Foundation
import TestSupport
import Testing

/// What `--verbose` says on stderr.
@Suite(.timeLimit(.minutes(5))) struct VerboseTests {
  private let folder: TemporaryDirectory
  private var app = PoiApp()

  init() throws {
    folder = try TemporaryDirectory()
    app.environment["HOME"] = folder.url.path
  }

  /// The lines that are logged, without their times.
  private func logged(_ outcome: CommandRunner.Outcome) -> [String] {
    outcome.messages.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /poi: [0-9]+\.[0-9]{3} s: (.*)/).map { String($0.output.1) }
    }
  }

  @Test("reports each request without its secrets, and its result")
  func server() async throws {
    let body = Data(#"[{"lat":60.17,"lon":24.94}]"#.utf8)
    let server = try RunningServer { _ in .json(body) }
    let outcome = try await app.nearby(
      "--at", "60.17,24.94", "--source", "\(server.address)?token=secret", "--verbose")
    server.stop()
    #expect(!outcome.messages.contains("secret"))
    let lines = logged(outcome)
    #expect(
      lines.dropLast() == [
        "configuration: there is no file", "places: from \(server.address)",
        "position: from the command line",
      ])
    let answer = "server: GET \(server.address): status 200, 27 B in "
    #expect(lines.last?.hasPrefix(answer) == true, "\(outcome.messages)")
  }

  @Test("reports which source answers, and why")
  func store() async throws {
    let imported = try await app.run(["import", Fixtures.path("places/helsinki.geojson"), "--verbose"])
    let path = folder.path(of: ".local/share/poi/places.sqlite")
    #expect(logged(imported).contains("store: opened \(path) to be changed"))
    let outcome = try await app.nearby("--gps-log", Fixtures.path("gps/walk.nmea"), "--verbose")
    #expect(
      logged(outcome) == [
        "configuration: there is no file", "places: from auto", "store: opened \(path)",
        "position: from \(Fixtures.path("gps/walk.nmea"))", "position: a device reports",
        "places: the store has some for this area",
      ])
  }

  @Test("without --verbose, reports none of that")
  func quiet() async throws {
    let file = Fixtures.path("places/helsinki.geojson")
    let outcome = try await app.nearby("--at", "60.17,24.94", "--source", file)
    #expect(logged(outcome).isEmpty)
  }
}
