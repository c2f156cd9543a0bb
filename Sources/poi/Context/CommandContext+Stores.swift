import FoundationEssentials
import Glibc
import Logging
import PlaceStore
import Places

extension CommandContext {
  func openStore(_ options: StoreOptions) throws -> PlaceStore {
    try Self.openStore(try options.path(in: settings), logger: logger)
  }

  /// The store that the options mean, for reading; `nil` if there is none.
  func openStoreIfThere(_ options: StoreOptions) throws -> PlaceStore? {
    try Self.awaitStore(try options.path(in: settings), logger: logger).ifThere
  }

  /// What knows names: the poi data file that is the source, else the store; `nil` if there is none.
  func openStoreOfNames(_ store: StoreOptions, _ places: SourceOptions?) throws -> PlaceStore? {
    if case .file(let path) = try places?.choice(in: settings), PlaceStore.isDatabase(path) {
      return try Self.openForeignStore(path, console: console, logger: logger)
    }
    return try openStoreIfThere(store)
  }

  func openStoreForWriting(_ options: StoreOptions) throws -> PlaceImporter {
    let path = try options.path(in: settings)
    let importer = try PlaceImporter(storePath: path)
    logger.debug("store: opened \(path) to be changed")
    return importer
  }

  /// Creates the folder for a store, and returns its path.
  ///
  /// A folder named on the command line must exist, as it may be mistyped.
  @discardableResult
  func makeFolder(of options: StoreOptions) throws -> String {
    let folder = URL(fileURLWithPath: try options.path(in: settings)).deletingLastPathComponent().path
    if options.store != nil, !FileManager.default.fileExists(atPath: folder) {
      throw CommandFailure("--store: no folder \(folder); make it first: mkdir -p", .noSuchInput)
    }
    let path = folder + "/"
    for end in path.indices.dropFirst() where path[end] == "/" {
      // As the XDG base directory specification requires: for the user alone.
      guard mkdir(String(path[..<end]), 0o700) != 0, errno != EEXIST else { continue }
      throw CommandFailure(
        "\(folder) cannot be made: \(String(cString: strerror(errno)))", .readOrWriteFailed)
    }
    return folder
  }

  /// A store that somebody else may have made, which stays unchanged.
  static func openForeignStore(
    _ path: String, console: some Console, logger: Logger
  ) throws(PlacesError) -> PlaceStore {
    let store = try PlaceStore(foreign: path)
    logger.debug("store: opened \(path), which stays as it is")
    if store.isCopy {
      console.tell(
        "\(path) was left unfinished by another program; poi reads a copy without the unfinished part")
    }
    return store
  }

  static func openStore(_ path: String, logger: Logger) throws(PlacesError) -> PlaceStore {
    let store = try PlaceStore(path: path)
    logger.debug("store: opened \(path)")
    return store
  }

  /// The store at a path, for reading, or the one that will be there.
  static func awaitStore(_ path: String, logger: Logger) throws(PlacesError) -> PlaceStore {
    do throws(PlacesError) {
      return try openStore(path, logger: logger)
    } catch .store(_, .absent) {
      return PlaceStore(awaitedAt: path)
    }
  }
}
