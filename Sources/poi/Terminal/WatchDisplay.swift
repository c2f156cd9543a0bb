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
  /// Takes a line of something else.
  func write(_ line: String)
  /// Shows what was taken.
  ///
  /// - Throws: `ConsoleError`.
  func flush() throws
  /// Tells the user something that is no event.
  func tell(_ message: String)
  /// Shows how it stands with the position.
  ///
  /// - Parameter travel: the direction of travel and the route, if they are followed.
  func show(_ status: PositionStatus, among places: PlaceIndex?, travel: TravelMonitor?)
  /// Leaves the terminal as it was.
  func end()
}

extension WatchCommand {
  /// The display that the options and the terminal ask for.
  ///
  /// - Throws: `CommandFailure`.
  @MainActor
  func makeDisplay(_ openings: Openings, in context: CommandContext) throws -> any WatchDisplay {
    let openingsAt = { (time: Date?) in openings.at(time ?? context.now()) }
    let format = try context.settings.value(of: .watchFormat, given: format)
    var wording = try wording.wording(in: context.settings)
    if travel.ahead != nil || route.route != nil || route.approach != nil {
      wording.directions = try travel.directions(in: context.settings)
    }
    if live, context.hasStatusLine {
      let table = NearbyTable(wording: wording, hasColor: try context.hasColor(self.wording))
      return LiveDisplay(
        table: table, angle: travel.angle, openings: openingsAt, console: context.console)
    }
    let lines = EventLines(
      format: format, wording: wording, openings: openingsAt,
      tracker: try context.settings.value(of: .trackerID, given: trackerId), console: context.console)
    guard context.hasStatusLine else { return lines }
    return StatusLineDisplay(
      lines: lines, wording: wording, angle: travel.angle, openings: openingsAt, console: context.console)
  }
}

/// A line an event; those that come at once are written at once.
@MainActor
final class EventLines: WatchDisplay {
  let showsPlaces = false

  private let format: WatchCommand.Format
  private let wording: Wording
  private let openings: (Date?) -> Openings
  private let console: any Console
  private let tracker: String?
  private var lines = ""
  private var hasToldInaccuracy = false

  /// - Parameters:
  ///   - openings: tells whether places are open at a time; now, if a fix has none.
  ///   - tracker: the initials in OwnTracks' messages.
  init(
    format: WatchCommand.Format, wording: Wording, openings: @escaping (Date?) -> Openings,
    tracker: String? = nil, console: any Console
  ) {
    self.tracker = tracker
    self.format = format
    self.wording = wording
    self.openings = openings
    self.console = console
  }

  func write(_ event: WatchEvent) {
    switch format {
    case .text: lines += event.line(wording, openings: openings(event.time))
    case .jsonl: lines += event.jsonLine(openings(event.time))
    case .owntracks:
      lines += event.ownTracksLine(tracker: tracker) ?? ""
      tellInaccuracy(of: event)
    }
  }

  func write(_ line: String) {
    lines += line
  }

  /// Home Assistant passes over a position without an accuracy, and says so nowhere.
  private func tellInaccuracy(of event: WatchEvent) {
    guard case .location(let location) = event, location.accuracy == nil, !hasToldInaccuracy else { return }
    hasToldInaccuracy = true
    tell("the fixes have no accuracy: Home Assistant ignores positions without one")
  }

  func flush() throws {
    guard !lines.isEmpty else { return }
    defer { lines.removeAll(keepingCapacity: true) }
    try console.write(lines)
  }

  func tell(_ message: String) {
    console.tell(message)
  }

  func show(_ status: PositionStatus, among places: PlaceIndex?, travel: TravelMonitor?) {}
  func end() {}
}

/// Lines, and under them one that is drawn anew with every fix.
@MainActor
final class StatusLineDisplay: WatchDisplay {
  let showsPlaces = true

  private let lines: EventLines
  private let wording: Wording
  private let angle: Double?
  private let openings: (Date?) -> Openings
  private let console: any Console
  private let line: StatusLine
  private var throttle = Throttle(interval: .milliseconds(100))
  private var status: PositionStatus?
  /// What comes next on the route, or the nearest place.
  private var next: String?

  init(
    lines: EventLines, wording: Wording, angle: Double?, openings: @escaping (Date?) -> Openings,
    console: any Console
  ) {
    self.lines = lines
    self.wording = wording
    self.angle = angle
    self.openings = openings
    self.console = console
    line = StatusLine(on: console)
    line.onResize = { [weak self] in self?.compose() }
  }

  func write(_ event: WatchEvent) {
    lines.write(event)
  }

  func write(_ line: String) {
    lines.write(line)
  }

  func flush() throws {
    try line.interrupt { try lines.flush() }
  }

  func tell(_ message: String) {
    line.interrupt { lines.tell(message) }
  }

  func show(_ status: PositionStatus, among places: PlaceIndex?, travel: TravelMonitor?) {
    // That fixes stop coming is always worth a line.
    guard throttle.isDue || status.outage != nil else { return }
    self.status = status
    next = status.location.flatMap { location in
      let openings = openings(location.time)
      if let outlook = travel?.follower?.outlook(at: location.time) {
        return outlook.line(wording, at: location.time, openings)
      }
      return PlacesInView(angle: angle, course: travel?.course, openings: openings)
        .nearest(1, to: location.coordinate, among: places).first?.summary(wording, course: travel?.course)
    }
    compose()
  }

  func end() {
    line.end()
  }

  private func compose() {
    guard let status, let terminal = console.terminal else { return }
    // In the last column some terminals go on to the next line.
    line.set(status.statusLine(next: next, wording: wording, width: terminal.columns - 1))
  }
}

/// The nearest places on the whole screen, which is the terminal's other one.
@MainActor
final class LiveDisplay: WatchDisplay {
  let showsPlaces = true

  private let console: any Console
  private let openings: (Date?) -> Openings
  private var throttle = Throttle(interval: .milliseconds(100))
  private var live: LiveScreen
  private var places: PlaceIndex?
  private var travel: TravelMonitor?
  private let angle: Double?
  private var screen: Screen?

  init(
    table: NearbyTable, angle: Double?, openings: @escaping (Date?) -> Openings, console: any Console
  ) {
    self.angle = angle
    self.console = console
    self.openings = openings
    live = LiveScreen(table: table)
    screen = Screen(on: console) { [weak self] in self?.draw() }
  }

  func flush() {}

  func write(_ event: WatchEvent) {
    live.message = event.line(live.table.wording, isBrief: true)
    draw()
  }

  func write(_ line: String) {
    live.message = String(line.dropLast())
    draw()
  }

  func tell(_ message: String) {
    guard screen != nil else {
      console.tell(message)
      return
    }
    live.message = message
    draw()
  }

  func show(_ status: PositionStatus, among places: PlaceIndex?, travel: TravelMonitor?) {
    live.status = status
    self.places = places
    self.travel = travel
    if throttle.isDue || status.outage != nil { draw() }
  }

  func end() {
    draw()
    screen?.end()
    screen = nil
  }

  private func draw() {
    guard let (columns, rows) = console.terminal else { return }
    let openings = openings(live.status.location?.time)
    live.openings = openings
    live.table.course = travel?.course
    live.places = live.status.location.flatMap { location in
      places.map {
        PlacesInView(angle: angle, course: travel?.course, openings: openings)
          .nearest(max(1, LiveScreen.placeCapacity(rows: rows)), to: location.coordinate, among: $0)
      }
    }
    screen?.draw(live.lines(columns: columns, rows: rows))
  }
}
