import Foundation
import Geography

/// What the shapes of places cost: the same places as points, and with a shape of two in five.
struct ShapesMeasurement {
  let poi: Program
  let region: Region
  let folder: WorkFolder

  /// How often to import; the quickest counts, since other load does not.
  private static let imports = 3
  /// How many questions there are.
  private static let positions = 1000

  private struct Figures {
    let seconds: Double
    let megabytes: Double
    let microseconds: Double
  }

  func run() throws {
    let table = Table(
      "\(region.size.rawValue) places: shapes of two in five", "import s", "× points", "MB", "× points",
      "20 nearest µs", "× points")
    var points: Figures?
    for withShapes in [false, true] {
      let name = withShapes ? "poi, with shapes" : "poi, points alone"
      guard let figures = try figures(withShapes: withShapes) else {
        table.missing(name, "cannot be imported")
        continue
      }
      points = points ?? figures
      table.row(
        name, figures.seconds.formatted(decimals: 2), figures.seconds.ratio(to: points?.seconds),
        figures.megabytes.formatted(decimals: 1), figures.megabytes.ratio(to: points?.megabytes),
        figures.microseconds.formatted(decimals: 1), figures.microseconds.ratio(to: points?.microseconds))
    }
  }

  private func figures(withShapes: Bool) throws -> Figures? {
    let (csv, store) = (folder.path("shapes.csv"), folder.path("shapes.sqlite"))
    defer { for path in [csv, store] { try? FileManager.default.removeItem(atPath: path) } }
    try region.write(to: csv, withShapes: withShapes)
    var seconds = Double.infinity
    for _ in 0..<Self.imports {
      try? FileManager.default.removeItem(atPath: store)
      let run = try poi.run(["import", "--store", store, csv])
      guard run.status == 0 else { return nil }
      seconds = min(seconds, run.seconds)
    }
    let size = try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int ?? 0
    let peer = try StorePeer(path: store)
    let timings = try Timings(region.positions(Self.positions)) { try peer.nearest(to: $0) ?? 0 }
    return Figures(
      seconds: seconds, megabytes: Double(size) / 1_048_576, microseconds: timings.median)
  }
}
