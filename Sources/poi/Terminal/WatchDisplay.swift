import FoundationEssentials
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// Where a watch is shown.
@MainActor
protocol WatchDisplay: AnyObject {
  /// Whether it shows places by itself, whatever the events.
  var showsPlaces: Bool { get }
  /// Called when the user presses a key that means something.
  var onKey: (WatchKey) -> Void { get set }
  /// Takes the terminal over, once signals are heard that end the watch.
  func begin()
  func write(_ event: WatchEvent)
  /// Takes any other line.
  func write(_ line: String)
  /// Shows what was taken.
  ///
  /// - Throws: `ConsoleError`.
  func flush() throws
  /// Tells the user something that is not an event.
  func tell(_ message: String)
  /// Shows the state of the position.
  ///
  /// - Parameters:
  ///   - coverage: where every place is known, if that is not all around.
  ///   - travel: the direction of travel and the route, if followed.
  func show(
    _ status: PositionStatus, among places: PlaceIndex?, on coverage: Coverage?, travel: TravelMonitor?)
  /// Leaves the terminal as it was.
  ///
  /// - Parameter isOver: whether nothing more can come: then what was shown last stays.
  func end(isOver: Bool)
}

extension WatchDisplay {
  func begin() {}
  func flush() {}
  func show(
    _ status: PositionStatus, among places: PlaceIndex?, on coverage: Coverage?, travel: TravelMonitor?
  ) {}
  func end(isOver: Bool) {}
  func end() { end(isOver: false) }
}

/// What the user asks of a watch with a key.
enum WatchKey {
  /// To leave.
  case quit
  /// To hear the last sentence again.
  case repeatLast
  /// To know where they are, or what is there.
  case question(WatchQuestions.Question)

  /// What a key asks for, if it means something.
  init?(_ key: Key) {
    switch key {
    case .character("q"), .character("Q"): self = .quit
    case .character("r"), .character("R"): self = .repeatLast
    case .character("w"), .character("W"): self = .question(.whereAmI)
    case .character("o"), .character("O"): self = .question(.aroundMe)
    case .character("a"), .character("A"): self = .question(.aheadOfMe)
    default: return nil
    }
  }
}

extension WatchCommand {
  /// The display that the options and the terminal ask for.
  ///
  /// - Throws: `CommandFailure`.
  @MainActor
  func makeDisplay(
    _ openings: Openings, of provider: any PlaceProviding, in context: CommandContext
  ) throws -> any WatchDisplay {
    let openingsAt = { (time: Date?) in openings.at(time ?? context.now()) }
    let format = try context.settings.value(of: .watchFormat, given: format)
    var wording = try wording.wording(in: context.settings)
    wording.began = context.now()
    if travel.ahead != nil || route.route != nil || route.approach != nil {
      wording.directions = try travel.directions(in: context.settings)
    }
    if live, context.hasStatusLine {
      let table = NearbyTable(wording: wording, palette: try context.palette(self.wording))
      let keys = position.gpsLog == "-" ? nil : context.makeTerminalKeys()
      return LiveDisplay(
        table: table,
        ground: try self.wording.mapKeeper(
          of: provider, places, hasColor: table.palette != nil, in: context),
        angle: travel.angle, openings: openingsAt, console: context.console, keys: keys,
        hint: keys.map { _ in wording(speech.speak ? .speakingKeys : .keys) })
    }
    let lines = EventLines(
      format: format, wording: wording, openings: openingsAt,
      tracker: try context.settings.value(of: .trackerID, given: trackerId), console: context.console)
    guard context.hasStatusLine else { return lines }
    return StatusLineDisplay(lines: lines, angle: travel.angle)
  }
}

/// A line per event; simultaneous ones are written together.
@MainActor
final class EventLines: WatchDisplay {
  let showsPlaces = false
  var onKey: (WatchKey) -> Void = { _ in }

  private let format: WatchCommand.Format
  fileprivate let wording: Wording
  fileprivate let openings: (Date?) -> Openings
  fileprivate let console: any Console
  private let tracker: String?
  private var lines = ""
  private var hasToldInaccuracy = false

  /// - Parameters:
  ///   - openings: determines whether places are open at a time, or now if a fix has none.
  ///   - tracker: the initials in OwnTracks messages.
  init(
    format: WatchCommand.Format, wording: Wording, openings: @escaping (Date?) -> Openings,
    tracker: String? = nil, console: any Console
  ) {
    (self.format, self.wording, self.openings) = (format, wording, openings)
    (self.tracker, self.console) = (tracker, console)
  }

  func write(_ event: WatchEvent) {
    switch format {
    case .text:
      lines += TerminalText.columned(
        event.line(wording, openings: openings(event.time)), to: console.terminal?.columns)
    case .jsonl: lines += event.jsonLine(openings(event.time))
    case .owntracks:
      lines += event.ownTracksLine(tracker: tracker) ?? ""
      tellInaccuracy(of: event)
    }
  }

  func write(_ line: String) { lines += line }

  /// Home Assistant silently ignores positions without an accuracy.
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

  func tell(_ message: String) { console.tell(message) }
}

/// Lines, with one below them that is redrawn with every fix.
@MainActor
final class StatusLineDisplay: WatchDisplay {
  let showsPlaces = true
  var onKey: (WatchKey) -> Void = { _ in }

  private let lines: EventLines
  private let angle: Double?
  private let line: BottomLine
  private var throttle = Throttle(interval: .milliseconds(100))
  private var status: PositionStatus?
  /// The next place on the route, or the nearest place.
  private var next: String?

  init(lines: EventLines, angle: Double?) {
    (self.lines, self.angle) = (lines, angle)
    line = BottomLine(on: lines.console)
    line.onResize = { [weak self] in self?.compose() }
  }

  func write(_ event: WatchEvent) { lines.write(event) }

  func write(_ line: String) { lines.write(line) }

  func flush() throws { try line.interrupt { try lines.flush() } }

  func tell(_ message: String) { line.interrupt { lines.tell(message) } }

  func show(
    _ status: PositionStatus, among places: PlaceIndex?, on coverage: Coverage?, travel: TravelMonitor?
  ) {
    // A loss of fixes is always worth a line.
    guard throttle.isDue || status.outage != nil else { return }
    self.status = status
    next = status.location.flatMap { location in
      let (wording, openings) = (lines.wording, lines.openings(location.time))
      if let outlook = travel?.follower?.outlook(at: location.time) {
        return outlook.line(wording, at: location.time, openings)
      }
      return PlacesInView(angle: angle, course: travel?.course, opening: openings.wanted)
        .nearest(1, to: location.coordinate, among: places).first?.summary(wording, course: travel?.course)
    }
    compose()
  }

  func end(isOver: Bool) { line.end() }

  private func compose() {
    guard let status, let terminal = lines.console.terminal else { return }
    // Some terminals wrap after the last column.
    line.text = status.statusLine(next: next, wording: lines.wording, width: terminal.columns - 1)
  }
}
