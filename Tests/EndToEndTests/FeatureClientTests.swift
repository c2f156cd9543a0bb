import Foundation
import TestSupport
import Testing

/// Programs that speak OGC API – Features, with the binary as their server.
@Suite(.timeLimit(.minutes(10))) struct FeatureClientTests {
  private let app = PoiApp()

  /// Serves a store with lines and areas in it to `body`, with the path of the store.
  private func serving(
    _ options: [String] = [], _ body: @escaping @Sendable (RunningPoi, String) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    let store = folder.path(of: "places.sqlite")
    #expect(
      try await app.run(["import", "--store", store, Fixtures.path("places/kamppi.osm.pbf")]).status == 0)
    try await RunningPoi.serving(["--source", "store", "--store", store, "--at", "60.17,24.93"] + options) {
      try await body($0, store)
    }
  }

  /// The features of a GeoJSON document: their ids in order, and what their shapes are.
  private func features(_ text: String) throws -> [String] {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(document?["features"] as? [[String: Any]]).map { feature in
      let properties = feature["properties"] as? [String: Any]
      let type = (feature["geometry"] as? [String: Any])?["type"]
      return "\(properties?["id"] ?? "") \(properties?["name"] ?? "") \(type ?? "")"
    }
  }

  @Test(
    "GDAL reads what poi exports, whole, in a box and of a category",
    .enabled(if: InstalledProgram.areThere("ogrinfo", "ogr2ogr"), "needs gdal-bin"))
  func gdal() async throws {
    try await serving { running, store in
      let layer = try await CommandRunner.run(
        "/usr/bin/ogrinfo", ["OAPIF:\(running.address)", "-al", "-so"])
      #expect(layer.status == 0 && layer.output.contains("Feature Count: 854"), "\(layer)")
      #expect(layer.output.contains("proximity: Real"), "\(layer)")

      func read(_ options: String...) async throws -> [String] {
        let outcome = try await CommandRunner.run(
          "/usr/bin/ogr2ogr",
          ["-f", "GeoJSON", "/vsistdout/", "OAPIF:\(running.address)/", "places"] + options)
        #expect(outcome.status == 0, "\(outcome)")
        return try features(outcome.output)
      }
      let all = try await app.run(["places", "export", "--store", store])
      #expect(try await read() == features(all.output))
      let cafes = try await app.run(["places", "export", "--store", store, "--category", "cafe"])
      #expect(try await read("-where", "category = 'cafe'") == features(cafes.output))
      let inBox = try await read("-spat", "24.935", "60.165", "24.94", "60.17")
      #expect(inBox.count == 266)
      #expect(Set(inBox).isSubset(of: try features(all.output)))
    }
  }

  @Test(
    "GDAL sends the token",
    .enabled(if: InstalledProgram.areThere("ogrinfo"), "needs gdal-bin"))
  func token() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("c0ffee-c0ffee\n", as: "token")
    try await serving(["--token-file", file]) { running, _ in
      let refused = try await CommandRunner.run(
        "/usr/bin/ogrinfo", ["OAPIF:\(running.address)", "-al", "-so"])
      #expect(refused.status != 0)
      let answered = try await CommandRunner.run(
        "/usr/bin/ogrinfo",
        ["OAPIF:\(running.address)", "-al", "-so", "-oo", "USERPWD=poi:c0ffee-c0ffee"])
      #expect(answered.output.contains("Feature Count: 854"), "\(answered)")
    }
  }

  @Test(
    "OWSLib finds the collection and reads its places",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/owslib"),
      "needs python3-owslib"))
  func owslib() async throws {
    let script = """
      import sys
      from owslib.ogcapi.features import Features
      server = Features(sys.argv[1])
      print(server.feature_collections(), server.api()["openapi"], len(server.conformance()["conformsTo"]))
      print(server.collection_items("places", limit=1000)["numberReturned"])
      print(server.collection_items("places", limit=1000, category="cafe")["numberReturned"])
      print(server.collection_items("places", limit=1000, bbox=[24.935, 60.165, 24.94, 60.17])["numberReturned"])
      print(server.collection_item("places", "node/615217028")["properties"]["name"])
      """
    try await serving { running, _ in
      let outcome = try await CommandRunner.run("/usr/bin/python3", ["-c", script, running.address])
      #expect(outcome.output == "['places'] 3.0.3 3\n854\n28\n266\nApollo Street Bar\n", "\(outcome)")
    }
  }
}
