import Foundation

/// How fast a list is imported, with how much memory, and into how much space.
struct ImportMeasurement {
  let poi: Program
  let region: Region
  let files: RegionFiles

  func run() throws {
    let table = Table(
      "\(region.size.rawValue) places: import of CSV", "rows/s", "× poi", "s", "peak MB", "MB")
    let reference = try row(
      "poi import", table, files.store, poi, ["import", "--store", files.store, files.csv])
    let script = files.cells + ".sql"
    try CellTable.creation(of: files.csv).write(toFile: script, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: script) }
    _ = try row(
      "sqlite3 .import, and a sorted cell table", table, files.cells, Program(named: "sqlite3"),
      [files.cells],
      input: script, reference: reference)
  }

  /// The rate.
  private func row(
    _ name: String, _ table: Table, _ file: String, _ program: Program, _ arguments: [String],
    input: String = "/dev/null", reference: Double? = nil
  ) throws -> Double? {
    guard program.isThere else {
      table.missing(name, "not installed")
      return nil
    }
    let run = try program.run(arguments, input: input, watchesMemory: true)
    guard run.status == 0 else {
      table.missing(name, "failed with status \(run.status)")
      return nil
    }
    let rate = Double(region.size.count) / run.seconds
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    table.row(
      name, rate.formatted(decimals: 0), rate.ratio(to: reference ?? rate),
      run.seconds.formatted(decimals: 2),
      run.peakMegabytes.formatted(decimals: 0), (Double(size) / 1_048_576).formatted(decimals: 0))
    return rate
  }
}
