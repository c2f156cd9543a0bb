import Foundation
import Glibc
import TestSupport
import Testing

/// What somebody sees who has just installed poi: no data, no receiver, no network, nothing set up.
@Suite(.timeLimit(.minutes(5))) struct FirstRunTests {
  private let home: TemporaryDirectory
  private var app: PoiApp

  init() throws {
    home = try TemporaryDirectory()
    app = PoiApp(environment: [
      "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8", "HOME": home.path(of: ""), "TMPDIR": home.path(of: ""),
      "POI_GPSD": "127.0.0.1:1", "POI_OVERPASS_URL": "http://127.0.0.1:1/",
    ])
    app.workingDirectory = home.path(of: "")
  }

  @Test("poi alone says without a position what to do next, in three lines")
  func nowhere() async throws {
    let outcome = try await app.run([])
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.output == "")
    #expect(
      outcome.messages == """
        poi: gpsd at 127.0.0.1:1 cannot be reached
        poi: find out why, and how to fix it: poi doctor
        poi: or search around a place by name: poi import REGION.osm.pbf, then poi coffee in TOWN
        poi: or watch a sample walk first: poi demo

        """)
  }

  @Test("poi alone says without data what to do next, and asks no server")
  func nothing() async throws {
    let outcome = try await located([])
    #expect(outcome.status == 75, "\(outcome)")
    #expect(outcome.output == "")
    let lines = outcome.messages.split(separator: "\n").suffix(4)
    #expect(
      lines.first?.hasPrefix("poi: there is no data yet") == true,
      "\(outcome)")
    #expect(
      lines.dropFirst() == [
        "poi: import a map extract: poi import REGION.osm.pbf (poi init says where to get one)",
        "poi: or ask a server, which then sees your position: poi nearby",
        "poi: or watch a sample walk first: poi demo",
      ])
  }

  @Test("with data, poi alone says where one is and what is near, and words are those of poi nearby")
  func answers() async throws {
    #expect(try await app.run(["import", Fixtures.path("places/kamppi.osm.pbf")]).status == 0)
    let alone = try await located([])
    #expect(alone.status == 0, "\(alone)")
    let lines = alone.output.split(separator: "\n")
    #expect(lines.first?.contains("Helsinki") == true, "\(alone)")
    #expect(lines.count == 12, "\(alone)")
    let unlocated = try await app.run([])
    #expect(unlocated.messages.contains("by name: poi coffee in TOWN\n"), "\(unlocated)")
    let coffee = try await located(["coffee", "--limit", "3"])
    #expect(coffee.status == 0, "\(coffee)")
    #expect(coffee.output == (try await located(["nearby", "coffee", "--limit", "3"])).output)
  }

  @Test("a word that is near a command's name is refused, so that a script never searches for a typo")
  func typo() async throws {
    let outcome = try await app.run(["improt", "andorra.osm.pbf"])
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.messages == "poi: no command 'improt'; did you mean import?\n", "\(outcome)")
  }

  @Test("poi help is the overview")
  func help() async throws {
    let outcome = try await app.run(["help"])
    #expect(outcome.status == 0 && outcome.output.contains("\nCOMMANDS\n"), "\(outcome)")
  }

  @Test("poi demo prints the walk in a pipe, names what to try next, and leaves nothing behind")
  func demo() async throws {
    let outcome = try await app.run(["demo"])
    #expect(outcome.status == 0, "\(outcome)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count > 20 && lines.allSatisfy { $0.hasPrefix("2026-06-01T13:") }, "\(outcome)")
    #expect(outcome.messages.contains(Self.next), "\(outcome)")
    let quiet = try await app.run(["demo", "--quiet"])
    #expect(quiet.messages == "" && quiet.output == outcome.output, "\(quiet)")
    #expect(try home.fileNames == [])
  }

  @Test("on a terminal, poi demo is the live screen until q is pressed")
  func liveDemo() async throws {
    let outcome = try await CommandRunner.run(
      "/usr/bin/script",
      ["--quiet", "--return", "--command", "stty cols 80 rows 24; '\(PoiApp.path)' demo", "/dev/null"],
      input: Array("q".utf8),
      environment: app.environment.merging(["TERM": "xterm", "SHELL": "/bin/sh"]) { $1 })
    #expect(outcome.output.contains("\u{1B}[?1049h"), "\(outcome.output.debugDescription)")
    #expect(
      outcome.output.replacing("\r\n", with: "\n").hasSuffix("\u{1B}[?1049l\(Self.next)"),
      "\(outcome.output.debugDescription)")
    #expect(try home.fileNames == [])
  }

  @Test("poi init changes nothing in a pipe, and says why")
  func setUp() async throws {
    let outcome = try await app.run(["init"], input: "Andorra\n\n\n")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.messages == "poi: poi init changed nothing: it asks questions, which takes a terminal\n")
    #expect(try home.fileNames == [])
  }

  private static let next = """
    That was a sample walk in Helsinki.
    Places © OpenStreetMap contributors,
    ODbL 1.0. Try next:
      poi init    set up for your own town
      poi doctor  check the receiver
      poi help    see all that poi can do

    """

  /// Runs poi with a receiver that is in Helsinki.
  private func located(_ arguments: [String]) async throws -> CommandRunner.Outcome {
    let gpsd = try FakeReceiver(.send(try FakeReceiver.sentences(of: "gps/walk.json")), .stay)
    var app = app
    app.environment["POI_GPSD"] = "127.0.0.1:\(gpsd.port)"
    var outcome = try await app.run(arguments)
    // On a busy machine, the receiver may report only after poi has stopped waiting for it.
    while outcome.messages.contains("no fix from gpsd"), !Task.isCancelled {
      outcome = try await app.run(arguments)
    }
    return outcome
  }
}
