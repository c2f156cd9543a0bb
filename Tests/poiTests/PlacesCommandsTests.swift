import Foundation
import Geography
import Input
import PlaceStore
import Places
import Positioning
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
    #expect(nothing.messages == ["no bakery found"])
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
    let first = await places("list", "--limit", "1", "--format", "jsonl")
    #expect(first.messages == ["the first place; --limit shows more"])
  }

  @Test(
    "credits the sources of what it exports, and no others",
    arguments: ["geojson", "gpx", "sql", "csv", "nmea"])
  func credits(format: String) async throws {
    let huts = try folder.write(
      "id,name,category,lat,lon,wheelchair\n9,Hut,alpine_hut,2,2,no\n", as: "huts.csv")
    let run = await CommandRun(["import", huts, "--attribution", "© them"], in: context)
    try #require(run.status == .success, "\(run)")
    for (asked, us, them) in [
      (["--category", "hospital"], true, false), (["--name", "Hut"], false, true),
      (["--tag", "wheelchair"], false, true),
      (["--category", "wheelchair hut"], false, false), (["--name", "None"], false, false), ([], true, true),
    ] {
      let run = await CommandRun(["places", "export", "--format", format] + asked, in: context)
      let text = run.output + run.messages.joined()
      #expect(text.contains("© us") == us && text.contains("© them") == them, "\(asked): \(text)")
    }
    guard ["geojson", "gpx"].contains(format) else { return }
    for asked in [["search", "Hut"], ["list", "--name", "Hut"]] {
      let text = await CommandRun(["places"] + asked + ["--format", format], in: context).output
      #expect(text.contains("© them") && !text.contains("© us"), "\(asked): \(text)")
    }
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

  @Test("finds names whether their letters are composed or not, and however they are typed")
  func searchDecomposed() async throws {
    let names = ["서울역", "ガスト", "آسيا"]
    let forms = names + names.map(\.decomposedStringWithCanonicalMapping)
    let rows = forms.enumerated().map { "n\($0),\($1),-40,\($0)\n" }.joined()
    let file = try folder.write("id,name,lat,lon\n" + rows, as: "names.csv")
    try #require(await CommandRun(["import", file], in: context).status == .success)
    for (index, name) in forms.enumerated() {
      let run = await places("search", name, "--format", "plain", "--fields", "id")
      #expect(run.output == "n\(index % 3)\nn\(index % 3 + 3)\n", "\(name)")
    }
  }

  @Test("finds an exact name among very many longer ones, and says that there may be more")
  func searchAmongMany() async throws {
    let many = (0..<1500).map { "b\($0),Bar \($0),-40,\(Double($0) / 100)\n" }.joined()
    let file = try folder.write("id,name,lat,lon\n" + many + "exact,Bar,60,170\n", as: "bars.csv")
    try #require(await CommandRun(["import", file], in: context).status == .success)
    let few = await places("search", "bar", "--limit", "1", "--format", "plain", "--fields", "id")
    #expect(few.output == "exact\n")
    #expect(few.messages == ["1 of at least 1001 places; --limit shows more"])
    let all = await places("search", "bar", "--limit", "5000", "--format", "plain", "--fields", "id")
    #expect(all.lines.count == 1001)
    #expect(all.messages == ["there may be more places than these; give more of the name"])
    let store = try PlaceStore(path: folder.path(of: "places.sqlite"))
    #expect(try store.places(called: "Bar").map(\.id) == ["exact"])
    #expect(try store.places(named: ["bar"], onlySettlements: false).map(\.id) == ["exact"])
  }

  @Test("finds a longer name among very many exact ones, and then these are all")
  func searchAmongManyOfOneName() async throws {
    let many = (0..<1500).map { "b\($0),Bar,-40,\(Double($0) / 100)\n" }.joined()
    let file = try folder.write("id,name,lat,lon\n" + many + "longer,Bar Two,60,170\n", as: "bars.csv")
    try #require(await CommandRun(["import", file], in: context).status == .success)
    let all = await places("search", "bar", "--limit", "5000", "--format", "plain", "--fields", "id")
    #expect(all.lines.count == 1501)
    #expect(all.lines.last == "longer")
    #expect(all.messages == [])
  }

  @Test("a search for an unknown name finds nothing, and one without letters is refused")
  func searchInVain() async {
    let nothing = await places("search", "xyzzyxyzzy")
    #expect(nothing.status == .nothingFound)
    #expect(nothing.output == "")
    #expect(nothing.messages == ["no place named 'xyzzyxyzzy' or anything like it"])
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
    struct Exported: Decodable {
      let category: String?
    }
    var exported: [String: Int] = [:]
    for line in await places("export", "--format", "jsonl").lines {
      let place = try JSONDecoder().decode(Exported.self, from: Data(line.utf8))
      if let category = place.category { exported[category, default: 0] += 1 }
    }
    #expect(exported.contains { $0.key.hasPrefix("memorial_") })
    for (category, count) in exported {
      #expect(all.lines.contains { $0.hasPrefix("category\t\(count)\t\(category)") }, "\(category)")
    }
  }

  @Test("exports everything that matches, and says how many")
  func export() async {
    let run = await places("export", "--category", "hospital", "--format", "csv")
    #expect(run.status == .found)
    #expect(run.lines.count == 3)
    #expect(run.messages == ["2 places", "csv has no room for the attribution: © us"])
    let geojson = await places("export")
    #expect(geojson.output.contains("© us"))
    #expect(geojson.messages == ["5 places"])
    let nothing = await places("export", "--category", "bakery", "--format", "jsonl")
    #expect(nothing.status == .nothingFound)
    #expect(nothing.output == "")
    #expect(nothing.messages == ["0 places"])
  }

  @Test(
    "exported, imported and exported again, places are the same to the byte",
    arguments: ["csv", "gpx", "geojson", "jsonl"])
  func roundTrip(format: String) async throws {
    let values = [
      "two\\nlines", "\\r\\n", "\\\"", "=1+1", "'=1", "", " padded ", "\\u0001", "\\u001b[2J", "\\u202e",
      "{}", "a,b;c",
    ]
    let features = values.enumerated().map { number, value in
      """
      {"id":"h\(number)","name":" \(value)","lat":46.\(number),"lon":1.0000001,"proximity":12.3456,"tags":\
      {"amenity":"place_of_worship","religion":"christian","type":"\(value)","note":"\(value)","desc":"\(value)","key \(number)":"x"}}
      """
    }
    let hostile = try folder.write(features.joined(separator: "\n"), as: "hostile.jsonl")
    for file in [hostile, Fixtures.path("places/helsinki.geojson"), Fixtures.path("places/kamppi.osm.pbf")] {
      try #require(await CommandRun(["import", file], in: context).status == .success)
    }
    let first = await places("export", "--format", format)
    try #require(first.status == .found)
    let copy = try folder.write(first.output, as: "copy.\(format)")
    let fresh = CommandContext.mock(environment: ["POI_STORE": folder.path(of: "fresh.sqlite")])
    let imported = await CommandRun(["import", copy], in: fresh)
    #expect(imported.status == .success)
    let second = await places("export", "--format", format, in: fresh)
    #expect(second.output == first.output)
    let all = await places("export", "--format", "jsonl", "--category", "church")
    let allAgain = await places("export", "--format", "jsonl", "--category", "church", in: fresh)
    #expect(all.lines.count > 10 && allAgain.lines.count == all.lines.count)
  }

  @Test("restores a place that is longer than a line of a log", arguments: ["csv", "jsonl"])
  func longPlace(format: String) async throws {
    let place = #"{"id":"9","lat":1,"lon":2,"note":"\#(String(repeating: "x", count: 70_000))"}"#
    let file = try folder.write(place, as: "long.jsonl")
    try #require(await CommandRun(["import", file], in: context).status == .success)
    let first = await places("export", "--format", format, "--source-name", "long")
    #expect(!first.messages.contains { $0.contains("incomplete") })
    let copy = try folder.write(first.output, as: "copy.\(format)")
    let fresh = CommandContext.mock(environment: ["POI_STORE": folder.path(of: "fresh.sqlite")])
    #expect(await CommandRun(["import", copy], in: fresh).status == .success)
    #expect(await places("export", "--format", format, in: fresh).output == first.output)
  }

  @Test("exports the chosen columns, and says what a format does not hold")
  func exportFields() async throws {
    let fields = await places("export", "--format", "csv", "--fields", "name,tags")
    #expect(fields.lines.prefix(2) == ["name,tags", "Landesspital,"])
    let kiosk = try folder.write(
      #"{"id":"7","lat":1,"lon":3,"opening_hours":"24/7"}"# + "\n", as: "kiosk.jsonl")
    _ = await CommandRun(["import", kiosk], in: context)
    let hours = await places(
      "export", "--format", "csv", "--fields", "id,opening,opening:rule", "--source-name", "kiosk")
    #expect(hours.lines == ["id,opening,opening:rule", "7,open,24/7"])
    let refused = await places("export", "--fields", "name")
    #expect(refused.status == .usage)
    let chart = await places("export", "--format", "nmea", "--category", "hospital")
    #expect(
      chart.messages == [
        "2 places", "nmea holds only names and positions", "nmea has no room for the attribution: © us",
      ])
    let file = try folder.write(
      "{\"id\":\"6\",\"name\":\"a\\u00adb\",\"lat\":1,\"lon\":3}\n", as: "soft.jsonl")
    _ = await CommandRun(["import", file], in: context)
    let cut = await places("export", "--format", "gpx", "--source-name", "soft")
    #expect(
      cut.messages == [
        "1 place",
        """
        1 place is incomplete in gpx (the shape of a line or an area, control characters in a name, or more than 64 KiB); \
        geojson keeps everything
        """,
      ])
  }

  @Test("finds a name with a typo that begins another name")
  func typoThatBeginsAnother() async {
    for name in ["Market", "Markt Halle"] { _ = await places("add", name, "--at", "1,2") }
    let run = await places("search", "marke halle", "--format", "plain")
    #expect(run.output.hasPrefix("Markt Halle\t"), "\(run)")
    #expect(run.messages == ["no place has that name; similar names:"])
  }

  @Test("says that a place is stored if its id cannot be written")
  func unwrittenID() async throws {
    for arguments in [["add", "Oak", "--at", "1,2"], ["edit", "Oak", "--note", "old"]] {
      let run = await CommandRun(
        ["places"] + arguments, in: context, on: MockConsole(failing: .failed(code: ENOSPC)))
      let id = try #require(
        await places("search", "oak", "--format", "jsonl").output.firstMatch(of: /favourite\/\w+/))
      #expect(run.status == .readOrWriteFailed)
      #expect(
        run.messages == [
          "the place is stored; its id is \(id.output)", "standard output: No space left on device",
        ])
    }
  }

  @Test("adds, finds and removes a place of your own")
  func add() async {
    let added = await places("add", "Secret spring", "--category", "spring", "--at", "1,2")
    #expect(added.status == .success)
    #expect(added.output.wholeMatch(of: /favourite\/[2-9b-z]{12}\n/) != nil)
    #expect(added.messages == [])
    let second = await places(
      "add", "Home", "--at", "1,2.05", "--note", "mine", "--description", "red door", "--proximity", "30m")
    let (spring, home) = (added.output.trimmed(), second.output.trimmed())
    #expect(spring != home)
    let shown = await places("show", home)
    #expect(
      shown.output.hasPrefix(
        """
        id: \(home)
        name: Home
        position: 1.00000, 2.05000
        proximity: 30 m
        description: red door
        note: mine

        """), "\(shown)")
    let long = await places("list", "--source-name", "favourites", "--long")
    #expect(
      long.lines == [
        "Secret spring  spring  \(spring.prefix(14))", "Home                   \(home.prefix(14))",
        "    red door · note: mine",
      ], "\(long)")
    let removed = await places("remove", spring)
    #expect(removed.status == .found)
    #expect(removed.messages == ["1 place removed"])
    #expect(await places("show", spring).status == .nothingFound)
    #expect(await places("show", home).status == .found)
  }

  @Test("the beginning of an own place's id suffices, and one of several places lists them")
  func shortIDs() async throws {
    let table = """
      id,name,lat,lon
      favourite/2222bbbbbbbb,Oak,1,2
      favourite/2223bbbbbbbb,Elm,1,3
      favourite/1,Old,1,4

      """
    let file = try folder.write(table, as: "trees.csv")
    try #require(await CommandRun(["import", file], in: context).status == .success)
    let list = await places("list", "--source-name", "trees", "--fields", "id")
    #expect(list.lines == ["favourite/2222", "favourite/2223", "favourite/1"])
    let plain = await places("list", "--source-name", "trees", "--fields", "id", "--format", "plain")
    #expect(plain.lines == ["favourite/2222bbbbbbbb", "favourite/2223bbbbbbbb", "favourite/1"])
    for id in ["favourite/2222", "favourite/2222bb", "favourite/2222bbbbbbbb"] {
      #expect(await places("show", id).output.contains("name: Oak\n"))
      #expect(await places("search", id, "--format", "plain", "--fields", "name").output == "Oak\n")
    }
    #expect(await places("show", "favourite/1").output.contains("name: Old\n"))
    #expect(await places("show", "favourite/3").status == .nothingFound)
    let listed = ["favourite/2222 Oak (1.0, 2.0), of trees", "favourite/2223 Elm (1.0, 3.0), of trees"]
    for command in ["show", "remove"] {
      let run = await places(command, "favourite/222")
      #expect(run.status == .usage)
      #expect(
        run.messages == listed + [
          "2 places have an id that begins with 'favourite/222'; write more of it"
        ])
    }
    #expect(await places("remove", "favourite/2223").messages == ["1 place removed"])
    #expect(await places("count").output.contains("trees"))
    #expect(await places("list", "--source-name", "trees", "--fields", "id").lines.count == 2)
  }

  @Test("removes none of the places that have the same id, until one is chosen by its source")
  func removeAmbiguous() async throws {
    let file = try folder.write("id,name,lat,lon\n4,Well,5,6\n", as: "wells.csv")
    try #require(await CommandRun(["import", file], in: context).status == .success)
    let refused = await places("remove", "1", "4")
    #expect(refused.status == .usage)
    #expect(
      refused.messages == [
        "4 Tap, drinking_water (1.0, 2.3), of liechtenstein", "4 Well (5.0, 6.0), of wells",
        "2 places have the id '4'; choose one's source with --source-name",
      ])
    #expect(await places("show", "1").status == .found)
    let removed = await places("remove", "4", "--source-name", "wells")
    #expect(removed.messages == ["1 place removed"])
    #expect(await places("show", "4").output.contains("name: Tap\n"))
  }

  @Test("edits a place of your own, and leaves what is not named")
  func edit() async throws {
    let id = await places(
      "add", "Spring", "--at", "1,2", "--category", "spring", "--note", "cold", "--tag", "access=yes",
      "--proximity", "30m"
    ).output.trimmed()
    let run = await places(
      "edit", "spring", "--name", "Well", "--category", "water_well", "--note", "", "--description", "deep",
      "--tag", "access=no")
    #expect(run.status == .success, "\(run)")
    #expect(run.output == "\(id)\n")
    #expect(
      await places("show", id).output.hasPrefix(
        """
        id: \(id)
        name: Well
        category: water_well
        position: 1.00000, 2.00000
        proximity: 30 m
        access: no
        description: deep
        source: favourites

        """))
    let moved = await places(
      "edit", String(id.prefix(15)), "--at", "3,4", "--category", "", "--tag", "access=", "--tag",
      "amenity=cafe")
    #expect(moved.status == .success, "\(moved)")
    let output = await places("show", id).output
    #expect(output.contains("category: cafe\nposition: 3.00000, 4.00000\n") && !output.contains("access"))
    _ = await places("edit", id, "--tag", "amenity=bar")
    #expect(await places("show", id).output.contains("category: bar\n"))
    #expect(await places("search", "Spring").status == .nothingFound)
    #expect(await places("list", "--source-name", "favourites", "--format", "jsonl").lines.count == 1)
  }

  @Test("says which place it edits if none has just the name that was typed")
  func editByPart() async {
    let id = await places("add", "Spring water", "--at", "1,2").output.trimmed()
    let part = await places("edit", "spring", "--note", "cold")
    #expect(part.messages == ["no place is named 'spring': changed 'Spring water', \(id)"])
    for name in ["spring WATER", id, String(id.prefix(14))] {
      #expect(await places("edit", name, "--note", "warm").messages == [])
    }
  }

  @Test("two who edit a place at once lose nothing of each other's")
  func editAtOnce() async throws {
    let id = await places("add", "Tap", "--at", "1,2").output.trimmed()
    let store = folder.path(of: "places.sqlite")
    // The other one is done while this one has read the place and waits for its position.
    let fetcher = MockLocationFetcher.answering { fetcher in
      _ = try? PlaceImporter(storePath: store).changePlace(withID: id, of: .favourites) {
        PointOfInterest(id: $0.id, name: $0.name, coordinate: $0.coordinate, tags: ["note": "cold"])
      }
      fetcher.deliver(Location(coordinate: Coordinate(latitude: 3, longitude: 4), accuracy: 5))
    }
    let waiting = CommandContext.mock(environment: ["POI_STORE": store], fetcher: fetcher)
    let run = await places("edit", id, "--gpsd", "localhost", "--tag", "fee=no", in: waiting)
    #expect(run.status == .success, "\(run)")
    let shown = await places("show", id).output
    for line in ["position: 3.00000, 4.00000", "fee: no", "note: cold"] {
      #expect(shown.contains("\n\(line)\n"), "\(shown)")
    }
  }

  @Test("does not edit what others own, what is nowhere, or several at once")
  func editRefused() async {
    let other = await places("edit", "Tap", "--note", "x")
    #expect(other.status == .usage)
    #expect(
      other.messages == [
        "'Tap' comes from liechtenstein: change it in its file; poi places add makes a place of your own"
      ])
    let nothing = await places("edit", "Nowhere", "--note", "x")
    #expect(nothing.status == .nothingFound)
    #expect(nothing.messages == ["no place named 'Nowhere'; poi places search finds names"])
    for longitude in ["3", "4"] { _ = await places("add", "Tap", "--at", "1,\(longitude)") }
    let several = await places("edit", "Tap", "--note", "x")
    #expect(several.status == .usage)
    #expect(several.messages.count == 3)
    #expect(several.messages.last == "2 places match 'Tap'; pick one by its id")
  }

  @Test("refuses a duplicate among many places at one spot")
  func duplicateInACrowd() async throws {
    let crowd = (0..<150).map { "c\($0),Tomb \($0),1,2\n" }.joined()
    let file = try folder.write("id,name,lat,lon\n" + crowd, as: "tombs.csv")
    try #require(await CommandRun(["import", file], in: context).status == .success)
    let first = await places("add", "Oak", "--at", "1,2.000001")
    #expect(first.status == .success)
    #expect(await places("add", "Oak", "--at", "1,2.000001").status == .usage)
  }

  @Test("refuses an exact duplicate with the id of the first one")
  func duplicate() async {
    let first = await places("add", "Oak", "--at", "1,2", "--category", "tree")
    let second = await places("add", "Oak", "--at", "1,2.000001", "--category", "tree", "--note", "again")
    #expect(second.status == .usage)
    #expect(second.output == "")
    #expect(
      second.messages == ["'Oak' is there already: \(first.output.trimmed()); poi places edit changes it"])
    for arguments in [["Elm", "1,2", "tree"], ["Oak", "1,2", "shop"], ["Oak", "1,2.001", "tree"]] {
      let other = await places("add", arguments[0], "--at", arguments[1], "--category", arguments[2])
      #expect(other.status == .success, "\(arguments)")
    }
    let same = await places("edit", "Elm", "--name", "Oak")
    #expect(same.status == .usage)
    #expect(await places("edit", first.output.trimmed(), "--note", "big").status == .success)
  }

  @Test("stores a place of an unknown category, and says that it is one")
  func addUnknownCategory() async {
    let added = await places("add", "Corner", "--category", "pharmasy", "--at", "1,2")
    #expect(added.status == .success)
    #expect(
      added.messages == [
        "stored, but poi knows no category 'pharmasy'; did you mean pharmacy? poi categories lists them"
      ])
    #expect(await places("show", added.output.trimmed()).output.contains("category: pharmasy\n"))
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
    #expect(elsewhere.messages == ["no source named 'liechtenstien'; did you mean 'liechtenstein'?"])
    for command in ["list", "export"] {
      let run = await places(command, "--source-name", "liechtenstien")
      #expect(run.status == .noSuchInput && run.output.isEmpty && run.messages == elsewhere.messages)
    }
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
    #expect(nothing.messages == ["no source named 'huts'; poi places sources lists them"])
    let all = await places("remove", "--source-name", "liechtenstein")
    #expect(all.status == .found)
    #expect(all.messages == ["removed liechtenstein, which had 5 places"])
    #expect(await places("count").status == .nothingFound)
  }

  @Test(
    "a missing store is an error, and is not created",
    arguments: [
      ["list"], ["search", "a"], ["show", "1"], ["count"], ["export"], ["remove", "1"],
      ["edit", "1", "--note", "x"],
    ])
  func absent(arguments: [String]) async {
    let path = folder.path(of: "none.sqlite")
    let run = await CommandRun(["places"] + arguments + ["--store", path], in: context)
    #expect(run.status == .noSuchInput)
    #expect(
      run.messages == ["\(path): there is no data yet; import some: poi import FILE"])
    #expect(run.output == "")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("leaves a file that is not a store alone")
  func foreign() async throws {
    let path = try folder.write(String(repeating: "hello, ", count: 200), as: "letter")
    let run = await places("count", "--store", path)
    #expect(run.status == .malformedInput)
    #expect(run.messages == ["\(path): it is not a poi data file; name another with --store"])
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("hello, hello, "))
  }

  @Test(
    "refuses what makes no sense",
    arguments: [
      (["add", " "], "the name is empty"),
      (["add", "x", "--tag", "bare"], "write --tag bare=VALUE"),
      (["add", "x", "--tag", "name=y"], "a name is not a tag"),
      (["edit", "x"], "say what to change: --name, --category, --note, --at and others"),
      (["edit", "x", "--name", " \u{202E}"], "the name is empty"),
      (["export", "--fields", "name"], "--fields works only with --format csv"),
      (["remove"], "give the ids of places, or a --source-name"),
      (["list", "--limit", "0"], "--limit: '0'"),
      (["serch", "x"], "no command 'places serch'; did you mean search?"),
    ])
  func refused(arguments: [String], message: String) async {
    let run = await CommandRun(["places"] + arguments, in: context)
    #expect(run.status == .usage)
    #expect(run.messages.first?.hasPrefix(message) == true, "\(run)")
    #expect(run.output == "")
  }
}
