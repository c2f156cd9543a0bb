import Foundation
import Geography
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

/// Queries over a city's real places; skipped without the data.
@Suite struct RealPlacesTests {
  @Test(
    "finds the same nearest places of a city as measuring every distance",
    .enabled(if: FileManager.default.fileExists(atPath: archive)))
  func nearest() async throws {
    let directory = try TemporaryDirectory()
    let unpacked = try await CommandRunner.run("/usr/bin/gunzip", ["--stdout", archive])
    let path = try directory.write(unpacked.output, as: "places.geojsonseq")
    let records = try PlaceFile(path: path).read()
    #expect(records.places.count == 2798)
    #expect(records.complaints == [])

    let index = PlaceIndex(records.places)
    let twins = Twins(among: records.places)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let position = Coordinate(
        latitude: .random(in: 60.15...60.19, using: &generator),
        longitude: .random(in: 24.90...24.98, using: &generator))
      var standIns = StandIns<Int>()
      let nearest = records.places.indices.map { (NearbyPlace(records.places[$0], from: position), $0) }
        .sorted { $0.0.distance < $1.0.distance }
        .filter { standIns.take($0.1, standingFor: twins.others(of: $0.1)) }.map(\.0).prefix(20)
      #expect(index.nearest(to: position, limit: 20) == Array(nearest))
    }
  }
}

/// Where `$POI_DATA` says, or beside the project.
private let archive =
  (ProcessInfo.processInfo.environment["POI_DATA"] ?? Fixtures.packageRoot + "/../shared/data")
  + "/helsinki-places.geojsonseq.gz"
