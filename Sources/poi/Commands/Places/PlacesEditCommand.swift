import ArgumentParser
import Geography
import PlaceStore
import Places
import Positioning

struct PlacesEditCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a place of your own",
    discussion: """
      poi places edit Tap --note "dry in August"
      poi places edit Tap --category spring --tag drinking_water=no
      poi places edit Tap --name "Old tap" --at 60.1699,24.9384
      """)

  static let usualOptions = OwnPlaceOptions.usual

  @Argument(help: "The place's id, the start of its id, or its name")
  var place: String

  @Option(help: ArgumentHelp("A new name", valueName: "text")) var name: String?

  @OptionGroup var details: OwnPlaceOptions
  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    if let name { try OwnPlaceOptions.checkName(name) }
    if name == nil, details.isEmpty, !position.isChosen {
      throw ValidationError("say what to change: --name, --category, --note, --at and others")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    // Do not create a missing store for this.
    let store = try context.openStore(store)
    let importer = try context.openStoreForWriting(self.store)
    let entry = try chosenPlace(in: store, context)
    let place = entry.place
    let moved = try await coordinate(in: store, context)
    try context.refuseDuplicate(of: edited(place, movedTo: moved), in: store)
    let source = SourceDescription(name: entry.source.name, origin: .user)
    guard
      let edited = try importer.changePlace(withID: place.id, of: source, { edited($0, movedTo: moved) })
    else { throw isNowhere }
    if !place.id.hasPrefix(self.place), !NamePattern(self.place).isName(of: place) {
      context.console.tell("no place is named '\(self.place)': changed '\(place.title ?? "")', \(place.id)")
    }
    context.tellIfUnknown(details.category.flatMap { $0.isEmpty ? nil : $0 })
    try context.writeID(ofStored: edited)
    return .success
  }

  private func edited(_ place: PointOfInterest, movedTo moved: Coordinate?) -> PointOfInterest {
    PointOfInterest(
      id: place.id, name: name ?? place.name, category: category(of: place),
      // A place that is moved is a point again.
      coordinate: moved ?? place.coordinate, extent: moved == nil ? place.extent : nil,
      proximity: details.proximity ?? place.proximity, tags: details.tags(changing: place.tags))
  }

  private var isNowhere: CommandFailure {
    CommandFailure("no place named '\(place)'; poi places search finds names", .nothingFound)
  }

  @MainActor
  private func chosenPlace(in store: PlaceStore, _ context: CommandContext) throws -> StoreEntry {
    let found = try store.entries(called: place)
    let own = found.filter { $0.source.origin == .user }
    guard let entry = own.first else {
      guard let other = found.first else { throw isNowhere }
      throw CommandFailure(
        "'\(place)' comes from \(other.source.name): change it in its file; "
          + "poi places add makes a place of your own", .usage)
    }
    guard own.count == 1 else {
      throw try context.ambiguous(place, among: own, in: store, choosing: "pick one by its id")
    }
    return entry
  }

  /// The new category, or the earlier one; `nil` if the tags tell it.
  private func category(of place: PointOfInterest) -> String? {
    if let category = details.category { return category.isEmpty ? nil : category }
    return place.category == Category.primaryWord(of: place.tags) ? nil : place.category
  }

  /// The new position; `nil` if the place stays where it is.
  @MainActor
  private func coordinate(in store: PlaceStore, _ context: CommandContext) async throws -> Coordinate? {
    guard position.isChosen else { return nil }
    let choice = try await context.choice(of: position, store: self.store, wording: wording)
    let lookup = try LocationLookup(position, choice, places: store, wording: wording, in: context)
    return try await lookup.currentLocation().coordinate
  }
}
