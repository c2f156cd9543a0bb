import CivilTime
import Foundation
import Input
import TestSupport
import Testing

/// The commands of README.md and of the man pages' examples, run as printed, in a folder with stand-ins for
/// the files, programs, servers and the receiver that they name.
@Suite(.timeLimit(.minutes(5))) struct DocumentedCommandsTests {
  /// Commands that are not run here, by their beginnings.
  private static let notRun = [
    ".ci/": "builds, tests or installs poi itself",
    "swift ": "builds poi itself",
    "systemctl ": "needs a user's systemd",
    "journalctl ": "needs a user's systemd",
    "psql ": "needs a database; PostgreSQLTests fill one",
    "osm2pgsql ": "needs a database; PostgreSQLTests fill one",
  ]

  /// Commands that are not run here, by a part of them.
  private static let notRunWith = [
    "poi pick": "needs keys on a terminal; PickTests press them",
    "poi init": "asks on a terminal; InitCommandTests answer",
    "poi serve": "has no end; ServeTests run it",
    "postgresql://": "needs a database; PostgreSQLTests ask one",
    "| psql": "needs a database; PostgreSQLTests fill one",
    "127.0.0.1:8947": "needs a running server; ServeTests ask one the same",
  ]

  /// Commands that exit with a status other than 0 here, by their beginnings.
  private static let otherStatus: [String: Int32] = [
    // The two differ, which is the point.
    "diff a.txt b.txt": 1,
    // The stand-ins have nothing of the kind there.
    "poi along tour.gpx --category water --from": 1,
    "poi here --category water": 1,
    "poi here --category cafe --quiet": 1,
    "poi here --source favourites.gpx": 1,
    "poi here --source favourites.gpx --at": 0,
    "poi hours \"18:00+\"": 1,
    "poi coffee in TOWN": 1,
    "poi nearby burger king --near Vaduz": 1,
    "poi here --source places.geojson": 1,
    "poi here --source places.geojson --at -": 0,
    "poi nearby --source overpass --category water": 1,
    "poi nearby water -s places.csv": 1,
    "poi nearby --source places.gpx --gps-log ride.nmea --ahead": 1,
    "poi watch --source places.geojson --category water --within": 1,
    // The recording has no gap.
    "poi watch --events signal": 1,
    // The store is not of an extract.
    "poi watch --events street": 1,
  ]

  private static func status(of command: String) -> Int32 {
    otherStatus.filter { command.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value ?? 0
  }

  @Test("the README shows what poi prints")
  func shown() async throws {
    let place = try await Place()
    var count = 0
    for block in try Self.blocks(ofReadme: "```") where block.first?.hasPrefix("$ ") == true {
      for example in Self.examples(in: block) {
        // Its store is absent.
        let place = example.command.contains(" doctor ") ? try await Place() : place
        let outcome = try await place.run(
          example.output.contains { $0.hasPrefix("poi: ") }
            ? "exec 2>&1; \(example.command)" : example.command)
        #expect(
          Self.masked(outcome.output, in: place)
            == Self.masked(example.output.joined(separator: "\n"), in: place),
          "\(example.command)\n\(outcome)")
        count += 1
      }
    }
    #expect(count >= 8)
  }

  @Test("every other command in the README runs as printed")
  func readme() async throws {
    let place = try await Place(withStore: true)
    let commands = try Self.blocks(ofReadme: "```sh").joined()
    #expect(commands.count >= 8)
    try await check(Array(commands), in: place)
  }

  @Test("there are man pages to run")
  func manPages() {
    #expect(Self.pages.count >= 10)
  }

  @Test("every example in a man page runs as printed", arguments: pages)
  func manPage(name: String) async throws {
    let place = try await Place(withStore: true)
    let commands = try Self.examples(ofPage: name)
    try #require(!commands.isEmpty)
    try await check(commands, in: place)
  }

  private func check(_ commands: [String], in place: Place) async throws {
    let server = try RunningServer { request in
      .json(try Fixtures.data(request.method == "POST" ? "api/overpass.json" : "api/array.json"))
    }
    let walk = String(decoding: try FakeReceiver.sentences(of: "gps/walk.json"), as: UTF8.self)
    // Of fixes that come together the last counts.
    let beginning = walk.split(separator: "\n").prefix(12).joined(separator: "\n") + "\n"
    for command in commands where !Self.isNotRun(command) {
      // As if received now: `poi doctor` does not accept a recorded fix.
      let sentences = (command.contains("watch") ? walk : beginning).replacing(
        /"2026-06-01T[0-9:.]+Z"/, with: "\"\(Timestamp.text(of: Date()))\"")
      let gpsd = try FakeReceiver(.send(Array(sentences.utf8)), .stay)
      let outcome = try await place.run(
        command.replacing("https://example.org/locations", with: server.address),
        environment: ["POI_GPSD": "127.0.0.1:\(gpsd.port)", "POI_OVERPASS_URL": server.address])
      #expect(outcome.status == Self.status(of: command), "\(command)\n\(outcome)")
      // jq prints this for a missing key; some places have no name.
      let values = Set(outcome.output.split(whereSeparator: \.isNewline))
      #expect(!command.contains("| jq") || values != ["null"], "\(command)\n\(outcome)")
    }
    server.stop()
  }

  private static func isNotRun(_ command: String) -> Bool {
    notRun.keys.contains { command.hasPrefix($0) } || notRunWith.keys.contains { command.contains($0) }
  }

  // MARK: Output

  private static let pages =
    (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.packageRoot + "/man").sorted()) ?? []

  /// The lines of each block that begins so.
  private static func blocks(ofReadme fence: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var opening: String?
    for line in try lines(of: "README.md") {
      if opening != nil, line == "```" {
        opening = nil
      } else if opening == nil, line.hasPrefix("```") {
        opening = line
        if line == fence { blocks.append([]) }
      } else if opening == fence {
        blocks[blocks.endIndex - 1].append(line)
      }
    }
    return blocks
  }

  /// The commands after `$`, each with the lines below it.
  private static func examples(in block: [String]) -> [(command: String, output: [String])] {
    var examples: [(command: String, output: [String])] = []
    for line in block {
      if line.hasPrefix("$ ") {
        examples.append((String(line.dropFirst(2)), []))
      } else {
        examples[examples.endIndex - 1].output.append(line)
      }
    }
    return examples
  }

  /// The lines of the literal blocks of a man page.
  private static func examples(ofPage name: String) throws -> [String] {
    var isLiteral = false
    return try lines(of: "man/\(name)").filter { line in
      if line.hasPrefix(".Bd -literal") || line == ".Ed" {
        isLiteral = line != ".Ed"
        return false
      }
      return isLiteral
    }
    .map { $0.replacing("\\-", with: "-").replacing("\\e", with: "\\") }
  }

  private static func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: "\(Fixtures.packageRoot)/\(path)", encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Without what differs each time: ages, dates, times, and the user's home.
  private static func masked(_ text: String, in place: Place) -> String {
    text.trimmingCharacters(in: .newlines)
      .replacing(place.home, with: "/home/you").replacing(/[0-9,]+ (s|min|h|days?) old/, with: "3 s old")
      .replacing(/(file of|imported) [0-9]{4}-[0-9]{2}-[0-9]{2}/) { "\($0.1) 2026-06-01" }
      .replacing(/poi: [0-9]+\.[0-9]{3} s:/, with: "poi: 0.000 s:")
  }

  /// A folder to run commands in, with everything that they name.
  private struct Place {
    private let folder: TemporaryDirectory

    /// The user's home directory.
    var home: String { folder.path(of: "home") }

    /// - Parameter hasStore: whether there is something in the store from the start.
    init(withStore hasStore: Bool = false) async throws {
      folder = try TemporaryDirectory()
      let outcome = try await run(Self.standIns + (hasStore ? Self.store : ""), in: folder.url.path)
      try #require(outcome.status == 0, "\(outcome)")
    }

    /// Runs a command as a shell does.
    func run(
      _ command: String, environment: [String: String] = [:], in path: String? = nil
    ) async throws -> CommandRunner.Outcome {
      var variables = [
        "HOME": home, "PATH": "\(folder.path(of: "bin")):/usr/bin:/bin", "FIXTURES": Fixtures.path(""),
        "POI": PoiApp.path, "DISPLAY": ":0", "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8",
      ]
      variables.merge(environment) { $1 }
      return try await CommandRunner.run(
        "/usr/bin/timeout", ["60", "/bin/sh", "-c", command], environment: variables,
        workingDirectory: path ?? folder.path(of: "here"))
    }

    private static let standIns = """
      set -e
      mkdir home bin here
      program() { printf '#!/bin/sh\\n%s\\n' "$2" >"bin/$1"; chmod +x "bin/$1"; }
      for name in notify-send espeak xdg-open ogr2ogr; do program $name 'exit 0'; done
      for name in espeak-ng mosquitto_pub nc curl; do program $name 'cat >/dev/null'; done
      # The machine's own would speak.
      program speech-dispatcher 'exit 1'
      program gpspipe 'case $1 in -w) cat "$FIXTURES/gps/walk.json" ;; *) cat "$FIXTURES/gps/walk.nmea" ;; esac'
      # To watch a receiver has no end; to watch a log has. To fetch takes a second a square; this ends with the plan.
      program poi 'case " $*" in
        *" --gps-log "*) ;;
        " watch "*" --speak") set -- "$@" --gps-log "$FIXTURES/gps/walk.nmea" --replay-speed 10000 ;;
        " watch "*) set -- "$@" --gps-log "$FIXTURES/gps/walk.nmea" ;;
        " prefetch "*) "$POI" "$@" --max-requests 1 2>&1 | grep -E "more than --max-requests 1|[0-9] squares, "; exit ;;
      esac
      exec "$POI" "$@"'
      cd here
      ln -s "$FIXTURES" Fixtures
      for kind in geojson gpx csv; do cp "$FIXTURES/places/helsinki.$kind" places.$kind; done
      for name in favourites waypoints; do cp places.gpx $name.gpx; done
      printf 'id,name,category,lat,lon\\n1,Hut,alpine_hut,60.2,24.9\\n' >huts.csv
      cp places.geojson huts-2026.geojson
      gzip -k places.csv
      cp "$FIXTURES/places/square.osm.pbf" finland.osm.pbf
      for region in helsinki andorra liechtenstein; do cp finland.osm.pbf $region.osm.pbf; done
      cp "$FIXTURES/gps/walk.nmea" ride.nmea
      cp "$FIXTURES/gps/walk.gpx" tour.gpx
      printf '60.17,24.94\\n60.16,24.95\\n' >positions.txt
      printf 'Mo-Fr 08:00-18:00\\n24/7\\n' >hours.txt
      printf 'gpsd = "van.local"\\nunits = "imperial"\\n' >config.toml

      """

    private static let store = """
      poi import places.geojson huts.csv liechtenstein.osm.pbf
      poi places add Tap --category drinking_water --tag drinking_water=yes --at 60.17,24.94

      """
  }
}
