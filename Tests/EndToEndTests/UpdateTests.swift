import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// `poi update` of an extract, with the real pyosmium-up-to-date and a replication server on loopback.
@Suite(
  .enabled(if: ReplicatedExtract.isPossible, "needs osmium-tool and pyosmium"), .timeLimit(.minutes(5)))
struct UpdateTests {
  private let folder: TemporaryDirectory
  private let app: PoiApp

  init() throws {
    folder = try TemporaryDirectory()
    app = PoiApp(environment: [
      "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8", "POI_STORE": folder.path(of: "places.sqlite"),
      "XDG_CACHE_HOME": folder.path(of: "cache"), "PATH": "/usr/local/bin:/usr/bin:/bin",
    ])
  }

  @Test("after an update, the store equals one made from the newer extract")
  func update() async throws {
    let extract = try await ReplicatedExtract(in: folder)
    try await expectImported(extract.old)
    let dry = try await app.run(["update", "--dry-run"])
    #expect(
      dry.output == "region\t2 days\tupdate from \(extract.address), and import what is new\n", "\(dry)")

    let updated = try await app.run(["update"])
    #expect(updated.status == 0, "\(updated)")
    #expect(
      updated.messages == "poi: region: 5 places read, 1 added, 1 updated, 3 unchanged, 1 removed\n")
    try await expectContent(of: extract.new)
    let again = try await app.run(["update", "region"])
    #expect(again.status == 0)
    #expect(again.messages.hasPrefix("poi: region: up to date"), "\(again)")
    #expect(try leftovers.isEmpty)
  }

  @Test("completes an update in several parts")
  func parts() async throws {
    let extract = try await ReplicatedExtract(in: folder)
    try await expectImported(extract.old)
    // As if the first part had reached the size limit.
    let helper = try folder.write(
      """
      #!/bin/sh
      /usr/bin/pyosmium-up-to-date "$@" || exit
      if [ ! -e "$0.ran" ]; then touch "$0.ran"; exit 1; fi
      """, as: "pyosmium-up-to-date")
    try #require(chmod(helper, 0o755) == 0)
    var app = app
    app.environment["PATH"] = "\(folder.url.path):/usr/bin:/bin"
    let updated = try await app.run(["update"])
    #expect(updated.status == 0, "\(updated)")
    try await expectContent(of: extract.new)
    #expect(try leftovers.isEmpty)
  }

  @Test("reports a failing server, and leaves file and store unchanged", arguments: ServerFault.allCases)
  func faults(fault: ServerFault) async throws {
    let extract = try await ReplicatedExtract(in: folder, fault: fault)
    try await expectImported(extract.old)
    let before = try contents
    let outcome = try await app.run(["update"] + fault.options)
    #expect(outcome.status == fault.status, "\(outcome)")
    #expect(outcome.messages.contains("region: not updated; \(extract.old): "), "\(outcome)")
    #expect(outcome.messages.contains(fault.words), "\(outcome)")
    #expect(outcome.messages.split(separator: "\n").count == 1)
    #expect(try contents == before)
    #expect(try leftovers.isEmpty)
  }

  @Test("without pyosmium, says what to install")
  func withoutHelper() async throws {
    let extract = try await ReplicatedExtract(in: folder)
    try await expectImported(extract.old)
    var app = app
    app.environment["PATH"] = folder.path(of: "nowhere")
    let outcome = try await app.run(["update"])
    #expect(outcome.status == 66, "\(outcome)")
    #expect(outcome.messages.contains("sudo apt-get install pyosmium"), "\(outcome)")
  }

  @Test(
    "without a network, or of a name that pyosmium does not know, says so",
    arguments: [
      ("region.osm.pbf", 69, "no network: cannot get updates from http://poi.invalid;"),
      (
        "region.osm.pbf.1", 64,
        "pyosmium-up-to-date cannot tell its format by its name; rename it to end in .osm.pbf,"
      ),
    ])
  func withoutNetwork(file: String, status: Int32, words: String) async throws {
    let extract = folder.path(of: file)
    let header = [
      "base_url=http://poi.invalid", "sequence_number=2", "timestamp=2026-01-01T00:00:00Z",
    ].map { "--output-header=osmosis_replication_\($0)" }
    let made = try await CommandRunner.run(
      "/usr/bin/osmium", ["cat", Fixtures.path("places/square.osm.pbf"), "-f", "pbf", "-o", extract] + header)
    try #require(made.status == 0, "\(made)")
    try await expectImported(extract)
    let outcome = try await app.run(["update"])
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.messages.contains("\(extract): \(words)"), "\(outcome)")
  }

  @Test(
    "ignores changes outside the extract, in the file and in the store",
    arguments: ["", "/replication/day"])
  func largerArea(path: String) async throws {
    let extract = try await ReplicatedExtract(in: folder, ofLargerArea: path)
    try await expectImported(extract.old)
    let updated = try await app.run(["update"])
    #expect(updated.status == 0, "\(updated)")
    #expect(
      updated.messages == "poi: region: 5 places read, 1 added, 1 updated, 3 unchanged, 1 removed\n")
    try await expectContent(of: extract.new)
    let left = try await CommandRunner.run(
      "/usr/bin/osmium", ["cat", "--no-progress", "-f", "opl", extract.old])
    #expect(left.output.contains("n11 "))
    #expect(!left.output.contains("n1000"))
    let again = try await app.run(["update"])
    #expect(again.messages.hasPrefix("poi: region: up to date"), "\(again)")
    #expect(try leftovers.isEmpty)
  }

  @Test("without osmium, refuses the updates of a larger area", arguments: ["", "/replication/day"])
  func withoutCutter(path: String) async throws {
    let extract = try await ReplicatedExtract(in: folder, ofLargerArea: path)
    try await expectImported(extract.old)
    let before = try contents
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "pyosmium-up-to-date"), withDestinationPath: "/usr/bin/pyosmium-up-to-date")
    var app = app
    app.environment["PATH"] = folder.url.path
    let outcome = try await app.run(["update"])
    #expect(outcome.status == 66, "\(outcome)")
    #expect(outcome.messages.contains("sudo apt-get install osmium-tool"), "\(outcome)")
    #expect(try contents == before)
    #expect(try leftovers.isEmpty)
  }

  @Test("a second run completes one killed at any moment")
  func killed() async throws {
    let extract = try await ReplicatedExtract(in: folder)
    for part in 1...12 {
      try? FileManager.default.removeItem(atPath: folder.path(of: "places.sqlite"))
      try extract.putBack()
      try await expectImported(extract.old)
      _ = try await CommandRunner.run(
        "/usr/bin/timeout", ["-s", "KILL", "\(0.06 * Double(part))", PoiApp.path, "update"],
        environment: app.environment)
      let outcome = try await app.run(["update"])
      #expect(outcome.status == 0, "\(outcome)")
      try await expectContent(of: extract.new)
    }
  }

  /// The leftovers of a killed update.
  private var leftovers: [String] {
    get throws { try folder.fileNames.filter { $0.contains(".update-") } }
  }

  private var contents: [Data] {
    get throws {
      try ["region.osm.pbf", "places.sqlite"].map {
        try Data(contentsOf: URL(fileURLWithPath: folder.path(of: $0)))
      }
    }
  }

  private func expectImported(_ file: String) async throws {
    let outcome = try await app.run(["import", file])
    try #require(outcome.status == 0, "\(outcome)")
  }

  /// Compares with a fresh store.
  private func expectContent(of file: String) async throws {
    var fresh = app
    fresh.environment["POI_STORE"] = folder.path(of: "fresh.sqlite")
    _ = try await fresh.run(["import", "--source-name", "region", "--replace-source", file])
    let exports = try await [app, fresh].asyncMap {
      try await $0.run(["places", "export", "--format", "jsonl"]).output.split(separator: "\n").sorted()
    }
    #expect(exports[0] == exports[1])
    #expect(!exports[0].isEmpty)
  }
}

