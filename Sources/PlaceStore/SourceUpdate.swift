import PlaceFiles
import Places

public enum SourceUpdate: Hashable, Sendable {
  /// Import its files again.
  ///
  /// - servers: the update servers of its extracts, by path.
  /// - isDue: whether to import even if a server has nothing new.
  case importFiles(servers: [String: String], isDue: Bool)
  case fetchSquares
  case fileGone(path: String)
  /// Its places were added by hand, so there is nothing to compare them with.
  case byHand
  /// Its origin is unknown: it came from standard input, or from an earlier version of poi.
  case unknown

  /// - Parameters:
  ///   - files: the files it was imported from, in their state at the time.
  ///   - fileNow: returns the file now at a path; `nil` if there is none.
  ///   - header: returns the header of the extract at a path.
  public init<Failure: Error>(
    of source: StoredSource, files: [SourceFile],
    fileNow: (String) -> SourceFile? = { SourceFile(at: $0) },
    header: (String) throws(Failure) -> OSMHeader?
  ) throws(Failure) {
    switch source.origin {
    case .overpass: self = .fetchSquares
    case .user: self = .byHand
    case .files, nil:
      guard !files.isEmpty else {
        self = .unknown
        return
      }
      var servers: [String: String] = [:]
      var isDue = false
      for file in files {
        guard let now = fileNow(file.path) else {
          self = .fileGone(path: file.path)
          return
        }
        isDue = isDue || (now.size, now.modified) != (file.size, file.modified)
        if let server = try header(file.path)?.replicationURL { servers[file.path] = server }
      }
      self = .importFiles(servers: servers, isDue: isDue)
    }
  }
}
