import Geography

/// What an online source reports in addition to its answer.
public enum OnlineNotice: Sendable {
  /// A request has come to its end.
  case asked(RequestTrace)
  /// What was answered before is as good as new.
  case foundInCache
  /// Nothing that was answered before is as good as new.
  case notInCache
  /// Some of the records could not be used.
  case read(PlaceRecords)
  /// A wider search failed; what is nearer is known.
  case searchedOnly(within: Distance, PlacesError)
  /// The source failed, and what it answered some time ago has to do.
  case answeredFromCache(PlacesError)
  /// What was answered before cannot be read, or an answer cannot be kept.
  case cacheFailed(OnDiskCache.Problem)
}
