import Foundation
import Geography
import Places
import Positioning

/// A flat piece of the earth, measured in metres from a point: its distances are right to some millimetres.
public struct Terrain: Sendable {
  /// When its tracks begin.
  public static let start = Date(timeIntervalSince1970: 1_780_000_000)

  private let origin: Coordinate

  /// The surroundings of a point that is not near a pole.
  public init(around origin: Coordinate = Coordinate(latitude: 60.17, longitude: 24.94)) {
    self.origin = origin
  }

  /// A point by its metres from the origin.
  public func coordinate(east: Double, north: Double = 0) -> Coordinate {
    let eccentricitySquared = 0.00669437999014
    let sine = sin(origin.latitude * .pi / 180)
    let root = (1 - eccentricitySquared * sine * sine).squareRoot()
    let normal = 6_378_137 / root
    let meridian = normal * (1 - eccentricitySquared) / (root * root)
    let parallel = normal * cos(origin.latitude * .pi / 180)
    return Coordinate(
      latitude: origin.latitude + north / meridian * 180 / .pi,
      longitude: origin.longitude + east / parallel * 180 / .pi)
  }

  /// A place.
  public func place(
    _ id: String, east: Double = 0, north: Double = 0, proximity: Double? = nil, name: String? = nil
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, coordinate: coordinate(east: east, north: north),
      proximity: proximity.map(Distance.init(metres:)))
  }

  /// A fix this many seconds after the start; without a time if there is none.
  public func fix(
    east: Double, north: Double = 0, at seconds: Double?, accuracy: Double? = nil, speed: Double? = nil
  ) -> Location {
    Location(
      coordinate: coordinate(east: east, north: north), accuracy: accuracy, speed: speed,
      time: seconds.map(Self.start.addingTimeInterval))
  }

  /// Fixes on the way east, in metres from the origin, at equal intervals.
  public func track(_ offsets: [Double], every interval: Double? = 10) -> [Location] {
    offsets.enumerated().map { index, east in
      fix(east: east, at: interval.map { Double(index) * $0 })
    }
  }
}
