import Nearby

/// The places entered, which a file keeps from one watch to the next; without a file, nothing is kept.
struct WatchMemory {
  /// What the last watch knew.
  let initial: ProximityMonitor.State

  private let file: WatchStateFile?

  /// - Throws: `CommandFailure`, also if the file cannot be written: better now than after an hour's ride.
  init(path: String?) throws {
    file = path.map(WatchStateFile.init(path:))
    do throws(WatchStateFile.Problem) {
      initial = try file?.load() ?? .init()
      try file?.save(initial)
    } catch {
      throw CommandFailure(error)
    }
  }

  func save(_ state: ProximityMonitor.State) throws(WatchStateFile.Problem) {
    try file?.save(state)
  }
}
