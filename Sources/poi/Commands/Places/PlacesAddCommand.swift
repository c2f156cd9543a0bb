import ArgumentParser
import PlaceStore
import Places
import Positioning

struct PlacesAddCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a place of your own, where you are or elsewhere",
    discussion: """
      poi places add "Secret spring" --category spring
      poi places add Home --at 60.1699,24.9384 --proximity 30m
      poi places add "Old oak" --at 60.1702,24.9391 --note "with a bench"
      """)

  static let usualOptions = OwnPlaceOptions.usual

  @Argument(help: "The place's name")
  var name: String

  @OptionGroup var details: OwnPlaceOptions
  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup(title: "Output") var wording: WordingOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    try OwnPlaceOptions.checkName(name)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let choice = try await context.choice(of: position, store: self.store, wording: wording)
    let lookup = try LocationLookup(
      position, choice, places: context.openStoreIfThere(store) ?? GivenPlaces(), wording: wording,
      in: context)
    let coordinate = try await lookup.currentLocation().coordinate
    // Not before: one that is made and not used is removed, though another command may wait to write to it.
    try context.makeFolder(of: self.store)
    let importer = try context.openStoreForWriting(self.store)
    defer { importer.discardIfUnused() }
    let store = try context.openStore(store)
    let place = PointOfInterest(
      id: try newID(in: store, context), name: name,
      category: details.category.flatMap { $0.isEmpty ? nil : $0 },
      coordinate: coordinate, proximity: details.proximity,
      tags: details.tags())
    try context.refuseDuplicate(of: place, in: store)
    _ = try importer.importPlaces(of: .favourites, from: [PlaceList(places: [place])])
    context.tellIfUnknown(details.category)
    try context.writeID(ofStored: place)
    return .success
  }

  @MainActor
  private func newID(in store: PlaceStore, _ context: CommandContext) throws -> String {
    var numbers = context.randomNumbers
    var id = OwnPlaceID.random(using: &numbers)
    while try !store.entries(withID: id).isEmpty { id = OwnPlaceID.random(using: &numbers) }
    return id
  }
}
