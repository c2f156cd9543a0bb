import Foundation
import Geography
import Places

/// How fast poi finds the places along a route: in a file, compared with gpsbabel, and along a long route in
/// a store.
struct RouteMeasurement {
  let poi: Program
  let folder: WorkFolder

  private static let tourKilometres = 1000

  /// A program with its arguments, and how it tells a place in its output.
  private struct Contestant {
    let name: String
    let program: Program
    let arguments: [String]
    /// The position of a place's id in a line of its output.
    let column: Int
  }

  /// The places of a city along a recorded track; both read the files, and look 500 m to either side.
  func run(_ city: City, places: String, track: String) throws {
    let arc = folder.path("track.arc")
    try Arc.write(of: track, to: arc)
    // gpsbabel stumbles over names and takes no id.
    let named = folder.path("places.unicsv")
    try city.places.map { "\($0.id),\($0.coordinate.latitude),\($0.coordinate.longitude)\n" }
      .reduce(into: "name,lat,lon\n") { $0 += $1 }.write(toFile: named, atomically: true, encoding: .utf8)
    let found = try report(
      "\(URL(fileURLWithPath: places).lastPathComponent) along \(URL(fileURLWithPath: track).lastPathComponent), 500 m",
      [
        Contestant(
          name: "poi along", program: poi,
          arguments: [
            "along", track, "--source", places, "--within", "500m", "--format", "csv", "--fields", "id",
          ], column: 0),
        Contestant(
          name: "gpsbabel, arc filter", program: Program(named: "gpsbabel"),
          arguments: [
            "-i", "unicsv", "-f", named, "-x", "arc,file=\(arc),distance=0.5k", "-o", "unicsv", "-F", "-",
          ], column: 3),
      ])
    guard found.count == 2 else { return }
    // It measures on a sphere, which is up to 0.3 % off, and does not join two records of one place.
    let table = Table("Found by only one of them", "places")
    table.row("poi along", "\(found[0].subtracting(found[1]).count)")
    table.row("gpsbabel, arc filter", "\(found[1].subtracting(found[0]).count)")
  }

  /// A long tour through a region's store.
  func run(_ region: Region, _ files: RegionFiles) throws {
    let route = folder.path("tour.gpx")
    let tour = Tour(through: region, kilometres: Self.tourKilometres)
    try tour.writeGPX(to: route)
    func contestant(_ name: String, _ options: String...) -> Contestant {
      Contestant(
        name: name, program: poi,
        arguments: [
          "along", route, "--source", "store", "--store", files.store, "--within", "500m", "--format", "csv",
          "--fields", "id",
        ] + options, column: 0)
    }
    _ = try report(
      "\(region.size.rawValue) places: \(Self.tourKilometres) km of route at 10 m",
      [
        contestant("poi along"),
        contestant("poi along, one category", "--category", region.city.category),
        contestant("poi along, the first ten", "--limit", "10"),
      ])
  }

  /// Prints each result, and returns the places that each program found.
  private func report(_ title: String, _ contestants: [Contestant]) throws -> [Set<String>] {
    let table = Table(title, "s", "× poi", "first row, s", "peak MB", "places")
    var reference: Double?
    var found: [Set<String>] = []
    for contestant in contestants {
      guard contestant.program.isThere else {
        table.missing(contestant.name, "not installed")
        continue
      }
      let run = try contestant.program.run(contestant.arguments, watchesMemory: true, keepsOutput: true)
      guard run.succeeded else {
        table.missing(contestant.name, "failed with status \(run.status)")
        continue
      }
      reference = reference ?? run.seconds
      let ids = ids(in: run.output, column: contestant.column)
      found.append(ids)
      table.row(
        contestant.name, run.seconds.formatted(decimals: 2), run.seconds.ratio(to: reference),
        run.firstOutput?.formatted(decimals: 2) ?? "–", run.peakMegabytes.formatted(decimals: 0),
        "\(ids.count)")
    }
    return found
  }

  /// The ids below the heading, which have no comma in them.
  private func ids(in output: Data, column: Int) -> Set<String> {
    Set(
      String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst().compactMap {
        let cells = $0.split(separator: ",", omittingEmptySubsequences: false)
        return cells.indices.contains(column) ? cells[column].filter { $0 != "\"" } : nil
      })
  }
}
