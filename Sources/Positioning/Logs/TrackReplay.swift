import CivilTime
import Geography
import Input

extension LogSource {
  /// Reads the track points of a GPX document, or those of its route if that has times and there is no track.
  func replayTrack(
    _ reader: LogReader, report: ([Location]) -> Void
  ) throws(PositioningError) -> PositionSourceEnd {
    var fixes = RecordedFixes()
    defer { fixes.finish(report: report) }
    var firstBadLine: Int?
    let end = try GPXReader.read(from: reader.next, refuse: { firstBadLine = firstBadLine ?? $0.line }) {
      point, _ in
      fixes.take(point, report: report)
      return true
    }
    switch end {
    case .foreign: throw .logFormatUnknown(input)
    case .malformed(let line, _): throw .logMalformed(input, line: line)
    case .complete(let badPoints):
      if let others = fixes.unrecorded { throw .logNotRecorded(input, others) }
      if fixes.areWithoutTimes { tell("the log has no times, so poi cannot tell how much time passes") }
      return .complete(badLines: BadLines(badPoints, first: firstBadLine))
    }
  }
}

/// The fixes among the points of a GPX document, handed over in batches.
///
/// Routes come before tracks, so a route with times is kept until it shows whether a track follows.
private struct RecordedFixes {
  /// How many fixes are handed over at once.
  private static let batchSize = 256

  private var batch: [Location] = []
  private var route: [Location] = []
  private var routeHasTimes = false
  private var trackHasTimes = false
  private var isRouteTheLog = false
  private var trackPoints = 0
  private var routePoints = 0
  private var waypoints = 0

  /// What there is instead of fixes; `nil` if there are some, or no points at all.
  var unrecorded: PositioningError.UnrecordedPoints? {
    if trackPoints > 0 || routeHasTimes { return nil }
    if routePoints > 0 { return .route(points: routePoints) }
    return waypoints > 0 ? .waypoints(waypoints) : nil
  }

  var areWithoutTimes: Bool { trackPoints > 0 && !trackHasTimes && !routeHasTimes }

  mutating func take(_ point: GPXPoint, report: ([Location]) -> Void) {
    switch point.kind {
    case .waypoint: waypoints += 1
    case .trackPoint:
      trackPoints += 1
      trackHasTimes = trackHasTimes || point[.time] != nil
      if !isRouteTheLog, let fix = point.location { add(fix, report: report) }
    case .routePoint:
      routePoints += 1
      guard trackPoints == 0, let fix = point.location else { return }
      routeHasTimes = routeHasTimes || fix.time != nil
      if isRouteTheLog { return add(fix, report: report) }
      if route.count < InputLimits.routePoints {
        route.append(fix)
      } else if routeHasTimes {
        beginRoute(report: report)
        add(fix, report: report)
      }
    }
  }

  mutating func finish(report: ([Location]) -> Void) {
    if trackPoints == 0, routeHasTimes, !isRouteTheLog { beginRoute(report: report) }
    report(batch)
    batch = []
  }

  private mutating func beginRoute(report: ([Location]) -> Void) {
    isRouteTheLog = true
    for fix in route { add(fix, report: report) }
    route = []
  }

  private mutating func add(_ fix: Location, report: ([Location]) -> Void) {
    batch.append(fix)
    if batch.count == Self.batchSize {
      report(batch)
      batch.removeAll(keepingCapacity: true)
    }
  }
}

extension GPXPoint {
  /// A point of a track, or of a route with times, as a fix; `nil` if the recorder says that it had none.
  var location: Location? {
    let fix = self[.fix]
    guard fix != "none" else { return nil }
    return Location(
      coordinate: coordinate,
      accuracy: number(.hdop).flatMap(Location.dilution).map {
        $0 * Location.accuracyPerHDOP(isDifferential: fix == "dgps")
      },
      altitude: number(.ele),
      speed: number(.speed),
      // Apple's devices write -1 for a speed and a course that they do not know.
      course: number(.course).flatMap { $0 < 0 ? nil : Bearing(degrees: $0) },
      time: self[.time].flatMap { Timestamp.date(parsing: $0) },
      mode: fix == "2d" ? .twoDimensional : fix == nil ? nil : .threeDimensional,
      satellites: self[.sat].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil })
  }
}