extension Array {
  fileprivate func asyncMap<Made>(_ make: (Element) async throws -> Made) async rethrows -> [Made] {
    var made: [Made] = []
    for element in self { made.append(try await make(element)) }
    return made
  }
}

/// How a replication server can fail.
enum ServerFault: CaseIterable {
  case gone, busy, silent, stalled, stalledLater, truncated, lyingAbout, behind, page

  var status: Int32 {
    switch self {
    case .behind, .stalledLater: 75
    default: 69
    }
  }

  /// Nobody waits for a server that says nothing longer than this.
  var options: [String] {
    switch self {
    case .silent, .stalled, .stalledLater: ["--timeout", "2"]
    default: []
    }
  }

  var words: String {
    switch self {
    case .silent, .stalled: "has sent nothing for 2 s"
    case .stalledLater: "announces updates that it does not provide"
    case .gone, .busy, .page: "cannot get updates from http://127.0.0.1"
    case .truncated, .lyingAbout: "cannot be read (RuntimeError: gzip error"
    case .behind: "is behind the file"
    }
  }
}

/// An extract that names its replication server, which has one update: two files, and their state files.
final class ReplicatedExtract: Sendable {
  static let isPossible = ["osmium", "pyosmium-up-to-date"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// The old extract.
  let old: String
  /// The extract after the update.
  let new: String
  /// The server's address.
  let address: String

  private let server: RunningServer
  private let original: Data

  /// - Parameter path: where on the server the updates are, if they are of a larger area than the extract.
  init(
    in folder: TemporaryDirectory, fault: ServerFault? = nil, ofLargerArea path: String? = nil
  ) async throws {
    let day = 86_400.0
    var before = String(decoding: try Fixtures.data("places/square.osm"), as: UTF8.self)
    if path != nil {
      before = before.replacingOccurrences(
        of: "<node id=\"1\"",
        with: #"<bounds minlat="9.9" minlon="19.9" maxlat="10.1" maxlon="20.1"/><node id="1""#)
    }
    let after =
      before
      .replacingOccurrences(of: "<node id=\"1\" version=\"1\"", with: "<node id=\"1\" version=\"2\"")
      .replacingOccurrences(of: "drinking_water", with: "fountain")
      .replacingOccurrences(
        of: "<node id=\"7\"",
        with: """
          <node id="11" version="1" lat="10.004" lon="20.004"><tag k="amenity" v="toilets"/></node>
          <node id="7"
          """
      )
      .replacingOccurrences(
        of: "<tag k=\"amenity\" v=\"cafe\"/><tag k=\"name\" v=\"Corner\"/></node>", with: "</node>"
      )
      .replacingOccurrences(of: "<node id=\"6\" version=\"1\"", with: "<node id=\"6\" version=\"2\"")
    let answers = Answers()
    let server = try RunningServer { request in
      var answer = answers.answer(request.path)
      switch fault {
      case .busy: answer = RunningServer.Answer(status: 503, type: "text/plain", body: Data())
      case .silent: return nil
      case .stalled: answer.sent = answer.body.count / 2
      case .stalledLater where request.path.hasSuffix(".osc.gz"): answer.sent = answer.body.count / 2
      default: break
      }
      return answer
    }
    self.server = server
    self.address = server.address
    func osmium(_ arguments: String...) async throws {
      let outcome = try await CommandRunner.run("/usr/bin/osmium", arguments)
      guard outcome.status == 0 else { throw CocoaError(.executableLoad, userInfo: ["osmium": "\(outcome)"]) }
    }
    let address = server.address + (path ?? "")
    func extract(_ xml: String, _ name: String, sequence: Int, age: Double) async throws -> String {
      let plain = try folder.write(xml, as: "\(name).osm")
      let sorted = folder.path(of: "\(name)-sorted.osm")
      try await osmium("sort", plain, "-o", sorted)
      let path = folder.path(of: "\(name).osm.pbf")
      try await osmium(
        "cat", sorted, "-o", path, "--output-header=osmosis_replication_base_url=\(address)",
        "--output-header=osmosis_replication_sequence_number=\(sequence)",
        "--output-header=osmosis_replication_timestamp=\(Self.time(age))")
      return path
    }
    let old = try await extract(before, "region", sequence: 2, age: 2 * day)
    let new = try await extract(after, "new", sequence: 3, age: day)
    original = try Data(contentsOf: URL(fileURLWithPath: old))
    (self.old, self.new) = (old, new)
    var newest = new
    if path != nil {
      let elsewhere = (0..<500).map {
        #"<node id="\#(1000 + $0)" version="1" lat="5.\#($0)" lon="5"><tag k="amenity" v="cafe"/></node>"#
      }
      newest = try await extract(
        after.replacingOccurrences(of: "<way id=\"8\"", with: elsewhere.joined() + "<way id=\"8\""), "larger",
        sequence: 3, age: day)
    }
    let changes = folder.path(of: "003.osc.gz")
    try await osmium("derive-changes", old, newest, "-o", changes)
    var diff = try Data(contentsOf: URL(fileURLWithPath: changes))
    var state = Self.state(sequence: 3, age: day)
    switch fault {
    case .truncated: diff = diff.prefix(diff.count / 2)
    case .lyingAbout: state = Self.state(sequence: 9, age: 0)
    case .behind: state = Self.state(sequence: 1, age: 3 * day)
    case .page: state = "<html>Sign in to this network</html>"
    case .gone, .busy, .silent, .stalled, .stalledLater, nil: break
    }
    answers.set(
      [
        "state.txt": Data(state.utf8), "000/000/003.state.txt": Data(Self.state(sequence: 3, age: day).utf8),
        "000/000/003.osc.gz": diff,
      ])
    if fault == .gone { server.stop() }
  }

  deinit {
    server.stop()
  }

  /// Restores the old extract.
  func putBack() throws {
    try original.write(to: URL(fileURLWithPath: old))
  }

  private static func time(_ age: Double) -> String {
    Date(timeIntervalSinceNow: -age).formatted(.iso8601)
  }

  private static func state(sequence: Int, age: Double) -> String {
    "sequenceNumber=\(sequence)\ntimestamp=\(time(age).replacing(":", with: "\\:"))\n"
  }

  /// The server's answers by the ends of paths.
  private final class Answers: Sendable {
    private let bodies = Mutex<[String: Data]>([:])

    func set(_ bodies: [String: Data]) {
      self.bodies.withLock { $0 = bodies }
    }

    func answer(_ path: String) -> RunningServer.Answer {
      let body = bodies.withLock {
        $0.filter { path.hasSuffix("/\($0.key)") }.max { $0.key.count < $1.key.count }
      }
      guard let body else {
        return RunningServer.Answer(status: 404, type: "text/plain", body: Data("not found".utf8))
      }
      return RunningServer.Answer(type: "application/octet-stream", body: body.value)
    }
  }
}
