import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A headless Chromium, driven as a person would: by chromedriver (W3C WebDriver).
struct Browser: Sendable {
  static let driver = "/usr/bin/chromedriver"
  static let isInstalled =
    FileManager.default.isExecutableFile(atPath: driver)
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")

  private struct Problem: Error {
    let message: String
  }

  private let base: String
  private let session: String

  /// Opens a window, and closes it after `body`.
  ///
  /// Every name but that of this machine is unknown to it, and it asks for nothing by itself.
  static func open(
    width: Int, height: Int, isDark: Bool, _ body: @escaping @Sendable (Browser) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    let result = try await Subprocess.run(
      .path(FilePath(driver)), arguments: ["--port=0"],
      environment: .custom([
        "PATH": "/usr/bin:/bin", "HOME": "\(folder.url.path)", "TMPDIR": "\(folder.url.path)",
      ]),
      input: .none, output: .sequence, error: .discarded
    ) { execution in
      var told = ""
      var isOpened = false
      for try await piece in execution.standardOutput {
        piece.withUnsafeBytes { told += String(decoding: $0, as: UTF8.self) }
        guard !isOpened, let port = told.firstMatch(of: /successfully on port ([0-9]+)/) else { continue }
        isOpened = true
        do {
          let browser = try await Browser(
            base: "http://127.0.0.1:\(port.output.1)", width: width, height: height, isDark: isDark)
          do { try await body(browser) } catch { Issue.record(error) }
          _ = try await browser.call("DELETE", "")
        } catch { Issue.record(error) }
        try execution.send(signal: .terminate)
      }
      #expect(isOpened, "\(told)")
    }
    _ = result
  }

  private init(base: String, width: Int, height: Int, isDark: Bool) async throws {
    self.base = base
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      "--disable-background-networking", "--disable-component-update", "--no-first-run",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--window-size=\(width),\(height)",
    ]
    let options: [String: Any] = [
      "binary": "/usr/bin/chromium", "args": arguments,
      "mobileEmulation": ["deviceMetrics": ["width": width, "height": height, "pixelRatio": 2]],
    ]
    let wanted: [String: Any] = [
      "capabilities": [
        "alwaysMatch": [
          "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
        ]
      ]
    ]
    let answer = try await Self.call("POST", "\(base)/session", wanted)
    guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
      throw Problem(message: "\(answer)")
    }
    session = id
    let features = [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]
    _ = try await call(
      "POST", "/goog/cdp/execute", ["cmd": "Emulation.setEmulatedMedia", "params": ["features": features]])
  }

  /// Shows a page.
  func show(_ address: String) async throws { _ = try await call("POST", "/url", ["url": address]) }

  /// What an expression of JavaScript is, as text.
  func text(_ expression: String) async throws -> String {
    let value = try await call(
      "POST", "/execute/sync", ["script": "return String(\(expression))", "args": [Any]()])
    return value as? String ?? ""
  }

  /// Asks again and again until the text of an expression is as it should be; the test's own time limits it.
  func wait(for expression: String, _ isRight: (String) -> Bool) async throws -> String {
    while true {
      let text = try await text(expression)
      if isRight(text) { return text }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Types into what has the focus.
  func type(_ keys: String) async throws {
    let actions = keys.flatMap {
      [["type": "keyDown", "value": "\($0)"], ["type": "keyUp", "value": "\($0)"]]
    }
    _ = try await call(
      "POST", "/actions", ["actions": [["type": "key", "id": "keys", "actions": actions] as [String: Any]]])
  }

  /// The picture of the window, as PNG.
  func screenshot() async throws -> Data {
    Data(base64Encoded: try await call("GET", "/screenshot") as? String ?? "") ?? Data()
  }

  /// What the page complained of: errors, and what the Content-Security-Policy kept from it.
  func complaints() async throws -> [String] {
    let log = try await call("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return log.map { "\($0["message"] ?? "")" }
  }

  private func call(_ method: String, _ path: String, _ body: [String: Any] = [:]) async throws -> Any {
    try await Self.call(method, "\(base)/session/\(session)\(path)", body)
  }

  /// Asks chromedriver, on a thread of its own: of some of its answers, URLSession makes errors.
  private static func call(_ method: String, _ address: String, _ body: [String: Any]) async throws -> Any {
    guard let url = URL(string: address), let port = url.port.flatMap(UInt16.init(exactly:)) else {
      throw Problem(message: address)
    }
    let sent = method == "POST" ? try JSONSerialization.data(withJSONObject: body) : Data()
    let head = """
      \(method) \(url.path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n\
      Content-Length: \(sent.count)\r\nConnection: close\r\n\r\n
      """
    let request = Array(head.utf8) + sent
    let answer: Data = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var received = Data()
        if let connection = try? LoopbackSocket.connected(to: port) {
          _ = LoopbackSocket.send(request[...], on: connection)
          var piece = [UInt8](repeating: 0, count: 65_536)
          while !isWhole(received), case let count = recv(connection, &piece, piece.count, 0), count > 0 {
            received += piece[..<count]
          }
          close(connection)
        }
        continuation.resume(returning: received)
      }
    }
    guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { throw Problem(message: "no answer") }
    let object = try JSONSerialization.jsonObject(with: Data(answer[end.upperBound...])) as? [String: Any]
    let value = object?["value"] ?? NSNull()
    guard answer.starts(with: Data("HTTP/1.1 200".utf8)) else { throw Problem(message: "\(value)") }
    return value
  }

  /// Whether an answer is there up to its last byte.
  private static func isWhole(_ answer: Data) -> Bool {
    guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { return false }
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
    guard let length = head.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap({ Int($0.output.1) })
    else {
      return false
    }
    return answer.count >= end.upperBound + length
  }
}
