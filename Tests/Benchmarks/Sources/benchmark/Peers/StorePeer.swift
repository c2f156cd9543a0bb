import Geography
import PlaceStore
import Places

/// poi's own store, asked as the commands ask it.
struct StorePeer: QueriedPeer {
  let name = "poi PlaceStore"

  private let store: PlaceStore

  init(path: String) throws {
    store = try PlaceStore(path: path)
  }

  func count(of query: PlaceQuery, near position: Coordinate) throws -> Int {
    try store.answer(near: position, matching: query).places.count
  }
}
