import Foundation
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
  static let isInstalled = InstalledProgram.areThere("chromium", "chromedriver")

  private struct Problem: Error {
    let message: String
  }

  private let port: UInt16
  private let session: String

  /// Opens a window, and closes it after `body`.
  ///
  /// It can resolve no host name but this machine's, and sends no requests of its own.
  static func open(_ body: @escaping @Sendable (Browser) async throws -> Void) async throws {
    let folder = try TemporaryDirectory()
    let driver = try await Subprocess.run(
      .path("/usr/bin/chromedriver"), arguments: ["--port=0"],
      environment: .custom([
        "PATH": "/usr/bin:/bin", "HOME": "\(folder.url.path)", "TMPDIR": "\(folder.url.path)",
      ]),
      input: .none, output: .sequence, error: .discarded
    ) { execution in
      var told = ""
      var isOpened = false
      for try await piece in execution.standardOutput {
        piece.withUnsafeBytes { told += String(decoding: $0, as: UTF8.self) }
        guard !isOpened, let match = told.firstMatch(of: /successfully on port ([0-9]+)\./),
          let port = UInt16(match.output.1)
        else { continue }
        isOpened = true
        do {
          let browser = try await Browser(driverAt: port)
          do { try await body(browser) } catch { Issue.record(error) }
          _ = try await browser.call("DELETE", "")
        } catch { Issue.record(error) }
        try execution.send(signal: .terminate)
      }
      return (isOpened, told)
    }
    let (isOpened, told) = driver.closureResult
    // The port that it chooses for IPv6 may be taken by then for IPv4.
    if !isOpened, told.contains("port not available") { return try await open(body) }
    #expect(isOpened, "\(told)")
  }

  private init(driverAt port: UInt16) async throws {
    self.port = port
    let arguments = [
      // Chromium has no sandbox for root, which some machines run tests as.
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      "--disable-background-networking", "--accept-lang=en-IE", "--disable-component-update",
      "--no-first-run",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]
    let wanted: [String: Any] = [
      "browserName": "chrome", "timeouts": ["script": 300_000, "pageLoad": 300_000],
      "goog:chromeOptions": ["binary": "/usr/bin/chromium", "args": arguments],
      "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
    ]
    let answer = try await Self.call("POST", "/session", ["capabilities": ["alwaysMatch": wanted]], at: port)
    guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
      throw Problem(message: "\(answer)")
    }
    session = id
  }

  /// Shows a page.
  func show(_ address: String) async throws { _ = try await call("POST", "/url", ["url": address]) }

  /// Makes the window as large as a device's, in pixels of CSS, and as light or dark as its user likes.
  func resize(width: Int, height: Int, isDark: Bool) async throws {
    // Not "mobile": then a page that is too wide is zoomed out until it fits, and nobody sees it.
    let metrics: [String: Any] = [
      "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
    ]
    _ = try await command("Emulation.setDeviceMetricsOverride", metrics)
    let features = [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]
    _ = try await command("Emulation.setEmulatedMedia", ["features": features])
    // Chromium answers before the page has its new size.
    try await wait(
      until: "innerWidth === \(width) && matchMedia('(prefers-color-scheme: dark)').matches === \(isDark)")
  }

  /// The value of a JavaScript expression, as text.
  @discardableResult
  func text(_ expression: String) async throws -> String {
    let value = try await call(
      "POST", "/execute/sync", ["script": "return String(\(expression))", "args": [Any]()])
    return value as? String ?? ""
  }

  /// Waits until a JavaScript expression is true on the page, checking at each change and frame.
  ///
  /// - Returns: its value, as text.
  @discardableResult
  func wait(until expression: String) async throws -> String {
    let script = """
      const done = arguments[arguments.length - 1];
      const check = () => {
        const value = \(expression);
        if (!value || isDone) return;
        isDone = true;
        observer.disconnect();
        done(String(value));
      };
      const checkEachFrame = () => {
        check();
        if (!isDone) requestAnimationFrame(checkEachFrame);
      };
      let isDone = false;
      const observer = new MutationObserver(check);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      checkEachFrame();
      """
    do {
      return try await call("POST", "/execute/async", ["script": script, "args": [Any]()]) as? String ?? ""
    } catch {
      throw Problem(message: "\(expression) did not become true: \(error)")
    }
  }

  /// Types into what has the focus.
  func type(_ keys: String) async throws {
    let actions = keys.flatMap {
      [["type": "keyDown", "value": "\($0)"], ["type": "keyUp", "value": "\($0)"]]
    }
    let keyboard: [String: Any] = ["type": "key", "id": "keys", "actions": actions]
    _ = try await call("POST", "/actions", ["actions": [keyboard]])
  }

  /// Puts fingers on the screen, moves them or lifts them: `touchStart`, `touchMove`, `touchEnd`.
  func touch(_ type: String, _ points: (x: Double, y: Double)...) async throws {
    let fingers = points.enumerated().map { ["x": $1.x, "y": $1.y, "id": Double($0)] }
    _ = try await command("Input.dispatchTouchEvent", ["type": type, "touchPoints": fingers])
  }

  /// Moves a finger in steps, as a hand does.
  func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) async throws {
    try await touch("touchStart", start)
    for step in 1...8 {
      let part = Double(step) / 8
      try await touch(
        "touchMove", (x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y)))
    }
    try await touch("touchEnd")
  }

  /// Gives the pages of a site this position of the device, or none from now on.
  func locate(_ position: (latitude: Double, longitude: Double)?) async throws {
    let permission: [String: Any] = ["descriptor": ["name": "geolocation"], "state": "granted"]
    _ = try await call("POST", "/permissions", permission)
    var override: [String: Any] = [:]
    if let position {
      override = ["latitude": position.latitude, "longitude": position.longitude, "accuracy": 8]
    }
    _ = try await command("Emulation.setGeolocationOverride", override)
  }

  /// The picture of the window, as PNG.
  func screenshot() async throws -> Data {
    Data(base64Encoded: try await call("GET", "/screenshot") as? String ?? "") ?? Data()
  }

  /// What a screen reader gets: roles and names, such as `button: Search`.
  func readAloud() async throws -> [String] {
    let tree = try await command("Accessibility.getFullAXTree", [:]) as? [String: Any]
    let nodes = tree?["nodes"] as? [[String: Any]] ?? []
    return nodes.filter { $0["ignored"] as? Bool == false }.map { node in
      func value(_ key: String) -> String { (node[key] as? [String: Any])?["value"] as? String ?? "" }
      return "\(value("role")): \(value("name"))"
    }
  }

  /// The page's complaints: errors, and what its Content-Security-Policy blocked.
  func complaints() async throws -> [String] {
    try await log("browser").map { "\($0["message"] ?? "")" }
  }

  /// The addresses of all requests of the page since the last call.
  func requests() async throws -> [String] {
    try await log("performance").compactMap { entry in
      let text = entry["message"] as? String ?? ""
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let message = object?["message"] as? [String: Any]
      guard message?["method"] as? String == "Network.requestWillBeSent" else { return nil }
      let request = (message?["params"] as? [String: Any])?["request"] as? [String: Any]
      return request?["url"] as? String ?? "?"
    }
  }

  private func log(_ type: String) async throws -> [[String: Any]] {
    try await call("POST", "/se/log", ["type": type]) as? [[String: Any]] ?? []
  }

  /// A command of the DevTools protocol.
  private func command(_ name: String, _ parameters: [String: Any]) async throws -> Any {
    try await call("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  private func call(_ method: String, _ path: String, _ body: [String: Any] = [:]) async throws -> Any {
    try await Self.call(method, "/session/\(session)\(path)", body, at: port)
  }

  /// Asks chromedriver, by a socket: of some of its answers, URLSession makes errors.
  private static func call(_ method: String, _ path: String, _ body: [String: Any], at port: UInt16)
    async throws
    -> Any
  {
    let sent = method == "POST" ? try JSONSerialization.data(withJSONObject: body) : Data()
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(sent.count)\r\nConnection: close\r\n\r\n"
    let answer = Data(
      try await LoopbackSocket.exchange(Array(head.utf8) + sent, with: port) { isWhole(Data($0)) })
    guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { throw Problem(message: "no answer") }
    let object = try JSONSerialization.jsonObject(with: answer[end.upperBound...]) as? [String: Any]
    let value = object?["value"] ?? NSNull()
    guard answer.starts(with: Data("HTTP/1.1 200".utf8)) else { throw Problem(message: "\(value)") }
    return value
  }

  /// Whether an answer is there up to its last byte.
  private static func isWhole(_ answer: Data) -> Bool {
    guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { return false }
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
    let length = head.firstMatch(of: /(?i)content-length: *([0-9]+)/).flatMap { Int($0.output.1) }
    return length.map { answer.count >= end.upperBound + $0 } ?? false
  }
}
