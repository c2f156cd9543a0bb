import Foundation
import TestSupport
import Testing

/// What an interrupted import leaves of a store.
@Suite(.timeLimit(.minutes(5))) struct PulledPlugTests {
  /// Whether this user may mount a file system.
  private static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    (process.standardOutput, process.standardError) = (nil, nil)
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private let folder: TemporaryDirectory
  private let app: PoiApp
  /// Two states of one source.
  private let old: String
  private let new: String

  init() throws {
    folder = try TemporaryDirectory()
    app = PoiApp(environment: [
      "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8", "POI_STORE": folder.path(of: "places.sqlite"),
      "TMPDIR": folder.url.path,
    ])
    old = try Self.write("old", to: folder, count: 2000)
    new = try Self.write("new", to: folder, count: 3000)
  }

  @Test(
    "killing an import at any moment leaves the old places or the new ones", arguments: [true, false])
  func killed(isFirst: Bool) async throws {
    let contents = try await [isFirst ? "" : content(after: [old]), content(after: [new])]
    var generator = SeededGenerator(seed: isFirst ? 1 : 2)
    let length = try await ContinuousClock().measure { _ = try await content(after: [new]) } / .seconds(1)
    for _ in 0..<8 {
      try removeStore()
      if !isFirst { try await importPlaces(of: old) }
      let moment = Double.random(in: 0...length, using: &generator)
      _ = try await run(
        "timeout -s KILL \(moment) \"$@\"", ["import", new, "--source-name", "places", "--replace-source"])
      let left = try await content()
      #expect(contents.contains(left), "after \(moment) s: \(left.count) bytes")
    }
    // And the store is no worse for it.
    try await importPlaces(of: new)
    #expect(try await content() == contents[1])
    #expect(try folder.fileNames == ["new.csv", "old.csv", "places.sqlite"])
  }

  @Test("Ctrl-C ends an import that waits for input, and leaves the store unchanged")
  func interrupted() async throws {
    let before = try await content(after: [old])
    let outcome = try await run(
      """
      mkfifo "$TMPDIR/pipe"
      exec 3<>"$TMPDIR/pipe"
      cat "$1" >"$TMPDIR/pipe" 3>&- &
      shift
      # Once the import writes to the store.
      (
        until ls "$POI_STORE"-* >/dev/null 2>&1; do kill -0 $$ || exit; sleep 0.02; done
        kill -INT $$
      ) 3>&- &
      exec "$@" <&3
      """, first: new, ["import", "-", "--source-name", "places"])
    #expect(outcome.signal == SIGINT, "\(outcome)")
    #expect(try await content() == before)
  }

  @Test("readers see the old places until all the new ones are there")
  func readBeside() async throws {
    let before = try await content(after: [old])
    let after = try await content(after: [old, new])
    _ = try await content(after: [old])
    let outcome = try await run(
      """
      mkfifo "$TMPDIR/pipe"
      "$2" import - --source-name places --replace-source <"$TMPDIR/pipe" &
      exec 3>"$TMPDIR/pipe"
      cat "$1" >&3
      shift
      "$@"
      exec 3>&-
      wait
      """, first: new, ["places", "export", "--format", "csv"])
    #expect(outcome.output == before, "\(outcome.messages)")
    #expect(try await content() == after)
  }

  @Test(
    "reports a full disk, and leaves the store's content unchanged",
    .enabled(if: canMount, "needs to mount a file system of a few megabytes"))
  func fullDisk() async throws {
    let before = try await content(after: [old])
    try removeStore()
    let large = try Self.write("large", to: folder, count: 30_000)
    let disk = folder.path(of: "disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let outcome = try await run(
      """
      export POI_STORE="$TMPDIR/disk/places.sqlite"
      unshare --mount sh -c '
        set -e
        mount -t tmpfs -o size=3m tmpfs "$TMPDIR/disk"
        "$2" import "$TMPDIR/old.csv" --source-name places 2>/dev/null
        "$2" import "$1" --source-name places && exit 99 || status=$?
        "$2" places export --format csv
        exit $status
      ' sh "$@"
      """, first: large, [])
    #expect(outcome.status == 74, "\(outcome.messages)")
    #expect(outcome.messages.contains("the disk is full; your data is unchanged"), "\(outcome.messages)")
    #expect(outcome.output == before)
  }

  @Test(
    "reads a store on a read-only disk, in either journal mode",
    .enabled(if: canMount, "needs to mount a file system"), arguments: ["delete", "wal"])
  func readOnlyDisk(journal: String) async throws {
    let before = try await content(after: [old])
    let disk = folder.path(of: "disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let outcome = try await run(
      """
      /usr/bin/env python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])' \
        "$POI_STORE" 'PRAGMA journal_mode = \(journal)'
      export POI_STORE="$TMPDIR/disk/places.sqlite"
      unshare --mount sh -c '
        set -e
        mount -t tmpfs tmpfs "$TMPDIR/disk"
        cp "$TMPDIR/places.sqlite" "$POI_STORE"
        mount -o remount,ro "$TMPDIR/disk"
        "$1" places export --format csv
        "$1" import "$TMPDIR/new.csv"
      ' sh "$@"
      """, [])
    #expect(outcome.output == before)
    #expect(outcome.status == 77, "\(outcome.messages)")
    #expect(outcome.messages.contains("poi cannot write to it"), "\(outcome.messages)")
  }

  // MARK: -

  /// Writes places that differ from those of another name, one by one.
  private static func write(_ name: String, to folder: TemporaryDirectory, count: Int) throws -> String {
    let lines = (0..<count).map { number in
      "\(number),\(name) place \(number),cafe,\(60 + Double(number % 100) / 100),\(24 + Double(number) / 5000)\n"
    }
    return try folder.write("id,name,category,lat,lon\n" + lines.joined(), as: "\(name).csv")
  }

  private func removeStore() throws {
    for name in try folder.fileNames where name.hasPrefix("places.sqlite") {
      try FileManager.default.removeItem(atPath: folder.path(of: name))
    }
  }

  /// The content of a new store after these imports.
  private func content(after files: [String]) async throws -> String {
    try removeStore()
    for file in files { try await importPlaces(of: file) }
    return try await content()
  }

  private func importPlaces(of file: String) async throws {
    let outcome = try await app.run(["import", file, "--source-name", "places", "--replace-source"])
    try #require(outcome.status == 0, "\(outcome)")
  }

  private func content() async throws -> String {
    let outcome = try await app.run(["places", "export", "--format", "csv"])
    // Nothing has been imported, or there is no store.
    if outcome.status == 1 || outcome.status == 66 { return "" }
    try #require(outcome.status == 0, "\(outcome.messages)")
    return outcome.output
  }

  /// Runs a script whose arguments are poi's path and what follows it, after `first` if there is one.
  private func run(_ script: String, first: String? = nil, _ arguments: [String]) async throws
    -> CommandRunner.Outcome
  {
    try await CommandRunner.run(
      "/bin/sh", ["-c", script, "sh"] + [first].compactMap(\.self) + [PoiApp.path] + arguments,
      environment: app.environment)
  }
}
