import Foundation

/// Time and memory of importing extracts of growing size, compared with osmium filtering and exporting them.
struct ExtractMeasurement {
  let poi: Program
  /// The extract to copy.
  let path: String
  let folder: WorkFolder

  private static let budget = "64MB"

  func run() throws {
    let osmium = Program(named: "osmium")
    let table = Table(
      "Extracts, copies of one: poi import --memory \(Self.budget)", "MB", "s", "s/MB", "peak MB", "× poi")
    guard osmium.isThere else { return table.missing("osmium", "not installed") }
    let (opl, extract, store) = (
      folder.path("one.opl"), folder.path("region.osm.pbf"), folder.path("region.sqlite")
    )
    let (filtered, exported) = (folder.path("filtered.osm.pbf"), folder.path("exported.geojsonseq"))
    _ = try osmium.run(["cat", path, "-f", "opl", "-o", opl, "--overwrite"])
    let material = GrowingExtract(opl: try String(contentsOfFile: opl, encoding: .utf8))
    for copies in [1, 5, 10, GrowingExtract.mostCopies] {
      for file in [opl, extract, store] { try? FileManager.default.removeItem(atPath: file) }
      try material.write(copies: copies, to: opl)
      _ = try osmium.run(["cat", opl, "-F", "opl", "-o", extract, "--overwrite"])
      let size = try FileManager.default.attributesOfItem(atPath: extract)[.size] as? Int ?? 0
      let megabytes = Double(size) / 1_048_576
      func row(_ name: String, _ seconds: Double, _ peak: Double, reference: Double) {
        table.row(
          name, megabytes.formatted(decimals: 1), seconds.formatted(decimals: 2),
          (seconds / megabytes).formatted(decimals: 3), peak.formatted(decimals: 0),
          seconds.ratio(to: reference))
      }
      let run = try poi.run(
        ["import", "--store", store, "--memory", Self.budget, extract], watchesMemory: true)
      guard run.status == 0 else { return table.missing("poi import", "failed with status \(run.status)") }
      row("\(copies) ×: poi import", run.seconds, run.peakMegabytes, reference: run.seconds)
      let filter = try osmium.run(
        ["tags-filter", extract, "nwr/amenity,shop,tourism,leisure,natural", "-o", filtered, "--overwrite"],
        watchesMemory: true)
      let export = try osmium.run(
        ["export", filtered, "-f", "geojsonseq", "-o", exported, "--overwrite"], watchesMemory: true)
      row(
        "\(copies) ×: osmium tags-filter, osmium export", filter.seconds + export.seconds,
        max(filter.peakMegabytes, export.peakMegabytes), reference: run.seconds)
    }
  }
}
