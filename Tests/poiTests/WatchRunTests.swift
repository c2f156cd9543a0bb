import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import poi

/// `poi watch`, with a receiver that the test controls.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct WatchRunTests {
  private let terrain = Terrain()
  private let watch = ["watch", "--gps-log", "ride.nmea"]

  private var kiosk: MockPlaceProvider {
    MockPlaceProvider(.success([terrain.place("node/1", name: "Kiosk")]))
  }

  /// A log of fixes on the way east, in metres from the kiosk, 4 s apart.
  private func log(
    _ offsets: [Double], skipping skipped: Int = 0, badLines: BadLines = 0
  ) -> MockLocationFetcher {
    .delivering { fetcher in
      fetcher.change(to: .reporting)
      for location in terrain.track(offsets, every: 4).dropFirst(skipped) { fetcher.deliver(location) }
      fetcher.finish(with: .complete(badLines: badLines))
    }
  }

  // MARK: Events

  @Test("enters and leaves a place, and each event says why")
  func events() async {
    let places = kiosk
    let fetcher = log([-300, -20, 0, 100, 200])
    let run = await CommandRun(watch, in: .mock(places: places, fetcher: fetcher))
    #expect(run.status == .found)
    #expect(
      run.output == """
        2026-05-28T23:26:48+03:00  reached Kiosk, 0 m
        2026-05-28T23:26:56+03:00  left Kiosk, 200 m W

        """)
    #expect(run.messages == [])
    #expect(places.questions.count == 1, "the area is loaded once")
    fetcher.verify()
  }

  @Test("says why a place may not be what was asked for, in text, speech and JSON")
  func caveat() async {
    let spring = PointOfInterest(
      id: "node/1", coordinate: terrain.coordinate(east: 0), tags: ["natural": "spring"])
    let watch = watch + ["--category", "drinking_water", "--events", "enter"]
    func run(_ arguments: String...) async -> String {
      await CommandRun(
        watch + arguments,
        in: .mock(places: MockPlaceProvider(.success([spring])), fetcher: log([-300, -20, 0, 100]))
      ).output
    }
    #expect(await run() == "2026-05-28T23:26:48+03:00  reached spring (potability unknown), 0 m\n")
    #expect(await run("--format", "jsonl").contains(#""caveat":"potability unknown""#))
    let spoken = await run("--speak-script")
    #expect(spoken.contains("spring, "))
    #expect(spoken.hasSuffix(", potability unknown.\n"))
  }

  @Test("tells once as text that a place was passed, by two events as JSON", arguments: ["jsonl", "text"])
  func passedOnce(format: String) async {
    let run = await CommandRun(
      watch + ["--approach", "500m", "--format", format],
      in: .mock(places: kiosk, fetcher: log([-700, -500, -300, -100, 100, 300, 500])))
    let told = run.lines.filter { $0.contains(format == "text" ? "passed Kiosk" : #""event":"pass"#) }
    #expect(told.count == (format == "text" ? 1 : 2), "\(run)")
  }

  @Test("prints a line of JSON per event, only for wanted events")
  func json() async throws {
    let run = await CommandRun(
      watch + ["--events", "authorization,location", "--format", "jsonl", "--count", "2"],
      in: .mock(fetcher: log([0, 10, 20])))
    #expect(run.status == .found)
    #expect(
      run.output == """
        {"event":"authorization","status":"authorized"}
        {"event":"location","time":"2026-05-28T20:26:40Z","position":{"latitude":60.17,"longitude":24.94,"time":"2026-05-28T20:26:40Z"}}

        """)
    #expect(run.messages == [])
  }

  @Test("ends this long after the first fix, by the fixes' own time")
  func duration() async {
    let fetcher = log([0, 10, 20, 30])
    let run = await CommandRun(
      watch + ["--events", "location", "--duration", "10"], in: .mock(fetcher: fetcher))
    #expect(
      run.lines.map { $0.prefix(25) } == [
        "2026-05-28T23:26:40+03:00", "2026-05-28T23:26:44+03:00", "2026-05-28T23:26:48+03:00",
      ])
    fetcher.verify()
  }

  @Test("features a place every ten seconds of a recording's own time")
  func featured() async {
    let timers = MockTimerScheduler()
    let run = await CommandRun(
      watch + ["--events", "featured"],
      in: .mock(places: kiosk, fetcher: log(Array(repeating: -100, count: 8)), timers: timers))
    #expect(
      run.lines.map { $0.prefix(19) } == ["2026-05-28T23:26:52", "2026-05-28T23:27:04"], "\(run)")
    #expect(!timers.timers.contains { $0.delay == .seconds(10) })
  }

  @Test("a timer ends the watch of a receiver, whose clock may be set meanwhile")
  func durationOfReceiver() async {
    let timers = MockTimerScheduler()
    let fetcher = MockLocationFetcher.delivering { fetcher in
      for second in [0, 100, 5000.0] { fetcher.deliver(terrain.fix(east: 0, at: second)) }
      timers.fire(after: .seconds(10))
    }
    fetcher.canPause = false
    let run = await CommandRun(
      watch + ["--events", "location", "--duration", "10"], in: .mock(fetcher: fetcher, timers: timers))
    #expect(run.lines.count == 3)
    fetcher.verify()
  }

  @Test("a receiver without a fix for the whole duration is a failure")
  func durationWithoutFix() async {
    let timers = MockTimerScheduler()
    let fetcher = MockLocationFetcher.delivering { _ in timers.fire(after: .seconds(10)) }
    fetcher.canPause = false
    let run = await CommandRun(watch + ["--duration", "10"], in: .mock(fetcher: fetcher, timers: timers))
    #expect(run.status == .tryLater && run.messages.first?.contains("within 10 s") == true, "\(run)")
  }

  @Test("--explain reports suppressed events")
  func explain() async {
    let run = await CommandRun(
      watch + ["--explain"], in: .mock(places: kiosk, fetcher: log([-300, -20, -300])))
    #expect(run.status == .nothingFound)
    #expect(run.output == "")
    #expect(
      run.messages == [
        "2026-05-28T23:26:44+03:00 Kiosk: 1 of 2 fixes within 50 m",
        "2026-05-28T23:26:48+03:00 Kiosk: outside again after 1 fix",
      ])
  }

  @Test("without a place nearby, finds nothing, and counts bad lines")
  func nothing() async {
    let run = await CommandRun(
      watch, in: .mock(places: kiosk, fetcher: log([900, 910], badLines: BadLines(1, first: 7))))
    #expect(run.status == .nothingFound)
    #expect(run.output == "")
    #expect(run.messages == ["ride.nmea: 1 line was not understood: line 7"])
  }

  @Test("says that nothing is in reach of a given position")
  func nothingInReach() async {
    let run = await CommandRun(
      ["watch", "--at", "60.17,24.94", "cafe"],
      in: .mock(places: MockPlaceProvider(.success([])), fetcher: log([0])))
    #expect(run.status == .nothingFound)
    #expect(run.messages == ["no cafe found within 50 m"])
  }

  @Test("keeps its state in a file, so that the next run does not enter again")
  func state() async throws {
    let folder = try TemporaryDirectory()
    let arguments = watch + ["--state", folder.path(of: "state")]
    let first = await CommandRun(arguments, in: .mock(places: kiosk, fetcher: log([-300, -20, 0])))
    #expect(first.output == "2026-05-28T23:26:48+03:00  reached Kiosk, 0 m\n")
    let second = await CommandRun(arguments, in: .mock(places: kiosk, fetcher: log([0, 10])))
    #expect(second.status == .nothingFound)
    #expect(second.output == "")
    #expect(second.messages == [])
  }

  @Test("a place that was closed when it was entered is not left in the next run, either")
  func stateOfSuppressed() async throws {
    let folder = try TemporaryDirectory()
    let closed = PointOfInterest(
      id: "node/1", coordinate: terrain.coordinate(east: 0), tags: ["opening_hours": "off"])
    for (offsets, skipped) in [([-300.0, -20, 0], 0), ([-300, -20, 0, 100, 200], 3)] {
      let run = await CommandRun(
        watch + ["--open-now", "--state", folder.path(of: "state")],
        in: .mock(
          places: MockPlaceProvider(.success([closed])), fetcher: log(offsets, skipping: skipped)))
      #expect(run.output == "", "\(run)")
    }
  }

  @Test("what --count leaves out comes in the next run")
  func stateAfterCount() async throws {
    let folder = try TemporaryDirectory()
    let places = [terrain.place("node/1", name: "Kiosk"), terrain.place("node/2", name: "Bar")]
    let way = [-300.0, -20, 0, 0, 0, 100, 200, 200]
    var told: [String] = []
    for skipped in [0, 3, 5, 7] {
      let run = await CommandRun(
        watch + ["--count", "1", "--state", folder.path(of: "state")],
        in: .mock(places: MockPlaceProvider(.success(places)), fetcher: log(way, skipping: skipped)))
      #expect(run.lines.count == 1)
      told.append(run.output.contains("Kiosk") ? "Kiosk" : "Bar")
    }
    #expect(told[0] != told[1] && told[2] != told[3], "\(told)")
  }

  @Test(
    "what --count leaves out comes as it was, wherever the next fix is",
    arguments: [
      ([-240.0, -140, -40, -58, -60, -100], 3), ([-100, 100, 200], 2), ([-240, -40, 900, 1000], 2),
    ])
  func cutByCount(way: [Double], cut: Int) async throws {
    let folder = try TemporaryDirectory()
    let places = [terrain.place("node/1", name: "Kiosk"), terrain.place("node/2", name: "Bar")]
    func run(_ arguments: String..., skipping skipped: Int = 0) async -> [Substring] {
      await CommandRun(
        watch + ["--confirm", "1"] + arguments,
        in: .mock(places: MockPlaceProvider(.success(places)), fetcher: log(way, skipping: skipped))
      ).lines
    }
    let state = folder.path(of: "state")
    let first = await run("--state", state, "--count", "1")
    let rest = await run("--state", state, skipping: cut)
    #expect(first.count == 1)
    #expect(await first + rest == run())
  }

  @Test(
    "what could not be written comes in the next run",
    arguments: [ConsoleError.closedPipe, .failed(code: 28)])
  func stateAfterFailure(failure: ConsoleError) async throws {
    let folder = try TemporaryDirectory()
    let arguments = watch + ["--state", folder.path(of: "state")]
    let way = [-300.0, -20, 0, 10]
    _ = await CommandRun(
      arguments, in: .mock(places: kiosk, fetcher: log(way)), on: MockConsole(failing: failure))
    let second = await CommandRun(arguments, in: .mock(places: kiosk, fetcher: log(way, skipping: 2)))
    #expect(second.lines.count == 1, "\(second)")
  }

  @Test("ends before asking anything if the state file is invalid, and leaves it alone")
  func badState() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("hello", as: "state")
    let run = await CommandRun(watch + ["--state", path], in: .mock())
    #expect(run.status == .malformedInput)
    #expect(run.messages == ["\(path) is not the state of a watch; remove it to start over"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "hello")
  }

  // MARK: Failures

  @Test(
    "a failing source ends it with the reason, and never means nothing found",
    arguments: SourceFailure.all.filter { !$0.error.isWorthRetrying })
  func failingSource(failure: SourceFailure) async {
    let failing = MockPlaceProvider(.failure(failure.error))
    let run = await CommandRun(watch, in: .mock(places: failing, fetcher: log([0, 10])))
    #expect(run.status == failure.status)
    #expect(run.messages == [failure.message])
    #expect(run.output == "")
    #expect(failing.questions.count == 1)
  }

  @Test("a log without a fix is a temporary failure")
  func noFix() async {
    let run = await CommandRun(watch, in: .mock(fetcher: log([])))
    #expect(run.status == .tryLater)
    #expect(run.output == "")
    #expect(run.messages == ["no fix from ride.nmea"])
  }

  @Test("an unreadable log ends it")
  func unreadableLog() async {
    let fetcher = MockLocationFetcher.delivering { fetcher in
      fetcher.finish(with: .failed(.logEmpty(LogInput(argument: "ride.nmea"))))
    }
    let run = await CommandRun(watch, in: .mock(fetcher: fetcher))
    #expect(run.status == .malformedInput)
    #expect(run.messages == ["ride.nmea is empty"])
    fetcher.verify()
  }

  @Test(
    "without a fix in time, ends with the receiver's reason",
    arguments: PositionFailure.allCases)
  func timeout(failure: PositionFailure) async {
    let timers = MockTimerScheduler()
    let fetcher = MockLocationFetcher.delivering { fetcher in
      switch failure {
      case .denied: fetcher.change(to: .unreachable(.gpsdUnreachable(GpsdAddress(), .refused)))
      case .restricted: fetcher.change(to: .noDevice)
      case .noFix: fetcher.change(to: .silent)
      }
      timers.fire(after: .seconds(30))
    }
    let run = await CommandRun(["watch", "--timeout", "30"], in: .mock(fetcher: fetcher, timers: timers))
    #expect(run.status == failure.status)
    #expect(run.messages == failure.messages)
    #expect(run.output == "")
    fetcher.verify()
  }

  /// A receiver whose fixes are all accurate to 150 m.
  private func inaccurate(_ timers: MockTimerScheduler) -> MockLocationFetcher {
    .delivering { fetcher in
      fetcher.canPause = false
      for second in 0..<5 { fetcher.deliver(terrain.fix(east: 0, at: Double(second), accuracy: 150)) }
      timers.fire(after: .seconds(8))
    }
  }

  @Test("fixes that are all too inaccurate are reported once, and end it in time")
  func inaccuracy() async {
    let timers = MockTimerScheduler()
    let fetcher = inaccurate(timers)
    let run = await CommandRun(
      ["watch", "--timeout", "8"], in: .mock(places: kiosk, fetcher: fetcher, timers: timers))
    #expect(run.status == .tryLater)
    #expect(run.output == "")
    #expect(
      run.messages == [
        "all fixes are ignored: the best is accurate to 150 m, and --max-accuracy is 100 m",
        "no usable fix within 8 s: the best is accurate to 150 m, and --max-accuracy is 100 m",
      ])
    fetcher.verify()
  }

  @Test("without events about places no fix has to be accurate")
  func inaccuracyWithoutPlaces() async {
    let timers = MockTimerScheduler()
    let run = await CommandRun(
      ["watch", "--timeout", "8", "--events", "location", "--count", "5"],
      in: .mock(places: kiosk, fetcher: inaccurate(timers), timers: timers))
    #expect(run.status == .found)
    #expect(run.lines.count == 5)
    #expect(run.messages == [])
  }

  @Test("--timeout no longer applies after the first fix")
  func timeoutAfterTheFirstFix() async {
    let timers = MockTimerScheduler()
    let fetcher = MockLocationFetcher.delivering { fetcher in
      fetcher.canPause = false
      fetcher.deliver(terrain.fix(east: 0, at: 0))
      timers.fire(after: .seconds(8))
      for second in 1..<5 { fetcher.deliver(terrain.fix(east: 0, at: Double(second))) }
    }
    let run = await CommandRun(
      ["watch", "--timeout", "8", "--events", "location", "--count", "5"],
      in: .mock(places: kiosk, fetcher: fetcher, timers: timers))
    #expect(run.status == .found)
    #expect(run.lines.count == 5)
    #expect(run.messages == [])
    #expect(timers.timers.contains { $0.delay == .seconds(8) && !$0.isPending })
    fetcher.verify()
  }

  @Test("reports a gpsd that goes away, and tries again")
  func reconnects() async {
    let timers = MockTimerScheduler()
    let fetcher = MockLocationFetcher()
    fetcher.expect(.startUpdatingLocation, .startUpdatingLocation, .stopUpdatingLocation)
    fetcher.handleStartUpdatingLocation = { fetcher in
      Task {
        fetcher.handleStartUpdatingLocation = { fetcher in
          Task { fetcher.deliver(terrain.fix(east: 0, at: 0)) }
        }
        fetcher.finish(with: .failed(.gpsdClosed(GpsdAddress())))
        timers.fire(after: .seconds(1))
      }
    }
    let run = await CommandRun(
      ["watch", "--events", "location", "--count", "1"], in: .mock(fetcher: fetcher, timers: timers))
    #expect(run.status == .found)
    #expect(run.output.hasPrefix("2026-05-28T23:26:40+03:00  60.17000, 24.94000"), "\(run)")
    #expect(
      run.messages == [
        "gpsd at localhost:2947 closed the connection; is it running? Try sudo systemctl start gpsd.socket, or name another with --gpsd HOST:PORT; trying again in 1 s"
      ])
    fetcher.verify()
  }

  @Test("ends silently if the reader is gone")
  func closedPipe() async {
    let run = await CommandRun(
      watch, in: .mock(places: kiosk, fetcher: log([-300, -20, 0, 100, 200])),
      on: MockConsole(failing: .closedPipe))
    #expect(run.status == nil)
    #expect(run.messages == [])
  }
}
