import Foundation
import Geography

/// How fast poi finds the places along a route: in a file, compared with gpsbabel, and along a long route in
/// a store.
struct RouteMeasurement {
  let poi: Program
  let folder: WorkFolder

  private static let tourKilometres = 1000

  /// The places of a city along a recorded track; both read the files, and look 500 m to either side.
  func run(places: String, track: String) throws {
    let arc = folder.path("track.arc")
    try Arc.write(of: track, to: arc)
    try report(
      "\(URL(fileURLWithPath: places).lastPathComponent) along \(URL(fileURLWithPath: track).lastPathComponent), 500 m",
      [
        ("poi along", poi, ["along", track, "--source", places, "--within", "500m", "--format", "csv"]),
        (
          "gpsbabel, arc filter", Program(named: "gpsbabel"),
          [
            "-i", "unicsv", "-f", places, "-x", "arc,file=\(arc),distance=0.5k", "-o", "unicsv", "-F",
            "/dev/null",
          ]
        ),
      ])
  }

  /// A long tour through a region's store.
  func run(_ region: Region, _ files: RegionFiles) throws {
    let route = folder.path("tour.gpx")
    let tour = Tour(through: region, kilometres: Self.tourKilometres)
    try tour.writeGPX(to: route)
    let along = ["along", route, "--source", "store", "--store", files.store, "--format", "jsonl"]
    try report(
      "\(region.size.rawValue) places: \(Self.tourKilometres) km of route at 10 m",
      [
        ("poi along", poi, along + ["--within", "500m"]),
        ("poi along, one category", poi, along + ["--within", "500m", "--category", region.city.category]),
        ("poi along, the first ten", poi, along + ["--within", "500m", "--limit", "10"]),
      ])
  }

  private func report(_ title: String, _ rows: [(name: String, program: Program, arguments: [String])]) throws
  {
    let table = Table(title, "s", "× poi", "peak MB")
    var reference: Double?
    for row in rows {
      guard row.program.isThere else {
        table.missing(row.name, "not installed")
        continue
      }
      let run = try row.program.run(row.arguments, watchesMemory: true)
      guard run.succeeded else {
        table.missing(row.name, "failed with status \(run.status)")
        continue
      }
      reference = reference ?? run.seconds
      table.row(
        row.name, run.seconds.formatted(decimals: 2), run.seconds.ratio(to: reference),
        run.peakMegabytes.formatted(decimals: 0))
    }
  }
}
