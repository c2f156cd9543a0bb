import FoundationEssentials
import Geography

/// When a traveller is where on a route.
public struct RouteSchedule: Sendable {
  public enum Rate: Hashable, Sendable {
    /// Metres a second.
    case speed(Double)
    /// Seconds a metre on the flat, and more for climbing, as Naismith has it.
    case pace(Double)
    /// As the route's own times have it.
    case ownTimes
  }

  /// Why the route's own times are of no use.
  public enum TimesProblem: Error, Hashable, Sendable {
    /// Fewer than two points have one, or all have the same.
    case missing
    /// They go backwards, at this many metres along the route.
    case backwards(at: Double)
  }

  /// Naismith's rule (1892): an hour for 5 km.
  public static let naismithPace = 3600.0 / 5000
  /// Naismith's rule (1892): an hour for 600 m (2,000 feet) of climbing.
  static let secondsPerMetreClimbed = 3600.0 / 600

  private let start: Date
  private let rate: Rate
  private let profile: HeightProfile?
  /// For the route's own times: metres along the route, and seconds.
  private var moments: [(along: Double, seconds: Double)] = []
  private var secondsAtStart = 0.0

  /// A schedule that begins this many metres along the route.
  ///
  /// - Parameters:
  ///   - start: when it begins; `nil` for the route's own times.
  ///   - profile: the heights, if the route has any.
  /// - Throws: `TimesProblem` if it needs the route's own times and they are unusable.
  public init(
    _ route: Route, at rate: Rate, from along: Double = 0, start: Date?, profile: HeightProfile? = nil,
    now: Date
  ) throws(TimesProblem) {
    self.rate = rate
    self.profile = profile
    if rate == .ownTimes {
      let moments = try Self.moments(of: route)
      timesEnd = moments.last.flatMap { $0.along < route.length.metres - 1 ? $0.along : nil }
      let ownStart = route.line.epoch.map {
        Date(timeIntervalSince1970: $0 + Self.seconds(at: along, in: moments))
      }
      self.moments = moments
      self.start = start ?? ownStart ?? now
    } else {
      timesEnd = nil
      self.start = start ?? now
    }
    secondsAtStart = seconds(at: along)
  }

  /// How many metres along the route its own times end; `nil` if they go on to the end, or are not used.
  public let timesEnd: Double?

  /// The time at a point of the route, in metres along it.
  public func time(at along: Double) -> Date {
    start.addingTimeInterval(seconds(at: along) - secondsAtStart)
  }

  private func seconds(at along: Double) -> Double {
    switch rate {
    case .speed(let metresPerSecond): along / metresPerSecond
    case .pace(let secondsPerMetre):
      along * secondsPerMetre + (profile?.climb(upTo: along) ?? 0) * Self.secondsPerMetreClimbed
    case .ownTimes: Self.seconds(at: along, in: moments)
    }
  }

  private static func moments(of route: Route) throws(TimesProblem) -> [(along: Double, seconds: Double)] {
    let line = route.line
    var moments: [(along: Double, seconds: Double)] = []
    for index in line.seconds.indices where !line.seconds[index].isNaN {
      let moment = (along: line.along[index], seconds: line.seconds[index])
      if let last = moments.last, moment.seconds < last.seconds {
        throw .backwards(at: moment.along)
      }
      moments.append(moment)
    }
    guard moments.count > 1, let first = moments.first, let last = moments.last,
      last.seconds > first.seconds
    else { throw .missing }
    return moments
  }

  /// Before the first time, and after the last, as fast as on the whole.
  private static func seconds(
    at along: Double, in moments: [(along: Double, seconds: Double)]
  ) -> Double {
    guard let first = moments.first, let last = moments.last else { return 0 }
    let next = moments.partitioningIndex { $0.along >= along }
    let pace = (last.seconds - first.seconds) / max(1, last.along - first.along)
    if next == 0 { return first.seconds + (along - first.along) * pace }
    if next == moments.count { return last.seconds + (along - last.along) * pace }
    let (start, end) = (moments[next - 1], moments[next])
    let part = (along - start.along) / (end.along - start.along)
    return start.seconds + (end.seconds - start.seconds) * part
  }
}
