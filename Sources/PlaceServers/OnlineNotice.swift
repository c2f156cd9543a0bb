import Geography
import Places

/// What an online source reports in addition to its answer.
public enum OnlineNotice: Sendable {
  /// A request has ended.
  case asked(RequestTrace)
  /// A cached answer is fresh.
  case foundInCache
  /// No cached answer is fresh.
  case notInCache
  /// Some of the records could not be used.
  case read(PlaceRecords)
  /// The server was asked for administrative areas, and has none at all.
  case withoutAreas
  /// A wider search failed, but nearer places are known.
  case searchedOnly(within: Distance, PlacesError)
  /// The source failed, and an old answer has to do.
  case answeredFromCache(PlacesError)
  /// A cached answer cannot be read, or a new one cannot be stored.
  case cacheFailed(OnDiskCache.Problem)
}
