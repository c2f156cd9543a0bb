/// Why a store of places cannot be used.
public enum StoreProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case absent, foreign, earlier
  /// A later version of poi wrote it; this one knows formats up to `known`.
  case newer(version: Int, known: Int)
  case damaged(String)
  case foreignJournal, unfinished, busy, readOnly, diskFull, fileSizeLimit
  case sourceOfOtherOrigin(String)
  /// The source of this name has the places of another file, at this path if it is known.
  case sourceOfOtherFile(String, path: String?)
  case sourceWouldLose(String, count: Int, of: Int)
  /// Places of a file are to join others of it that were selected otherwise, and no selection has both.
  case otherSelection(of: String)
  case interrupted
  case failed(String)

  /// What is wrong, and what can be done, without a full stop.
  public var description: String {
    switch self {
    case .absent: "there is no data yet; import some: poi import FILE"
    case .foreign: "it is not a poi data file; name another with --store"
    case .earlier:
      "it is from a poi before 2.0.0, which this one cannot use; rename it and give it to poi import, which takes your "
        + "own places from it and names its other sources"
    case .newer(let version, let known):
      "a newer poi has written it (format \(version); this one reads only up to \(known)); update poi"
    case .damaged(let how): "it is damaged (\(how)); move it away, and import the places again"
    case .foreignJournal:
      "the journal beside it names another file, which poi's own never do; move the -journal file away"
    case .unfinished:
      "a write to it was cut short; if it is yours, finish that with: poi places count --store FILE"
    case .busy: "another poi is using it; try again when it is done"
    case .readOnly: "poi cannot write to it; check its permissions, or name another with --store"
    case .diskFull: "the disk is full; your data is unchanged"
    case .fileSizeLimit: "the limit on the size of a file (ulimit -f) was reached; your data is unchanged"
    case .sourceOfOtherOrigin(let name):
      "its source '\(name)' comes from elsewhere; give this one another name with --source-name"
    case .sourceOfOtherFile(let name, let path):
      "its source '\(name)' comes from \(path ?? "elsewhere"); give this one another name with --source-name"
        + (path == nil ? "" : ", or take the other's place with --replace-source")
    case .otherSelection(let name):
      "\(name) was imported with other --category or --tag options; to keep both, give this one its own name with "
        + "--source-name; to keep only this one, add --replace-source"
    case .sourceWouldLose(let name, let count, let total):
      "its source '\(name)' would lose \(count) of \(total) places, which the new data no longer has; if that is right, "
        + "run the command again with --replace-source"
    case .interrupted: "interrupted; your data is unchanged"
    case .failed(let message): message
    }
  }
}
