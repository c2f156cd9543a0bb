import Foundation
import Presentation
import Synchronization
import TestSupport
import XCTest

@testable import poi

@MainActor
final class DesktopURLOpenerTests: XCTestCase {
  private let timers = MockTimerScheduler()
  private let folder = try? TemporaryDirectory()

  /// A desktop where a shell script opens URLs.
  private func opener(_ script: String?, DISPLAY: String? = ":0") throws -> DesktopURLOpener {
    let folder = try XCTUnwrap(folder)
    if let script {
      let path = try folder.write("#!/bin/sh\n\(script)\n", as: "xdg-open")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    var environment = ["PATH": "/nowhere:\(folder.url.path)"]
    environment["DISPLAY"] = DISPLAY
    return DesktopURLOpener(environment: environment, timerScheduler: timers)
  }

  private func url() throws -> URL {
    try XCTUnwrap(URL(string: "geo:1,2"))
  }

  func testCanOpenURLsWithADesktopAndAProgram() throws {
    XCTAssertFalse(try opener(nil).canOpenURL(url()))
    XCTAssertTrue(try opener("").canOpenURL(url()))
    XCTAssertFalse(try opener("", DISPLAY: nil).canOpenURL(url()))
    XCTAssertFalse(try opener("", DISPLAY: "").canOpenURL(url()))
  }

  func testAProgramThatFailsIsNamed() async throws {
    let opener = try opener("exit 3")
    do {
      try await opener.open(url())
      XCTFail("it was opened")
    } catch {
      XCTAssertEqual(
        error as? DocumentProblem, .failed(program: "xdg-open", how: "exited with status 3"))
    }
  }

  func testAProgramThatStaysShowsTheURL() async throws {
    let folder = try XCTUnwrap(folder)
    let path = folder.url.appendingPathComponent("fifo").path
    XCTAssertEqual(mkfifo(path, 0o600), 0)
    let opener = try opener("read line < '\(path)'")
    let opened = expectation(description: "it was opened")
    Task {
      try await opener.open(url())
      opened.fulfill()
    }
    // Opening for writing waits until the program has opened it for reading.
    let isRead = expectation(description: "the program reads")
    let writing = Mutex<Int32>(-1)
    Thread.detachNewThread {
      let descriptor = open(path, O_WRONLY)
      writing.withLock { $0 = descriptor }
      isRead.fulfill()
    }
    await fulfillment(of: [isRead], timeout: 60)
    timers.fire(after: DesktopURLOpener.patience)
    await fulfillment(of: [opened], timeout: 60)
    close(writing.withLock(\.self))
  }
}
