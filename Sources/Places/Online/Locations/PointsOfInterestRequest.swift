import Foundation
import Geography
import Input

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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

  public func makeRequest(from coordinate: Coordinate) throws(RequestError) -> URLRequest {
    guard coordinate.isValid, var components = URLComponents(url: server, resolvingAgainstBaseURL: false)
    else { throw .invalidCoordinate }
    // Decoded and encoded again, a key's %2B would become a plus sign, which servers take for a space.
    components.percentEncodedQueryItems =
      (components.percentEncodedQueryItems ?? []) + [
        URLQueryItem(name: Self.encoded(dialect.latitude), value: "\(coordinate.latitude)"),
        URLQueryItem(name: Self.encoded(dialect.longitude), value: "\(coordinate.longitude)"),
      ]
    guard let url = components.url else { throw .invalidCoordinate }
    var request = URLRequest(asking: url)
    for header in dialect.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
    return request
  }

  private static func encoded(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", ".", "_", "~"])) ?? ""
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

/// Identifies poi to servers.
let userAgent = "poi/1.0 (place lookup for the shell)"
