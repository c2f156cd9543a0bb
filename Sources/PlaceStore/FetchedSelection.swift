import Geography
import Places

/// What prefetched squares were fetched for, as the store keeps it: it can only say of such things that none are there.
///
/// Each is distinguished from those of other versions by `Checksum.text(of:)` of the description of its rules, which takes
/// as long to write as the rest of a query.
enum FetchedSelection {
  static let places = "5d0d4a3a083ad60b"
  /// Every place, and all streets, addresses and administrative areas.
  static let placesAndGazetteer = "b8789f3ff61fbaa4"
  /// The same by earlier versions, with fewer kinds of places, and without the entrances of buildings, in SQL.
  static let fewerPlaces = "'9eecf6c6b6212f61', '39a7e542a07afcd4', 'c414644735b9ccdb'"
  /// The latter, without all the points where streets meet.
  static let placesAndStreetsApart = "56f6071306a0abaa"
  /// The same, and houses were points, and there were fewer places: no crossings, for example.
  static let placesAndHousesAsPoints = "4b4d28cc8bdd5a92"

  /// A condition of SQL for squares of which every place is known.
  static let hasPlaces = "selection IN ('\(places)', '\(placesAndGazetteer)')"
  /// The same for squares of which streets, addresses and areas are known, too.
  static let hasGazetteer =
    "selection IN ('\(placesAndGazetteer)', \(fewerPlaces), '\(placesAndStreetsApart)', '\(placesAndHousesAsPoints)')"
  /// The same for squares whose streets have all the points where they meet.
  static let hasJunctions = "selection IN ('\(placesAndGazetteer)', \(fewerPlaces))"
}

extension PlaceStore {
  /// Whether the store has been fetched around a position only for the default selection.
  package func hasOnlyDefaultSelection(at position: Coordinate) throws(PlacesError) -> Bool {
    let square = GridSquare(around: position)
    return try read { database, _ in
      try square.isFetched(in: database) && !square.isFetched(FetchedSelection.hasPlaces, in: database)
    }
  }
}
