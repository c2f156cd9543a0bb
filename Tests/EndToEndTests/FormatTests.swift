import Foundation
import TestSupport
import Testing

/// What poi writes for other programs, as they read it.
@Suite(.timeLimit(.minutes(5))) struct FormatTests {
  private struct Place: Decodable {
    let name: String?
    let latitude: Double
    let longitude: Double
  }

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test("gpsbabel reads every place of GPX and GeoJSON at its position", arguments: ["gpx", "geojson"])
  func gpsbabel(format: String) async throws {
    let file = try folder.write(try await output(format), as: "places")
    let outcome = try await CommandRunner.run(
      "/usr/bin/gpsbabel", ["-i", format, "-f", file, "-o", "unicsv", "-F", "-"])
    try #require(outcome.status == 0, "\(outcome)")
    // Number, latitude, longitude, name.
    let rows = outcome.output.split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",") }
    let places = try await places()
    try #require(rows.count == places.count)
    for (row, place) in zip(rows, places) {
      // It tells millionths of a degree.
      #expect(abs(try #require(Double(row[1])) - place.latitude) < 1e-6)
      #expect(abs(try #require(Double(row[2])) - place.longitude) < 1e-6)
    }
  }

  @Test("Python reads CSV, and a spreadsheet finds no formula in it")
  func csv() async throws {
    let file = try folder.write(try await output("csv"), as: "places")
    let script = """
      import csv, json, sys
      print(json.dumps([row["name"] for row in csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8"))]))
      """
    let outcome = try await CommandRunner.run("/usr/bin/env", ["python3", "-c", script, file])
    try #require(outcome.status == 0, "\(outcome)")
    let names = try JSONDecoder().decode([String].self, from: Data(outcome.output.utf8))
    let formula = "@ Metallitalo"
    #expect(try await names == places().map { $0.name == formula ? "'\(formula)" : $0.name ?? "" })
  }

  @Test(
    "jq reads JSON, JSON Lines and GeoJSON",
    arguments: [("json", ".places[]"), ("jsonl", "."), ("geojson", ".features[].properties")])
  func jq(format: String, places path: String) async throws {
    let file = try folder.write(try await output(format), as: "places")
    let outcome = try await CommandRunner.run("/usr/bin/jq", ["-r", "\(path) | .name // \"\"", file])
    try #require(outcome.status == 0, "\(outcome)")
    let names = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    #expect(try await names == places().map { $0.name ?? "" })
  }

  private func places() async throws -> [Place] {
    try await output("jsonl").split(separator: "\n").map {
      try JSONDecoder().decode(Place.self, from: Data($0.utf8))
    }
  }

  private func output(_ format: String) async throws -> String {
    let outcome = try await PoiApp().nearby(
      "--source", Fixtures.path("places/helsinki.geojson"), "--at", "60.1699,24.9384", "--limit", "500",
      "--format", format)
    try #require(outcome.status == 0, "\(outcome)")
    return outcome.output
  }
}
