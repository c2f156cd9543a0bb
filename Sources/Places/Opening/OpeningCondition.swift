import FoundationEssentials
import Geography
import OpeningHours

/// Whether places are open at a moment; a place passes unless it is surely closed.
public struct OpeningCondition: Sendable {
  public let hours: PlaceHours
  public let moment: PlannedTime
  /// The present, in seconds since 1970.
  public var now: Int

  public init(_ moment: PlannedTime, now: Date, hours: PlaceHours) {
    self.moment = moment
    self.now = Int(clamping: now.timeIntervalSince1970.rounded(.down))
    self.hours = hours
  }

  /// The state of a place; unknown if it has no hours.
  public func state(of place: PointOfInterest) -> OpeningState {
    guard let hours = hours.hours(of: place) else { return .unknown }
    let locality = self.hours.locality(of: place)
    return hours.state(at: seconds(in: locality), in: locality)
  }

  /// Whether a place is surely closed.
  public func leavesOut(_ place: PointOfInterest) -> Bool { state(of: place) == .closed }

  /// What a place's hours say about the moment, and the moment in its time zone; `nil` without hours.
  public func opening(of place: PointOfInterest) -> (opening: Opening, time: PlaceTime)? {
    hours.hours(of: place).map { opening(of: $0, in: hours.locality(of: place)) }
  }

  /// The same for hours alone.
  public func opening(of hours: WrittenHours, in locality: Locality) -> (opening: Opening, time: PlaceTime) {
    let seconds = seconds(in: locality)
    return (
      hours.opening(at: seconds, in: locality),
      PlaceTime(seconds: seconds, offset: locality.offset(at: seconds) ?? 0)
    )
  }

  /// Without a known time zone, the state is unknown at any moment.
  public func seconds(in locality: Locality) -> Int {
    moment.seconds(in: locality, now: now) ?? now
  }

  /// The first places that are not surely closed, and how many before the last of them are.
  ///
  /// - Parameter work: does not go on when it is over.
  package func first(
    _ limit: Int, of places: [NearbyPlace], by work: LimitedWork? = nil
  ) -> (places: [NearbyPlace], closed: Int) {
    var kept: [NearbyPlace] = []
    var closed = 0
    for place in places {
      if kept.count >= limit || work?.mayGoOn() == false { break }
      if leavesOut(place.place) { closed += 1 } else { kept.append(place) }
    }
    return (kept, closed)
  }
}

extension OpeningCondition: Hashable {
  public static func == (one: Self, other: Self) -> Bool {
    one.hours === other.hours && one.moment == other.moment && one.now == other.now
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(moment)
    hasher.combine(now)
  }
}

extension PlaceAnswer {
  /// The answer without the places that are surely closed.
  public func leavingOutClosed(by condition: OpeningCondition?) -> PlaceAnswer {
    leavingOutClosed(by: condition, within: nil)
  }

  /// - Parameter work: does not go on when it is over; then some places are missing.
  package func leavingOutClosed(by condition: OpeningCondition?, within work: LimitedWork?) -> PlaceAnswer {
    guard let condition else { return self }
    var answer = self
    let found = condition.first(.max, of: places, by: work)
    answer.places = found.places
    answer.closed += found.closed
    answer.unsaid.removeAll { condition.leavesOut($0.place) }
    return answer
  }
}
