import Glibc

/// How near a straight way between two points comes to a third.
public struct ClosestApproach: Hashable, Sendable {
  /// The distance at the nearest point of the way.
  public let distance: Distance
  /// Where on the way that is: 0 at its start, 1 at its end.
  public let fraction: Double

  /// The way from `start` to `end`, seen from `place`.
  ///
  /// In the azimuthal equidistant projection about the place, in which distances from it are exact; a way of
  /// some kilometres is straight there to within millimetres.
  public init(of place: Coordinate, from start: Coordinate, to end: Coordinate) {
    let from = Self.projected(start, about: place)
    let way = Self.projected(end, about: place) - from
    let squaredLength = (way * way).sum()
    let along = squaredLength > 0 ? -(from * way).sum() / squaredLength : 0
    fraction = min(1, max(0, along))
    let nearest = from + way * fraction
    distance = Distance(metres: (nearest * nearest).sum().squareRoot())
  }

  init(distance: Distance, fraction: Double) {
    (self.distance, self.fraction) = (distance, fraction)
  }

  private static func projected(_ point: Coordinate, about place: Coordinate) -> SIMD2<Double> {
    let (distance, bearing) = WGS84.inverse(from: place, to: point)
    let angle = (bearing?.degrees ?? 0) * .pi / 180
    return SIMD2(sin(angle), cos(angle)) * distance.metres
  }
}
