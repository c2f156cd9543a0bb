import FoundationEssentials
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// The dashboard, on the terminal's alternate screen; `WatchKey` has its keys.
@MainActor
final class LiveDisplay: WatchDisplay {
  let showsPlaces = true
  var onKey: (WatchKey) -> Void = { _ in }

  private let console: any Console
  private let openings: (Date?) -> Openings
  private let angle: Double?
  private let keys: TerminalKeys?
  private var decoder = KeyDecoder()
  private var throttle = Throttle(interval: .milliseconds(100))
  private var live: LiveScreen
  private var places: PlaceIndex?
  private var coverage: Coverage?
  private var travel: TravelMonitor?
  /// The strip of the route, and for how many columns it was made.
  private var strip: (strip: RouteStrip, columns: Int)?
  private var screen: Screen?

  /// - Parameters:
  ///   - angle: the width in degrees of the sector to show; `nil` for all directions.
  ///   - openings: determines whether places are open at a time, or now if a fix has none.
  ///   - keys: the terminal's keys; `nil` if stdin is something else.
  ///   - hint: what keys do.
  init(
    table: NearbyTable, ground: GroundKeeper? = nil, angle: Double?, openings: @escaping (Date?) -> Openings,
    console: any Console,
    keys: TerminalKeys? = nil, hint: String? = nil
  ) {
    (self.angle, self.openings) = (angle, openings)
    (self.console, self.keys) = (console, keys)
    live = LiveScreen(table: table)
    live.table.wording.isBrief = true
    live.ground = ground
    live.keys = hint
  }

  func begin() {
    screen = Screen(
      on: console, onSuspend: { [keys] in keys?.pause() }, onResume: { [keys] in keys?.resume() },
      onChange: { [weak self] in self?.draw() })
    keys?.begin(
      onBytes: { [weak self] in self?.take($0) }, onPause: { [weak self] in _ = self?.decoder.finish() })
  }

  func write(_ event: WatchEvent) {
    // The next place is always at the top.
    if case .next = event { return }
    report(event.line(live.table.wording, openings: openings(event.time)))
  }

  func write(_ line: String) { report(line) }

  func tell(_ message: String) {
    guard screen != nil else { return console.tell(message) }
    report(message)
  }

  func show(
    _ status: PositionStatus, among places: PlaceIndex?, on coverage: Coverage?, travel: TravelMonitor?
  ) {
    live.status = status
    self.places = places
    self.coverage = coverage
    self.travel = travel
    if throttle.isDue || status.outage != nil { draw() }
  }

  func end(isOver: Bool) {
    draw()
    keys?.end()
    screen?.end()
    screen = nil
    live.keys = nil
    // Below come why it ended and the prompt.
    guard isOver, live.status.location != nil, let (columns, rows) = console.terminal else { return }
    console.draw(lines(columns: columns, rows: rows - 2).joined(separator: "\n") + "\n")
  }

  /// Takes the bytes of keys; none if the terminal is gone.
  func take(_ bytes: [UInt8]) {
    decoder.keys(of: bytes).compactMap(WatchKey.init).forEach(onKey)
    // Without a terminal, nobody is watching any more.
    if bytes.isEmpty {
      onKey(.quit)
      keys?.end()
    }
  }

  private func report(_ message: String) {
    let message = message.last == "\n" ? String(message.dropLast()) : message
    if !live.message.isEmpty { live.earlier = (live.earlier + [live.message]).suffix(LiveScreen.mostEarlier) }
    live.message = message
    draw()
  }

  private func draw() {
    guard screen != nil, let (columns, rows) = console.terminal else { return }
    screen?.draw(lines(columns: columns, rows: rows))
  }

  private func lines(columns: Int, rows: Int) -> [String] {
    let openings = openings(live.status.location?.time)
    live.openings = openings
    live.table.course = travel?.course
    live.outlook = travel?.follower?.outlook(at: live.status.location?.time)
    live.strip = travel?.follower.map { strip(of: $0, columns: columns) }
    let capacity = LiveScreen.placeCapacity(
      rows: rows, hasRoute: live.strip != nil, isOnRoute: live.outlook != nil, hasKeys: live.keys != nil)
    live.places = live.status.location.flatMap { location in
      places.map {
        PlacesInView(angle: angle, course: travel?.course, opening: openings.wanted)
          .nearest(max(1, capacity), to: location.coordinate, among: $0)
      }
    }
    live.knownWithin = live.status.location.flatMap { location in
      let isFull = live.places.map { $0.count >= capacity } ?? false
      let end = isFull ? live.places?.last?.distance : nil
      return coverage?.distanceToUnknown(
        from: location.coordinate, within: (end ?? PlaceQuery.farthest).metres
      ).map(Distance.init(metres:))
    }
    return live.lines(columns: columns, rows: rows)
  }

  /// Made once for each width, as smoothing the heights takes time.
  private func strip(of follower: RouteFollower, columns: Int) -> RouteStrip {
    if let strip, strip.columns == columns { return strip.strip }
    let report = RouteReport(
      route: follower.route, source: nil, rows: follower.passes.map { RouteRow($0) }, gaps: [])
    let made = RouteStrip(
      of: report, in: 0...follower.route.length.metres,
      wording: RouteWording(wording: live.table.wording), width: columns - 1,
      palette: live.table.palette)
    strip = (made, columns)
    return made
  }
}
