import FoundationEssentials
import Nearby
import Presentation
import Programs

/// Hands URLs over to the desktop's own programs, through xdg-open(1) and never through a shell.
struct DesktopURLOpener: URLOpening {
  /// If xdg-open is still running by then, it is itself the program that shows the URL.
  static let patience = Duration.seconds(5)

  let environment: [String: String]
  var timerScheduler: any TimerScheduler = DispatchTimerScheduler()

  func canOpenURL(_ url: URL) -> Bool {
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    return hasDesktop && program != nil
  }

  func open(_ url: URL) async throws(DocumentProblem) {
    guard let program else { throw .noDesktop }
    if let how = await Attempt().problem(
      opening: url, with: program, for: Self.patience, timerScheduler: timerScheduler)
    {
      throw .failed(program: program.name, how: how)
    }
  }

  private var program: HelperProgram? {
    try? HelperProgram("xdg-open", from: "xdg-utils", in: environment)
  }
}

/// One run of a program, which may outlive this process.
@MainActor
private final class Attempt {
  private var waiting: CheckedContinuation<String?, Never>?

  /// What went wrong until then, if anything.
  func problem(
    opening url: URL, with program: HelperProgram, for patience: Duration, timerScheduler: any TimerScheduler
  ) async -> String? {
    let timer = timerScheduler.schedule(after: patience) { self.end(nil) }
    defer { timer.cancel() }
    return await withCheckedContinuation { continuation in
      waiting = continuation
      Task { end(await Self.problem(opening: url, with: program)) }
    }
  }

  private func end(_ problem: String?) {
    waiting.take()?.resume(returning: problem)
  }

  private static func problem(opening url: URL, with program: HelperProgram) async -> String? {
    do throws(HelperProblem) {
      // A browser survives the terminal.
      return try await program.run([url.absoluteString], lifetime: .own).end.problem
    } catch {
      return error.how
    }
  }
}
