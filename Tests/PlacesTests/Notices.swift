import Places
import Synchronization

/// Keeps an online source's notices.
final class Notices: Sendable {
  private let heard = Mutex<[OnlineNotice]>([])

  /// All of it, in order.
  var all: [OnlineNotice] { heard.withLock { $0 } }

  func hear(_ notice: OnlineNotice) {
    heard.withLock { $0.append(notice) }
  }
}
