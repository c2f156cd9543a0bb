import Foundation
import Geography
import Nearby
import Places
import Presentation

/// When the traveller is where on a route, and what is open then.
struct Journey {
  /// Determines whether places are open, at times to be filled in.
  let openings: Openings

  /// `nil` if no speed is known.
  private let times: RouteSchedule?
  private let start: Date?
  private let zone: TimeZone

  /// A journey along a route from this many metres on, as the options have it.
  ///
  /// - Throws: `CommandFailure`.
  @MainActor
  init(on way: Route, from along: Double, _ options: ScheduleOptions, in context: CommandContext) throws {
    let given = options.start?.resolved(now: context.now(), zone: .current)
    zone = given?.zone ?? .current
    times = try Self.timetable(of: way, from: along, start: given?.start, options, in: context)
    start = times?.time(at: along)
    if options.openOnArrival, times == nil {
      throw CommandFailure(
        "--open-on-arrival needs arrival times, and the route has none: give --speed or --pace", .usage)
    }
    openings = try options.openings(in: context)
  }

  /// How the journey is told.
  func words(_ wording: Wording) -> RouteWording {
    RouteWording(wording: wording, timeZone: zone, start: start)
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
    of way: Route, from along: Double, start: Date?, _ options: ScheduleOptions, in context: CommandContext
  ) throws -> RouteSchedule? {
    let rate: RouteSchedule.Rate =
      options.speed.map { .speed($0) } ?? options.pace.map { .pace($0) } ?? .ownTimes
    let profile = options.pace == nil ? nil : HeightProfile(way)
    if options.pace != nil, profile == nil {
      context.console.tell("the route has no heights: the times leave climbing out")
    }
    do throws(RouteSchedule.TimesProblem) {
      return try RouteSchedule(
        way, at: rate, from: along, start: start, profile: profile, now: context.now())
    } catch {
      switch error {
      case .missing where start == nil: return nil
      case .missing:
        throw CommandFailure("--start needs --speed or --pace, as the route has no times", .usage)
      case .backwards(let metres):
        context.console.tell(
          "the route's times go backwards at km \(Units.exact(metres / 1000)): no times of arrival; give --speed or --pace"
        )
        return nil
      }
    }
  }
}
