import CivilTime
import Geography
import Glibc
import Input
import Nearby
import Places
import Positioning
import Presentation
import Programs

/// Runs the user's commands on events: in the events' order, none for long.
///
/// A place's name reaches a command in its environment and on its standard input, never as shell code.
@MainActor
final class EventCommands {
  /// How long a command may take.
  static let limit = Duration.seconds(10)
  /// How long to wait for its end: without a free descriptor, the system may be unable to report it.
  static let patience = Duration.seconds(15)

  nonisolated static let events = [
    "initial", "enter", "leave", "pass", "approach", "passed", "signal", "street", "junction",
    "crossing", "steps", "lift", any,
  ]
  /// Every event that is about a place.
  private nonisolated static let any = "any"

  typealias Call = CommandQueue.Call

  /// Where a position is, asked only for commands that run.
  var words: @MainActor (Location, Surroundings.Near<Street>?) async -> String? = { _, _ in nil }
  var street: @MainActor () -> Surroundings.Near<Street>? = { nil }

  private let commands: [String: [String]]
  private let start: @MainActor (Call) async -> String?
  private let tell: (String) -> Void
  private let timerScheduler: any TimerScheduler
  private var queue = CommandQueue()
  private var complained: Set<String> = []
  private var idle: CheckedContinuation<Void, Never>?

  /// - Parameters:
  ///   - commands: by the event's name; that of `any` is run on every event that is about a place.
  ///   - start: runs one to its end, and returns what went wrong.
  ///   - timerScheduler: limits the wait for an end.
  ///   - tell: called with the first failure of each command.
  init(
    commands: [String: [String]],
    start: @escaping @MainActor (Call) async -> String? = { await runInShell($0, limit: limit) },
    timerScheduler: any TimerScheduler = DispatchTimerScheduler(),
    tell: @escaping (String) -> Void
  ) {
    (self.commands, self.start, self.timerScheduler, self.tell) = (commands, start, timerScheduler, tell)
  }

  private func run(
    _ event: String, of nearby: NearbyPlace, at distance: Distance, _ direction: RelativeDirection?,
    _ location: Location, _ json: @autoclosure () -> String
  ) -> Bool {
    let called = [event, Self.any].flatMap { commands[$0] ?? [] }
    guard !called.isEmpty else { return false }
    let place = nearby.place
    let environment = [
      // A command may print them to the terminal as they are.
      "POI_PLACE_ID": Self.variable(place.id),
      "POI_PLACE_NAME": Self.variable(place.name ?? ""),
      "POI_PLACE_CATEGORY": Self.variable(place.mainCategory ?? ""),
      "POI_PLACE_TITLE": Self.variable(Self.title(of: place)),
      "POI_DISTANCE": distance.metres.fixed(1),
      "POI_DIRECTION": direction?.quadrant.rawValue ?? "",
    ]
    run(called, on: event, environment, at: location, place: place.id, input: json())
    return true
  }

  /// Takes an event; `json` is the line that stdout would get. Returns whether there is a command for it.
  @discardableResult
  func run(on event: WatchEvent, json: @autoclosure () -> String) -> Bool {
    let name = event.name
    let (fix, environment): (Location, [String: String])
    switch event {
    case .proximity(let event):
      return run(name, of: event.place, at: event.place.distance, event.direction, event.location, json())
    case .travel(let event):
      let distance = event.distance ?? event.place.distance
      return run(name, of: event.place, at: distance, event.direction, event.location, json())
    case .signal(let event):
      let since = event.since.map { Timestamp.text(of: $0) } ?? ""
      (fix, environment) = (event.location, ["POI_STATUS": event.status.rawValue, "POI_SINCE": since])
    case .street(let event):
      let (street, distance) = (event.street.thing.title, event.street.distance.metres.fixed(1))
      (fix, environment) = (event.location, ["POI_STREET": Self.variable(street), "POI_DISTANCE": distance])
    case .way(let event):
      (fix, environment) = (event.location, ["POI_DISTANCE": event.distance.metres.fixed(1)])
    default: return false
    }
    guard let called = commands[name] else { return false }
    run(called, on: name, environment, at: fix, place: nil, input: json())
    return true
  }

  private func run(
    _ called: [String], on name: String, _ environment: [String: String], at fix: Location, place: String?,
    input: String
  ) {
    var environment = environment
    environment["POI_EVENT"] = name
    environment["POI_LATITUDE"] = "\(fix.coordinate.latitude)"
    environment["POI_LONGITUDE"] = "\(fix.coordinate.longitude)"
    for command in called {
      queue.add(
        Call(
          command: command, environment: environment, input: input, place: place, fix: fix, street: street()))
    }
    startNext()
  }

  /// What to call a place in a notification, even if it has no name.
  private static func title(of place: PointOfInterest) -> String {
    [place.heading(), place.id].compactMap(\.self).first { !$0.isEmpty } ?? "place"
  }

  /// A stranger's text as a variable's value: of limited length, and never an option of the command that gets
  /// it.
  private static func variable(_ text: String) -> String {
    let text = TerminalText.harmless(text.cut(to: InputLimits.variable))
    return text.hasPrefix("-") ? " \(text)" : text
  }

  /// Gives up the commands in the queue.
  func dropWaiting() {
    guard queue.waitingCount > 0 else { return }
    tell(
      queue.waitingCount == 1
        ? "1 waiting command was not run" : "\(queue.waitingCount) waiting commands were not run")
    queue.dropWaiting()
  }

  /// Waits until the commands that run have ended, and, unless in a hurry, those in the queue.
  func finish(droppingQueue: Bool) async {
    if droppingQueue { dropWaiting() }
    guard queue.isRunning else { return }
    await withCheckedContinuation { idle = $0 }
  }

  private func startNext() {
    while let (number, call) = queue.next() {
      let timer = timerScheduler.schedule(after: Self.patience) { [weak self] in
        self?.end(number, "did not end")
      }
      Task {
        var call = call
        if let words = await words(call.fix, call.street) {
          call.environment["POI_WHERE"] = Self.variable(words)
        }
        let problem = await start(call)
        timer.cancel()
        end(number, problem)
      }
    }
  }

  private func end(_ number: Int, _ problem: String?) {
    guard let call = queue.end(number) else { return }
    if let problem, complained.insert(call.command).inserted {
      tell("the command '\(call.command)' \(problem); poi reports this once")
    }
    startNext()
    if !queue.isRunning { idle.take()?.resume() }
  }

  /// Runs a command with `/bin/sh -c`, its output going to stderr; it and its children are killed after the limit.
  static func runInShell(_ call: Call, limit: Duration) async -> String? {
    let start = ContinuousClock.now
    do throws(HelperProblem) {
      let outcome = try await HelperProgram("sh", at: "/bin/sh").run(
        ["-c", call.command], input: Array(call.input.utf8), variables: call.environment,
        output: .standardError,
        within: limit, lifetime: .runWithoutChildren)
      // Processes that the shell left in its group may still run until the limit.
      if kill(-outcome.group, 0) == 0 {
        _ = DispatchTimerScheduler().schedule(after: limit - (.now - start)) {
          _ = kill(-outcome.group, SIGKILL)
        }
      }
      return outcome.end.problem
    } catch .tooSlow {
      return "was killed after \((limit / .seconds(1)).shortText) s"
    } catch {
      return error.how
    }
  }
}
