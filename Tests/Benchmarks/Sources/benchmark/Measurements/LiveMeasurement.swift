import Foundation

/// How much of a core the live screen takes at a fix a second, with the ground under the radar and without.
struct LiveMeasurement {
  let poi: Program
  let folder: WorkFolder
  /// An extract, and a recorded walk through it.
  let extract: String
  let track: String

  /// A large terminal.
  private static let size = (columns: 160, rows: 50)
  private static let seconds = 20

  func run() throws {
    let table = Table(
      "watch --live, \(Self.size.columns) × \(Self.size.rows), a fix a second", "ms a frame", "% of a core",
      "frames")
    let script = Program(named: "script")
    guard script.isThere else { return table.missing("poi watch --live", "script is not installed") }
    let store = folder.path("live.sqlite")
    guard try poi.run(["import", extract, "--store", store]).succeeded else {
      return table.missing("poi watch --live", "cannot import \(extract)")
    }
    for (name, map) in [("with the ground", "--draw=auto"), ("without", "--draw=plain")] {
      // What starting takes is taken off.
      let (short, long) = (
        try frames(script, store, map, seconds: 2), try frames(script, store, map, seconds: Self.seconds)
      )
      guard let short, let long, long.count > short.count else {
        table.missing(name, "failed")
        continue
      }
      let (cpu, count) = (long.cpu - short.cpu, Double(long.count - short.count))
      table.row(
        name, (1000 * cpu / count).formatted(decimals: 1),
        (100 * cpu / Double(Self.seconds - 2)).formatted(decimals: 1), "\(long.count)")
    }
  }

  /// The seconds of a processor that a watch took, and how often it drew.
  private func frames(
    _ script: Program, _ store: String, _ map: String, seconds: Int
  ) throws -> (cpu: Double, count: Int)? {
    let screen = folder.path("screen")
    let words = [
      poi.path, "watch", "--live", "--source", "store", "--store", store, "--gps-log", track,
      "--replay-speed", "1", map,
    ]
    let quoted = words.map { "'\($0.replacingOccurrences(of: "'", with: "'\\''"))'" }.joined(separator: " ")
    let line =
      "stty cols \(Self.size.columns) rows \(Self.size.rows); TERM=xterm-256color timeout --foreground -s INT \(seconds) \(quoted)"
    let run = try script.run(["-qec", line, screen])
    // Each frame begins at the first corner.
    let drawn =
      try String(contentsOfFile: screen, encoding: .utf8).components(separatedBy: "\u{1B}[H").count - 1
    return drawn > 0 ? (run.cpuSeconds, drawn) : nil
  }
}
