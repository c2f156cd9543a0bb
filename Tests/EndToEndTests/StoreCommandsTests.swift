import Foundation
import TestSupport
import Testing

/// The commands around the store of places, one after the other as a person runs them.
@Suite(.timeLimit(.minutes(5))) struct StoreCommandsTests {
  private let folder: TemporaryDirectory
  private let app: PoiApp

  init() throws {
    folder = try TemporaryDirectory()
    app = PoiApp(environment: [
      "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8", "POI_STORE": folder.path(of: "places.sqlite"),
      "XDG_CACHE_HOME": folder.path(of: "cache"),
    ])
  }

  @Test("the store gives the same answers as the imported file")
  func sameAsFile() async throws {
    let file = Fixtures.path("places/helsinki.geojson")
    try await expect(["import", file], messages: "465 places added")
    for query in [
      [], ["--category", "water"], ["--name", "fazer"], ["--tag", "wheelchair=yes"], ["--radius", "90"],
    ] {
      let arguments = ["nearby", "--at", "60.1699,24.9384", "--format", "jsonl"] + query
      let fromStore = try await app.run(arguments + ["--source", "store"])
      let fromFile = try await app.run(arguments + ["--source", file])
      #expect(fromStore.output == fromFile.output, "\(query)")
      #expect(fromStore.status == fromFile.status, "\(query)")
    }
    try await expect(["import", file], messages: "0 added, 0 updated, 465 unchanged")
  }

  @Test(
    "imports from OpenStreetMap what is worth finding, areas by a point inside, and twins once"
  )
  func extract() async throws {
    try await expect(["import", Fixtures.path("places/square.osm")], messages: "5 places added")
    let outcome = try await app.run([
      "nearby", "--at", "10.002,20.002", "--fields", "id", "--format", "plain",
    ])
    #expect(outcome.output == "node/6\nrelation/10\nnode/1\n", "\(outcome)")
    let shown = try await app.run(["places", "show", "way/8"])
    #expect(shown.output.contains("position: 10.00200, 20.00200\n"), "\(shown)")
  }

  @Test("an empty file is not a store yet, so poi asks another source")
  func emptyStore() async throws {
    _ = try folder.write("", as: "places.sqlite")
    let outcome = try await app.run(["nearby", "--at", "1,2", "--offline"])
    #expect(outcome.status == 75, "\(outcome)")
    #expect(outcome.messages.contains("there is no data yet"), "\(outcome)")
  }

  @Test("reads back its own export")
  func export() async throws {
    try await expect(["import", Fixtures.path("places/helsinki.geojson")], messages: "465 places added")
    let exported = try await app.run(["places", "export"])
    let file = try folder.write(exported.output, as: "helsinki.geojson")
    try await expect(
      ["import", file, "--source-name", "helsinki"], messages: "0 added, 0 updated, 465 unchanged")
  }

  @Test("fetches an area square by square, and then needs no server")
  func prefetch() async throws {
    let server = try RunningServer { _ in .json(try Fixtures.data("api/overpass.json")) }
    var app = app
    app.environment["POI_OVERPASS_URL"] = server.address
    let fetched = try await app.run(["prefetch", "--bbox", "24.93,60.16,24.95,60.17"])
    #expect(fetched.status == 0, "\(fetched)")
    #expect(fetched.messages.contains("squares, "), "\(fetched)")
    server.stop()
    let again = try await app.run(["prefetch", "--bbox", "24.93,60.16,24.95,60.17"])
    #expect(again.messages.contains("there was nothing to fetch"), "\(again)")
    let nearby = try await app.run(["nearby", "--at", "60.17,24.94"])
    #expect(nearby.status == 0, "\(nearby)")
    #expect(nearby.status == 0, "\(nearby)")
  }

  private func expect(_ arguments: [String], messages: String) async throws {
    let outcome = try await app.run(arguments)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.messages.contains(messages), "\(outcome)")
  }
}
