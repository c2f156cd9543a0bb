import FoundationEssentials
import Glibc
import Input
import Subprocess
import Synchronization
import SystemPackage

/// Another program that does some work for poi, within limits.
///
/// It runs in a process group of its own, which gets SIGTERM and then SIGKILL when it must end, and it ends with poi.
package struct HelperProgram: Sendable {
  /// What is kept of what it prints.
  package enum Output: Sendable {
    /// What it writes to stdout, which may be so many bytes; of stderr, the beginning and the end.
    case kept(most: Int)
    /// Nothing: both go to poi's own stderr.
    case standardError
    case discarded
  }

  /// When its processes end at the latest.
  package enum Lifetime: Sendable {
    case run
    /// The program itself ends with the run; processes that it leaves behind may go on.
    case runWithoutChildren
    /// Whenever they like, in a session of their own, whose terminal is not poi's; there is no limit on time.
    case own
  }

  package struct Outcome: Sendable {
    package let end: ProgramEnd
    /// What it wrote to stdout.
    package let output: [UInt8]
    /// What it wrote to stderr; if that was long, its beginning and its end.
    package let messages: String
    /// Its process group, which is empty unless its children may go on.
    package let group: Int32
  }

  /// Its name in messages.
  package let name: String
  private let path: String

  /// Finds a program in the folders of `PATH`.
  ///
  /// - Parameter package: the Debian package that has it.
  /// - Throws: `HelperProblem.missing`.
  package init(
    _ name: String, from package: String? = nil,
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(HelperProblem) {
    guard let path = Self.path(of: name, in: environment) else {
      throw .missing(program: name, package: package ?? name)
    }
    self.init(name, at: path)
  }

  /// A program that every system has.
  package init(_ name: String, at path: String) {
    self.name = name
    self.path = path
  }

  private static func path(of name: String, in environment: [String: String]) -> String? {
    (environment["PATH"] ?? usualPath).split(separator: ":").lazy.map { "\($0)/\(name)" }.first { path in
      var status = stat()
      return access(path, X_OK) == 0 && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  private static let usualPath = "/usr/local/bin:/usr/bin:/bin"

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - input: its standard input.
  ///   - variables: what its environment has besides poi's own.
  ///   - idleLimit: how long it may use no processor time.
  /// - Throws: `HelperProblem`, though not for a failure of its own, which `Outcome.end` tells.
  package func run(
    _ arguments: [String], input: [UInt8] = [], variables: [String: String] = [:],
    output: Output = .discarded,
    within limit: Duration = .seconds(86_400), idleLimit: Duration? = nil, lifetime: Lifetime = .run
  ) async throws(HelperProblem) -> Outcome {
    if let problem = Self.lackOfThreads { throw .notStarted(program: name, reason: "\(problem)") }
    let watch = ProgramWatch(idleLimit: idleLimit)
    let start = Start(
      configuration: configuration(arguments, variables, lifetime), input: input, limit: limit,
      lifetime: lifetime, watch: watch)
    // swift-subprocess kills at once what is cancelled, and only the program itself.
    let task = Task { await start.run(output) }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      watch.end(.cancelled)
    }
    // It was killed for a signal by which poi is about to end, not for a reason to report.
    if awaitedSignal.load(ordering: .sequentiallyConsistent) != 0 {
      start.isKnown()
      await untilEndOfProcess()
    }
    switch watch.stop {
    case .tooSlow: throw .tooSlow(program: name, limit: limit)
    case .idle: throw .idle(program: name, limit: idleLimit ?? limit)
    case .tooMuch: throw .tooMuch(program: name, limit: output.most)
    case .cancelled: throw .cancelled(program: name)
    case .noThread(let problem): throw .notStarted(program: name, reason: "\(problem)")
    case nil: break
    }
    switch result {
    case .success(let outcome): return outcome
    case .failure(let error): throw .notStarted(program: name, reason: "\(error)")
    }
  }

  /// Runs it to its end, and returns what it wrote to stdout.
  ///
  /// - Parameter most: in bytes.
  package func output(
    of arguments: [String], input: [UInt8] = [], atMost most: Int, within limit: Duration
  ) async throws(HelperProblem) -> [UInt8] {
    let outcome = try await run(arguments, input: input, output: .kept(most: most), within: limit)
    guard outcome.end == .exited(0) else {
      throw .failed(program: name, outcome.end, words: Self.firstLine(of: outcome.messages))
    }
    return outcome.output
  }

  /// The first line of what a program said, harmless and not too long; `nil` if there is none.
  private static func firstLine(of messages: String) -> String? {
    messages.split(whereSeparator: \.isNewline).lazy
      .map { line in
        String(
          String.UnicodeScalarView(line.unicodeScalars.filter { $0.properties.generalCategory != .control })
        )
        .trimmed().cut(to: InputLimits.serverWords)
      }
      .first { !$0.isEmpty }
  }

  private func configuration(
    _ arguments: [String], _ variables: [String: String], _ lifetime: Lifetime
  ) -> Configuration {
    var updates: [Environment.Key: String?] = [:]
    for (name, value) in variables {
      // What a C string cannot hold would cut the value off.
      updates[Environment.Key(stringLiteral: name)] = value.replacing("\0", with: "")
    }
    var options = PlatformOptions()
    var command = [path] + arguments
    switch lifetime {
    case .own: options.createSession = true
    case .run, .runWithoutChildren:
      options.processGroupID = 0
      // The system ends it with the thread that started it, and swift-subprocess's lives as long as poi.
      if access(Self.setpriv, X_OK) == 0 { command = [Self.setpriv, "--pdeathsig", "KILL", "--"] + command }
    }
    return Configuration(
      executable: .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
      environment: .inherit.updating(updates), platformOptions: options)
  }

  /// Why one of four threads cannot be started: three that swift-subprocess keeps, and would wait for without end, and
  /// one that waits for the program.
  private static var lackOfThreads: NoThread? {
    // One after the other, or several that start at once would take each other's.
    hasThreads.withLock { hasThreads in
      if hasThreads { return nil }
      let problem = BackgroundThread.startable(atMost: 4).problem
      hasThreads = problem == nil
      return problem
    }
  }

  /// Runs a program that the system kills when its parent ends.
  private static let setpriv = "/usr/bin/setpriv"

  /// Kills all programs that run, and those that they have started, unless they may outlive poi.
  package static func killAll() {
    killings.add(1, ordering: .sequentiallyConsistent)
    for index in runningGroups.indices {
      let group = runningGroups[index].load(ordering: .sequentiallyConsistent)
      if group > 0 { kill(-group, SIGKILL) }
    }
  }

  /// - Parameter count: of `killings` before the group's program was started.
  fileprivate static func add(_ group: pid_t, startedAfter count: Int) {
    _ = runningGroups.indices.first { index in
      runningGroups[index].compareExchange(expected: 0, desired: group, ordering: .sequentiallyConsistent)
        .exchanged
    }
    if killings.load(ordering: .sequentiallyConsistent) != count { kill(-group, SIGKILL) }
  }

  fileprivate static func remove(_ group: pid_t) {
    for index in runningGroups.indices
    where runningGroups[index].compareExchange(expected: group, desired: 0, ordering: .releasing).exchanged {
      return
    }
  }

  /// Makes signals that end poi end the programs, too, unless poi already does something else at a signal.
  fileprivate static let endsThemOnSignals: Void = {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      var present = sigaction()
      guard sigaction(number, nil, &present) == 0, present.__sigaction_handler.sa_handler == nil else {
        continue
      }
      signal(number) { number in
        awaitedSignal.store(number, ordering: .sequentiallyConsistent)
        HelperProgram.killAll()
        endByAwaitedSignal()
      }
    }
  }()
}

/// The process groups of the programs that run, and zeros; a signal's handler can take no lock. More never run at once.
private let runningGroups = InlineArray<32, Atomic<pid_t>> { _ in Atomic(0) }

/// Whether there were enough threads for the first of them.
private let hasThreads = Mutex(false)

/// How often all programs were killed; one that was just starting had no group yet.
private let killings = Atomic<Int>(0)

/// How many programs are just starting, and the signal by which poi ends once they are known; 0 for none.
private let startsUnderWay = Atomic<Int>(0)
private let awaitedSignal = Atomic<Int32>(0)

/// Ends poi by the signal that it received, unless the group of a program that is just starting is not known yet.
private func endByAwaitedSignal() {
  let number = awaitedSignal.load(ordering: .sequentiallyConsistent)
  guard number != 0, startsUnderWay.load(ordering: .sequentiallyConsistent) == 0 else { return }
  signal(number, SIG_DFL)
  // Most threads block signals, and one that is sent to such a thread alone would wait for ever.
  kill(getpid(), number)
}

private func untilEndOfProcess() async {
  endByAwaitedSignal()
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

/// Exists while a program starts: a signal ends poi only after that, so that it ends the program as well.
private final class StartUnderWay: Sendable {
  private let isOver = Atomic(false)

  init() {
    _ = HelperProgram.endsThemOnSignals
    startsUnderWay.add(1, ordering: .sequentiallyConsistent)
  }

  /// The program's group is known.
  func end() {
    guard !isOver.exchange(true, ordering: .sequentiallyConsistent) else { return }
    startsUnderWay.subtract(1, ordering: .sequentiallyConsistent)
    endByAwaitedSignal()
  }

  deinit { end() }
}

extension HelperProgram.Output {
  fileprivate var most: Int {
    if case .kept(let most) = self { most } else { 0 }
  }
}

private struct Start: Sendable {
  let configuration: Configuration
  let input: [UInt8]
  let limit: Duration
  let lifetime: HelperProgram.Lifetime
  let watch: ProgramWatch
  private let killingsBefore = killings.load(ordering: .sequentiallyConsistent)
  private let underWay = StartUnderWay()

  /// Its group is known, or there is none as it did not start.
  func isKnown() { underWay.end() }

  func run(_ output: HelperProgram.Output) async -> Result<HelperProgram.Outcome, any Error> {
    do {
      switch output {
      case .kept(let most):
        return .success(
          try await run(output: .sequence, error: .sequence) { execution in
            async let output = kept(of: execution.standardOutput, most)
            async let messages = ends(of: execution.standardError)
            await end(of: execution.processIdentifier)
            return await (output, messages)
          })
      case .standardError:
        return .success(
          try await run(
            output: .fileDescriptor(.standardError, closeAfterSpawningProcess: false),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
          ) { execution in
            await end(of: execution.processIdentifier)
            return ([], "")
          })
      case .discarded:
        return .success(
          try await run(output: .discarded, error: .discarded) { execution in
            await end(of: execution.processIdentifier)
            return ([], "")
          })
      }
    } catch {
      return .failure(error)
    }
  }

  private func run<Output: OutputProtocol, Messages: ErrorOutputProtocol>(
    output: Output, error: Messages,
    body: (Execution<FileDescriptorInput, Output, Messages>) async throws -> (
      output: [UInt8], messages: String
    )
  ) async throws -> HelperProgram.Outcome {
    let result = try await Subprocess.run(
      configuration,
      input: .fileDescriptor(try UnnamedFile.open(holding: input), closeAfterSpawningProcess: true),
      output: output, error: error, body: body)
    let end: ProgramEnd =
      switch result.terminationStatus {
      case .exited(let code): .exited(code)
      case .signaled(let signal): .signalled(signal)
      }
    return HelperProgram.Outcome(
      end: end, output: result.closureResult.output, messages: result.closureResult.messages,
      group: result.processIdentifier.value)
  }

  /// Returns when the program has ended.
  private func end(of process: ProcessIdentifier) async {
    let sparesChildren: Bool
    switch lifetime {
    case .own:
      underWay.end()
      return
    case .run: sparesChildren = false
    case .runWithoutChildren: sparesChildren = true
    }
    let group = process.value
    HelperProgram.add(group, startedAfter: killingsBefore)
    underWay.end()
    await watch.untilEnd(of: group, process.processDescriptor, within: limit, sparesChildren: sparesChildren)
    HelperProgram.remove(group)
  }

  private func kept(of pieces: SubprocessOutputSequence, _ most: Int) async -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await piece in pieces {
        piece.withUnsafeBytes { bytes += $0 }
        guard bytes.count <= most else {
          watch.end(.tooMuch)
          return []
        }
      }
    } catch {
      // What came until then is all that there is; the exit status tells whether it is whole.
    }
    return bytes
  }

  private func ends(of pieces: SubprocessOutputSequence) async -> String {
    var (first, last): ([UInt8], [UInt8]) = ([], [])
    do {
      for try await piece in pieces {
        if first.count < InputLimits.programMessages {
          piece.withUnsafeBytes { first += $0 }
        } else {
          piece.withUnsafeBytes { last += $0 }
          if last.count > 2 * InputLimits.programMessages {
            last.removeFirst(last.count - InputLimits.programMessages)
          }
        }
      }
    } catch {
      // What came until then is all that there is.
    }
    return String(decoding: first + last.suffix(InputLimits.programMessages), as: UTF8.self)
  }
}
