import Foundation
import Geography

/// How many instructions a whole process takes, and how many pages it touches: the same on every machine that has the
/// same libraries, however busy.
struct InstructionsMeasurement {
  let poi: Program
  let region: Region
  let files: RegionFiles
  let folder: WorkFolder

  func run() throws {
    let table = Table(
      "\(region.size.rawValue) places: instructions of a process", "millions", "× sqlite3", "page faults",
      "× sqlite3")
    let valgrind = Program(named: "valgrind")
    let strip = Program(named: "strip")
    guard valgrind.isThere, strip.isThere else {
      table.missing("poi", "valgrind and strip are not installed")
      return
    }
    // valgrind cannot read the debug information of Swift's own libraries.
    let stripped = Program(path: folder.path("poi-stripped"))
    guard try strip.run(["--strip-debug", "-o", stripped.path, poi.path]).succeeded else {
      table.missing("poi", "cannot be stripped")
      return
    }
    let position = region.positions(1)[0]
    let contestants: [(name: String, program: Program, arguments: [String])] = [
      (
        "sqlite3, cell table, 20 nearest within 1 km", Program(named: "sqlite3"),
        ["-readonly", files.cells, CellTable.question(at: position)]
      ),
      (
        "poi nearby, the same", stripped,
        [
          "nearby", "--at", "\(position.latitude),\(position.longitude)", "--source", "store", "--store",
          files.store, "--radius", "1km", "--limit", "\(limit)",
        ]
      ),
      ("poi --version", stripped, ["--version"]),
    ]
    var reference: (instructions: Double, faults: Double)?
    for (name, program, arguments) in contestants {
      guard program.isThere else {
        table.missing(name, "not installed")
        continue
      }
      let run = try program.run(arguments)
      guard run.succeeded, let millions = try millions(ofInstructionsOf: program, arguments, valgrind) else {
        table.missing(name, "failed")
        continue
      }
      let faults = Double(run.pageFaults)
      if name.hasPrefix("sqlite3") { reference = (millions, faults) }
      table.row(
        name, millions.formatted(decimals: 1), millions.ratio(to: reference?.instructions),
        faults.formatted(decimals: 0), faults.ratio(to: reference?.faults))
    }
  }

  private func millions(
    ofInstructionsOf program: Program, _ arguments: [String], _ valgrind: Program
  ) throws -> Double? {
    let profile = folder.path("callgrind")
    let run = try valgrind.run(
      ["--tool=callgrind", "--callgrind-out-file=\(profile)", program.path] + arguments)
    guard run.succeeded else { return nil }
    let lines = try String(contentsOfFile: profile, encoding: .utf8).split(separator: "\n")
    return lines.last { $0.hasPrefix("totals: ") }.flatMap { Double($0.dropFirst(8)) }.map { $0 / 1e6 }
  }
}
