import ArgumentParser
import Geography
import Input
import Nearby
import PlaceStore
import Places
import Positioning

/// `poi places add`.
struct PlacesAddCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a place of your own, where you are or at a position",
    discussion: """
      EXAMPLES
        poi places add "Secret spring" --category spring
        poi places add Home --at 60.1699,24.9384 --proximity 30m
      """)

  /// The source of the places that people add.
  static let favourites = "favourites"

  @Argument(help: "The place's name.")
  var name: String

  @Option(
    help: ArgumentHelp("The kind of place.", valueName: "word"), completion: Completions.categories)
  var category: String?

  @Option(SettingType.tag, valueName: "key=value", help: "A tag of the place. Repeatable.")
  var tag: [PlaceFilter.Tag]

  @Option(SettingType.distance(), help: "How near counts as being there.") var proximity: Distance?

  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    guard name.contains(where: { !$0.isWhitespace }) else { throw ValidationError("the name is empty") }
    if let bare = tag.first(where: { $0.value == nil }) {
      throw ValidationError("write --tag \(bare.key)=VALUE")
    }
  }

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let importer = try makeStore(in: context)
    defer { importer.discardIfUnused() }
    let choice = try await context.choice(of: position, store: self.store, wording: wording)
    let store = try context.openStore(store)
    let lookup = try LocationLookup(position, choice, places: store, wording: wording, in: context)
    let coordinate = try await lookup.currentLocation().coordinate
    var numbers: [Int] = []
    try store.forEachEntry(of: Self.favourites) { entry in
      numbers.append(Int(entry.place.id.drop { !$0.isNumber }) ?? 0)
      return true
    }
    let place = PointOfInterest(
      id: "favourite/\((numbers.filter { $0 < .max }.max() ?? 0) + 1)", name: name, category: category,
      coordinate: coordinate,
      proximity: proximity,
      tags: Dictionary(tag.compactMap { tag in tag.value.map { (tag.key, $0) } }) { $1 })
    _ = try importer.importPlaces(
      of: SourceDescription(name: Self.favourites, origin: .user), from: PlaceList(places: [place]))
    tellIfUnknown(category, in: context)
    try context.console.write("\(place.id)\n")
    return .success
  }

  /// Warns that poi does not know the category, so that only this very word finds the place.
  @MainActor
  private func tellIfUnknown(_ category: String?, in context: CommandContext) {
    let language = context.settings.categoryLanguage
    guard let category, Category.named(category, in: language) == nil else { return }
    let suggestions = Category.suggestions(for: category, in: language)
    context.console.tell(
      "stored, but poi knows no category '\(category)'; "
        + (suggestions.isEmpty ? "" : "\(SpellingCorrection.question(suggestions)) ")
        + "poi categories lists them")
  }

  @MainActor
  private func makeStore(in context: CommandContext) throws -> PlaceImporter {
    try context.makeFolder(of: store)
    return try context.openStoreForWriting(store)
  }
}
