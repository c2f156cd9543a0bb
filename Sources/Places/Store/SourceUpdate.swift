import Foundation

/// What brings a source up to date.
public enum SourceUpdate: Hashable, Sendable {
  /// Its files are imported again.
  ///
  /// - servers: where there are updates of its extracts, by their paths.
  /// - isDue: whether that has to be done even if a server has nothing new.
  case importFiles(servers: [String: String], isDue: Bool)
  /// Its squares are fetched again.
  case fetchSquares
  /// A file of it is no longer there.
  case fileGone(path: String)
  /// Its places were added by hand, so it has nothing to be compared with.
  case byHand
  /// Nobody knows where it comes from: through the standard input, or from an earlier version of poi.
  case unknown

  /// - Parameters:
  ///   - files: what it was imported from, as they were then.
  ///   - fileNow: the file at a path as it is now; `nil` if there is none.
  ///   - header: what the extract at a path says of itself.
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
      // An import that takes nothing away leaves what is older than its file.
      let newest = files.compactMap(\.dated).min()
      if let dated = source.dated, let newest, newest.timeIntervalSince(dated) > 1 { isDue = true }
      self = .importFiles(servers: servers, isDue: isDue)
    }
  }
}
