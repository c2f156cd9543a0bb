import Foundation
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite struct ImportCommandTests {
  private let folder: TemporaryDirectory
  private let context: CommandContext

  private static let header = "id,name,lat,lon\n"

  init() throws {
    folder = try TemporaryDirectory()
    context = .mock(environment: ["POI_STORE": folder.path(of: "places.sqlite")])
  }

  private func run(_ arguments: String...) async -> CommandRun {
    await CommandRun(["import"] + arguments, in: context)
  }

  private var hasStore: Bool { FileManager.default.fileExists(atPath: folder.path(of: "places.sqlite")) }

  private func ids() async -> [Substring] {
    await CommandRun(["places", "list", "--format", "plain", "--fields", "id"], in: context).lines
  }

  @Test("reports what happened to the places")
  func counts() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n2,Tap,1,2\n", as: "huts.csv")
    let first = await run(huts)
    #expect(first.status == .success)
    #expect(first.output == "")
    #expect(first.messages == ["\(huts): 2 places read, 2 added, 0 updated, 0 unchanged"])
    _ = try folder.write(Self.header + "1,Hut,1,2\n3,Inn,1,2\n3,Inn,1,2\n", as: "huts.csv")
    let second = await run(huts)
    #expect(
      second.messages == [
        "\(huts): 3 places read, 1 added, 0 updated, 1 unchanged, 1 left out, as their ids occur twice"
      ])
    #expect(await ids() == ["1", "2", "3"])
  }

  @Test("--replace-source removes what is not in the file")
  func replace() async throws {
    let old = try folder.write(Self.header + "1,Hut,1,2\n2,Tap,1,2\n", as: "old.csv")
    let new = try folder.write(Self.header + "2,Tap,1,2.5\n", as: "new.csv")
    #expect(await run(old, "--source-name", "huts").status == .success)
    let run = await run(new, "--source-name", "huts", "--replace-source")
    #expect(run.status == .success)
    #expect(run.messages == ["\(new): 1 place read, 0 added, 1 updated, 0 unchanged, 1 removed"])
    #expect(await ids() == ["2"])
  }

  @Test("counts bad records, and names the first")
  func badRecords() async throws {
    let file = try folder.write(Self.header + "1,Hut,1,2\n2,Tap,91,2\n", as: "huts.csv")
    let run = await run(file)
    #expect(run.status == .success)
    #expect(
      run.messages == [
        "\(file): 1 place read, 1 added, 0 updated, 0 unchanged, 1 skipped (line 3: 91.0, 2.0 is out of range (latitude -90…90, longitude -180…180))"
      ], "\(run)")
  }

  @Test("an import of nothing leaves no new store, and is no success")
  func nothing() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    for arguments in [["--tag", "highway=crossing", huts], [try folder.write(Self.header, as: "none.csv")]] {
      let run = await CommandRun(["import"] + arguments, in: context)
      #expect(run.status == .nothingFound)
      #expect(run.messages.first?.contains(": 0 places read, 0 added") == true, "\(run)")
      #expect(!hasStore)
    }
    #expect(await run(huts).status == .success)
    #expect(await run(huts, "--tag", "a=b").status == .nothingFound)
    #expect(await ids() == ["1"])
  }

  @Test("--tag imports what is no place, and else the store says what it may lack")
  func tags() async throws {
    let extract = try folder.write(
      """
      <osm><node id="1" lat="1" lon="1"><tag k="amenity" v="cafe"/></node>
      <node id="2" lat="1" lon="1"><tag k="highway" v="crossing"/></node></osm>
      """, as: "x.osm")
    #expect(await run(extract).status == .success)
    #expect(await ids() == ["node/1"])
    let asked = ["places", "list", "--format", "plain", "--fields", "id", "--tag"]
    let hint =
      "the store has only places; for everything with highway=crossing: poi import --tag highway=crossing FILE"
    let none = await CommandRun(asked + ["highway=crossing"], in: context)
    #expect(none.status == .nothingFound)
    #expect(none.messages == [hint])
    #expect(await CommandRun(asked + ["amenity=bar"], in: context).messages == [])
    #expect(await run("--tag", "highway=crossing", "--source-name", "crossings", extract).status == .success)
    let some = await CommandRun(asked + ["highway=crossing"], in: context)
    #expect(some.lines == ["node/2"])
    #expect(some.messages == [hint])
    #expect(await run("--tag", "highway=crossing", "--replace-source", extract).status == .success)
    #expect(await CommandRun(asked + ["highway=crossing"], in: context).messages == [])
  }

  @Test("a failing first import leaves no store")
  func failed() async {
    let path = folder.path(of: "none.gpx")
    let run = await run(path)
    #expect(run.status == .noSuchInput)
    #expect(run.messages == ["\(path): No such file or directory"])
    #expect(run.output == "")
    #expect(!hasStore)
  }

  @Test("--keep-going imports the other files, and exits with the failed one's status")
  func keepGoing() async throws {
    let path = folder.path(of: "none.gpx")
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    let stopped = await run(path, huts)
    #expect(stopped.status == .noSuchInput)
    #expect(stopped.messages == ["\(path): No such file or directory"])
    #expect(!hasStore)
    let run = await run(path, huts, "--keep-going")
    #expect(run.status == .noSuchInput)
    #expect(
      run.messages == [
        "\(path): No such file or directory", "\(huts): 1 place read, 1 added, 0 updated, 0 unchanged",
      ])
    #expect(await ids() == ["1"])
  }

  @Test("does not create a mistyped folder")
  func noFolder() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    let run = await run(huts, "--store", folder.path(of: "a/b/places.sqlite"))
    #expect(run.status == .noSuchInput)
    #expect(
      run.messages == [
        "--store: no folder \(folder.path(of: "a/b")); make it first: mkdir -p"
      ])
    #expect(try folder.fileNames == ["huts.csv"])
  }

  @Test("leaves a file that is not a store alone")
  func foreign() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    let letter = String(repeating: "hello, ", count: 200)
    let path = try folder.write(letter, as: "letter")
    let run = await run(huts, "--store", path)
    #expect(run.status == .malformedInput)
    #expect(run.messages == ["\(path): it is not a store of places; name another with --store"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == letter)
  }

  @Test(
    "refuses what would lose places or have no name",
    arguments: [
      (["-"], "Error: name the source of standard input with --source-name"),
      (
        ["a", "b", "--source-name", "x", "--replace-source"],
        "Error: --replace-source with several files of one source would keep only the last file's places"
      ),
      (["a", "--category", ""], "Error: --category is empty: write a word, like water"),
      (["a", "--memory", "much"], "Error: The value 'much' is invalid for '--memory"),
      ([], "Error: Missing expected argument '<file> ...'"),
    ])
  func refused(arguments: [String], message: String) async {
    let run = await CommandRun(["import"] + arguments, in: context)
    #expect(run.status == .usage)
    #expect(run.messages.first?.hasPrefix(message) == true, "\(run)")
    #expect(!hasStore)
  }
}
