import FoundationEssentials
import Geography
import HTTPTypes
import Input
import Places

/// Asks a `/locations?lat=&long=` server what is around a position.
public struct PointsOfInterestRequest: APIRequest {
  private static let pieceSize = 64 * 1024

  private let server: URL
  private let dialect: LocationsDialect
  private let recordLimit: Int

  /// - Parameters:
  ///   - server: the address up to the query, like `https://example.org/locations`.
  ///   - recordLimit: more than any such server lists, and read within a second.
  public init(
    server: URL, dialect: LocationsDialect = LocationsDialect(), recordLimit: Int = InputLimits.answerRecords
  ) {
    self.server = server
    self.dialect = dialect
    self.recordLimit = recordLimit
  }

  public func makeRequest(from coordinate: Coordinate) throws(RequestError)
    -> (head: HTTPRequest, body: Data?)
  {
    guard coordinate.isValid, var components = URLComponents(url: server, resolvingAgainstBaseURL: false)
    else { throw .invalidCoordinate }
    // Decoded and encoded again, a key's %2B would become a plus sign, which servers take for a space.
    components.percentEncodedQueryItems =
      (components.percentEncodedQueryItems ?? []) + [
        URLQueryItem(name: dialect.latitude.percentEncoded(), value: "\(coordinate.latitude)"),
        URLQueryItem(name: dialect.longitude.percentEncoded(), value: "\(coordinate.longitude)"),
      ]
    guard let url = components.url else { throw .invalidCoordinate }
    guard var request = HTTPRequest(asking: url) else { throw .connection(.badAddress) }
    for header in dialect.headers { request.headerFields[header.field.name] = header.field.value }
    return (request, nil)
  }

  /// Reads a bare array, an array within an object, or GeoJSON.
  public func parseResponse(data: Data) throws(RequestError) -> PlaceRecords {
    var records = PlaceRecords()
    var reader = JSONDocumentReader()
    var rest = data.span.extracting(...)
    while !rest.isEmpty {
      let count = min(rest.count, Self.pieceSize)
      reader.read(rest.extracting(first: count), into: &records)
      rest = rest.extracting(droppingFirst: count)
      // Reading continues after the answer's timeout.
      guard records.places.count + records.problemCount <= recordLimit else {
        throw .tooManyPlaces(limit: recordLimit)
      }
    }
    reader.finish(into: &records)
    if records.cut != nil || (records.places.isEmpty && records.problemCount > 0) {
      throw .malformed(records.problems.last?.description ?? "no records")
    }
    return records
  }
}
