import Places

/// Reads places piece by piece, so that not all of them must fit in memory.
public protocol PlaceStreaming: Sendable {
  /// What messages call it.
  var name: String { get }

  /// The file as it is now, if it can be read again later.
  var file: SourceFile? { get }

  /// The header of an OpenStreetMap extract; `nil` for anything else.
  ///
  /// - Throws: `PlacesError.unreadable`.
  func extractHeader() throws(PlacesError) -> OSMHeader?

  /// Continues reading, and after each piece hands over what is new, until `take` returns `false`.
  ///
  /// - Returns: what is left at the end, and the counts.
  /// - Throws: `PlacesError`, also if not one record could be used.
  func read(_ take: (inout PlaceRecords) -> Bool) throws(PlacesError) -> PlaceRecords
}

extension PlaceStreaming {
  public var file: SourceFile? { nil }

  public func extractHeader() throws(PlacesError) -> OSMHeader? { nil }
}
