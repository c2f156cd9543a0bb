import PlaceServers
import Places
import Synchronization

/// Keeps an online source's notices.
package final class Notices: Sendable {
  private let heard = Mutex<[OnlineNotice]>([])

  package init() {}

  /// All of it, in order.
  package var all: [OnlineNotice] { heard.withLock { $0 } }

  package func hear(_ notice: OnlineNotice) {
    heard.withLock { $0.append(notice) }
  }
}
