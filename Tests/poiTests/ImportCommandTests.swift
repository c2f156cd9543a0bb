import Foundation
import Geography
import Places
import TestSupport
import Testing

@testable import PlaceStore
@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ImportCommandTests {
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
    #expect(first.messages == ["\(huts): 2 places added"])
    _ = try folder.write(Self.header + "1,Hut,1,2\n2,Tap,1,2\n3,Inn,1,2\n3,Inn,1,2\n", as: "huts.csv")
    let second = await run(huts)
    #expect(
      second.messages == [
        "\(huts): 4 places read, 1 added, 0 updated, 2 unchanged, 1 left out as duplicates, by id or, without ids, by name and position"
      ])
    #expect(await ids() == ["1", "2", "3"])
  }

  @Test("says that rows with the same name and position are one place, if they have no ids")
  func withoutIDs() async throws {
    let huts = try folder.write("name,lat,lon,note\nHut,1,2,a\nHut,1,2,b\nTap,1,2,c\n", as: "huts.csv")
    let told = await run(huts).messages.first
    #expect(
      told?.hasSuffix(
        "2 added, 0 updated, 0 unchanged, 1 left out as duplicates, by id or, without ids, by name and position"
      )
        == true, "\(told ?? "")")
  }

  // MARK: What a file no longer has

  /// A table of taps with these numbers.
  private func taps(_ numbers: some Sequence<Int>, as name: String = "taps.csv") throws -> String {
    try folder.write(Self.header + numbers.map { "\($0),Tap,1,\($0)\n" }.joined(), as: name)
  }

  private var count: Int { get async { await ids().count } }

  @Test("a whole import removes what the file no longer has, up to a fifth, and says so")
  func gone() async throws {
    let file = try taps(1...10)
    _ = await run(file)
    _ = try taps(3...11)
    let again = await run(file)
    #expect(again.status == .success)
    #expect(
      again.messages == [
        "\(file): 9 places read, 1 added, 0 updated, 8 unchanged, 2 removed",
        "removed 2 places that \(file) no longer has",
      ])
    #expect(Set(await ids()) == Set((3...11).map { "\($0)" }))
    #expect(await CommandRun(["update"], in: context).messages == ["taps: up to date"])
  }

  @Test("places that poi cannot read in the new data count to those of which a fifth may go")
  func unreadable() async throws {
    let file = try taps(1...10)
    _ = await run(file)
    _ = try folder.write(
      Self.header + (3...10).map { "\($0),Tap,\($0 == 3 ? 99 : 1),\($0)\n" }.joined(), as: "taps.csv")
    #expect(await run(file).status == .success)
    #expect(Set(await ids()) == Set((3...10).map { "\($0)" }))
  }

  @Test("more than a fifth goes only with --replace-source")
  func tooMuchGone() async throws {
    let file = try taps(1...10)
    _ = await run(file)
    _ = try taps(4...12)
    let stopped = await run(file)
    #expect(stopped.status == .malformedInput)
    #expect(
      stopped.messages == [
        "\(folder.path(of: "places.sqlite")): its source 'taps' would lose 3 of 10 places, which the new data no longer "
          + "has; if that is right, run the command again with --replace-source"
      ])
    #expect(Set(await ids()) == Set((1...10).map { "\($0)" }))
    #expect(await run(file, "--replace-source").status == .success)
    #expect(Set(await ids()) == Set((4...12).map { "\($0)" }))
  }

  @Test(
    "the place of a record that can no longer be read stays, if its id can be read",
    arguments: [
      ("csv", "name,lat,lon,id", "Tap,1,%,%", "Tap,91,%,%", true),
      ("csv", "proximity,id,lat,lon", "1,%,1,%", "x,%,1,%", true),
      ("jsonl", "", #"{"geometry":null,"lat":1,"lon":%,"id":%}"#, #"{"lat":"n","lon":%,"id":%}"#, true),
      (
        "jsonl", "", #"{"geometry":{"type":"Point","coordinates":[%,1]},"id":%}"#,
        #"{"geometry":{"type":"Point","coordinates":[%,91]},"id":%}"#, true
      ),
      (
        "jsonl", "",
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[%,1]},"id":%}"#,
        #"{"type":"Feature","geometry":{"type":"Circle","coordinates":[%,1]},"id":%}"#, true
      ),
      (
        "jsonl", "",
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[%,1]},"properties":{"@id":"%"}}"#,
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[%,91]},"properties":{"@id":"%"}}"#, true
      ),
      (
        "jsonl", "",
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[%,1]},"properties":{"osm_id":%}}"#,
        #"{"type":"Feature","geometry":null,"properties":{"osm_id":%}}"#, true
      ),
      ("jsonl", "", #"{"lat":1,"lon":%,"id":%}"#, #"{"lat":1,"lon":x,"id":%}"#, false),
    ])
  func unreadable(ending: String, header: String, record: String, bad: String, isKept: Bool) async throws {
    func write(_ texts: [String]) throws -> String {
      try folder.write(header + "\n" + texts.joined(separator: "\n") + "\n", as: "taps.\(ending)")
    }
    let texts = (1...10).map { record.replacing("%", with: "\($0)") }
    let file = try write(texts)
    _ = await run(file)
    #expect(await count == 10)
    _ = try write([bad.replacing("%", with: "9")] + texts.dropLast(2))
    let again = await run(file)
    #expect(
      again.messages.last
        == (isKept
          ? "removed 1 place that \(file) no longer has"
          : "removed 2 places that \(file) no longer has, or that poi cannot read there"),
      "\(again)")
    #expect(await ids().contains("9") == isKept)
    // A sound record of the same id counts, wherever it stands.
    _ = try write([bad.replacing("%", with: "1")] + texts.dropFirst().dropLast(2) + [texts[0], texts[8]])
    let mended = await run(file)
    #expect(mended.messages.first?.contains("9 places read, ") == true, "\(mended)")
    #expect(mended.messages.first?.contains("duplicates") == false, "\(mended)")
    #expect(await count == 9)
  }

  @Test("a place of an extract stays whose record can no longer be read")
  func unreadableElement() async throws {
    func write(_ latitude: Double) throws -> String {
      let taps = [(1, 1), (2, latitude)].map { id, latitude in
        "<node id='\(id)' lat='\(latitude)' lon='1'><tag k='amenity' v='drinking_water'/></node>"
      }
      return try folder.write("<osm>\(taps.joined())</osm>", as: "taps.osm")
    }
    let file = try write(1.1)
    _ = await run(file)
    _ = try write(91)
    let again = await run(file)
    #expect(again.messages.count == 1 && again.messages[0].contains("1 skipped"), "\(again)")
    #expect(await ids() == ["node/1", "node/2"])
  }

  @Test(
    "nothing goes if the import may not be of everything",
    arguments: [["--keep-going"], ["--category", "water"], ["--tag", "note"]])
  func notEverything(arguments: [String]) async throws {
    let file = try folder.write("id,category,note,lat,lon\n1,water,x,1,1\n2,water,x,1,2\n", as: "taps.csv")
    _ = await run(file)
    _ = try folder.write("id,category,note,lat,lon\n2,water,x,1,2\n", as: "taps.csv")
    let again = await CommandRun(["import", file] + arguments, in: context)
    #expect(again.messages == ["\(file): 1 place read, 0 added, 0 updated, 1 unchanged"])
    #expect(await ids() == ["1", "2"])
  }

  @Test("one file of several removes nothing, and says what does")
  func oneOfSeveral() async throws {
    let (first, second) = (try taps(1...5, as: "a.csv"), try taps(6...10, as: "b.csv"))
    _ = await run("--source-name", "taps", first, second)
    _ = try taps(6...9, as: "b.csv")
    let again = await run("--source-name", "taps", second)
    #expect(
      again.messages == [
        "\(second): 4 places read, 0 added, 0 updated, 4 unchanged",
        "'taps' has other files, so places missing from this one were kept; to remove them, run poi update taps",
      ])
    #expect(await count == 10)
    _ = await CommandRun(["update", "taps"], in: context)
    #expect(await count == 9)
  }

  @Test("what came through a pipe stays, before and after a file", arguments: [true, false])
  func pipe(isFirst: Bool) async throws {
    let file = try taps(1...9)
    func importPipe() async throws {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data((Self.header + "p,Piped,1,2\n").utf8))
      try pipe.fileHandleForWriting.close()
      let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
      let imported = await run("--source-name", "taps", path)
      #expect(imported.status == .success, "\(imported)")
    }
    if isFirst { try await importPipe() }
    _ = await run(file)
    if !isFirst { try await importPipe() }
    #expect(await run(file).messages == ["\(file): 9 places read, 0 added, 0 updated, 9 unchanged"])
    #expect(await count == 10)
    #expect(
      await CommandRun(["update"], in: context).messages == [
        "taps: left as it is; poi does not know its file; import it again with --replace-source --source-name"
      ])
    #expect(await count == 10)
  }

  @Test("a newer download in place of one that is gone removes what it no longer has")
  func replacedFile() async throws {
    let old = try write(Self.header + (1...5).map { "\($0),Tap,1,\($0)\n" }.joined(), as: "taps.csv", in: "x")
    _ = await run(old)
    try FileManager.default.removeItem(atPath: old)
    let new = try write(Self.header + (2...5).map { "\($0),Tap,1,\($0)\n" }.joined(), as: "taps.csv", in: "y")
    let again = await run(new)
    #expect(again.messages.last == "removed 1 place that \(new) no longer has", "\(again)")
    #expect(await ids() == ["2", "3", "4", "5"])
  }

  @Test("parts of a source that the user named add up, though each is deleted after its import")
  func parts() async throws {
    for numbers in [1...5, 6...10] {
      let part = try taps(numbers, as: "part\(numbers.lowerBound).csv")
      #expect(await run("--source-name", "taps", part).status == .success)
      try FileManager.default.removeItem(atPath: part)
    }
    #expect(await count == 10)
  }

  @Test("places of one's own stay, though a file of theirs has fewer")
  func ownStay() async throws {
    _ = await CommandRun(["places", "add", "Oak", "--at", "7,8"], in: context)
    let file = try taps(1...5)
    _ = await run("--source-name", "favourites", file)
    _ = try taps(1...4)
    let again = await run("--source-name", "favourites", file)
    #expect(again.messages == ["\(file): 4 places read, 0 added, 0 updated, 4 unchanged"])
    #expect(await count == 6)
  }

  @Test("an extract that shrank loses places, streets and known ground together")
  func shrunkExtract() async throws {
    let names = (1...6).map { "Cafe \($0)" }
    func extract(_ names: ArraySlice<String>) throws -> String {
      let nodes = names.enumerated().map { index, name in
        #"<node id="\#(index + 1)" version="1" lat="10.00\#(index)" lon="20"><tag k="amenity" v="cafe"/>"#
          + #"<tag k="name" v="\#(name)"/></node>"#
      }
      return try folder.write(
        #"<osm version="0.6"><bounds \#(Self.bounds)/>\#(nodes.joined())</osm>"#, as: "region.osm")
    }
    let file = try extract(names[...])
    _ = await run(file)
    _ = try extract(names.dropLast())
    #expect(await run(file).messages.last == "removed 1 place that \(file) no longer has")
    #expect(await count == 5)
  }

  @Test("names the columns that it does not understand once, and keeps telephone numbers as they are")
  func columns() async throws {
    let file = try folder.write(
      "id,lat,lon,Name,Öffnungszeiten,phone,Zustand des Wegs,addr:city\n"
        + "1,1,2,Hut,Mo-Fr 8-18,+43 (0)5 12-34,gut,Wien\n2,1,3,Tap,,0043512,nass,Linz\n", as: "huts.csv")
    let run = await run(file)
    #expect(
      run.messages == [
        "\(file): columns that poi does not know were kept as tags: 'Zustand des Wegs'",
        "\(file): 2 places added",
      ])
    let list = await CommandRun(
      ["places", "list", "--format", "csv", "--fields", "phone,tag:Zustand des Wegs"], in: context)
    #expect(list.output.hasSuffix("+43 (0)5 12-34,gut\r\n0043512,nass\r\n"), "\(list)")
  }

  @Test("says how far shapes with very many corners may be off")
  func coarseShapes() throws {
    let star = (0..<400).map { corner in
      let turn = Double(corner) / 200 * .pi
      let radius = corner.isMultiple(of: 2) ? 0.01 : 0.011
      return Coordinate(latitude: 1 + radius * cos(turn), longitude: 2 + radius * sin(turn))
    }
    let coarse = try #require(Extent(rings: [star])).simplified(toPoints: 100)
    let place = PointOfInterest(id: "1", name: nil, coordinate: star[0], extent: coarse, tags: [:])
    var summary = ImportSummary()
    #expect(summary.coarseShapesWording == nil)
    let metres = Int(coarse.accuracy)
    summary.note(shapesOf: [place])
    #expect(
      summary.coarseShapesWording
        == "shapes of more than 150,000 corners (1) are true to within \(metres) m")
    summary.note(shapesOf: [place])
    #expect(
      summary.coarseShapesWording
        == "shapes of more than 150,000 corners (2) are true to within \(metres) m")
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

  // MARK: Files of one name

  private static func extract(_ bounds: String, _ nodes: String...) -> String {
    let nodes = nodes.enumerated().map { index, name in
      #"<node id="\#(index + 1)" version="1" lat="10.00\#(index)" lon="20"><tag k="amenity" v="cafe"/>"#
        + #"<tag k="name" v="\#(name)"/></node>"#
    }
    return #"<osm version="0.6"><bounds \#(bounds)/>\#(nodes.joined())</osm>"#
  }

  private static let bounds = #"minlat="9" minlon="19" maxlat="11" maxlon="21""#

  /// Writes a file into a folder of its own.
  private func write(_ text: String, as name: String, in folder: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: self.folder.path(of: folder), withIntermediateDirectories: true)
    return try self.folder.write(text, as: "\(folder)/\(name)")
  }

  private func refusal(of name: String, for path: String) -> [String] {
    [
      "\(folder.path(of: "places.sqlite")): its source '\(name)' comes from \(path); give this one another name "
        + "with --source-name, or take the other's place with --replace-source"
    ]
  }

  @Test("a file of another kind takes no places away without being told", arguments: [true, false])
  func otherKind(isExtractFirst: Bool) async throws {
    let extract = try folder.write(Self.extract(Self.bounds, "Corner"), as: "a.osm")
    let table = try folder.write(Self.header + "1,Hut,1,2\n", as: "a.csv")
    let (first, second) = isExtractFirst ? (extract, table) : (table, extract)
    #expect(await run(first).status == .success)
    let before = await ids()
    let refused = await run(second)
    #expect(refused.status == .usage)
    #expect(refused.messages == refusal(of: "a", for: first))
    let named = await run(second, "--source-name", "a")
    #expect(named.status == .usage)
    #expect(await ids() == before)

    let beside = await run(second, "--source-name", "b")
    #expect(beside.messages == ["\(second): 1 place added"])
    #expect(Set(await ids()) == ["node/1", "1"])
    let replaced = await run(second, "--replace-source")
    #expect(replaced.messages == ["\(second): 1 place added, 1 removed"])
  }

  @Test("a file of the same name in another folder is refused, unless the earlier one is gone")
  func otherFolder() async throws {
    let first = try write(Self.header + "1,Hut,1,2\n", as: "huts.csv", in: "x")
    let second = try write(Self.header + "1,Inn,1,3\n", as: "huts.csv", in: "y")
    #expect(await run(first).status == .success)
    let refused = await run(second)
    #expect(refused.status == .usage)
    #expect(refused.messages == refusal(of: "huts", for: first))
    try FileManager.default.removeItem(atPath: first)
    let moved = await run(second)
    #expect(
      moved.messages == ["\(second): 1 place read, 0 added, 1 updated, 0 unchanged, in place of \(first)"])
    let sources = await CommandRun(["places", "sources"], in: context)
    #expect(sources.output.contains(second) && !sources.output.contains(first), "\(sources)")
    #expect(await CommandRun(["update"], in: context).messages == ["huts: up to date"])
  }

  @Test("a newer download of an extract goes on with its source, and one of another area does not")
  func newerDownload() async throws {
    let old = try write(Self.extract(Self.bounds, "Corner"), as: "map.osm", in: "x")
    let new = try write(Self.extract(Self.bounds, "Corner", "Tea"), as: "map.osm", in: "y")
    let other = try write(
      Self.extract(#"minlat="1" minlon="1" maxlat="2" maxlon="2""#, "Far"), as: "map.osm", in: "z")
    #expect(await run(old).status == .success)
    let refused = await run(other)
    #expect(refused.status == .usage)
    #expect(refused.messages == refusal(of: "map", for: old))
    let updated = await run(new)
    #expect(
      updated.messages == ["\(new): 2 places read, 1 added, 0 updated, 1 unchanged, in place of \(old)"])
    let sources = await CommandRun(["places", "sources"], in: context)
    #expect(sources.output.contains(new) && !sources.output.contains(old), "\(sources)")
  }

  @Test("a file is not mixed with places added by hand, nor replaces them")
  func addedByHand() async throws {
    let home = await CommandRun(["places", "add", "Home", "--at", "1,2"], in: context).lines
    let file = try folder.write(Self.header + "1,Hut,1,2\n", as: "favourites.csv")
    for arguments in [[file], [file, "--replace-source"]] {
      let refused = await CommandRun(["import"] + arguments, in: context)
      #expect(refused.status == .usage)
      #expect(
        refused.messages == [
          "\(folder.path(of: "places.sqlite")): its source 'favourites' comes from elsewhere; "
            + "give this one another name with --source-name"
        ])
    }
    #expect(await ids() == home)
  }

  @Test("while no place has been read, the progress does not tell how many a second")
  func progress() {
    let line = ImportProgressLine(of: "region.osm.pbf", in: context)
    #expect(line.wording(of: .reading(places: 0, bytes: 0)) == "reading …")
    #expect(line.wording(of: .reading(places: 7, bytes: 9)).hasPrefix("7 places, "))
  }

  @Test("a file of the name of one's own places is still updated after some were added by hand")
  func namedLikeOwn() async throws {
    let file = try folder.write(Self.header + "1,Hut,1,2\n", as: "favourites.csv")
    #expect(await run(file).status == .success)
    let home = await CommandRun(["places", "add", "Home", "--at", "1,2"], in: context).lines
    let oak = await CommandRun(["places", "add", "Oak", "--at", "7,8"], in: context).lines
    _ = try folder.write(Self.header + "1,Cabin,1,2\n2,Spring,5,6\n", as: "favourites.csv")
    #expect(await run(file).messages == ["\(file): 2 places read, 1 added, 1 updated, 0 unchanged"])
    let edited = await CommandRun(["places", "edit", String(home[0]), "--name", "House"], in: context)
    #expect(edited.lines == home, "\(edited)")
    #expect(Set(await ids()) == Set(["1", "2"] + home + oak))
    let sources = await CommandRun(["places", "sources"], in: context).output
    #expect(sources.contains(/favourites +2 .*favourites\.csv/), "\(sources)")
    #expect(sources.contains(/favourites-2 +2 .*added by hand/), "\(sources)")
  }

  @Test("the places of two people stay apart, those with the same id of an earlier version too")
  func twoPeople() async throws {
    let own = try folder.write(Self.header + "favourite/1,Home,1,2\n", as: "own.csv")
    let other = try folder.write(
      Self.header + "favourite/1,Cabin,3,4\nfavourite/2,Spring,5,6\n", as: "other.csv")
    let arguments = ["import", "--source-name", "favourites"]
    _ = await CommandRun(["places", "add", "Oak", "--at", "7,8"], in: context)
    #expect(await CommandRun(arguments + [own], in: context).status == .success)
    for counts in ["2 places added", "2 places read, 0 added, 0 updated, 2 unchanged"] {
      let imported = await CommandRun(arguments + [other], in: context)
      #expect(imported.messages == ["\(other): \(counts)"])
    }
    // Only edited since it was exported.
    let edited = try folder.write(Self.header + "favourite/1,My home,1,2\n", as: "edited.csv")
    #expect(await CommandRun(arguments + [edited], in: context).status == .success)
    let names = await CommandRun(
      ["places", "list", "--format", "plain", "--fields", "name"], in: context)
    #expect(names.lines.sorted() == ["Cabin", "My home", "Oak", "Spring"])
  }

  @Test("a place with an OpenStreetMap id is one place, whatever files it is in")
  func sameID() async throws {
    let extract = try folder.write(Self.extract(Self.bounds, "Corner"), as: "region.osm")
    let table = try folder.write(Self.header + "node/1,Corner café,10,20\nway/2,Tea,10,20\n", as: "list.csv")
    let mixed = try folder.write(Self.header + "node/1,Mine,10,20\nb,Other,10,20\n", as: "mixed.csv")
    #expect(await run(extract, table).status == .success)
    #expect(await ids() == ["node/1", "way/2"])
    #expect(await run(mixed).status == .success)
    #expect(await ids().sorted() == ["b", "node/1", "way/2"])
  }

  @Test("counts bad records, and names the first")
  func badRecords() async throws {
    let file = try folder.write(Self.header + "1,Hut,1,2\n2,Tap,91,2\n", as: "huts.csv")
    let run = await run(file)
    #expect(run.status == .success)
    #expect(
      run.messages == [
        "\(file): 1 place added, 1 skipped (line 3: 91.0, 2.0 is out of range (latitude -90…90, longitude -180…180))"
      ], "\(run)")
  }

  @Test("counts values that it leaves out")
  func leftOut() async throws {
    let nested = try folder.write(
      #"{"lat":1,"lon":2,"id":1,"contact":{"phone":"1"},"hours":[[8,18]],"cuisine":["cake","coffee"]}"#,
      as: "nested.jsonl")
    let long = try folder.write(
      "<gpx><wpt lat=\"1\" lon=\"2\"><name>\(String(repeating: "N", count: 65_537))</name></wpt></gpx>",
      as: "long.gpx")
    let ragged = try folder.write("name,lat,lon,note\nHut,1,2,tel 1, ring twice,\n", as: "ragged.csv")
    func words(_ count: Int) -> String {
      let kinds =
        "objects, nested lists, texts over 64 KiB, more than one website, cells without a heading, a second value of a key"
      return "\(count == 1 ? "1 value" : "\(count) values") left out (\(kinds))"
    }
    #expect(await run(ragged).messages == ["\(ragged): 1 place added, \(words(1))"])
    #expect(await run(nested).messages == ["\(nested): 1 place added, \(words(2))"])
    #expect(await run(long).messages == ["\(long): 1 place added, \(words(1))"])
  }

  @Test("an import of nothing leaves no new store, and is no success")
  func nothing() async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    for arguments in [["--tag", "highway=give_way", huts], [try folder.write(Self.header, as: "none.csv")]] {
      let run = await CommandRun(["import"] + arguments, in: context)
      #expect(run.status == .nothingFound)
      #expect(run.messages.first?.contains(": 0 places read, 0 added") == true, "\(run)")
      #expect(!hasStore)
    }
    #expect(await run(huts).status == .success)
    #expect(await run(huts, "--tag", "a=b").status == .nothingFound)
    #expect(await ids() == ["1"])
  }

  @Test("an extract without places says what else it brought", arguments: [1, 2])
  func onlyAddresses(count: Int) async throws {
    let nodes = (1...count).map { number in
      """
      <node id="\(number)" lat="1" lon="1"><tag k="addr:street" v="Way"/><tag k="addr:housenumber" v="\(number)"/></node>
      """
    }
    let file = try folder.write("<osm>\(nodes.joined())</osm>", as: "x.osm")
    let run = await run(file)
    #expect(run.status == .success)
    let brought =
      count == 1
      ? "1 street, address, area or part of the map" : "2 streets, addresses, areas and parts of the map"
    #expect(run.messages == ["\(file): no places, but \(brought)"])
  }

  @Test("--tag imports what is no place, and else the store says what it may lack")
  func tags() async throws {
    let extract = try folder.write(
      """
      <osm><node id="1" lat="1" lon="1"><tag k="amenity" v="cafe"/></node>
      <node id="2" lat="1" lon="1"><tag k="highway" v="give_way"/></node></osm>
      """, as: "x.osm")
    #expect(await run(extract).status == .success)
    #expect(await ids() == ["node/1"])
    let asked = ["places", "list", "--format", "plain", "--fields", "id", "--tag"]
    let hint =
      "your data holds only what poi counts as places; to find everything tagged highway=give_way, run poi import --tag highway=give_way FILE"
    let none = await CommandRun(asked + ["highway=give_way"], in: context)
    #expect(none.status == .nothingFound)
    #expect(none.messages == ["nothing found", hint])
    #expect(await CommandRun(asked + ["amenity=bar"], in: context).messages == ["nothing found"])
    #expect(await run("--tag", "highway=give_way", "--source-name", "crossings", extract).status == .success)
    let some = await CommandRun(asked + ["highway=give_way"], in: context)
    #expect(some.lines == ["node/2"])
    #expect(some.messages == [hint])
    #expect(await run("--tag", "highway=give_way", "--replace-source", extract).status == .success)
    #expect(await CommandRun(asked + ["highway=give_way"], in: context).messages == [])
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
        "\(path): No such file or directory", "\(huts): 1 place added",
      ])
    #expect(await ids() == ["1"])
  }

  @Test("refuses a store that nobody would keep", arguments: ["", ":memory:"])
  func noStore(path: String) async throws {
    let huts = try folder.write(Self.header + "1,Hut,1,2\n", as: "huts.csv")
    let run = await run(huts, "--store", path)
    #expect(run.status == .usage)
    #expect(run.messages == ["--store: '\(path)' is not a file's path"])
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
    #expect(run.messages == ["\(path): it is not a poi data file; name another with --store"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == letter)
  }

  @Test(
    "refuses what would lose places or have no name",
    arguments: [
      (["-"], "standard input has no name: give one with --source-name"),
      (
        ["a", "b", "--source-name", "x", "--replace-source"],
        "--replace-source with several files of one source would keep only the last file's places"
      ),
      (
        ["a/huts.csv", "b/huts.geojson", "--replace-source"],
        "--replace-source with several files of one source would keep only the last file's places"
      ),
      (["a", "--category", ""], "--category is empty; use a word like water"),
      (["a", "--memory", "much"], "--memory: 'much' is not a size"),
      ([], "FILE is missing"),
    ])
  func refused(arguments: [String], message: String) async {
    let run = await CommandRun(["import"] + arguments, in: context)
    #expect(run.status == .usage)
    #expect(run.messages.first?.hasPrefix(message) == true, "\(run)")
    #expect(!hasStore)
  }
}
