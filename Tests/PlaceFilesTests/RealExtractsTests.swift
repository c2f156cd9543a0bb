import Foundation
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

/// What is read from real extracts; skipped without them or osmium-tool.
@Suite struct RealExtractsTests {
  @Test(
    "osmium's XML of an extract has the same places as the extract",
    .enabled(if: FileManager.default.fileExists(atPath: "\(folder)/andorra.osm.pbf")),
    .enabled(if: FileManager.default.isExecutableFile(atPath: osmium)),
    arguments: ["andorra", "helsinki", "oswego"])
  func formats(name: String) async throws {
    let directory = try TemporaryDirectory()
    let extract = "\(folder)/\(name).osm.pbf"
    let converted = directory.path(of: "\(name).osm.gz")
    _ = try await CommandRunner.run(osmium, ["cat", "--no-progress", "-o", converted, extract])
    let records = try PlaceFile(path: extract).read()
    #expect(records.placeCount > 500)
    #expect(records.complaints == [])
    #expect(try PlaceFile(path: converted).read().places == records.places)
    #expect(
      try PlaceFile(path: extract, memory: 0, scratchFolder: directory.url.path).read().places
        == records.places)
  }
}

private let folder = ProcessInfo.processInfo.environment["POI_DATA"] ?? ""
private let osmium = "/usr/bin/osmium"
