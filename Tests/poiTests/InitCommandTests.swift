import Foundation
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct InitCommandTests {
  private let home: TemporaryDirectory
  private var config: String { home.path(of: ".config/poi/config.toml") }

  init() throws {
    home = try TemporaryDirectory()
  }

  /// Answers the questions, and closes the input after that.
  private func run(
    answering answers: [String], on console: MockConsole = MockConsole(tellsTerminal: true)
  ) async -> CommandRun {
    var context = CommandContext.mock(environment: ["HOME": home.path(of: "")], input: answers)
    context.isInputTerminal = { true }
    return await CommandRun(["init"], in: context, on: console)
  }

  @Test(
    "writes what it was told",
    arguments: [
      (["", ""], "metric", "auto"), (["imperial", "yes"], "imperial", "gpsd"),
      (["n", "no"], "nautical", "auto"),
      (["feet", "m", "perhaps", "Y"], "metric", "gpsd"),
    ])
  func writes(answers: [String], units: String, position: String) async throws {
    let run = await run(answering: ["Andorra"] + answers)
    #expect(run.status == .success, "\(run)")
    let text = try String(contentsOfFile: config, encoding: .utf8)
    #expect(text.contains("units = \"\(units)\"\nposition = \"\(position)\"\n"), "\(text)")
    #expect(throws: Never.self) { try ConfigFile(parsing: text, path: config, home: nil) }
    #expect(
      run.messages.contains { $0.contains("andorra-latest.osm.pbf") && $0.contains("wiki.openstreetmap.org") }
    )
  }

  @Test("never writes over a configuration")
  func keeps() async throws {
    let folder = URL(fileURLWithPath: config).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "units = \"nautical\"\n".write(toFile: config, atomically: true, encoding: .utf8)
    let run = await run(answering: ["Andorra"])
    #expect(run.status == .success, "\(run)")
    #expect(try String(contentsOfFile: config, encoding: .utf8) == "units = \"nautical\"\n")
    #expect(
      run.messages.first?.hasSuffix("exists and was not changed; poi config shows your settings") == true,
      "\(run)")
  }

  @Test("with --quiet, fails over a configuration instead of ending without a word")
  func quiet() async throws {
    try FileManager.default.createDirectory(
      atPath: home.path(of: ".config/poi"), withIntermediateDirectories: true)
    try "units = \"nautical\"\n".write(toFile: config, atomically: true, encoding: .utf8)
    var context = CommandContext.mock(environment: ["HOME": home.path(of: "")], input: ["Andorra"])
    context.isInputTerminal = { true }
    let run = await CommandRun(["init"], in: context, on: MockConsole(tellsTerminal: true, isQuiet: true))
    #expect(run.status == .usage, "\(run)")
    #expect(run.messages == ["poi init changed nothing: \(config) exists"], "\(run)")
  }

  private func addExtract(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: home.path(of: "Downloads"), withIntermediateDirectories: true)
    let extract = home.path(of: "Downloads/\(name)")
    try FileManager.default.copyItem(atPath: Fixtures.path("places/kamppi.osm.pbf"), toPath: extract)
    return extract
  }

  @Test(
    "imports an extract that is there instead of asking for the region, and knows whether there is a receiver",
    arguments: [("no", "done; try: poi coffee in TOWN"), ("yes", "done; try: poi")])
  func imports(receiver: String, next: String) async throws {
    let extract = try addExtract("kamppi-latest.osm.pbf")
    let console = MockConsole(tellsTerminal: true)
    let run = await run(answering: ["", "", receiver], on: console)
    #expect(run.status == .success, "\(run)")
    #expect(console.drawings.first == "Import \(extract)? yes, no [yes]: ", "\(run)")
    #expect(run.messages.contains { $0.hasSuffix("854 places added") }, "\(run)")
    #expect(run.messages.last == next, "\(run)")
    #expect(FileManager.default.fileExists(atPath: home.path(of: ".local/share/poi/places.sqlite")))
  }

  @Test("asks for the region if the extracts that are there are of another one")
  func another() async throws {
    _ = try addExtract("kamppi-latest.osm.pbf")
    let run = await run(answering: ["no", "Skopje, North Macedonia", "", ""])
    #expect(run.status == .success, "\(run)")
    #expect(run.messages.last?.hasSuffix("poi import north-macedonia-latest.osm.pbf") == true, "\(run)")
    #expect(!FileManager.default.fileExists(atPath: home.path(of: ".local/share/poi/places.sqlite")))
  }

  @Test("changes nothing if the questions stay open", arguments: [[], ["Andorra"], ["Andorra", "metric"]])
  func leaves(answers: [String]) async throws {
    let run = await run(answering: answers)
    #expect(run.status == .nothingFound, "\(run)")
    #expect(run.messages == ["poi init changed nothing"])
    #expect(try home.fileNames == [])
  }

  @Test(
    "names the extract of a region",
    arguments: [
      ("North Macedonia", "north-macedonia-latest.osm.pbf"),
      ("Vaduz, Liechtenstein", "liechtenstein-latest.osm.pbf"),
      ("", "REGION-latest.osm.pbf"),
    ])
  func region(text: String, file: String) {
    #expect(InitCommand.fileName(of: text) == file)
  }
}
