import FoundationEssentials
import Geography
import Nearby
import OpeningHours
import Places
import Presentation

/// When the traveller is where on a route, and what is open then.
struct Journey {
  /// Determines whether places are open, at times to be filled in.
  let openings: Openings

  /// `nil` if no speed is known.
  private let times: RouteSchedule?
  private let start: Date?
  /// The date of its times if they were recorded before today.
  let recorded: String?
  /// Its clocks are those of the arrivals.
  private let startLocality: Locality

  /// A journey along a route, by the options; it begins so many metres after the route's start.
  @MainActor
  init(
    on way: Route, from along: Double, _ options: ScheduleOptions, store: StoreOptions, _ wording: Wording,
    in context: CommandContext
  ) throws {
    let localities = try options.holidays.localities(store, in: context)
    startLocality = Self.locality(at: along, of: way, among: localities)
    let given = try options.departure(in: startLocality, now: context.now())
    times = try Self.timetable(of: way, from: along, start: given, options, wording, in: context)
    start = times?.time(at: along)
    recorded =
      given != nil
      ? nil
      : start.flatMap { wording.clocks.day(of: $0, before: context.now(), at: way.coordinate(at: along)) }
    if let start, startLocality.offset(at: Int(clamping: start.timeIntervalSince1970)) == nil {
      context.console.tell(wording(.arrivalsInUTC))
    }
    if options.openOnArrival, times == nil {
      throw CommandFailure(
        "--open-on-arrival needs arrival times, and the route has none: give --speed or --pace", .usage)
    }
    openings = Openings(
      OpeningCondition(.now, now: context.now(), hours: PlaceHours(localities: localities)),
      isAsked: options.openOnArrival)
  }

  /// Near a border, the side of the start that most of the route is on.
  private static func locality(at along: Double, of way: Route, among localities: Localities) -> Locality {
    func locality(_ along: Double) -> Locality {
      let position = way.coordinate(at: along)
      return localities.locality(latitude: position.latitude, longitude: position.longitude)
    }
    let start = locality(along).exactly
    guard start.zones.count > 1 else { return start }
    var counts: [String: Int] = [:]
    for step in 0...samples {
      let zones = locality(way.length.metres * Double(step) / Double(samples)).zones
      if zones.count == 1, start.zones.contains(zones[0]) { counts[zones[0], default: 0] += 1 }
    }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return most.map { start.inside(zone: $0.key) } ?? start
  }

  private static let samples = 50

  func words(_ wording: Wording) -> RouteWording {
    RouteWording(wording: wording, clocks: startLocality, start: start)
  }

  /// The time at a pass, and what is open then; `nil` if no speed is known.
  func arrival(at pass: RoutePass) -> (time: Date, openings: Openings)? {
    times.map { times in
      let time = times.time(at: pass.along)
      return (time, openings.at(time))
    }
  }

  @MainActor
  private static func timetable(
    of way: Route, from along: Double, start: Date?, _ options: ScheduleOptions, _ wording: Wording,
    in context: CommandContext
  ) throws -> RouteSchedule? {
    let rate: RouteSchedule.Rate =
      options.speed.map { .speed($0) } ?? options.pace.map { .pace($0) } ?? .ownTimes
    let words = RouteWording(wording: wording)
    let profile = options.pace == nil ? nil : HeightProfile(way)
    if options.pace != nil, profile == nil {
      context.console.tell(wording(.noHeights))
    }
    do throws(RouteSchedule.TimesProblem) {
      let times = try RouteSchedule(
        way, at: rate, from: along, start: start, profile: profile, now: context.now())
      if let end = times.timesEnd {
        context.console.tell(wording(.timesEnd, ["position": words.position(end)]))
      }
      return times
    } catch {
      switch error {
      case .missing where start == nil: return nil
      case .missing:
        throw CommandFailure("--start needs --speed or --pace, as the route has no times", .usage)
      case .backwards(let metres):
        context.console.tell(wording(.timesBackwards, ["position": words.position(metres)]))
        return nil
      }
    }
  }
}
