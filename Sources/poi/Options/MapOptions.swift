import ArgumentParser
import Places
import Presentation

/// Whether the ground is drawn under places on a terminal.
struct MapOptions: ParsableArguments {
  @Flag(Setting.map) var map: Bool?

  /// What knows the ground, if it is to be drawn: the source of places, else the store.
  ///
  /// - Parameter isFile: whether the picture is a file.
  /// - Throws: `CommandFailure`, and `PlacesError` if the store cannot be opened.
  @MainActor
  func keeper(
    of provider: any PlaceProviding, _ places: SourceOptions, isFile: Bool = false, in context: CommandContext
  ) throws -> GroundKeeper? {
    // The fonts of Linux's own console have no braille.
    let hasBraille = isFile || map == true || context.environment["TERM"] != "linux"
    guard hasBraille, try context.settings.value(of: .map, given: map),
      let map = try provider.map ?? store(places, in: context)
    else { return nil }
    let palette = MapPalette(
      term: context.environment["TERM"], colorTerm: context.environment["COLORTERM"],
      colours: context.environment["COLORFGBG"])
    let tellOnce = OnceTelling { [console = context.console] in console.tell($0) }
    return GroundKeeper(map, palette: palette) { tellOnce("\($0)") }
  }

  /// The store, if there is one.
  @MainActor
  private func store(_ places: SourceOptions, in context: CommandContext) throws -> (any MapProviding)? {
    if places.store.store == nil, (try? places.store.path(in: context.settings)) == nil { return nil }
    return try context.openStoreIfThere(places.store)
  }
}
