import Foundation
import Geography
import Places
import TestSupport

@testable import Nearby

/// A route of any unpleasant kind and places around it, made from a seed.
struct RouteWorld {
  let segments: [[RoutePoint]]
  let within: Distance
  let places: [PointOfInterest]

  static let origins = [
    Coordinate(latitude: 52.52, longitude: 13.4), Coordinate(latitude: 0, longitude: 0),
    Coordinate(latitude: -17, longitude: 179.998), Coordinate(latitude: 89.99, longitude: 40),
    Coordinate(latitude: -89.999, longitude: -179), Coordinate(latitude: 71, longitude: -179.99),
    Coordinate(latitude: 84, longitude: 10),
  ]

  init(seed: UInt64, placeCount: Int) {
    var random = SeededGenerator(seed: seed)
    within = Distance(metres: [30, 100, 500, 2000].randomElement(using: &random) ?? 500)
    var walk = Walk(from: Self.origins[Int(seed) % Self.origins.count], width: within.metres)
    for _ in 0..<Int.random(in: 4...12, using: &random) {
      walk.addPiece(using: &random)
    }
    segments = walk.segments
    let points = segments.flatMap(\.self)
    places = (0..<placeCount).map { [within] number in
      let start = points.randomElement(using: &random) ?? points[0]
      // Some lie where a leg leads rather than by one of its ends.
      let reach = 2.2 * within.metres + (number % 3 == 0 ? 3000 : 0)
      let coordinate = WGS84.destination(
        from: start.coordinate, bearing: Bearing(degrees: .random(in: 0..<360, using: &random)),
        distance: Distance(metres: .random(in: 0...reach, using: &random)))
      return PointOfInterest(id: "p\(number)", coordinate: coordinate)
    }
  }

  func route() throws -> Route {
    try Route(segments: segments, isRecorded: false)
  }

  /// A route being made.
  private struct Walk {
    private(set) var segments: [[RoutePoint]]
    private let width: Double
    private var heading = 0.0

    init(from start: Coordinate, width: Double) {
      segments = [[RoutePoint(coordinate: start)]]
      self.width = width
    }

    private var current: [RoutePoint] { segments.last ?? [] }

    private mutating func append(_ points: some Sequence<RoutePoint>) {
      segments[segments.count - 1] += points
    }

    private mutating func go(_ metres: Double) {
      guard let here = current.last else { return }
      append([RoutePoint(coordinate: destination(from: here.coordinate, metres))])
    }

    private func destination(from start: Coordinate, _ metres: Double) -> Coordinate {
      WGS84.destination(
        from: start, bearing: Bearing(degrees: heading), distance: Distance(metres: metres))
    }

    mutating func addPiece(using random: inout SeededGenerator) {
      heading = .random(in: 0..<360, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: go(.random(in: 3000...25_000, using: &random))
      case 1:
        // A lap, ridden twice or more.
        let lap = (0..<6).map { corner in
          heading += 60
          return corner
        }
        let size = Double.random(in: 100...3000, using: &random)
        for _ in 0..<Int.random(in: 2...3, using: &random) {
          for _ in lap {
            heading += 60
            go(size)
          }
        }
      case 2:
        // Out and back.
        let start = current.count
        for _ in 0..<5 {
          heading += .random(in: -40...40, using: &random)
          go(.random(in: 20...900, using: &random))
        }
        append(current.suffix(from: start - 1).dropLast().reversed())
      case 3:
        for bend in 0..<6 {
          go(.random(in: 200...900, using: &random))
          heading += bend % 2 == 0 ? 172 : -172
        }
      case 4: if let here = current.last { append([here, here]) }
      case 5:
        guard current.count > 1, let here = current.last else { return go(100) }
        let far = Bool.random(using: &random)
        segments.append([
          RoutePoint(
            coordinate: destination(from: here.coordinate, far ? 20 * width : 0.3 * width))
        ])
        go(.random(in: 50...500, using: &random))
      default:
        for _ in 0..<30 {
          heading += .random(in: -30...30, using: &random)
          go(.random(in: 1...120, using: &random))
        }
      }
    }
  }
}
