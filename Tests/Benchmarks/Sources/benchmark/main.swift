import Foundation

// Measures the release binary beside its peers, in one run: shared machines are noisy, so read the ratios.
// Usage: benchmark PLACES [FIXES] – a file of places, and how long the made-up ride through them is.

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  FileHandle.standardError.write(Data("usage: benchmark PLACES.csv [FIXES]\n".utf8))
  exit(64)
}
let places = arguments[1]
let fixCount = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 1_000_000
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
  "poi-benchmark-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
let poi = "\(root)/.build-release/release/poi"

/// How long a command took, and how much memory it had at most.
struct Measurement {
  let seconds: Double
  let peakMegabytes: Double
}

/// Runs a command with its output going nowhere; nothing where the program is not there, or fails.
func measure(_ program: String, _ arguments: [String], input: URL? = nil) throws -> Measurement? {
  let path = program.contains("/") ? program : "/usr/bin/\(program)"
  guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
  var before = rusage()
  getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &before)
  let start = ContinuousClock.now
  try process.run()
  process.waitUntilExit()
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  var after = rusage()
  getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &after)
  guard process.terminationStatus <= 1 else { return nil }
  // The largest of all children so far: the smaller ones are run first.
  return Measurement(seconds: seconds, peakMegabytes: Double(after.ru_maxrss) / 1024)
}

/// Writes a ride of one fix a second through the places: RMC alone, or RMC, GGA and GSA for each fix.
func writeRide(_ name: String, sentencesAFix: Int) throws -> URL {
  let url = folder.appendingPathComponent(name)
  _ = FileManager.default.createFile(atPath: url.path, contents: nil)
  let file = try FileHandle(forWritingTo: url)
  var (latitude, longitude, course) = (52.52, 13.40, 0.3)
  var state: UInt64 = 1
  func random() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53) - 0.5
  }
  func sentence(_ body: String) -> String {
    let checksum = body.utf8.reduce(0, ^)
    return "$" + body + "*" + (checksum < 16 ? "0" : "") + String(checksum, radix: 16, uppercase: true)
      + "\r\n"
  }
  func minutes(_ degrees: Double, width: Int) -> String {
    String(format: "%0\(width)d%08.5f", Int(degrees), (degrees - Double(Int(degrees))) * 60)
  }
  var text = ""
  for second in 0..<fixCount {
    course += random() * 0.07
    if !(52.40...52.60).contains(latitude) || !(13.20...13.60).contains(longitude) {
      course = atan2((13.4 - longitude) * 0.61, 52.5 - latitude)
    }
    latitude += cos(course) * 8 / 111_320
    longitude += sin(course) * 8 / 67_800
    let day = second / 86400
    let time = String(format: "%02d%02d%02d.00", second / 3600 % 24, second / 60 % 60, second % 60)
    let date = String(format: "%02d%02d26", 1 + day % 28, 1 + day / 28 % 12)
    let position = "\(minutes(latitude, width: 2)),N,\(minutes(longitude, width: 3)),E"
    text += sentence("GPRMC,\(time),A,\(position),15.5,90.0,\(date),,,A")
    if sentencesAFix == 3 {
      text += sentence("GPGGA,\(time),\(position),1,08,1.1,35.0,M,,M,,")
      text += sentence("GPGSA,A,3,10,07,05,02,29,04,08,13,,,,,1.7,1.1,1.3")
    }
    if text.utf8.count > 1 << 20 {
      file.write(Data(text.utf8))
      text = ""
    }
  }
  file.write(Data(text.utf8))
  try file.close()
  return url
}

func report(_ title: String, count: Int, unit: String, _ rows: [(String, Measurement?)]) {
  print("\n\(title)")
  let reference = rows.first?.1
  for (name, measurement) in rows {
    guard let measurement else {
      print("  \(name.padding(toLength: 44, withPad: " ", startingAt: 0)) not here")
      continue
    }
    let rate = Double(count) / measurement.seconds
    let ratio = reference.map { $0.seconds / measurement.seconds } ?? 1
    print(
      "  \(name.padding(toLength: 44, withPad: " ", startingAt: 0))",
      String(
        format: "%9.0f %@/s  × %.3f  %6.2f s  %5.0f MB", rate, unit, ratio, measurement.seconds,
        measurement.peakMegabytes))
  }
}

let single = try writeRide("single.nmea", sentencesAFix: 1)
let triple = try writeRide("triple.nmea", sentencesAFix: 3)
let watch = ["watch", "--source", places, "--gps-log"]

report(
  "Fences and nearest places, one sentence a fix", count: fixCount, unit: "fixes",
  [
    ("poi watch", try measure(poi, watch + [single.path])),
    (
      "poi watch, location events too, JSON Lines",
      try measure(
        poi, watch + [single.path, "--format", "jsonl", "--events", "initial,enter,leave,pass,location"])
    ),
  ])
report(
  "A log replayed, three sentences a fix", count: 3 * fixCount, unit: "sentences",
  [
    ("poi watch --events location", try measure(poi, watch + [triple.path, "--events", "location"])),
    (
      "poi watch --events location, JSON Lines",
      try measure(poi, watch + [triple.path, "--events", "location", "--format", "jsonl"])
    ),
    ("gpsdecode -j", try measure("gpsdecode", ["-j"], input: triple)),
    (
      "gpsbabel nmea to csv",
      try measure("gpsbabel", ["-t", "-i", "nmea", "-f", triple.path, "-o", "unicsv", "-F", "/dev/null"])
    ),
  ])
