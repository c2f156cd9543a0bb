import Foundation
import PlaceStore
import Places
import TestSupport
import Testing

@testable import poi

/// `poi places …`, on the test's own store.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PlacesCommandsTests {
  private let folder: TemporaryDirectory
  private let context: CommandContext

  init() async throws {
    folder = try TemporaryDirectory()
    context = .mock(environment: ["POI_STORE": folder.path(of: "places.sqlite")])
    let file = try folder.write(
      """
      id,name,category,lat,lon
      1,Landesspital,hospital,1,2
      2,Spital,hospital,1,2.1
      3,Sücka,restaurant,1,2.2
      4,Tap,drinking_water,1,2.3
      5,Hospital,restaurant,1,2.4

      """, as: "liechtenstein.csv")
    let run = await CommandRun(
      ["import", file, "--licence", "CC0", "--attribution", "© us"], in: context)
    try #require(run.status == .success, "\(run)")
  }

  private func places(_ arguments: String..., in other: CommandContext? = nil) async -> CommandRun {
    await CommandRun(["places"] + arguments, in: other ?? context)
  }

  @Test("lists matching places")
  func list() async {
    let run = await places("list", "--category", "hospital", "--format", "plain")
    #expect(run.status == .found)
    #expect(run.output == "Landesspital\thospital\t1\nSpital\thospital\t2\n")
    #expect(run.messages == [])
    let nothing = await places("list", "--category", "bakery")
    #expect(nothing.status == .nothingFound)
    #expect(nothing.output == "")
    #expect(nothing.messages == ["nothing found in store"])
  }

  @Test("says if it shortens a list")
  func listLimit() async {
    let run = await places("list", "--limit", "3", "--format", "jsonl")
    #expect(run.status == .found)
    #expect(run.lines.count == 3)
    #expect(run.messages == ["the first 3 places; --limit shows more"])
    let whole = await places("list", "--limit", "5", "--format", "jsonl")
    #expect(whole.lines.count == 5)
    #expect(whole.messages == [])
  }

  @Test(
    "a search finds parts of compounds, other spellings, and similar names",
    arguments: [
      ("spital", "Spital\nLandesspital\n", []), ("suecka", "Sücka\n", []),
      ("landesspitl", "Landesspital\n", ["no place has that name; similar names:"]),
    ] as [(String, String, [String])])
  func search(text: String, output: String, messages: [String]) async throws {
    let run = await places("search", text, "--format", "plain", "--fields", "name")
    #expect(run.status == .found)
    #expect(run.output == output)
    #expect(run.messages == messages)
    let nearby = await CommandRun(
      ["nearby", "--at", "1,2", "--name", text, "--format", "plain", "--fields", "name"],
      in: .mock(places: try PlaceStore(path: folder.path(of: "places.sqlite"))))
    #expect(nearby.lines.sorted() == run.lines.sorted())
  }

  @Test("a search for an unknown name finds nothing, and one without letters is refused")
  func searchInVain() async {
    let nothing = await places("search", "xyzzyxyzzy")
    #expect(nothing.status == .nothingFound)
    #expect(nothing.output == "")
    #expect(nothing.messages == ["no place is called 'xyzzyxyzzy' or anything like it"])
    let noName = await places("search", "😀")
    #expect(noName.status == .usage)
    #expect(noName.messages == ["'😀' has no letter or digit to search for"])
  }

  @Test("shows everything known about a place, and its source")
  func show() async throws {
    let run = await places("show", "4")
    #expect(run.status == .found)
    #expect(
      run.output.hasPrefix(
        """
        id: 4
        name: Tap
        category: drinking_water
        position: 1.00000, 2.30000
        source: liechtenstein
        attribution: © us
        licence: CC0
        imported: 20
        """), "\(run)")
    struct Shown: Decodable {
      struct Source: Decodable {
        let name: String
        let licence: String
      }
      let id: String
      let source: Source
    }
    let json = await places("show", "--json", "4")
    let shown = try JSONDecoder().decode(Shown.self, from: Data(json.output.utf8))
    #expect(shown.id == "4")
    #expect(shown.source.name == "liechtenstein")
    #expect(shown.source.licence == "CC0")
    let nothing = await places("show", "6")
    #expect(nothing.status == .nothingFound)
    #expect(nothing.output == "")
    #expect(nothing.messages == ["no place has the id '6'; poi places search finds names"])
  }

  @Test("counts places by source and category")
  func count() async throws {
    let run = await places("count")
    #expect(run.status == .found)
    #expect(
      run.lines.map { $0.split(separator: "\t").prefix(3).joined(separator: " ") } == [
        "source 5 liechtenstein", "category 2 hospital", "category 2 restaurant", "category 1 drinking_water",
        "all 5",
      ], "\(run)")
    struct Counts: Decodable {
      struct Count: Decodable, Equatable {
        let name: String
        let count: Int
      }
      let total: Int
      let sources: [Count]
    }
    let json = await places("count", "--json")
    let counts = try JSONDecoder().decode(Counts.self, from: Data(json.output.utf8))
    #expect(counts.total == 5)
    #expect(counts.sources == [Counts.Count(name: "liechtenstein", count: 5)])
  }

  @Test("sums up small categories, unless all are wanted")
  func countAll() async throws {
    let file = Fixtures.path("places/helsinki.geojson")
    try #require(await CommandRun(["import", file], in: context).status == .success)
    let usual = await places("count")
    #expect(usual.lines.count(where: { $0.hasPrefix("category\t") }) == 20)
    #expect(usual.lines.count(where: { $0.hasPrefix("others\t") }) == 1)
    let all = await places("count", "--all")
    #expect(all.lines.count(where: { $0.hasPrefix("category\t") }) > 20)
    #expect(all.lines.count(where: { $0.hasPrefix("others\t") }) == 0)
    #expect(all.lines.last == "all\t470")
  }

  @Test("exports everything that matches, and says how many")
  func export() async {
    let run = await places("export", "--category", "hospital", "--format", "csv")
    #expect(run.status == .found)
    #expect(run.lines.count == 3)
    #expect(run.messages == ["2 places"])
    let geojson = await places("export")
    #expect(geojson.output.contains("© us"))
    #expect(geojson.messages == ["5 places"])
    let nothing = await places("export", "--source-name", "huts", "--format", "jsonl")
    #expect(nothing.status == .nothingFound)
    #expect(nothing.output == "")
    #expect(nothing.messages == ["0 places"])
  }

  @Test("adds, finds and removes a place of your own")
  func add() async {
    let added = await places("add", "Secret spring", "--category", "spring", "--at", "1,2")
    #expect(added.status == .success)
    #expect(added.output == "favourite/1\n")
    #expect(added.messages == [])
    let second = await places("add", "Home", "--at", "1,2.05", "--tag", "note=mine", "--proximity", "30m")
    #expect(second.output == "favourite/2\n")
    let shown = await places("show", "favourite/2")
    #expect(
      shown.output.hasPrefix(
        "id: favourite/2\nname: Home\nposition: 1.00000, 2.05000\nproximity: 30 m\nnote: mine\n"), "\(shown)")
    let removed = await places("remove", "favourite/1")
    #expect(removed.status == .found)
    #expect(removed.messages == ["1 place removed"])
    #expect(await places("show", "favourite/1").status == .nothingFound)
    #expect(await places("show", "favourite/2").status == .found)
  }

  @Test("stores a place of an unknown category, and says that it is one")
  func addUnknownCategory() async {
    let added = await places("add", "Corner", "--category", "pharmasy", "--at", "1,2")
    #expect(added.status == .success)
    #expect(added.output == "favourite/1\n")
    #expect(
      added.messages == [
        "stored, but poi knows no category 'pharmasy'; did you mean pharmacy? poi categories lists them"
      ])
    #expect(await places("show", "favourite/1").output.contains("category: pharmasy\n"))
  }

  @Test("names the ids of no place, and removes the others")
  func removeMissing() async {
    let run = await places("remove", "nosuch", "Sücka", "4")
    #expect(run.status == .nothingFound)
    #expect(
      run.messages == [
        "no place has the id 'nosuch'; poi places search finds names",
        "no place has the id 'Sücka'; did you mean 3?", "1 place removed",
      ])
    let elsewhere = await places("remove", "1", "--source-name", "liechtenstien")
    #expect(elsewhere.status == .noSuchInput)
    #expect(elsewhere.messages == ["no source is called 'liechtenstien'; did you mean 'liechtenstein'?"])
    #expect(await places("list", "--format", "plain", "--fields", "id").output == "1\n2\n3\n5\n")
  }

  @Test("does not make up a position", arguments: PositionFailure.allCases)
  func addWithoutPosition(failure: PositionFailure) async throws {
    await failure.expect(
      of: ["places", "add", "Spring"], environment: ["POI_STORE": folder.path(of: "places.sqlite")])
    #expect(await places("search", "Spring", "--limit", "1").status == .nothingFound)
    let fresh = folder.path(of: "fresh.sqlite")
    await failure.expect(of: ["places", "add", "Spring"], environment: ["POI_STORE": fresh])
    #expect(!FileManager.default.fileExists(atPath: fresh))
  }

  @Test("removes a whole source, and reports unknown ones")
  func remove() async {
    let nothing = await places("remove", "--source-name", "huts")
    #expect(nothing.status == .noSuchInput)
    #expect(nothing.messages == ["no source is called 'huts'; poi places sources lists them"])
    let all = await places("remove", "--source-name", "liechtenstein")
    #expect(all.status == .found)
    #expect(all.messages == ["5 places removed"])
    #expect(await places("count").status == .nothingFound)
  }

  @Test(
    "a missing store is an error, and is not created",
    arguments: [
      ["list"], ["search", "a"], ["show", "1"], ["count"], ["export"], ["remove", "1"],
    ])
  func absent(arguments: [String]) async {
    let path = folder.path(of: "none.sqlite")
    let run = await CommandRun(["places"] + arguments + ["--store", path], in: context)
    #expect(run.status == .noSuchInput)
    #expect(
      run.messages == ["\(path): there is no store of places yet; make one with: poi import FILE"])
    #expect(run.output == "")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("leaves a file that is not a store alone")
  func foreign() async throws {
    let path = try folder.write(String(repeating: "hello, ", count: 200), as: "letter")
    let run = await places("count", "--store", path)
    #expect(run.status == .malformedInput)
    #expect(run.messages == ["\(path): it is not a store of places; name another with --store"])
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("hello, hello, "))
  }

  @Test(
    "refuses what makes no sense",
    arguments: [
      (["add", " "], "Error: the name is empty"),
      (["add", "x", "--tag", "bare"], "Error: write --tag bare=VALUE"),
      (["remove"], "Error: give the ids of places, or a --source-name"),
      (["list", "--limit", "0"], "Error: The value '0' is invalid for '--limit <n>'"),
      (["serch", "x"], "Error: poi places has no command 'serch'; did you mean search?"),
    ])
  func refused(arguments: [String], message: String) async {
    let run = await CommandRun(["places"] + arguments, in: context)
    #expect(run.status == .usage)
    #expect(run.messages.first?.hasPrefix(message) == true, "\(run)")
    #expect(run.output == "")
  }
}
