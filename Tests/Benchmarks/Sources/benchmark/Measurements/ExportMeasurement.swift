/// The time and memory of exporting a store; the memory does not grow with the store.
struct ExportMeasurement {
  let poi: Program
  let region: Region
  let files: RegionFiles

  func run() throws {
    let table = Table("\(region.size.rawValue) places: poi places export", "places/s", "s", "peak MB")
    for format in ["sql", "csv", "geojson"] {
      let run = try poi.run(
        ["places", "export", "--format", format, "--store", files.store], watchesMemory: true)
      guard run.succeeded else {
        table.missing("--format \(format)", "failed with status \(run.status)")
        continue
      }
      table.row(
        "--format \(format)", (Double(region.size.count) / run.seconds).formatted(decimals: 0),
        run.seconds.formatted(decimals: 2), run.peakMegabytes.formatted(decimals: 0))
    }
  }
}
