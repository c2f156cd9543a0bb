import Input
import PlaceStore

extension CommandFailure {
  /// A source of the store that the user names and that is not there.
  static func noSource(called name: String, among known: [StoredSource]) -> CommandFailure {
    let nearly = SpellingCorrection.nearest(to: name, among: known.map(\.name), limit: 1)
    return CommandFailure(
      "no source is called '\(name)'"
        + (nearly.first.map { "; did you mean '\($0)'?" } ?? "; poi places sources lists them"),
      .noSuchInput)
  }
}
