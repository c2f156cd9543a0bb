import Geography
import Places
import SQLite

/// What prefetched squares were fetched for, as the store keeps it: it can only say of such things that none are there.
///
/// Each is distinguished from those of other versions by `Checksum.text(of:)` of the description of its rules, which takes
/// as long to write as the rest of a query.
enum FetchedSelection {
  static let places = "b2e51987663674de"
  /// Every place, and all streets, addresses and administrative areas.
  static let placesAndGazetteer = "9eecf6c6b6212f61"
  /// The same by earlier versions, without the entrances of buildings.
  static let placesWithoutEntrances = "39a7e542a07afcd4"
  /// The same, without all the points where streets meet.
  static let placesAndStreetsApart = "56f6071306a0abaa"
  /// The same, and houses were points, and there were fewer places: no crossings, for example.
  static let placesAndHousesAsPoints = "4b4d28cc8bdd5a92"

  /// A condition of SQL for squares of which every place is known.
  static let hasPlaces = "selection IN ('\(places)', '\(placesAndGazetteer)')"
  /// The same for squares of which streets, addresses and areas are known, too.
  static let hasGazetteer =
    "selection IN ('\(placesAndGazetteer)', '\(placesWithoutEntrances)', '\(placesAndStreetsApart)', '\(placesAndHousesAsPoints)')"
  /// The same for squares whose streets have all the points where they meet.
  static let hasJunctions = "selection IN ('\(placesAndGazetteer)', '\(placesWithoutEntrances)')"
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
