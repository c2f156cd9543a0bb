import Dispatch
import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// Where a watch is shown.
@MainActor
protocol WatchDisplay {
  /// Whether it shows places by itself, whatever the events.
  var showsPlaces: Bool { get }
  /// Takes an event.
  func write(_ event: WatchEvent)
  /// Shows what was taken.
  ///
  /// - Throws: `ConsoleError`.
  func flush() throws
  /// Tells the user something that is no event.
  func tell(_ message: String)
  /// Shows how it stands with the position.
  func show(_ status: PositionStatus, among places: PlaceIndex?)
  /// Leaves the terminal as it was.
  func end()
}

extension WatchCommand {
  /// The display that the options and the terminal ask for.
  ///
  /// - Throws: `CommandFailure`.
  @MainActor
  func makeDisplay(in context: CommandContext) throws -> any WatchDisplay {
    let format = try context.settings.value(of: .watchFormat, given: format)
    let wording = try wording.wording(in: context.settings)
    if live, context.hasStatusLine {
      let table = NearbyTable(wording: wording, hasColor: try context.hasColor(self.wording))
      return LiveDisplay(table: table, console: context.console)
    }
    let lines = EventLines(format: format, wording: wording, console: context.console)
    guard context.hasStatusLine else { return lines }
    return StatusLineDisplay(lines: lines, wording: wording, console: context.console)
  }
}

/// A line an event; those that come at once are written at once.
@MainActor
final class EventLines: WatchDisplay {
  let showsPlaces = false

  private let format: WatchCommand.Format
  private let wording: Wording
  private let console: any Console
  private var lines = ""

  init(format: WatchCommand.Format, wording: Wording, console: any Console) {
    self.format = format
    self.wording = wording
    self.console = console
  }

  func write(_ event: WatchEvent) {
    lines += format == .jsonl ? event.jsonLine : event.line(wording)
  }

  func flush() throws {
    guard !lines.isEmpty else { return }
    defer { lines.removeAll(keepingCapacity: true) }
    try console.write(lines)
  }

  func tell(_ message: String) {
    console.tell(message)
  }

  func show(_ status: PositionStatus, among places: PlaceIndex?) {}
  func end() {}
}

/// Lines, and under them one that is drawn anew with every fix.
@MainActor
final class StatusLineDisplay: WatchDisplay {
  let showsPlaces = true

  private let lines: EventLines
  private let wording: Wording
  private let console: any Console
  private var throttle = Throttle()
  private var status = PositionStatus()
  private var nearest: NearbyPlace?
  private var line = ""
  private let resizing = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)

  init(lines: EventLines, wording: Wording, console: any Console) {
    self.lines = lines
    self.wording = wording
    self.console = console
    resizing.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.resize() }
    }
    resizing.activate()
  }

  func write(_ event: WatchEvent) {
    lines.write(event)
  }

  func flush() throws {
    erase()
    try lines.flush()
    draw()
  }

  func tell(_ message: String) {
    erase()
    lines.tell(message)
    draw()
  }

  func show(_ status: PositionStatus, among places: PlaceIndex?) {
    // That fixes stop coming is always worth a line.
    guard throttle.isDue || status.outage != nil else { return }
    self.status = status
    nearest = status.location.flatMap { places?.nearest(to: $0.coordinate, limit: 1).first }
    compose()
  }

  func end() {
    line = ""
    erase()
    resizing.cancel()
  }

  private func compose() {
    guard let terminal = console.terminal else { return }
    // In the last column some terminals go on to the next line.
    line = status.statusLine(nearest: nearest, wording: wording, width: terminal.columns - 1)
  }

  private func resize() {
    guard !line.isEmpty else { return }
    erase()
    compose()
    draw()
  }

  /// Draws the line, and goes back to its beginning: when a narrower terminal breaks the line into several, the cursor
  /// stays on the first.
  private func draw() {
    if !line.isEmpty { console.draw("\(line)\r") }
  }

  private func erase() {
    console.draw("\r\u{1B}[J")
  }
}

/// The nearest places on the whole screen, which is the terminal's other one.
@MainActor
final class LiveDisplay: WatchDisplay {
  let showsPlaces = true

  private let console: any Console
  private var throttle = Throttle()
  private var screen: LiveScreen
  private var places: PlaceIndex?
  private var hasEnded = false
  private let resizing = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
  private let suspending = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: .main)

  init(table: NearbyTable, console: any Console) {
    self.console = console
    screen = LiveScreen(table: table)
    console.draw(Self.otherScreen)
    resizing.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.draw() }
    }
    resizing.activate()
    signal(SIGTSTP, SIG_IGN)
    suspending.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.suspend() }
    }
    suspending.activate()
  }

  /// To the terminal's other screen, without a cursor; and back.
  private static let otherScreen = "\u{1B}[?1049h\u{1B}[?25l"
  private static let ownScreen = "\u{1B}[?25h\u{1B}[?1049l"

  /// Gives the shell its screen as long as Ctrl-Z keeps this process stopped.
  private func suspend() {
    console.draw(Self.ownScreen)
    signal(SIGTSTP, SIG_DFL)
    // Dispatch blocks the signals that it watches over.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    raise(SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // Here it goes on, once it is continued.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGTSTP, SIG_IGN)
    console.draw(Self.otherScreen)
    draw()
  }

  func flush() {}

  func write(_ event: WatchEvent) {
    screen.message = event.line(screen.table.wording, isBrief: true)
    draw()
  }

  func tell(_ message: String) {
    guard !hasEnded else {
      console.tell(message)
      return
    }
    screen.message = message
    draw()
  }

  func show(_ status: PositionStatus, among places: PlaceIndex?) {
    screen.status = status
    self.places = places
    if throttle.isDue || status.outage != nil { draw() }
  }

  func end() {
    draw()
    hasEnded = true
    resizing.cancel()
    suspending.cancel()
    console.draw(Self.ownScreen)
  }

  private func draw() {
    guard let (columns, rows) = console.terminal else { return }
    screen.places = screen.status.location.flatMap { location in
      places?.nearest(to: location.coordinate, limit: max(1, LiveScreen.placeCapacity(rows: rows)))
    }
    // Each line is erased to its end, and what stood below to the end of the screen.
    let lines = screen.lines(columns: columns, rows: rows)
    console.draw("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
  }
}

/// Lets a fast replay not draw more often than can be seen.
private struct Throttle {
  private static let interval = Duration.milliseconds(100)
  private var next = ContinuousClock.now

  var isDue: Bool {
    mutating get {
      guard .now >= next else { return false }
      next = .now + Self.interval
      return true
    }
  }
}
