import ArgumentParser
import PlaceStore
import Places
import Presentation

struct PlacesListCommand: LoggingCommand, FilteringCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List stored places, grouped by area",
    discussion: """
      poi places list --category water
      poi places list --source-name huts --limit 1000
      poi places list --format csv --fields id,name,tag:website
      """)

  static let usualOptions = [
    "category", "tag", "name", "open-now open-at: Hide places that are closed now, or at that time",
    "source-name",
    "limit", "format", "fields", "long",
    "header", "language", "store", "quiet",
  ]

  @OptionGroup(title: "Query") var filter: FilterOptions

  @OptionGroup(title: "Query") var opening: OpeningOptions

  @Option(help: ArgumentHelp("Only places of this source", valueName: "name")) var sourceName: String?

  @Option(name: OptionNames.limit, SettingType.count, help: "How many places to list", default: usualLimit)
  var limit: Int?

  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup(title: "Output") var output: PlaceListOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  private static let usualLimit = 100

  var section: SettingKey.Section? { nil }

  var chosenLanguage: NameLanguage? { output.wording.language }

  func isForPrograms(in settings: Settings) throws -> Bool { try output.isForPrograms(in: settings) }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    if let sourceName { try CommandFailure.check([sourceName], among: store.sources()) }
    let question = try filter.question(in: context.settings)
    let limit = limit ?? question.saved?[.queryLimit] ?? Self.usualLimit
    let openings = try opening.openings(self.store, in: context, question)
    var places: [StoreEntry] = []
    var (closed, unsaid) = (0, 0)
    let asked = try question.filter(in: context.settings)
    let wheelchair = WheelchairCondition(of: asked)
    try store.forEachEntry(matching: wheelchair?.widened(asked) ?? asked, of: sourceName) { entry in
      guard wheelchair?.keeps(entry.place, countingUnsaid: &unsaid) != false else { return true }
      guard !openings.leavesOut(entry.place) else {
        closed += 1
        return true
      }
      places.append(entry)
      return places.count <= limit
    }
    try context.console.write(
      try output.render(Array(places.prefix(limit)), openings, of: store, in: context))
    let words = try output.wording.wording(in: context.settings)
    if places.isEmpty { context.console.tell(words.nothingFound(of: asked.askedText)) }
    openings.summary(closed: closed, shown: places.prefix(limit).map(\.place), words.phrases).map(
      context.console.tell)
    words.accessSummary(unsaid: unsaid).map(context.console.tell)
    if places.count > limit {
      context.console.tell("the first \(limit == 1 ? "place" : "\(limit) places"); --limit shows more")
    }
    try filter.tellOfTags(asked, isFound: !places.isEmpty, in: store, words, context)
    return places.isEmpty ? .nothingFound : .found
  }
}
