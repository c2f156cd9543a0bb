import Geography
import Logging
import OpeningHours
import PlaceStore
import Places
import Synchronization

/// Finds the country and the regions of positions by the boundaries in the user's store, which it opens when first asked.
final class StoredRegions: Sendable {
  private let path: String?
  private let logger: Logger
  /// `nil` as long as there is none.
  private let opened = Mutex<PlaceStore?>(nil)

  /// - Parameter path: the store; `nil` if the user has no home to have one in.
  init(in path: String?, logger: Logger) {
    (self.path, self.logger) = (path, logger)
  }

  /// The countries of a position in degrees; none if the store cannot tell, which leaves what depends on it unknown.
  @Sendable func regions(latitude: Double, longitude: Double) -> [HolidayRegion] {
    do throws(PlacesError) {
      let position = Coordinate(latitude: latitude, longitude: longitude)
      return HolidayRegion.regions(in: try store()?.codedAreas(around: position) ?? [])
    } catch .store(_, .absent) {
      return []
    } catch {
      logger.debug("holidays: no boundaries: \(error)")
      return []
    }
  }

  private func store() throws(PlacesError) -> PlaceStore? {
    guard let path else { return nil }
    if let store = opened.withLock(\.self) { return store }
    let store = try PlaceStore(path: path)
    opened.withLock { $0 = store }
    return store
  }
}
