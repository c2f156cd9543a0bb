import Nearby
import Places
import Positioning

/// What is said of the places around a position: the nearest few, and nameless ones of a kind once.
public struct SpokenReport: Sendable {
  /// How many places are told: more than that nobody keeps in mind.
  public static let mostPlaces = 5

  private let wording: SpokenWording

  /// What is said, in its order.
  public let callouts: [Callout]

  /// - Parameter wording: how it is put into words.
  public init(_ report: NearbyReport, wording: SpokenWording) {
    self.wording = wording
    var sightings: [(kind: String?, nearest: NearbyPlace, count: Int)] = []
    for nearby in report.places {
      let kind = nearby.place.spokenName == nil ? nearby.place.category ?? "" : nil
      if let kind, let known = sightings.firstIndex(where: { $0.kind == kind }) {
        sightings[known].count += 1
      } else {
        sightings.append((kind, nearby, 1))
      }
    }
    let time = report.location.time
    callouts =
      sightings.isEmpty
      ? [Callout(.nothingFound, time: time)]
      : sightings.prefix(Self.mostPlaces).map {
        let direction = RelativeDirection(of: $0.nearest.bearing, onCourse: report.course)
        return Callout(
          .listed(Callout.Sighting($0.nearest, count: $0.count, direction: direction)), time: time)
      }
  }

  /// The words, a line each.
  public var texts: [String] { callouts.map(wording.text) }

  /// The words with the time of the fix.
  public var script: String { callouts.map(wording.scriptLine).joined() }
}
