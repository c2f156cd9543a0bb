import Geography

/// How a set of places is spread over the earth.
package enum PlaceLayout: CaseIterable, Sendable {
  case everywhere, city, dateLine, northPole, southPole, clusters, oneSpot, parallel

  package func coordinate(using generator: inout SeededGenerator) -> Coordinate {
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    switch self {
    case .everywhere: return Coordinate(latitude: random(-90...90), longitude: random(-180...180))
    case .city: return Coordinate(latitude: random(60.1...60.3), longitude: random(24.8...25.1))
    case .dateLine:
      let longitude = random(179.9...180.1)
      return Coordinate(
        latitude: random(-17...(-16)), longitude: longitude > 180 ? longitude - 360 : longitude)
    case .northPole: return Coordinate(latitude: random(89.9...90), longitude: random(-180...180))
    case .southPole: return Coordinate(latitude: random(-90...(-89.9)), longitude: random(-180...180))
    case .clusters:
      let cluster = random(0...4).rounded()
      return Coordinate(latitude: cluster + random(0...1e-4), longitude: cluster * 30 + random(0...1e-4))
    case .oneSpot: return Coordinate(latitude: 60 + random(0...1).rounded() * 1e-5, longitude: 25)
    case .parallel: return Coordinate(latitude: 45, longitude: random(-180...180).rounded())
    }
  }
}
