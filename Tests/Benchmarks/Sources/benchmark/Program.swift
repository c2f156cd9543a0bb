import Dispatch
import Foundation
import Synchronization

/// A program of this machine, to be run and measured.
struct Program {
  /// Where it is.
  let path: String

  /// How a run went.
  struct Run {
    let seconds: Double
    let status: Int32
    /// Its peak memory in megabytes, if watched.
    let peakMegabytes: Double
    /// How many pages it touched for the first time.
    let pageFaults: Int
    /// Seconds of a processor that it and its children took.
    let cpuSeconds: Double
    /// Its output, if kept.
    var output = Data()
    /// When its output began, in seconds.
    var firstOutput: Double?

    /// Whether it did what it was asked to: 1 is "nothing found".
    var succeeded: Bool { (0...1).contains(status) }
  }

  /// Longer than anything may take.
  private static let limit = DispatchTimeInterval.seconds(1800)

  /// The release binary, where the README has it built.
  static var poi: Program {
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
    return Program(path: "\(root)/.build-release/release/poi")
  }

  init(path: String) {
    self.path = path
  }

  /// A program by its name, in the folders of $PATH.
  init(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    path = paths.first(where: FileManager.default.isExecutableFile) ?? name
  }

  /// Whether it can be run.
  var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - input: a file that it reads.
  ///   - watchesMemory: whether to sample its memory.
  ///   - keepsOutput: whether to keep its output; otherwise it is discarded.
  func run(
    _ arguments: [String], input: String = "/dev/null", watchesMemory: Bool = false, keepsOutput: Bool = false
  ) throws -> Run {
    let start = ContinuousClock.now
    let pipe = keepsOutput ? Pipe() : nil
    let process = try spawn(arguments, input: input, output: pipe?.fileHandleForWriting.fileDescriptor)
    let kill = DispatchWorkItem { Glibc.kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit, execute: kill)
    let watch = watchesMemory ? MemoryWatch(of: process) : nil
    var output = Data()
    var firstOutput: Double?
    if let pipe {
      try pipe.fileHandleForWriting.close()
      // Whatever is there: reading a number of bytes would wait for all of them.
      while case let piece = pipe.fileHandleForReading.availableData, !piece.isEmpty {
        firstOutput = firstOutput ?? (ContinuousClock.now - start) / .seconds(1)
        output += piece
      }
    }
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    kill.cancel()
    return Run(
      seconds: seconds, status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F,
      peakMegabytes: watch?.end() ?? 0, pageFaults: usage.ru_minflt + usage.ru_majflt,
      cpuSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime), output: output,
      firstOutput: firstOutput)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  /// Starts it, and returns its process id; without an `output`, what it writes goes nowhere.
  func spawn(_ arguments: [String], input: String = "/dev/null", output: Int32? = nil) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + environment).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, nil, &words, &environment)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    return process
  }
}

/// Samples the peak memory of a process; `wait4` counts what its parent had when it was started.
private struct MemoryWatch {
  private final class Peak: Sendable {
    let megabytes = Mutex(0.0)
  }

  private let timer = DispatchSource.makeTimerSource(queue: .global())
  private let peak = Peak()

  init(of process: pid_t) {
    timer.schedule(deadline: .now(), repeating: .milliseconds(10))
    timer.setEventHandler { [peak] in
      guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kilobytes = Double(line.filter(\.isNumber))
      else { return }
      peak.megabytes.withLock { $0 = max($0, kilobytes / 1024) }
    }
    timer.activate()
  }

  /// The most so far, in megabytes.
  func end() -> Double {
    timer.cancel()
    return peak.megabytes.withLock { $0 }
  }
}
