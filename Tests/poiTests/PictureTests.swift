import Foundation
import PlaceStore
import TestSupport
import Testing

@testable import poi

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The pictures of `Fixtures/pictures`, letter by letter; `␛` stands for an escape character.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PictureTests {
  @Test("each picture is what its file says", arguments: try Self.files())
  func picture(file: String) async throws {
    let expected = String(decoding: try Fixtures.data("pictures/\(file)"), as: UTF8.self)
    let lines = expected.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    // "kamppi.osm.pbf 80 40" and "$ poi nearby …".
    let head = lines[0].split(separator: " ").map(String.init)
    try #require(lines.count == 3 && head.count == 3 && lines[1].hasPrefix("$ poi "), "\(file)")
    let size = (columns: try #require(Int(head[1])), rows: try #require(Int(head[2])))
    let arguments = lines[1].dropFirst("$ poi ".count).split(separator: " ").map(String.init)
    let run = try await Self.run(arguments, on: head[0], terminal: size)
    let picture = run.output.replacing("\u{1B}", with: "␛")
    #expect("\(lines[0])\n\(lines[1])\n\(picture)" == expected)
  }

  @Test("the file of a route is sound XML, with its name, its heights, its places and the ground")
  func routeFile() async throws {
    let run = try await Self.run(
      ["along", "gps/walk.gpx", "--category", "cafe", "--within", "60m", "--format", "svg"],
      on: "kamppi.osm.pbf")
    #expect(XMLParser(data: Data(run.output.utf8)).parse(), "\(run)")
    for part in [
      "class=\"route\"", "class=\"minor\"", "class=\"number\"", "class=\"gap\"",
      "© OpenStreetMap contributors", "<title>Walk</title>", "class=\"title\" x=\"6\" y=\"-54\">Walk<",
      "class=\"bar\"", "class=\"heights\"",
    ] {
      #expect(run.output.contains(part), "\(part)")
    }
  }

  /// Runs a command on a store with an extract of the fixtures.
  private static func run(
    _ arguments: [String], on extract: String, terminal: (columns: Int, rows: Int)? = nil
  ) async throws -> CommandRun {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "places.sqlite")
    let environment = [
      "POI_STORE": path, "XDG_CACHE_HOME": folder.path(of: "cache"), "TERM": "xterm-256color",
    ]
    let imported = await CommandRun(
      ["import", Fixtures.path("places/\(extract)")], in: .mock(environment: environment))
    try #require(imported.status == .success, "\(imported)")
    return await CommandRun(
      arguments.map { $0.hasPrefix("gps/") ? Fixtures.path($0) : $0 } + ["--source", "store"],
      in: .mock(environment: environment, places: try PlaceStore(path: path)),
      on: MockConsole(terminal: terminal, tellsTerminal: terminal != nil))
  }

  private nonisolated static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Fixtures.path("pictures")).sorted()
  }
}
