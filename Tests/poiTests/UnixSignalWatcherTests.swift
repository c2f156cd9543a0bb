import Glibc
import XCTest

@testable import poi

/// Signals to this process that do not end it.
@MainActor
final class UnixSignalWatcherTests: XCTestCase {
  func testSignalThatComesAtOnceIsNotLost() async {
    let isTold = expectation(description: "the signal is told")
    let watcher = UnixSignalWatcher(onSignal: { isTold.fulfill() }, onSecondSignal: {})
    kill(getpid(), SIGHUP)
    await fulfillment(of: [isTold], timeout: 600)
    XCTAssertEqual(watcher.received, SIGHUP)
    signal(SIGHUP, SIG_DFL)
  }

  func testEverybodyWhoListensHears() async {
    let first = expectation(description: "the first is told")
    let second = expectation(description: "the second is told")
    let sources = [
      UnixSignalSource(SIGWINCH) { first.fulfill() }, UnixSignalSource(SIGWINCH) { second.fulfill() },
    ]
    kill(getpid(), SIGWINCH)
    await fulfillment(of: [first, second], timeout: 600)
    XCTAssertEqual(sources.count, 2)
  }

  func testIgnoredSignalStaysIgnored() {
    let before = signal(SIGQUIT, SIG_IGN)
    defer { signal(SIGQUIT, before) }
    withExtendedLifetime(UnixSignalWatcher(onSignal: {}, onSecondSignal: {})) {
      var present = sigaction()
      sigaction(SIGQUIT, nil, &present)
      XCTAssertEqual(
        unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self),
        unsafeBitCast(SIG_IGN, to: Int.self))
    }
  }
}
