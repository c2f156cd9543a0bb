import Foundation
import Geography
import Input
import Testing

@testable import Positioning

/// Compares the decoder with gpsd over recorded logs: each `NAME.log` beside `NAME.log.chk`, what gpsd made of it.
@Suite struct GpsdRecordingTests {
  @Test("positions, times and modes match gpsd's own for the same logs", .enabled(if: Recording.areThere))
  func recordings() throws {
    var total = Comparison()
    for recording in try Recording.all() {
      let comparison = try recording.compare()
      print(comparison.summary(of: recording.name))
      if comparison.expected == 0 {
        #expect(comparison.fixes == 0, "\(recording.name) has no fix")
      }
      total += comparison
    }
    print(total.summary(of: "total"))
    #expect(Double(total.matched) >= 0.995 * Double(total.expected))
    #expect(Double(total.extra) <= 0.01 * Double(total.expected))
    #expect(total.wrongTimes == 0)
    #expect(total.wrongModes == 0)
  }
}

/// One log and what gpsd made of it.
private struct Recording {
  let name: String
  private let log: URL

  /// `POI_GPS_LOGS`, else `../shared/data/gps-logs` beside the package.
  private static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["POI_GPS_LOGS"] {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.deletingLastPathComponent().appending(path: "shared/data/gps-logs")
  }

  static var areThere: Bool {
    FileManager.default.fileExists(atPath: folder.path)
  }

  static func all() throws -> [Self] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "log" }
      .sorted { $0.path < $1.path }
      .map { Self(name: $0.deletingPathExtension().lastPathComponent, log: $0) }
  }

  func compare() throws -> Comparison {
    Comparison(ours: try fixes(), gpsd: try reports())
  }

  private func fixes() throws -> [Location] {
    let bytes = [UInt8](try Data(contentsOf: log))
    var splitter = LineSplitter()
    var decoder = NMEADecoder()
    var locations: [Location] = []
    splitter.split(bytes.span) { line, _ in decoder.decode(line, into: &locations) }
    splitter.finish { line, _ in decoder.decode(line, into: &locations) }
    decoder.finish(into: &locations)
    return locations
  }

  private func reports() throws -> [Report] {
    let bytes = try Data(contentsOf: log.appendingPathExtension("chk"))
    let decoder = JSONDecoder()
    return bytes.split(separator: UInt8(ascii: "\n"))
      .filter { $0.first == UInt8(ascii: "{") }
      .compactMap { try? decoder.decode(Report.self, from: $0) }
      .filter { $0.class == "TPV" && $0.mode ?? 0 >= 2 && $0.lat != nil && $0.lon != nil }
  }
}

/// A TPV report of gpsd.
private struct Report: Decodable {
  var `class`: String
  var mode: Int?
  var lat: Double?
  var lon: Double?
  var time: String?
  var eph: Double?
}

/// How far two readings of a log agree.
private struct Comparison {
  var expected = 0
  var fixes = 0
  var matched = 0
  var extra = 0
  var wrongTimes = 0
  var wrongModes = 0
  var accuracies = 0
  var equalAccuracies = 0

  init() {}

  init(ours: [Location], gpsd: [Report]) {
    fixes = ours.count
    let theirTimes = Dictionary(grouping: gpsd, by: Place.init).mapValues {
      Set($0.compactMap(\.milliseconds))
    }
    let ourTimes = Dictionary(grouping: ours, by: Place.init).mapValues { Set($0.compactMap(\.milliseconds)) }
    expected = theirTimes.count
    matched = theirTimes.keys.count { ourTimes[$0] != nil }
    extra = ourTimes.keys.count { theirTimes[$0] == nil }
    wrongTimes = theirTimes.count { place, times in ourTimes[place].map { !Self.agree($0, times) } ?? false }
    // The last report of an epoch is the one that counts.
    let last = Dictionary(gpsd.map { (Moment($0), $0) }, uniquingKeysWith: { $1 })
    for fix in ours {
      guard let report = last[Moment(fix)] else { continue }
      wrongModes += fix.mode?.rawValue == report.mode ? 0 : 1
      guard let eph = report.eph, let accuracy = fix.accuracy else {
        accuracies += report.eph == nil && fix.accuracy == nil ? 0 : 1
        continue
      }
      accuracies += 1
      equalAccuracies += abs(eph - accuracy) < 0.002 ? 1 : 0
    }
  }

  /// Each of our times is one of theirs, and none is missing; an epoch may have times 10 ms apart.
  private static func agree(_ ours: Set<Int>, _ theirs: Set<Int>) -> Bool {
    ours.isSubset(of: theirs) && theirs.allSatisfy { time in ours.contains { abs($0 - time) <= 10 } }
  }

  static func += (left: inout Self, right: Self) {
    left.expected += right.expected
    left.fixes += right.fixes
    left.matched += right.matched
    left.extra += right.extra
    left.wrongTimes += right.wrongTimes
    left.wrongModes += right.wrongModes
    left.accuracies += right.accuracies
    left.equalAccuracies += right.equalAccuracies
  }

  func summary(of name: String) -> String {
    "\(name): \(matched) of \(expected) matched, \(expected - matched) missing, \(extra) extra, "
      + "\(wrongTimes) times wrong, \(wrongModes) modes wrong, \(fixes) fixes, "
      + "accuracy equal in \(equalAccuracies) of \(accuracies)"
  }
}

/// A position in units of 1e-7°.
private struct Place: Hashable {
  let latitude: Int
  let longitude: Int

  init(_ report: Report) {
    self.init(report.lat ?? 999, report.lon ?? 999)
  }

  init(_ fix: Location) {
    self.init(fix.coordinate.latitude, fix.coordinate.longitude)
  }

  private init(_ latitude: Double, _ longitude: Double) {
    self.latitude = Int((latitude * 1e7).rounded())
    self.longitude = Int((longitude * 1e7).rounded())
  }
}

/// An epoch: its time and place.
private struct Moment: Hashable {
  let place: Place
  let time: Int?

  init(_ report: Report) {
    place = Place(report)
    time = report.milliseconds
  }

  init(_ fix: Location) {
    place = Place(fix)
    time = fix.milliseconds
  }
}

extension Location {
  /// Milliseconds since 1970.
  fileprivate var milliseconds: Int? {
    time.map { Int(($0.timeIntervalSince1970 * 1000).rounded()) }
  }
}

extension Report {
  fileprivate var milliseconds: Int? {
    guard let time, let date = try? Date(time, strategy: .iso8601WithFraction) else { return nil }
    return Int((date.timeIntervalSince1970 * 1000).rounded())
  }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
  fileprivate static var iso8601WithFraction: Self { Self(includingFractionalSeconds: true) }
}
