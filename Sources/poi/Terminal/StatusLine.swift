/// The last line of a terminal, drawn anew below what else is written: a status, or how far something is.
@MainActor
final class StatusLine {
  private let console: any Console
  private let isShown: Bool
  private var text = ""
  private var throttle: Throttle

  /// - Parameters:
  ///   - isShown: `false` if there is no terminal to draw it on.
  ///   - interval: the least time between two drawings of `showSometimes(_:)`.
  init(on console: any Console, isShown: Bool = true, interval: Duration = .milliseconds(200)) {
    self.console = console
    self.isShown = isShown
    throttle = Throttle(interval: interval)
  }

  /// Sets the line, to be drawn below the next writing.
  func set(_ text: String) {
    self.text = text
  }

  /// Draws another line in its place.
  func show(_ text: String) {
    self.text = text
    if isShown { console.draw("\r\(text)\(Self.toItsEnd)") }
  }

  /// Draws another line in its place, unless it has just been drawn.
  func showSometimes(_ text: @autoclosure () -> String) {
    if isShown, throttle.isDue { show(text()) }
  }

  /// Writes something above the line.
  func interrupt<Failure: Error>(_ write: () throws(Failure) -> Void) throws(Failure) {
    erase()
    try write()
    if isShown, !text.isEmpty { console.draw(text) }
  }

  /// Removes the line for good.
  func end() {
    text = ""
    erase()
  }

  private func erase() {
    if isShown { console.draw("\r\(Self.toItsEnd)") }
  }

  private static let toItsEnd = "\u{1B}[K"
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
