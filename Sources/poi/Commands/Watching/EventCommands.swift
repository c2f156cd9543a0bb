import Foundation
import Geography
import Input
import Nearby
import Places
import Positioning
import Presentation
import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs the user's commands on events: a few at once, the others in turn, none for long.
///
/// What a place is called reaches a command in its environment and on its standard input, never as shell code.
@MainActor
final class EventCommands {
  /// How many run at once.
  static let mostAtOnce = 4
  /// How long one may take.
  static let limit = Duration.seconds(10)
  /// After so long its end is not waited for any more: the system may have had no descriptor left to tell of it.
  static let patience = Duration.seconds(15)

  /// A command, and the event that it is run on.
  struct Call: Equatable {
    let command: String
    let environment: [String: String]
    let input: String
  }

  private let commands: [String: [String]]
  private let start: @MainActor (Call) async -> String?
  private let tell: (String) -> Void
  private let timerScheduler: any TimerScheduler
  private var queue: ArraySlice<Call> = []
  /// The numbers of those that run.
  private var running: Set<Int> = []
  private var startedCount = 0
  private var complained: Set<String> = []
  private var idle: CheckedContinuation<Void, Never>?

  /// - Parameters:
  ///   - commands: by the event's name; those of `event` are run on every event.
  ///   - start: runs one to its end, and returns what went wrong.
  ///   - timerScheduler: tells when an end is waited for no longer.
  ///   - tell: hears of the first failure of each command.
  init(
    commands: [String: [String]],
    start: @escaping @MainActor (Call) async -> String? = { await runInShell($0, limit: limit) },
    timerScheduler: any TimerScheduler = DispatchTimerScheduler(),
    tell: @escaping (String) -> Void
  ) {
    self.commands = commands
    self.start = start
    self.timerScheduler = timerScheduler
    self.tell = tell
  }

  /// Takes an event; `json` is the line that stdout would get. Returns whether there is a command for it.
  @discardableResult
  func run(on event: ProximityEvent, json: @autoclosure () -> String) -> Bool {
    let called = (commands[event.kind.rawValue] ?? []) + (commands["event"] ?? [])
    guard !called.isEmpty else { return false }
    let input = json()
    let place = event.place.place
    let environment = [
      "POI_EVENT": event.kind.rawValue,
      // A command may print them to the terminal as they are.
      "POI_PLACE_ID": TerminalText.harmless(place.id),
      "POI_PLACE_NAME": TerminalText.harmless(place.name ?? ""),
      "POI_DISTANCE": String(format: "%.1f", event.place.distance.metres),
      "POI_LATITUDE": "\(event.location.coordinate.latitude)",
      "POI_LONGITUDE": "\(event.location.coordinate.longitude)",
    ]
    for command in called {
      queue.append(Call(command: command, environment: environment, input: input))
    }
    startNext()
    return true
  }

  /// Waits until the commands that run have ended, and, unless one is in a hurry, those in the queue.
  func finish(droppingQueue: Bool) async {
    if droppingQueue, !queue.isEmpty {
      tell("\(queue.count) commands were not run any more")
      queue = []
    }
    guard !running.isEmpty else { return }
    await withCheckedContinuation { idle = $0 }
  }

  private func startNext() {
    while running.count < Self.mostAtOnce, let call = queue.popFirst() {
      startedCount += 1
      let number = startedCount
      running.insert(number)
      let timer = timerScheduler.schedule(after: Self.patience) { [weak self] in
        self?.end(number, of: call, "did not end")
      }
      Task {
        let problem = await start(call)
        timer.cancel()
        end(number, of: call, problem)
      }
    }
  }

  private func end(_ number: Int, of call: Call, _ problem: String?) {
    guard running.remove(number) != nil else { return }
    if let problem, complained.insert(call.command).inserted {
      tell("the command '\(call.command)' \(problem); this is told once")
    }
    startNext()
    if running.isEmpty { idle.take()?.resume() }
  }

  /// The process groups of the commands that run.
  private static let runningGroups = Mutex<Set<Int32>>([])

  /// Kills what runs, for there is nobody left to do so after the limit.
  static func killRunning() {
    for group in runningGroups.withLock({ $0 }) {
      _ = kill(-group, SIGKILL)
    }
  }

  /// Runs a command with `/bin/sh -c`, its output going to stderr; it and its children are killed after the limit.
  static func runInShell(_ call: Call, limit: Duration) async -> String? {
    var environment: [Environment.Key: String?] = [:]
    for (name, value) in call.environment {
      // What a C string cannot hold would cut the value off.
      environment[Environment.Key(stringLiteral: name)] = value.replacing("\0", with: "")
    }
    var options = PlatformOptions()
    options.processGroupID = 0
    do {
      let input = try temporaryFile(holding: call.input)
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", call.command], environment: .inherit.updating(environment),
        platformOptions: options, input: .fileDescriptor(input, closeAfterSpawningProcess: true),
        output: .fileDescriptor(.standardError, closeAfterSpawningProcess: false),
        error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
      ) { execution in
        let group = execution.processIdentifier.value
        runningGroups.withLock { _ = $0.insert(group) }
        return DispatchTimerScheduler().schedule(after: limit) { _ = kill(-group, SIGKILL) }
      }
      runningGroups.withLock { _ = $0.remove(result.processIdentifier.value) }
      // What the shell left running in its group still has the limit before it.
      if kill(-result.processIdentifier.value, 0) != 0 { result.closureResult.cancel() }
      return switch result.terminationStatus {
      case .exited(0): nil
      case .exited(let code): "exited with status \(code)"
      case .signaled(SIGKILL): "was killed after \((limit / .seconds(1)).formatted()) s"
      case .signaled(let signal): "was ended by signal \(signal)"
      }
    } catch {
      return "could not be run: \(error)"
    }
  }

  /// A file without a name, open at its beginning: a pipe would have to be fed while the command runs.
  private static func temporaryFile(holding text: String) throws -> FileDescriptor {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("poi-\(UUID().uuidString)").path
    let file = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    unlink(path)
    try file.writeAll(text.utf8)
    try file.seek(offset: 0, from: .start)
    return file
  }
}
