import ArgumentParser
import Places

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
  func path(in environment: [String: String]) throws -> String {
    if let path { return path }
    if let path = environment["POI_STORE"], !path.isEmpty { return path }
    let named = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.local/share" }
    guard let folder = named ?? home else {
      throw CommandFailure("there is no $HOME to keep places under; name a file with --store", .usage)
    }
    return "\(folder)/poi/places.sqlite"
  }
}
