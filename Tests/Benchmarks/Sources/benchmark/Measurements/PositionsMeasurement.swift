import Foundation
import Geography

/// How many positions one process answers in a second, read from its standard input.
struct PositionsMeasurement {
  let poi: Program
  let region: Region
  let files: RegionFiles

  private static let count = 20_000

  func run() throws {
    let (anywhere, way) = (files.csv + ".positions", files.csv + ".way")
    defer { for path in [anywhere, way] { try? FileManager.default.removeItem(atPath: path) } }
    func write(_ positions: [Coordinate], to path: String) throws {
      let lines = positions.map { "\($0.latitude),\($0.longitude)\n" }
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }
    try write(region.positions(Self.count), to: anywhere)
    try write(Self.way(from: region.positions(1)[0]), to: way)
    let table = Table("\(region.size.rawValue) places: poi nearby --at -", "positions/s", "s", "peak MB")
    for (name, range, input) in [
      ("the nearest", ["--limit", "1"], anywhere), ("10 nearest", [], anywhere),
      ("10 nearest, along a way", [], way),
      ("20 nearest within 1 km", ["--limit", "\(limit)", "--radius", "1km"], anywhere),
    ] {
      let run = try poi.run(
        ["nearby", "--at", "-", "--source", "store", "--store", files.store] + range, input: input,
        watchesMemory: true)
      guard run.succeeded else {
        table.missing(name, "failed with status \(run.status)")
        continue
      }
      table.row(
        name, (Double(Self.count) / run.seconds).formatted(decimals: 0), run.seconds.formatted(decimals: 2),
        run.peakMegabytes.formatted(decimals: 0))
    }
  }

  /// Positions 3 m apart, like those of a walker's receiver.
  private static func way(from start: Coordinate) -> [Coordinate] {
    var position = start
    var course = 0.3
    var generator = SeededGenerator(seed: 6)
    return (0..<count).map { _ in
      course += Double.random(in: -0.05...0.05, using: &generator)
      position = Coordinate(
        latitude: position.latitude + 2.7e-5 * cos(course),
        longitude: position.longitude + 2.7e-5 * sin(course) / cos(position.latitude * .pi / 180))
      return position
    }
  }
}
