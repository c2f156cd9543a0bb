import Geography
import Places

/// What an online source reports in addition to its answer.
public enum OnlineNotice: Sendable {
  /// A request has ended.
  case asked(RequestTrace)
  case foundInCache
  /// No cached answer is fresh.
  case notInCache
  /// Some of the records could not be used.
  case read(PlaceRecords)
  /// So many elements of an answer about streets, addresses and areas cannot be read.
  case skipped(elements: Int)
  /// The server was asked for administrative areas, and has none at all.
  case withoutAreas
  /// A wider search failed, but nearer places are known.
  case searchedOnly(within: Distance, PlacesError)
  /// The source failed, and an old answer has to do.
  case answeredFromCache(PlacesError)
  /// A cached answer cannot be read, or a new one cannot be stored.
  case cacheFailed(OnDiskCache.Problem)
}

/// The outcome of a request to a server.
public struct RequestTrace: Equatable, Sendable {
  /// Like `GET`.
  public let method: String
  /// Without its secrets.
  public let address: String
  /// HTTP's; `nil` if no answer came.
  public let status: Int?
  /// Bytes of the body that came.
  public let bytes: Int
  /// From asking to the end of the answer.
  public let duration: Duration
  /// Why the answer is not used; `nil` if it is.
  public let error: RequestError?
}
