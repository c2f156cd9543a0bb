import Glibc

/// The line that stays at the bottom of a terminal, below other output: a status, or progress.
@MainActor
final class BottomLine {
  private let console: any Console
  private let isShown: Bool
  /// The line, drawn below the next writing.
  var text = ""
  private var throttle: Throttle
  private var resizing: UnixSignalSource?

  /// Called when the terminal has another width, to set a line that fits.
  var onResize: (@MainActor () -> Void)?

  /// - Parameters:
  ///   - isShown: `false` if there is no terminal to draw it on.
  ///   - interval: the least time between two drawings of `showSometimes(_:)`.
  init(on console: any Console, isShown: Bool = true, interval: Duration = .milliseconds(200)) {
    self.console = console
    self.isShown = isShown && !console.isQuiet
    throttle = Throttle(interval: interval)
    resizing = UnixSignalSource(SIGWINCH) { [weak self] in self?.resize() }
  }

  func show(_ text: String) {
    self.text = text
    erase()
    draw()
  }

  /// Draws another line in its place, unless it has just been drawn.
  func showSometimes(_ text: @autoclosure () -> String) {
    if isShown, throttle.isDue { show(text()) }
  }

  /// Writes something above the line.
  func interrupt<Failure: Error>(_ write: () throws(Failure) -> Void) throws(Failure) {
    erase()
    try write()
    draw()
  }

  func end() {
    text = ""
    erase()
    resizing = nil
  }

  private func resize() {
    guard !text.isEmpty else { return }
    erase()
    onResize?()
    draw()
  }

  /// Draws the line, and goes back to its beginning: when a narrower terminal breaks the line into several, the cursor
  /// stays on the first.
  private func draw() {
    if isShown, !text.isEmpty { console.draw("\(text)\r") }
  }

  private func erase() {
    if isShown { console.draw("\r\u{1B}[J") }
  }
}

/// Lets something be drawn no more often than can be seen.
struct Throttle {
  let interval: Duration
  private var next = ContinuousClock.now

  init(interval: Duration) {
    self.interval = interval
  }

  /// Whether the interval is over since it last was.
  var isDue: Bool {
    mutating get {
      guard .now >= next else { return false }
      next = .now + interval
      return true
    }
  }
}
