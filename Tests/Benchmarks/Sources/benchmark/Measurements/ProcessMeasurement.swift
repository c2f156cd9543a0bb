import Foundation
import Geography

/// How long a whole process takes to answer one question, from its start to its end.
struct ProcessMeasurement {
  let poi: Program
  let region: Region
  let files: RegionFiles

  /// How often to run each, in turn, so that other load affects all alike.
  private static let count = 100

  func run() throws {
    let positions = region.positions(Self.count)
    let contestants: [(name: String, program: Program, arguments: (Int) -> [String])] = [
      ("true", Program(named: "true"), { _ in [] }),
      (
        "sqlite3, cell table", Program(named: "sqlite3"),
        { ["-readonly", files.cells, CellTable.question(at: positions[$0])] }
      ),
      (
        "poi nearby", poi,
        {
          [
            "nearby", "--at", "\(positions[$0].latitude),\(positions[$0].longitude)", "--source", "store",
            "--store", files.store, "--radius", "1km", "--limit", "\(limit)",
          ]
        }
      ),
    ]
    var times = [[Double]](repeating: [], count: contestants.count)
    for turn in 0..<Self.count {
      for (index, contestant) in contestants.enumerated() where contestant.program.isThere {
        let run = try contestant.program.run(contestant.arguments(turn))
        if run.succeeded { times[index].append(run.seconds * 1000) }
      }
    }

    let table = Table(
      "\(region.size.rawValue) places: a whole process, 20 nearest within 1 km", "median ms", "× true",
      "× sqlite3", "least ms", "× sqlite3")
    let medians = times.map { $0.sorted() }.map { $0.isEmpty ? nil : $0[$0.count / 2] }
    let leasts = times.map { $0.min() }
    for (index, contestant) in contestants.enumerated() {
      guard let median = medians[index], let least = leasts[index] else {
        table.missing(contestant.name, contestant.program.isThere ? "failed" : "not installed")
        continue
      }
      table.row(
        contestant.name, median.formatted(decimals: 2), median.ratio(to: medians[0]),
        median.ratio(to: medians[1]), least.formatted(decimals: 2), least.ratio(to: leasts[1]))
    }
  }
}
