import Foundation

/// How fast a recorded ride is replayed, with nearest places and fences, and without.
struct ReplayMeasurement {
  let poi: Program
  let places: String
  let fixes: Int
  let folder: WorkFolder

  func run() throws {
    let ride = Ride(city: try City(path: places), fixes: fixes)
    let (single, triple) = (folder.path("single.nmea"), folder.path("triple.nmea"))
    try ride.write(to: single, sentencesAFix: 1)
    try ride.write(to: triple, sentencesAFix: 3)
    defer { for path in [single, triple] { try? FileManager.default.removeItem(atPath: path) } }

    let fences = ["watch", "--source", places, "--gps-log", single]
    try report(
      "\(fixes) fixes with fences and nearest places, one sentence a fix", "fixes/s", fixes,
      [
        ("poi watch", poi, fences, nil),
        (
          "poi watch, location events too, JSON Lines", poi,
          fences + ["--format", "jsonl", "--events", "initial,enter,leave,pass,location"], nil
        ),
      ])
    let replay = ["watch", "--source", places, "--gps-log", triple, "--events", "location"]
    try report(
      "\(fixes) fixes replayed, three sentences a fix", "sentences/s", 3 * fixes,
      [
        ("poi watch --events location", poi, replay, nil),
        ("poi watch --events location, JSON Lines", poi, replay + ["--format", "jsonl"], nil),
        ("gpsdecode -j", Program(named: "gpsdecode"), ["-j"], triple),
        (
          "gpsbabel, NMEA to CSV", Program(named: "gpsbabel"),
          ["-t", "-i", "nmea", "-f", triple, "-o", "unicsv", "-F", "/dev/null"], nil
        ),
      ])
  }

  private func report(
    _ title: String, _ unit: String, _ count: Int,
    _ rows: [(name: String, program: Program, arguments: [String], input: String?)]
  ) throws {
    let table = Table(title, unit, "× poi", "s", "MB")
    var reference: Double?
    for row in rows {
      guard row.program.isThere else {
        table.missing(row.name, "not installed")
        continue
      }
      let run = try row.program.run(row.arguments, input: row.input ?? "/dev/null", watchesMemory: true)
      guard run.succeeded else {
        table.missing(row.name, "failed with status \(run.status)")
        continue
      }
      let rate = Double(count) / run.seconds
      reference = reference ?? rate
      table.row(
        row.name, rate.formatted(decimals: 0), rate.ratio(to: reference), run.seconds.formatted(decimals: 2),
        run.peakMegabytes.formatted(decimals: 0))
    }
  }
}
