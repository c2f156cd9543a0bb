import Foundation
import Nearby
import Presentation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Hands URLs over to the desktop's own programs, through xdg-open(1) and never through a shell.
struct DesktopURLOpener: URLOpening {
  /// If xdg-open is still running by then, it is itself the program that shows the URL.
  static let patience = Duration.seconds(5)

  private static let program = "xdg-open"

  let environment: [String: String]
  var timerScheduler: any TimerScheduler = DispatchTimerScheduler()

  func canOpenURL(_ url: URL) -> Bool {
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    return hasDesktop && path != nil
  }

  func open(_ url: URL) async throws(OpeningProblem) {
    guard let path else { throw .noDesktop }
    if let how = await Attempt().problem(
      opening: url, with: path, for: Self.patience, timerScheduler: timerScheduler)
    {
      throw .failed(program: Self.program, how: how)
    }
  }

  private var path: String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(Self.program)" }
      .first(where: FileManager.default.isExecutableFile)
  }
}

/// One run of a program, which may outlive this process.
@MainActor
private final class Attempt {
  private var waiting: CheckedContinuation<String?, Never>?

  /// What went wrong until then, if anything.
  func problem(
    opening url: URL, with path: String, for patience: Duration, timerScheduler: any TimerScheduler
  ) async -> String? {
    let timer = timerScheduler.schedule(after: patience) { self.end(nil) }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      waiting = continuation
      Task { end(await Self.run(path, url)) }
    }
  }

  private func end(_ problem: String?) {
    waiting.take()?.resume(returning: problem)
  }

  private static func run(_ path: String, _ url: URL) async -> String? {
    var options = PlatformOptions()
    // A session of its own, so that a browser survives the terminal.
    options.createSession = true
    do {
      let result = try await Subprocess.run(
        .path(FilePath(path)), arguments: [url.absoluteString], platformOptions: options, input: .none,
        output: .discarded, error: .discarded)
      return result.terminationStatus.problem
    } catch {
      return "could not be run: \(error)"
    }
  }
}
