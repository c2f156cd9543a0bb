import ArgumentParser
import Geography
import PlaceFiles
import Places
import TestSupport
import Testing

@testable import poi

/// What people type instead of long options: words, letters, and the names of saved queries.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct WordsTests {
  private let here = ["nearby", "--at", "60.17,24.94"]

  private static func settings(_ file: String? = nil, locale: String = "C.UTF-8") throws -> Settings {
    Settings(
      environment: ["LC_ALL": locale],
      file: try file.map { try ConfigFile(parsing: $0, path: "/c/config.toml", home: "/home/you") })
  }

  @Test(
    "words are categories, and may name one together",
    arguments: [
      (["water"], ["water"]), (["bakery", "cafe"], ["bakery", "cafe"]),
      (["bakery,", "cafe"], ["bakery", "cafe"]),
      (["bus", "stop"], ["bus stop"]), (["cafe", "bus", "stop", "bar"], ["cafe", "bus stop", "bar"]),
      (["drinking water", "bench"], ["drinking water", "bench"]),
      (["Bäckerei", "Café"], ["Bäckerei", "Café"]),
      (["arrêt", "de", "bus"], ["arrêt de bus"]), (["gizmo", "shop"], ["gizmo shop"]),
      (["gizmo,", "shop"], ["gizmo", "shop"]),
      (["water", "-c", "cafe,bar"], ["water", "cafe", "bar"]), (["water,cafe"], ["water", "cafe"]), ([], []),
    ])
  func words(arguments: [String], categories: [String]) throws {
    let settings = try Self.settings()
    let question = try FilterOptions.parse(arguments).question(in: settings)
    #expect(try question.filter(in: settings).categories == categories)
  }

  @Test(
    "the locale changes names for people, and for programs only an option does",
    arguments: [
      ([], "Torpe  "), (["--format", "plain"], "\tThorpe\t"), (["--format", "csv"], ",Thorpe,"),
      (["--json"], #""name": "Thorpe""#), (["--json", "--language", "fr"], #""name": "Torpe""#),
    ])
  func names(options: [String], name: String) async {
    let place = PointOfInterest(
      id: "node/1", name: "Thorpe", coordinate: Coordinate(latitude: 60.17, longitude: 24.94),
      tags: ["place": "village", "name:fr": "Torpe"])
    let context = CommandContext.mock(
      environment: ["LC_ALL": "fr_FR.UTF-8"], places: MockPlaceProvider(.success([place])))
    let run = await CommandRun(here + options, in: context)
    #expect(run.output.contains(name), "\(run)")
  }

  @Test(
    "words are of the language that an option, a variable or the locale names",
    arguments: [
      (["banca", "--language", "it"], [:]), (["banca"], ["POI_LANGUAGE": "it"]),
      (["banca"], ["LC_ALL": "it_IT.UTF-8"]), (["banca", "--language", "it"], ["LC_ALL": "pt_PT.UTF-8"]),
    ])
  func language(words: [String], environment: [String: String]) async throws {
    let folder = try TemporaryDirectory()
    // In other languages, banca is a bench.
    let file = try folder.write(
      "id,amenity,lat,lon\nbench,bench,60.17,24.94\nbank,bank,60.17,24.94\n", as: "a.csv")
    var context = CommandContext.mock(environment: environment)
    context.makePlaceProvider = { _, _ in PlaceFileProvider(file: PlaceFile(path: file)) }
    let run = await CommandRun(here + words + ["--format", "plain", "--fields", "id"], in: context)
    #expect(run.output == "bank\n", "\(run)")
  }

  @Test(
    "refuses more words than anybody types, however they come",
    arguments: [("bar", 101, " "), ("a", 50_000, ","), ("burger king", 60, ",")])
  func tooMany(word: String, count: Int, separator: String) async {
    let text = Array(repeating: word, count: count).joined(separator: separator)
    let run = await CommandRun(here + [text], in: .mock())
    #expect(run.status == .usage)
    #expect(run.messages.first?.contains("search for at most 100 words at a time") == true)
  }

  @Test("words that say more than what to look for require tags, or that it is open")
  func furtherWords() throws {
    let options = try FilterOptions.parse([
      "open", "parking", "free", "near", "me", "--tag", "surface=asphalt",
    ])
    let question = try options.question(in: Self.settings())
    let filter = try question.filter(in: Self.settings())
    #expect(filter.categories == ["parking"])
    #expect(filter.tags.map(\.key) == ["surface", "fee"])
    #expect(question.openingMoment(isNow: false, at: nil) == .now)
  }

  @Test("a word that names no category finds places of that name, and a message says so")
  func named() async {
    let folder = Fixtures.path("places/helsinki.geojson")
    var context = CommandContext.mock()
    context.makePlaceProvider = { _, _ in PlaceFileProvider(file: PlaceFile(path: folder)) }
    let run = await CommandRun(here + ["Ekberg", "--format", "plain"], in: context)
    #expect(run.status == .found)
    #expect(
      run.messages.first
        == "no category 'Ekberg': searched for it in names and the source's own categories")
    let lines = run.output.split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("Ekberg") }, "\(run.output)")
  }

  @Test(
    "says which word cannot apply, and what the words require if nothing says so",
    arguments: [
      (
        ["vegan", "hotel"], ["hotel"],
        "'vegan' was ignored: it applies to places to eat and food shops, not to 'hotel'"
      ),
      (
        ["gluten", "free", "hotel"], ["hotel"],
        "'gluten free' was ignored: it applies to places to eat and food shops, not to 'hotel'"
      ),
      (
        ["free", "cafe"], ["cafe"],
        "no match is tagged fee=no; many places have no such tag"
      ),
    ])
  func ignored(words: [String], categories: [String], message: String) async throws {
    let places = MockPlaceProvider(.success([]))
    let run = await CommandRun(here + words, in: .mock(places: places))
    #expect(run.messages.contains(message), "\(run.messages)")
    #expect(places.questions.first?.query.filter.categories == categories)
  }

  @Test("wheelchair lists what says yes, then what says limited, and counts what does not say")
  func wheelchair() async throws {
    let folder = try TemporaryDirectory()
    let lines = ["limited", "yes", "no", "", "", "designated"].enumerated().map { index, value in
      "\(index),cafe,60.17,\(24.9401 + Double(index) / 10_000),\(value)"
    }
    let file = try folder.write(
      (["id,amenity,lat,lon,wheelchair"] + lines).joined(separator: "\n"), as: "cafes.csv")
    var context = CommandContext.mock()
    context.makePlaceProvider = { _, _ in PlaceFileProvider(file: PlaceFile(path: file)) }
    let run = await CommandRun(
      here + ["wheelchair", "cafe", "--format", "plain", "--fields", "id,caveat"], in: context)
    #expect(run.output == "1\t\n5\t\n0\tlimited wheelchair access\n")
    #expect(run.messages.contains("2 places are not listed: wheelchair access unknown"), "\(run)")
    let store = ["--store", folder.path(of: "places.sqlite")]
    _ = await CommandRun(["import", file] + store, in: .mock())
    for command in [["places", "list"], ["places", "export"]] {
      let listed = await CommandRun(
        command + ["wheelchair", "cafe", "--format", "csv", "--fields", "id"] + store, in: .mock())
      #expect(listed.output.split(separator: "\r\n").dropFirst().sorted() == ["0", "1", "5"], "\(listed)")
      #expect(
        listed.messages.contains("2 places are not listed: wheelchair access unknown"), "\(listed)")
    }
  }

  private func run(_ words: [String], answering input: [String]? = nil) async -> CommandRun {
    let file = Fixtures.path("places/helsinki.geojson")
    var context = CommandContext.mock(input: input)
    context.canAsk = input != nil
    context.makePlaceProvider = { _, _ in PlaceFileProvider(file: PlaceFile(path: file)) }
    return await CommandRun(here + words, in: context)
  }

  @Test("refuses what is no word")
  func unknown() async {
    let position = await run(["60.1,24.9"])
    #expect(position.status == .usage)
    #expect(position.messages == ["no category '60.1,24.9'; for a position, write --at 60.1,24.9"])
  }

  @Test(
    "corrects a clear typo, in any language, and says so",
    arguments: [
      (["watr"], "watr: searched for water instead"),
      (["--category", "watr"], "watr: searched for water instead"),
      (["open", "watr"], "watr: searched for water instead"),
      (["tankstele"], "tankstele: searched for Tankstelle instead"),
      (["chinese", "resturant"], "resturant: searched for restaurant instead"),
    ])
  func corrected(words: [String], message: String) async {
    let run = await run(words + ["--format", "json"])
    #expect(run.messages.filter { $0.contains("searched") } == [message], "\(run)")
    #expect(run.output.contains("\"corrected\""))
    #expect(run.status == .found || run.status == .nothingFound)
  }

  @Test("says that there is none of what was searched instead of a typo", arguments: ["nearby", "here"])
  func correctedInVain(command: String) async {
    let file = Fixtures.path("places/helsinki.geojson")
    var context = CommandContext.mock()
    context.makePlaceProvider = { _, _ in PlaceFileProvider(file: PlaceFile(path: file)) }
    let run = await CommandRun([command, "watr", "--at", "60,25"], in: context)
    #expect(run.messages.first == "watr: searched for water instead")
    #expect(run.messages.dropFirst().first?.hasPrefix("no water found") == true, "\(run)")
  }

  @Test("lists what a doubtful typo may mean, and on a terminal asks")
  func doubtful() async {
    let message = "no category 'car'; did you mean bar, cab or car park? poi categories lists them"
    let refused = await run(["car"])
    #expect(refused.status == .usage)
    #expect(refused.messages == [message])
    let asked = await run(["car"], answering: ["1"])
    #expect(asked.status == .found, "\(asked)")
    let unanswered = await run(["car"], answering: [""])
    #expect(unanswered.status == .usage)
  }

  @Test(
    "a letter means the same as its long option, joined to its value or not",
    arguments: [
      (["-n", "3"], ["--limit", "3"]), (["-n3"], ["--limit", "3"]),
      (["-ccafe", "-c", "bar"], ["--category", "cafe", "--category", "bar"]),
      (["-r", "1.5km"], ["--radius", "1.5km"]), (["-r800"], ["--radius", "800"]),
      (["--within", "800m"], ["--radius", "800m"]), (["-s", "store"], ["--source", "store"]),
      (["-f", "json"], ["--format", "json"]), (["-l"], ["--long"]),
      (["-lf", "table"], ["--long", "--format=table"]),
    ])
  func letters(short: [String], long: [String]) throws {
    #expect("\(try NearbyCommand.parse(short))" == "\(try NearbyCommand.parse(long))")
  }

  @Test("within and radius mean the same in nearby and watch")
  func radius() throws {
    let watch = ["water", "--radius", "80m", "-f", "jsonl"]
    #expect(try WatchCommand.parse(watch).fences.within == Distance(metres: 80))
    #expect(try HereCommand.parse(["--radius", "80m"]).within == Distance(metres: 80))
    #expect(try AlongCommand.parse(["x.gpx", "water", "-r", "80m"]).corridor.within == Distance(metres: 80))
  }

  // MARK: Saved queries

  private nonisolated static let lunch = """
    [query.lunch]
    category = ["restaurant", "fast food"]
    tag = ["wheelchair=yes"]
    radius = "800m"
    limit = 3
    open-now = true
    """

  private func question(_ arguments: [String], _ file: String) async throws -> PlaceQuery {
    let places = MockPlaceProvider(.success([]))
    var context = CommandContext.mock(places: places)
    context.settings.file = try Self.settings(file).file
    _ = await CommandRun(here + arguments, in: context)
    return try #require(places.questions.first?.query)
  }

  @Test("uses a saved query by its name, and options override it")
  func savedQuery() async throws {
    let query = try await question(["@lunch"], Self.lunch)
    #expect(query.filter.categories == ["restaurant", "fast food"])
    #expect(query.filter.tags == [PlaceFilter.Tag(key: "wheelchair", value: "yes")])
    #expect(query.radius == Distance(metres: 800))
    #expect(query.limit == 3)
    #expect(query.opening != nil)
    let changed = try await question(["@lunch", "cafe", "-r", "2km", "--tag", "fee=no", "-n5"], Self.lunch)
    #expect(changed.filter.categories == ["cafe"])
    #expect(changed.filter.tags.map(\.key) == ["fee"])
    for arguments in [["@lunch", "park"], ["@lunch", "-c", "park"]] {
      #expect(try await question(arguments, Self.lunch).filter.categories == ["park"])
    }
    #expect(changed.radius == Distance(metres: 2000))
    #expect(changed.limit == 5)
  }

  @Test(
    "a diet says more about the categories of an option or of a saved query",
    arguments: [
      (["-c", "cafe", "vegan"], ["cafe"], ["diet:vegan"], nil),
      (["@lunch", "vegan"], ["restaurant", "fast food"], ["diet:vegan"], nil),
      (["@lunch", "-c", "cafe", "vegan"], ["cafe"], ["diet:vegan"], nil),
      (["-c", "parking", "vegan"], ["parking"], [], "parking"),
      (["@park", "vegan"], ["parking"], [], "parking"),
      (["@park", "vegan", "cafe"], ["cafe"], ["diet:vegan"], nil),
    ] as [([String], [String], [String], String?)])
  func diets(arguments: [String], categories: [String], tags: [String], ignored: String?) throws {
    let settings = try Self.settings(
      "[query.lunch]\ncategory = [\"restaurant\", \"fast food\"]\n[query.park]\ncategory = \"parking\"")
    let question = try FilterOptions.parse(arguments).question(in: settings)
    let filter = try question.filter(in: settings)
    #expect(filter.categories == categories)
    #expect(filter.tags.map(\.key) == tags)
    #expect(question.typed.ignored.first?.other == ignored)
  }

  @Test(
    "a command refuses what it would ignore of a saved query",
    arguments: [
      (["along", Fixtures.path("gps/walk.gpx")], "open-at = \"Sun 10:00\"", "open-at", "along", ""),
      (["along", Fixtures.path("gps/walk.gpx")], "radius = \"1km\"", "radius", "along", "; set within, too"),
      (["here", "--at", "60.17,24.94"], "limit = 3", "limit", "here", ""),
      (["watch", "--at", "60.17,24.94"], "radius = \"1km\"", "radius", "watch", "; set within, too"),
    ])
  func refused(arguments: [String], line: String, key: String, command: String, hint: String) async throws {
    var context = CommandContext.mock(places: MockPlaceProvider(.success([])))
    context.settings.file = try Self.settings("[query.x]\n\(line)").file
    let run = await CommandRun(arguments + ["@x"], in: context)
    #expect(run.status == .usage)
    #expect(
      run.messages == [
        "the saved query sets \(key) (line 2 of the configuration), which poi \(command) does not take\(hint)"
      ])
  }

  @Test("poi along takes open-now as on arrival, and leaves out benches unless told to show all")
  func along() async throws {
    let places = MockPlaceProvider(.success([]))
    var context = CommandContext.mock(places: places)
    context.settings.file = try Self.settings("[query.x]\nopen-now = true\n[query.all]\nall = true").file
    let route = Fixtures.path("gps/loop.geojson")
    let run = await CommandRun(["along", route, "@x"], in: context)
    #expect(
      run.messages == [
        "--open-on-arrival needs arrival times, and the route has none: give --speed or --pace"
      ])
    _ = await CommandRun(["along", route, "--source", "store"], in: context)
    #expect(places.questions.last?.query.filter.skipsUnlisted == true)
    for arguments in [["@all"], ["--all"]] {
      _ = await CommandRun(["along", route, "--source", "store"] + arguments, in: context)
      #expect(places.questions.last?.query.filter.skipsUnlisted == false)
    }
  }

  @Test("a command's setting applies unless something overrides it")
  func defaults() async throws {
    let file = "[nearby]\ncategory = \"water, cafe\"\ntag = [\"wheelchair\"]\n" + Self.lunch
    let query = try await question([], file)
    #expect(query.filter.categories == ["water", "cafe"])
    #expect(query.filter.tags == [PlaceFilter.Tag(key: "wheelchair")])
    let others = [(["bar"], ["bar"]), (["-c", "bar"], ["bar"]), (["@lunch"], ["restaurant", "fast food"])]
    for (arguments, categories) in others {
      let query = try await question(arguments, file)
      #expect(query.filter.categories == categories)
    }
  }

  @Test(
    "refuses an unknown query, and lists the known ones",
    arguments: [
      ("@lunhc", lunch, "no saved query @lunhc in /c/config.toml; did you mean @lunch?"),
      ("@xyz", lunch, "no saved query @xyz in /c/config.toml; the saved queries are @lunch"),
      (
        "@xyz", "",
        "no saved query @xyz in /c/config.toml; write [query.xyz] there, and below it category = [\"restaurant\", \"fast food\"]"
      ),
    ])
  func unknownQuery(word: String, file: String, message: String) async throws {
    var context = CommandContext.mock()
    context.settings.file = try Self.settings(file).file
    let run = await CommandRun(here + [word], in: context)
    #expect(run.status == .usage)
    #expect(run.messages == [message])
  }

  @Test(
    "reports an invalid saved query with its line",
    arguments: [
      ("[query.lunch]\ncatgory = \"x\"", "2: no setting 'catgory' in [query.lunch]; did you mean category?"),
      (
        "[query.lunch]\nzzz = 1",
        "2: no setting 'zzz' in [query.lunch]; a saved query can set category, tag, name, radius, within, limit, open-now, open-at, all"
      ),
      ("[query.lunch]\nlimit = \"3\"", "2: limit takes a whole number of 1 or more, not a text"),
      ("[query.lunch]\nradius = \"far\"", nil), ("[query.lunch]\ncategory = []", nil),
      (
        "[query]\nlunch = 1",
        "2: a saved query has a section of its own; use [query.NAME], and below it category = [\"cafe\"]"
      ),
      (
        "query = 1",
        "1: a saved query has a section of its own; use [query.NAME], and below it category = [\"cafe\"]"
      ),
    ] as [(String, String?)])
  func badQuery(text: String, message: String?) {
    let failure = #expect(throws: CommandFailure.self) { try Self.settings(text) }
    #expect(failure?.status == .malformedInput)
    if let message { #expect(failure?.message == "/c/config.toml:\(message)") }
    #expect(failure?.message.hasPrefix("/c/config.toml:") == true)
  }

  @Test(
    "says where the configuration has an unknown word for a category",
    arguments: [
      (
        ["nearby", "--at", "60.17,24.94", "@x"], "[query.x]\nlimit = 2\ncategory = [\"cafe\", \"watr\"]",
        "/c/config.toml:3: category: "
      ),
      (
        ["along", Fixtures.path("gps/walk.gpx"), "@x"], "[query.x]\ncategory = \"watr\"",
        "/c/config.toml:2: category: "
      ),
      (
        ["along", Fixtures.path("gps/walk.gpx")], "\n\n[along]\ncategory = \"watr\"",
        "/c/config.toml:4: category: "
      ),
    ])
  func unknownInFile(arguments: [String], file: String, place: String) async throws {
    let places = Fixtures.path("places/helsinki.geojson")
    var context = CommandContext.mock()
    context.settings.file = try Self.settings(file).file
    context.makePlaceProvider = { _, _ in PlaceFileProvider(file: PlaceFile(path: places)) }
    let run = await CommandRun(arguments + ["--source", places], in: context)
    #expect(run.messages.last == "\(place)no category 'watr'; did you mean water? poi categories lists them")
    #expect(run.status == .malformedInput)
  }

  @Test("poi config shows saved queries with their lines")
  func shown() async throws {
    var context = CommandContext.mock()
    context.settings.file = try Self.settings(Self.lunch).file
    let run = await CommandRun(["config"], in: context)
    let block = run.output.split(separator: "\n\n").first { $0.hasPrefix("[query.") } ?? ""
    #expect(block.hasPrefix("[query.lunch]\ncategory "), "\(run)")
    #expect(block.contains("restaurant,fast food"))
    #expect(block.contains("/c/config.toml:6"))
  }
}
