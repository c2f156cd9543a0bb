import Geography
import Places

/// poi's own store, asked as the commands ask it.
struct StorePeer: Peer {
  let name = "poi PlaceStore"

  private let store: PlaceStore

  init(path: String) throws {
    store = try PlaceStore(path: path)
  }

  func nearest(to position: Coordinate, within metres: Double, of category: String?) throws -> Int {
    try count(position, PlaceFilter(categories: category.map { [$0] } ?? []), Distance(metres: metres))
  }

  func nearest(to position: Coordinate) throws -> Int? {
    try count(position, PlaceFilter(), nil)
  }

  func nearest(to position: Coordinate, named beginning: String) throws -> Int? {
    try count(position, PlaceFilter(name: beginning), nil)
  }

  private func count(_ position: Coordinate, _ filter: PlaceFilter, _ radius: Distance?) throws -> Int {
    try store.answer(
      near: position, matching: PlaceQuery(filter: filter, radius: radius, limit: limit)
    ).places.count
  }
}
