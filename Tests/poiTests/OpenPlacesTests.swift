import ArgumentParser
import Foundation
import Logging
import TestSupport
import Testing

@testable import poi

/// `--open-now` and `--open-at` of the commands that show places.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct OpenPlacesTests {
  /// Saturday 2026-11-21 17:50 in Helsinki.
  private nonisolated static let now = Date(timeIntervalSince1970: 1_795_276_200)

  /// Some places one after the other, a file of them, and a store.
  private struct World {
    let folder: TemporaryDirectory
    var file: String { folder.path(of: "places.csv") }
    var store: String { folder.path(of: "places.sqlite") }

    init() throws {
      folder = try TemporaryDirectory()
      let rows = [
        ("1", "Shut", "Mo-Fr 08:00-18:00"), ("2", "Soon shut", "Sa 08:00-18:00"), ("3", "No hours", ""),
        ("4", "Gone", "off"), ("5", "Asked", "\"\"by appointment\"\""), ("6", "Always", "24/7"),
        ("7", "Sunday", "Su 10:00-12:00"),
      ]
      let lines = rows.enumerated().map { index, row in
        "\(row.0),\(row.1),cafe,60.17,\(24.94 + Double(index + 1) / 10_000),\"\(row.2)\""
      }
      try (["id,name,amenity,latitude,longitude,opening_hours"] + lines).joined(separator: "\n")
        .write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  private func run(
    _ command: some PoiCommand, columns: Int? = nil
  ) async throws -> (status: poi.ExitStatus, output: String, messages: [String]) {
    let console = MockConsole(terminal: columns.map { ($0, 24) })
    var context = CommandContext.live(
      Settings(environment: ["LC_ALL": "C.UTF-8", "NO_COLOR": "1", "IS_UNIT_TESTING": "1"]), console: console,
      logger: Logger(console: console, isVerbose: false))
    context.now = { Self.now }
    let status = try await command.run(in: context)
    return (status, console.output, console.messages)
  }

  private func names(_ output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      line.firstRange(of: #""name":""#).map { String(line.suffix(from: $0.upperBound).prefix { $0 != "\"" }) }
    }
  }

  private func nearby(_ world: World, _ arguments: [String]) throws -> NearbyCommand {
    try NearbyCommand.parse(["--source", world.file, "--at", "60.17,24.94"] + arguments)
  }

  @Test("nearby leaves out closed places before the limit, and counts correctly")
  func openNow() async throws {
    let world = try World()
    let jsonl = ["--format", "jsonl"]
    let all = try await run(try nearby(world, ["--open-now"] + jsonl))
    #expect(names(all.output) == ["Soon shut", "No hours", "Asked", "Always"])
    #expect(
      all.messages.last == "2 hidden as closed; 2 may be closed: hours unknown")
    let two = try await run(try nearby(world, ["--open-now", "--limit", "2"] + jsonl))
    #expect(names(two.output) == ["Soon shut", "No hours"])
    #expect(two.messages.last == "1 hidden as closed; 1 may be closed: hours unknown")
    let sunday = try await run(try nearby(world, ["--open-at", "Sun 10:30"] + jsonl))
    #expect(names(sunday.output) == ["No hours", "Asked", "Always", "Sunday"])
    let any = try await run(try nearby(world, jsonl))
    #expect(names(any.output).count == 6, "a place with the hours 'off' is gone")
    #expect(any.messages.allSatisfy { !$0.contains("closed") })
  }

  @Test("shows every state in the table and beside the radar, at any width", arguments: [40, 80, 132])
  func pictures(columns: Int) async throws {
    let world = try World()
    for format in ["table", "radar"] {
      let shown = try await run(try nearby(world, ["--format", format]), columns: columns).output
      for word in ["open", "closed", "unknown"] {
        #expect(shown.contains(word) || columns == 40 && format == "radar", "\(format)\n\(shown)")
      }
      let asked = try await run(try nearby(world, ["--open-now", "--format", format]), columns: columns)
        .output
      #expect(asked.contains("open") || asked.contains("closes"), "\(asked)")
      #expect(asked.contains("unknown") || asked.contains("not known"), "\(asked)")
    }
  }

  @Test("here finds nothing if the place there is closed")
  func here() async throws {
    let world = try World()
    typealias Outcome = (status: poi.ExitStatus, output: String, messages: [String])
    func here(_ arguments: [String]) async throws -> Outcome {
      try await run(
        try HereCommand.parse(
          ["--source", world.file, "--at", "60.17,24.9401", "--within", "2", "--format", "jsonl"] + arguments)
      )
    }
    #expect(try await here([]).status == .found)
    let closed = try await here(["--open-now"])
    #expect(closed.status == .nothingFound)
    #expect(closed.messages.last == "1 hidden as closed")
    #expect(try await here(["--open-at", "Mon 08:00"]).status == .found)
  }

  @Test("the store's places are left out too, and a single one shows its week")
  func store() async throws {
    let world = try World()
    let store = ["--store", world.store]
    _ = try await run(try ImportCommand.parse([world.file] + store))
    let list = try await run(try PlacesListCommand.parse(["--open-now", "--format", "jsonl"] + store))
    #expect(Set(names(list.output)) == ["Soon shut", "No hours", "Asked", "Always"])
    #expect(list.messages.contains("3 hidden as closed; 2 may be closed: hours unknown"))
    let export = try await run(try PlacesExportCommand.parse(["--open-now", "--format", "jsonl"] + store))
    #expect(Set(names(export.output)) == ["Soon shut", "No hours", "Asked", "Always"])
    #expect(export.messages.contains("3 hidden as closed; 2 may be closed: hours unknown"))
    let search = try await run(
      try PlacesSearchCommand.parse(["shut", "--open-now", "--format", "jsonl"] + store))
    #expect(names(search.output) == ["Soon shut"])
    let show = try await run(try PlacesShowCommand.parse(["2"] + store))
    #expect(
      show.output.contains(
        """
        hours: closes in 10 min
          Sat 2026-11-21  08:00-18:00
          Sun 2026-11-22  closed

        """))
    #expect(try await run(try PlacesShowCommand.parse(["1", "--open-now"] + store)).status == .nothingFound)
  }

  @Test("a watch reports no place that is closed at the fix's time")
  func watch() async throws {
    let world = try World()
    let log = world.folder.path(of: "log.gpx")
    let points = (0..<40).map { index in
      "<trkpt lat=\"60.17\" lon=\"\(24.9395 + Double(index) / 20_000)\">"
        + "<time>2026-11-21T15:50:\(String(100 + index).dropFirst())Z</time></trkpt>"
    }
    try "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
      .write(toFile: log, atomically: true, encoding: .utf8)
    func watched(_ arguments: [String]) async throws -> [String] {
      let outcome = try await run(
        try WatchCommand.parse(
          [
            "--source", world.file, "--gps-log", log, "--within", "4m", "--confirm", "1", "--format", "jsonl",
            "--events", "initial,enter,leave,pass",
          ] + arguments))
      return names(outcome.output)
    }
    let all = try await watched([])
    #expect(Set(all) == ["Shut", "Soon shut", "No hours", "Asked", "Always", "Sunday"])
    let open = try await watched(["--open-now"])
    #expect(open == all.filter { ["Soon shut", "No hours", "Asked", "Always"].contains($0) })

    let one = world.folder.path(of: "one.csv")
    try "id,name,latitude,longitude\n3,No hours,60.17,24.9403\n"
      .write(toFile: one, atomically: true, encoding: .utf8)
    let script = try await run(
      try WatchCommand.parse(["--source", one, "--gps-log", log, "--open-now", "--speak-script"]))
    #expect(script.output.contains("No hours, "))
    #expect(
      script.output.split(separator: "\n").allSatisfy { $0.hasSuffix(", hours unknown.") }, "\(script.output)"
    )
  }

  @Test("--open-now and --open-at conflict")
  func contradiction() {
    #expect(throws: (any Error).self) { try NearbyCommand.parse(["--open-now", "--open-at", "12:00"]) }
  }
}
