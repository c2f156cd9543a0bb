import Foundation
import Geography
import Glibc
import PlaceServers
import Places
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct UpdateCommandTests {
  private let folder: TemporaryDirectory
  private let environment: [String: String]

  private nonisolated static let header = "id,name,lat,lon\n"

  init() throws {
    folder = try TemporaryDirectory()
    environment = ["POI_STORE": folder.path(of: "places.sqlite")]
  }

  private func run(_ arguments: String..., areas: (any AreaSource)? = nil) async -> CommandRun {
    await run(arguments, areas: areas)
  }

  private func run(_ arguments: [String], areas: (any AreaSource)? = nil) async -> CommandRun {
    await CommandRun(arguments, in: .mock(environment: environment, areas: areas))
  }

  private func ids() async -> [Substring] {
    await run("places", "list", "--format", "plain", "--fields", "id").lines
  }

  @Test("imports a changed file again without what is gone, and leaves others alone")
  func changedFile() async throws {
    let four = "4,Spring,1,2\n5,Well,1,2\n6,Cairn,1,2\n"
    let huts = try folder.write(Self.header + "1,Hut,1,2\n2,Tap,1,2\n" + four, as: "huts.csv")
    let inns = try folder.write(Self.header + "9,Inn,1,2\n", as: "inns.csv")
    _ = await run("import", huts, inns)
    let nothing = await run("update")
    #expect(nothing.status == .success)
    #expect(nothing.messages == ["huts: up to date", "inns: up to date", "0 of 2 sources updated"])

    _ = try folder.write(Self.header + "2,Tap,1,2.5\n3,New,1,2\n" + four, as: "huts.csv")
    let dry = await run("update", "--dry-run")
    #expect(dry.output.contains("huts\t"))
    #expect(
      dry.lines.map { $0.split(separator: "\t").last } == [
        "import again: its file has changed", "nothing to do: its file has not changed",
      ])
    #expect(await ids() == ["1", "2", "4", "5", "6", "9"])
    let updated = await run("update")
    #expect(
      updated.messages == [
        "huts: 5 places read, 1 added, 1 updated, 3 unchanged, 1 removed", "inns: up to date",
        "1 of 2 sources updated",
      ])
    #expect(Set(await ids()) == ["2", "3", "4", "5", "6", "9"])
  }

  @Test("removes more than a fifth of a source only with --replace-source, however many files it has")
  func tooMuchGone() async throws {
    let first = try folder.write(Self.header + "1,Hut,1,2\n", as: "first.csv")
    let second = try folder.write(Self.header + "2,Tap,1,2\n3,Inn,1,2\n4,Bar,1,2\n", as: "second.csv")
    let inns = try folder.write(Self.header + "9,Inn,1,2\n", as: "inns.csv")
    _ = await run("import", "--source-name", "both", first, second)
    _ = await run("import", inns)
    _ = try folder.write(Self.header + "4,Bar,1,2\n", as: "second.csv")
    _ = try folder.write(Self.header + "9,Inn,1,2\n8,Pub,1,2\n", as: "inns.csv")
    let stopped = await run("update")
    #expect(stopped.status == .malformedInput)
    #expect(
      stopped.messages == [
        "both: not updated; \(folder.path(of: "places.sqlite")): its source 'both' would lose 2 of 4 places, which the "
          + "new data no longer has; if that is right, run the command again with --replace-source",
        "inns: 2 places read, 1 added, 0 updated, 1 unchanged", "1 of 2 sources updated",
      ])
    #expect(Set(await ids()) == ["1", "2", "3", "4", "8", "9"])
    #expect(
      await run("update", "--replace-source", "both").messages == [
        "both: 2 places read, 0 added, 0 updated, 2 unchanged, 2 removed"
      ])
    #expect(Set(await ids()) == ["1", "4", "8", "9"])
  }

  @Test("a square that would lose most of many places stays, unless --replace-source says so")
  func emptiedSquare() async throws {
    func area(_ ids: some Sequence<Int>) -> MockAreaSource {
      let places = ids.map {
        PointOfInterest(
          id: "node/\($0)", coordinate: Coordinate(latitude: 60.105, longitude: 24.905),
          tags: ["amenity": "cafe"])
      }
      return MockAreaSource(
        .success(places), radius: Distance(metres: 20_000),
        time: MockClock(at: Terrain.start.addingTimeInterval(-7200)))
    }
    _ = await run("prefetch", "--bbox", "24.9,60.1,24.91,60.11", areas: area(1...25))
    let stopped = await run("update", areas: area([]))
    #expect(stopped.status == .malformedInput)
    #expect(
      stopped.messages.first?.hasPrefix("overpass: not updated; 0 of 1 squares fetched and kept: ") == true
        && stopped.messages.first?.contains("'overpass' would lose 25 of 25 places") == true, "\(stopped)")
    #expect(await ids().count == 25)
    let replaced = await run("update", "--replace-source", areas: area([]))
    #expect(replaced.messages.first?.hasSuffix("25 removed") == true, "\(replaced)")
    #expect(await ids() == [])
  }

  @Test("removes what an import that kept going left in the store")
  func importedSince() async throws {
    let four = "2,Tap,1,2\n3,Spring,1,2\n4,Well,1,2\n5,Cairn,1,2\n"
    let huts = try folder.write(Self.header + "1,Hut,1,2\n" + four, as: "huts.csv")
    _ = await run("import", huts)
    _ = try folder.write(Self.header + four, as: "huts.csv")
    _ = await run("import", "--keep-going", huts)
    #expect(await ids().count == 5)
    #expect(
      await run("update").messages == ["huts: 4 places read, 0 added, 0 updated, 4 unchanged, 1 removed"])
    #expect(await ids() == ["2", "3", "4", "5"])
    #expect(await run("update").messages == ["huts: up to date"])
  }

  @Test("says of old data that its file has not changed, not that it is up to date")
  func oldExtract() async throws {
    let path = try folder.write(
      #"<osm><node id="1" lat="1" lon="1" timestamp="2022-01-01T00:00:00Z"><tag k="amenity" v="cafe"/></node></osm>"#,
      as: "old.osm")
    _ = await run("import", path)
    #expect(
      await run("update", "--offline").messages == [
        "old: left as it is; its file, of 2022-01-01, has not changed"
      ])
  }

  @Test("data without a date has no age")
  func undated() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    _ = await run("import", huts)
    let sources = await run("places", "sources", "--json")
    #expect(!sources.output.contains("\"age\"") && !sources.output.contains("\"dated\""), "\(sources)")
    let area = MockAreaSource(
      .success([
        PointOfInterest(
          id: "node/1", coordinate: Coordinate(latitude: 60.105, longitude: 24.905), tags: ["amenity": "cafe"]
        )
      ]), radius: Distance(metres: 20_000), time: MockClock(at: Terrain.start))
    _ = await run("prefetch", "--bbox", "24.9,60.1,24.91,60.11", areas: area)
    let both = await run("places", "sources", "--json")
    #expect(both.output.contains("overpass") && !both.output.contains("\"age\""), "\(both)")
  }

  @Test("keeps the selection of the first import")
  func selection() async throws {
    let lines = ["1,Hut,hut,1,2", "2,Tap,drinking_water,1,2"]
    let file = try folder.write("id,name,category,lat,lon\n\(lines[0])\n\(lines[1])\n", as: "all.csv")
    let imported = await run("import", "--category", "water", file)
    #expect(imported.messages == ["\(file): 1 place added"])
    _ = try folder.write(
      "id,name,category,lat,lon\n\(lines.joined(separator: "\n"))\n3,Spring,drinking_water,1,2\n",
      as: "all.csv")
    #expect(await run("update").messages == ["all: 2 places read, 1 added, 0 updated, 1 unchanged"])
    #expect(await ids() == ["2", "3"])
    let unknown = await run("import", "--category", "nonsense", file)
    #expect(unknown.status == .usage)
    #expect(unknown.messages.first?.hasPrefix("no category 'nonsense'") == true)
  }

  @Test("keeps all selections of a file that was imported in parts, and refuses those that nothing joins")
  func selections() async throws {
    let lines = ["1,Hut,hut,1,2,", "2,Tap,drinking_water,1,2,", "3,Café,cafe,1,2,"]
    func write(_ lines: [String]) throws -> String {
      try folder.write("id,name,category,lat,lon,fee\n" + lines.joined(separator: "\n"), as: "all.csv")
    }
    let file = try write(lines)
    for category in ["water", "cafe"] { _ = await run("import", "--category", category, file) }
    _ = try write(lines + ["4,Bar,cafe,1,2,no"])
    #expect(await run("update").messages == ["all: 3 places read, 1 added, 0 updated, 2 unchanged"])
    #expect(await ids() == ["2", "3", "4"])
    let refused = await run("import", "--tag", "fee=no", file)
    #expect(refused.status == .usage)
    #expect(refused.messages.first?.contains("all.csv was imported with other --category or --tag") == true)
    _ = await run("import", file)
    _ = await run("import", "--category", "cafe", file)
    _ = try write(lines + ["4,Bar,cafe,1,2,no", "5,Inn,inn,1,2,"])
    #expect(await run("update").messages == ["all: 5 places read, 1 added, 0 updated, 4 unchanged"])
  }

  @Test("refuses a selection that nothing joins before it reads the extract")
  func selectionOfExtract() async throws {
    let start =
      "<osm version=\"0.6\"><node id=\"1\" lat=\"1\" lon=\"2\"><tag k=\"amenity\" v=\"cafe\"/></node>"
    let file = try folder.write(start + "</osm>", as: "all.osm")
    _ = await run("import", "--category", "cafe", file)
    _ = try folder.write(start + "<node", as: "all.osm")
    let refused = await run("import", "--tag", "fee=no", file)
    #expect(refused.messages.first?.contains("other --category or --tag") == true, "\(refused.messages)")
  }

  @Test("updates several files of one source together")
  func severalFiles() async throws {
    let first = try folder.write(Self.header + "1,Hut,1,2\n", as: "first.csv")
    let second = try folder.write(Self.header + "2,Tap,1,2\n", as: "second.csv")
    _ = await run("import", "--source-name", "both", first, second)
    _ = try folder.write(Self.header + "3,Inn,1,2\n", as: "second.csv")
    let updated = await run("update", "--replace-source", "both")
    #expect(updated.messages == ["both: 2 places read, 1 added, 0 updated, 1 unchanged, 1 removed"])
    #expect(await ids() == ["1", "3"])
    try FileManager.default.removeItem(atPath: first)
    let gone = await run("update", "both")
    #expect(gone.status == .noSuchInput)
    #expect(
      gone.messages == [
        "both: not updated; \(first) is gone; import its source from elsewhere with --replace-source "
          + "--source-name both, or remove it with: poi places remove --source-name both"
      ])
    #expect(await ids() == ["1", "3"])
    // As it says.
    _ = await run("import", "--replace-source", "--source-name", "both", second)
    #expect(await run("update", "both").messages == ["both: up to date"])
  }

  @Test("of a place in several extracts of a source, the one counts that is newest now")
  func newestFile() async throws {
    func write(_ name: String, dated: Int, as file: String) throws -> String {
      try folder.write(
        """
        <osm version="0.6"><meta osm_base="202\(dated)-01-01T00:00:00Z"/><node id="1" lat="1" lon="2">
        <tag k="amenity" v="cafe"/><tag k="name" v="\(name)"/></node></osm>
        """, as: file)
    }
    let files = [try write("Old", dated: 3, as: "a.osm"), try write("Newer", dated: 4, as: "b.osm")]
    _ = await run(["import", "--source-name", "both"] + files)
    for (file, name, year) in [("a.osm", "Newest", 5), ("b.osm", "Latest", 6)] {
      _ = try write(name, dated: year, as: file)
      _ = await run("update")
      #expect(await run("places", "list", "--format", "plain", "--fields", "name").lines.first ?? "" == name)
    }
  }

  @Test("of a place in several lists of a source, the one written last counts, though in the same second")
  func newestList() async throws {
    let paths = try ["a", "b"].map { try folder.write(Self.header + "1,\($0),1,2\n", as: "\($0).csv") }
    _ = await run(["import", "--source-name", "both"] + paths)
    for (path, second) in zip(paths, [1.5, 1.25]) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: second)], ofItemAtPath: path)
    }
    _ = await run("update")
    #expect(await run("places", "list", "--format", "plain", "--fields", "name").lines == ["a"])
  }

  @Test(
    "of a place in several extracts of a source, the newest data counts in any order, and when an old file is touched",
    arguments: [["old.osm", "new.osm"], ["new.osm", "old.osm"]])
  func newestData(names: [String]) async throws {
    func write(_ name: String, _ date: String, meta: String = "", as file: String) throws {
      _ = try folder.write(
        """
        <osm version="0.6">\(meta)<node id="1" lat="1" lon="2" timestamp="\(date)">
        <tag k="amenity" v="cafe"/><tag k="name" v="\(name)"/></node></osm>
        """, as: file)
    }
    func shown() async -> [Substring] {
      await run("places", "list", "--format", "plain", "--fields", "name").lines
    }
    // The header of one says nothing, so that its newest element tells.
    try write("Old", "2019-02-04T00:00:00Z", as: "old.osm")
    try write("New", "2018-01-01T00:00:00Z", meta: #"<meta osm_base="2025-01-01T00:00:00Z"/>"#, as: "new.osm")
    _ = await run(["import", "--source-name", "both"] + names.map(folder.path))
    #expect(await shown() == ["New"])
    for (path, seconds) in [("old.osm", 0.0), ("new.osm", -1e6)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: seconds + 3600)], ofItemAtPath: folder.path(of: path))
    }
    let updated = await run("update").messages
    #expect(
      updated.first?.hasPrefix("both: 2 places read, 0 added, 0 updated, 1 unchanged") == true, "\(updated)")
    #expect(await shown() == ["New"])
  }

  @Test("files without a time of their data keep their place on the command line, whenever they were written")
  func undatedOrder() async throws {
    let list = try folder.write(Self.header + "node/1,Mine,1,2\n", as: "mine.csv")
    let more = try folder.write(Self.header + "node/1,Yours,1,2\n", as: "yours.csv")
    let dated = try [2024, 2023].map { year in
      try folder.write(
        """
        <osm version="0.6"><meta osm_base="\(year)-01-01T00:00:00Z"/><node id="1" lat="1" lon="2">
        <tag k="amenity" v="cafe"/><tag k="name" v="\(year)"/></node></osm>
        """, as: "\(year).osm")
    }
    for (files, name) in [(dated + [more, list], "Mine"), (dated + [list, more], "Yours")] {
      let imported = await run(["import", "--source-name", "both"] + files).messages
      let paths = [dated[1], dated[0]] + files.suffix(2)
      #expect(
        imported.map { $0.prefix { $0 != ":" } }.filter { $0.hasPrefix("/") } == paths.map { $0[...] })
      #expect(
        await run("places", "list", "--format", "plain", "--fields", "name").lines.first ?? "" == name)
    }
  }

  @Test("a source whose file changes while another is updated is updated, too")
  func changedMeanwhile() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "zoo.csv")
    func area(then change: @escaping @Sendable () -> Void) -> MockAreaSource {
      MockAreaSource(
        .success([]), radius: Distance(metres: 20_000),
        time: MockClock(at: Terrain.start.addingTimeInterval(-7200))
      ) { _ throws(PlacesError) in
        change()
        return GazetteerEntries()
      }
    }
    _ = await run("prefetch", "--bbox", "24.9,60.1,24.91,60.11", areas: area {})
    _ = await run("import", huts)
    let updated = await run(
      "update",
      areas: area {
        try? (Self.header + "1,Hut,1,2\n2,Tap,1,2\n").write(toFile: huts, atomically: true, encoding: .utf8)
      }
    )
    #expect(updated.messages.contains { $0.hasPrefix("zoo: 2 places read, 1 added") }, "\(updated)")
  }

  @Test("reports an unreadable file, and still updates the others")
  func broken() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    let inns = try folder.write(Self.header + "9,Inn,1,2\n", as: "inns.csv")
    _ = await run("import", huts, inns)
    _ = try folder.write("nothing of use", as: "huts.csv")
    _ = try folder.write(Self.header + "9,Inn,1,2\n8,Bar,1,2\n", as: "inns.csv")
    let updated = await run("update")
    #expect(updated.status == .malformedInput)
    #expect(updated.messages.first?.hasPrefix("huts: not updated; \(huts)") == true, "\(updated)")
    #expect(updated.messages.last == "1 of 2 sources updated")
    #expect(Set(await ids()) == ["1", "8", "9"])
  }

  @Test("leaves places added by hand or through a pipe alone")
  func leftAlone() async throws {
    _ = await run("places", "add", "Home", "--at", "1,2")
    let updated = await run("update")
    #expect(updated.status == .success)
    #expect(updated.messages == ["favourites: left as it is; its places were added by hand"])
  }

  @Test("names an unknown source, and a similar one")
  func unknown() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    _ = await run("import", huts)
    let updated = await run("update", "hutts")
    #expect(updated.status == .noSuchInput)
    #expect(updated.messages == ["no source named 'hutts'; did you mean 'huts'?"])
  }

  @Test("without a store, there is nothing to update")
  func withoutStore() async {
    #expect(await run("update").status == .noSuchInput)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "places.sqlite")))
  }

  @Test(
    "fetches Overpass squares again, unless fresh or offline, even those of a clock that was ahead",
    arguments: [-7200.0, 7200])
  func squares(seconds: Double) async throws {
    func area(
      _ ids: [String], gazetteer: (@Sendable (BoundingBox) throws(PlacesError) -> GazetteerEntries)? = nil
    ) -> MockAreaSource {
      let places = ids.map {
        PointOfInterest(
          id: $0, category: "drinking_water", coordinate: Coordinate(latitude: 60.105, longitude: 24.905),
          tags: ["amenity": "drinking_water"])
      }
      return MockAreaSource(
        .success(places), radius: Distance(metres: 20_000),
        time: MockClock(at: Terrain.start.addingTimeInterval(seconds)), gazetteer: gazetteer)
    }
    _ = await run("prefetch", "--bbox", "24.9,60.1,24.91,60.11", areas: area(["node/1", "node/2"]))
    let dry = await run("update", "--dry-run")
    #expect(dry.lines.map { $0.split(separator: "\t").last } == ["fetch its squares again from Overpass"])
    let offlineDry = await run("update", "--dry-run", "--offline")
    #expect(
      offlineDry.lines.map { $0.split(separator: "\t").last } == [
        "nothing to do: --offline forbids asking the server"
      ])
    let offline = await run("update", "--offline")
    #expect(offline.messages == ["overpass: left as it is; --offline forbids asking the server"])
    let again = area(["node/2", "node/3"])
    let updated = await run("update", areas: again)
    #expect(updated.status == .success)
    #expect(
      updated.messages == ["overpass: 1 square fetched, 2 places, 1 added, 0 updated, 1 removed"],
      "\(updated)")
    #expect(again.questions.count == 1)
    #expect(await ids() == ["node/2", "node/3"])
    let refusing = area(["node/2", "node/3"]) { _ throws(PlacesError) in
      throw .server(address: "mock", .gaveUp("runtime error"))
    }
    let partly = await run("update", areas: refusing)
    #expect(partly.status == .tryLater)
    #expect(partly.messages.first?.hasSuffix("what streets, addresses and areas it had") == true, "\(partly)")
    let failing = MockAreaSource(
      .failure(.server(address: "mock", .timedOut(seconds: 30))), radius: Distance(metres: 20_000),
      time: SystemClock())
    let failed = await run("update", areas: failing)
    #expect(failed.status == .unreachable)
    #expect(
      failed.messages.first?.hasPrefix("overpass: not updated; 0 of 1 squares fetched") == true, "\(failed)")
    #expect(await ids() == ["node/2", "node/3"])
  }

  @Test("fresh squares are not fetched again unless they lack streets, and a dry run says so")
  func freshSquares() async throws {
    let place = PointOfInterest(
      id: "node/1", coordinate: Coordinate(latitude: 60.105, longitude: 24.905), tags: ["amenity": "cafe"])
    func fresh(_ gazetteer: Result<GazetteerEntries, PlacesError>) -> MockAreaSource {
      MockAreaSource(
        .success([place]), radius: Distance(metres: 20_000), time: MockClock(at: Terrain.start)
      ) { _ throws(PlacesError) in try gazetteer.get() }
    }
    let refusing = fresh(.failure(.server(address: "mock", .gaveUp("runtime error"))))
    _ = await run("prefetch", "--bbox", "24.9,60.1,24.91,60.11", areas: refusing)
    let whole = await run("update", areas: fresh(.success(GazetteerEntries())))
    #expect(whole.messages.first?.hasPrefix("overpass: 1 square fetched") == true, "\(whole)")
    _ = await run("places", "remove", "node/1")
    let dry = await run("update", "--dry-run")
    #expect(
      dry.lines.map { $0.split(separator: "\t").last } == [
        "nothing to do: its squares were fetched within the last hour"
      ])
    #expect(
      await run("update").messages == [
        "overpass: left as it is; its squares were fetched within the last hour"
      ])
  }

  @Test("lists the sources with everything known about them")
  func sources() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    _ = await run("import", "--licence", "CC0 1.0", huts)
    let listed = await run("places", "sources")
    #expect(listed.status == .found)
    #expect(listed.lines.count == 2)
    #expect(listed.lines.last?.hasPrefix("huts         1  ") == true, "\(listed)")
    #expect(listed.lines.last?.hasSuffix("CC0 1.0  \(huts)") == true, "\(listed)")
    let json = await run("places", "sources", "--json")
    #expect(json.output.contains("\"path\": \"\(huts)\""), "\(json)")
  }
}
