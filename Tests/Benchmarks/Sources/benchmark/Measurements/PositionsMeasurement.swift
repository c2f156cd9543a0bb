import Foundation
import Geography

/// How many positions one process answers in a second, read from its standard input.
struct PositionsMeasurement {
  let poi: Program
  let region: Region
  let files: RegionFiles

  private static let count = 20_000

  func run() throws {
    let input = files.csv + ".positions"
    let lines = region.positions(Self.count).map { "\($0.latitude),\($0.longitude)\n" }
    try lines.joined().write(toFile: input, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: input) }
    let table = Table("\(region.size.rawValue) places: poi nearby --at -", "positions/s", "s", "peak MB")
    for (name, range) in [
      ("the nearest", ["--limit", "1"]), ("10 nearest", []),
      ("20 nearest within 1 km", ["--limit", "\(limit)", "--radius", "1km"]),
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
}
