import Geography
import Nearby
import Places
import Positioning

/// An announcement of the places around a position: the nearest few, with nameless ones of a kind that stand together
/// once.
public struct SpokenReport: Sendable {
  /// The most places to announce: nobody remembers more.
  public static let mostPlaces = 5

  private let wording: SpokenWording
  private let openings: Openings?
  private let position: Coordinate
  private let clocks: PlaceClocks

  /// The callouts, in order.
  public let callouts: [Callout]

  /// - Parameters:
  ///   - wording: the wording to use.
  ///   - clocks: by which a script shows times.
  public init(_ report: NearbyReport, wording: SpokenWording, clocks: PlaceClocks = .utc) {
    self.wording = wording
    self.clocks = clocks
    position = report.location.coordinate
    openings = report.openings
    var sightings: [(kind: String?, nearest: NearbyPlace, count: Int)] = []
    for nearby in report.answer.places {
      let kind =
        nearby.place.spokenName == nil ? (nearby.place.label ?? "") + (nearby.place.caveat ?? "") : nil
      let known = sightings.firstIndex {
        let apart = NearbyPlace(nearby.place, from: $0.nearest.place.coordinate).distance
        return $0.kind == kind && apart <= CalloutRules().together
      }
      if kind != nil, let known {
        sightings[known].count += 1
        if nearby.distance < sightings[known].nearest.distance { sightings[known].nearest = nearby }
      } else if sightings.count < Self.mostPlaces {
        sightings.append((kind, nearby, 1))
      }
    }
    let time = report.location.time
    callouts =
      sightings.isEmpty
      ? [Callout(.nothingFound(within: report.knownWithin), time: time)]
      : sightings.map {
        guard !$0.nearest.isInside else { return Callout(.inside($0.nearest.place), time: time) }
        let direction = RelativeDirection(of: $0.nearest.bearing, onCourse: report.course)
        return Callout(
          .listed(Callout.Sighting($0.nearest, count: $0.count, direction: direction)), time: time)
      }
  }

  /// The sentences, one per line.
  public var texts: [String] { callouts.map { wording.text(of: $0, openings: openings) } }

  /// The sentences with the time of the fix.
  public var script: String {
    zip(callouts, texts).map { SpokenWording.scriptLine(of: $1, at: $0.time, position, by: clocks) }.joined()
  }
}
