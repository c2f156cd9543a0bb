import Geography
import Places
import TestSupport
import Testing

@testable import poi

/// `poi` without arguments, on terminals of several sizes.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct BareCommandTests {
  private let terrain = Terrain()

  private func run(_ terminal: (columns: Int, rows: Int)?, _ environment: [String: String] = [:]) async
    -> CommandRun
  {
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: 100)]))
    let fetcher = MockLocationFetcher.answering { [terrain] in
      $0.deliver(terrain.fix(east: 0, at: 0, accuracy: 5))
    }
    return await CommandRun(
      [], in: .mock(environment: environment, places: places, fetcher: fetcher),
      on: MockConsole(terminal: terminal, tellsTerminal: terminal != nil))
  }

  @Test(
    "draws a radar where it has room, and lists the places anywhere else",
    arguments: [(80, 24, true), (120, 40, true), (40, 24, false), (80, 12, false)])
  func radar(columns: Int, rows: Int, isDrawn: Bool) async {
    let run = await run((columns, rows))
    #expect(run.status == .found, "\(run)")
    #expect(run.output.contains("●") == isDrawn, "\(run)")
  }

  @Test("lists the places in a pipe, and in the format of the configuration")
  func lines() async {
    let piped = await run(nil)
    #expect(piped.output.hasPrefix("100 m  → E"), "\(piped)")
    let configured = await run((80, 24), ["POI_NEARBY_FORMAT": "table"])
    #expect(!configured.output.contains("●"), "\(configured)")
  }
}
