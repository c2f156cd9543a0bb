import Geography
import Glibc
import Places

/// The ground around a position, ready to be drawn again and again: metres to the east and to the north of it.
public struct MapPlan: Sendable {
  struct Shape: Sendable {
    let kind: MapKind
    let name: String?
    let parts: [[SIMD2<Double>]]
    let box: PlaneBox
  }

  /// In the order of drawing.
  let shapes: [Shape]
  let middle: Coordinate
  public let attribution: String?

  public init(_ ground: GroundMap = GroundMap(), about middle: Coordinate) {
    self.middle = middle
    attribution = ground.attribution
    shapes = ground.features.compactMap { feature in
      let parts = feature.parts.map { $0.map { Self.point($0, from: middle) } }
      return PlaneBox(around: parts.joined()).map {
        Shape(kind: feature.kind, name: feature.name, parts: parts, box: $0)
      }
    }
  }

  /// Metres to the east and to the north of the middle: within 0.1 % up to 100 km.
  func point(_ coordinate: Coordinate) -> SIMD2<Double> { Self.point(coordinate, from: middle) }

  private static func point(_ coordinate: Coordinate, from middle: Coordinate) -> SIMD2<Double> {
    let cosine = cos((coordinate.latitude + middle.latitude) / 2 * .pi / 180)
    let turn = remainder(coordinate.longitude - middle.longitude, 360)
    return SIMD2(
      turn * cosine * Self.metresInDegree, (coordinate.latitude - middle.latitude) * Self.metresInDegree)
  }

  /// The position of a point.
  func coordinate(_ point: SIMD2<Double>) -> Coordinate {
    let latitude = middle.latitude + point.y / Self.metresInDegree
    let cosine = max(1e-6, cos((latitude + middle.latitude) / 2 * .pi / 180))
    return Coordinate(
      latitude: min(90, max(-90, latitude)),
      longitude: remainder(middle.longitude + point.x / cosine / Self.metresInDegree, 360))
  }

  private static let metresInDegree = 111_195.0
}

/// The part of a plan that a picture shows: which way is up, and how large.
struct MapView: Sendable {
  /// Metres of the plan at the picture's middle.
  var centre = SIMD2<Double>()
  /// The bearing at the top.
  var up = Bearing.north
  /// Metres in one unit of the picture.
  var scale: Double
  /// Where the picture's middle is, in units of the picture, x to the right and y down.
  var middle: SIMD2<Double>

  func point(_ metres: SIMD2<Double>) -> SIMD2<Double> {
    let (sine, cosine) = (sin(up.degrees * .pi / 180), cos(up.degrees * .pi / 180))
    let way = (metres - centre) / scale
    return middle + SIMD2(way.x * cosine - way.y * sine, -(way.x * sine + way.y * cosine))
  }

  /// Metres from the centre within which all of a picture lies.
  func reach(of box: PlaneBox) -> Double {
    let far = pointwiseMax(box.high - middle, middle - box.low) * scale
    return (far * far).sum().squareRoot()
  }
}
