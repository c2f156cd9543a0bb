import CivilTime
import Glibc
import Input
import Synchronization

/// Waits for the end of a program, and brings it about if it must not go on.
final class ProgramWatch: Sendable {
  /// Why a program was ended.
  enum Stop {
    case tooSlow, idle, tooMuch, cancelled
    case noThread(NoThread)
  }

  /// How long a program has to end by itself after SIGTERM.
  static let grace = Duration.seconds(2)

  /// How long the program may do nothing, in processor time; `nil` for as long as it likes.
  private let idleLimit: Duration?
  private let waker = Waker()
  private let reason = Mutex<Stop?>(nil)

  init(idleLimit: Duration? = nil) {
    self.idleLimit = idleLimit
  }

  /// Why the program was ended; `nil` if it ended by itself.
  var stop: Stop? { reason.withLock { $0 } }

  /// Ends the program, also one that is not yet running; only the first reason counts.
  func end(_ why: Stop) {
    reason.withLock { $0 = $0 ?? why }
    waker.wake()
  }

  /// Returns when the program has ended, by itself or not. It must not be reaped before, since another process group
  /// could then have its number.
  ///
  /// - Parameters:
  ///   - group: the program's process group.
  ///   - descriptor: the program's own, which is readable when it has ended.
  ///   - sparesChildren: whether processes that it leaves in its group may go on if it ends by itself.
  func untilEnd(of group: pid_t, _ descriptor: Int32, within limit: Duration, sparesChildren: Bool) async {
    do throws(NoThread) {
      try await BackgroundThread.outcome(stackSize: 128 * 1024) {
        self.wait(for: group, descriptor, within: limit, sparesChildren)
      }
    } catch {
      end(.noThread(error))
      terminate(group, descriptor)
      kill(-group, SIGKILL)
    }
  }

  private func wait(for group: pid_t, _ descriptor: Int32, within limit: Duration, _ sparesChildren: Bool) {
    var rest = limit
    var work = ProcessorTime.of(group)
    var wakeup: Waker.Wakeup
    repeat {
      let span = min(rest, idleLimit ?? rest)
      wakeup = waker.wait(forInputFrom: descriptor, atMost: span)
      rest -= span
      let before = work
      work = ProcessorTime.of(group)
      if wakeup == .timedOut, rest > .zero, work == before { end(.idle) }
    } while wakeup == .timedOut && stop == nil && rest > .zero
    switch wakeup {
    case .readable where sparesChildren: return
    case .readable: break
    case .timedOut:
      end(.tooSlow)
      terminate(group, descriptor)
    case .called: terminate(group, descriptor)
    }
    kill(-group, SIGKILL)
  }

  private func terminate(_ group: pid_t, _ descriptor: Int32) {
    kill(-group, SIGTERM)
    awaitEvents(POLLIN, on: descriptor, atMost: Self.grace)
  }
}
