import Geography
import PlaceFiles
import Places

/// Reads places for the source of those added by hand, and gives a place a new id if its own is that of a different place.
///
/// Earlier versions counted ids, so that those of two people were the same; no later id needs this.
public struct CountedFavourites: PlaceStreaming {
  private let reader: any PlaceStreaming
  private let source: String
  private let store: PlaceStore

  /// - Parameters:
  ///   - source: the name of the source that the places are for.
  ///   - store: where it is.
  public init(_ reader: any PlaceStreaming, for source: String, in store: PlaceStore) {
    (self.reader, self.source, self.store) = (reader, source, store)
  }

  public var name: String { reader.name }
  public var file: SourceFile? { reader.file }
  public func extractHeader() throws(PlacesError) -> OSMHeader? { try reader.extractHeader() }

  public func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords {
    var failure: PlacesError?
    let records = try reader.read { records in
      do throws(PlacesError) {
        try records.changePlaces { place throws(PlacesError) in try distinct(place) }
      } catch {
        failure = error
        return false
      }
      return take(&records)
    }
    if let failure { throw failure }
    return records
  }

  private func distinct(_ place: PointOfInterest) throws(PlacesError) -> PointOfInterest {
    guard OwnPlaceID.isCounted(place.id) else { return place }
    let isOther = try store.entries(withID: place.id).contains { entry in
      // An edited place has kept its name or its position.
      entry.source.name == source && entry.place.name != place.name
        && WGS84.inverse(from: entry.place.coordinate, to: place.coordinate).distance > Self.sameSpot
    }
    guard isOther else { return place }
    // The same at each import.
    let words = [place.id, place.name ?? "", "\(place.coordinate.latitude)", "\(place.coordinate.longitude)"]
    return PointOfInterest(
      id: OwnPlaceID.hashed(words), name: place.name, category: place.category, coordinate: place.coordinate,
      extent: place.extent, proximity: place.proximity, tags: place.tags)
  }

  private static let sameSpot = Distance(metres: 1)
}
