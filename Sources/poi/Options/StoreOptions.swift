import ArgumentParser

/// Which store of places is meant.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      "The store of places. (default: $POI_STORE, else $XDG_DATA_HOME/poi/places.sqlite, else ~/.local/share/poi/places.sqlite)",
      valueName: "file"),
    completion: .file())
  var path: String?

  /// Where the store is, or is to be.
  ///
  /// - Throws: `CommandFailure` for one who has no home and names no file.
  func path(in settings: Settings) throws -> String {
    try settings.value(of: .store, given: path)
  }
}
