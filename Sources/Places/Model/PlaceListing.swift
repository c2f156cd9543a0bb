import Geography
import Input

/// A source that can list all its places, page by page, in an order that stays the same as long as its data does.
public protocol PlaceListing: Sendable {
  /// The next places that match.
  func page(of query: PlaceListQuery) async throws(PlacesError) -> PlacePage

  /// The place of an id, as the source writes it; the first of several sources' places.
  func place(withID id: String) async throws(PlacesError) -> PointOfInterest?

  /// Where its places lie and come from.
  func overview() async throws(PlacesError) -> PlaceOverview
}

public struct PlaceListQuery: Hashable, Sendable {
  /// What a place must be to match.
  public var filter: PlaceFilter
  /// The box that a place must have a point in; `nil` for anywhere.
  public var box: BoundingBox?
  /// The number of the last place of the page before; `nil` for the first page.
  public var after: Int64?
  /// How many places at most.
  public var limit: Int

  /// The first page of everything by default.
  public init(
    filter: PlaceFilter = PlaceFilter(), box: BoundingBox? = nil, after: Int64? = nil, limit: Int = 100
  ) {
    (self.filter, self.box, self.after, self.limit) = (filter, box, after, limit)
  }

  package func reaches(_ place: PointOfInterest) -> Bool {
    guard let box else { return true }
    return box.contains(place.coordinate) || place.extent?.intersects(box) == true
  }
}

/// Some of a source's places, in the order of the numbers that it gives them.
public struct PlacePage: Sendable {
  /// The places: at most as many as were asked for, and fewer where they are large.
  public private(set) var places: [PointOfInterest] = []
  /// The number after which the next page begins; `nil` if there is none.
  public private(set) var next: Int64?
  /// The attribution that the licence requires.
  public package(set) var attribution: String?

  private let limit: Int
  private var last: Int64?
  private var size = 0

  /// About how many bytes a page's places take before the next one begins.
  private static let mostSize = 2_000_000

  /// An empty page for so many places.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes the next place that matches, unless the page is full.
  ///
  /// - Returns: whether it took it.
  package mutating func take(_ place: PointOfInterest, number: Int64) -> Bool {
    guard places.count < limit, size < Self.mostSize else {
      next = last
      return false
    }
    places.append(place)
    last = number
    size += 200 + 25 * (place.extent?.pointCount ?? 0)
    size += place.tags.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    return true
  }

  /// Ends the page here, since finding more would take too long; there may be none.
  ///
  /// - Returns: whether it has any place: one without would look like the last.
  package mutating func end() -> Bool {
    next = last
    return last != nil
  }
}

/// Where a source's places lie and come from.
public struct PlaceOverview: Hashable, Sendable {
  /// A box around all of them; `nil` if there are none.
  public var box: BoundingBox?
  /// The attribution that the licence requires.
  public var attribution: String?

  public init(box: BoundingBox?, attribution: String?) {
    self.box = box
    self.attribution = attribution.map { $0.cut(to: InputLimits.attribution) }
  }
}
