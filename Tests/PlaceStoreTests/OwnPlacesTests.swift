import Geography
import PlaceFiles
import Places
import SQLite
import TestSupport
import Testing

@testable import PlaceStore

/// Places that people add by hand, found by the beginnings of their ids.
@Suite struct OwnPlacesTests {
  private static let ids = ["favourite/1", "favourite/22225555bbbb", "favourite/22226666bbbb", "favourite/9"]

  private static func place(_ id: String) -> PointOfInterest {
    PointOfInterest(id: id, coordinate: Coordinate(latitude: 1, longitude: 2))
  }

  @Test("finds an id by its beginning, and an id that is one before all that begin so")
  func prefixes() throws {
    let store = try TemporaryStore()
    try store.take((Self.ids + ["favourite", "favourite0", "node/22"]).map(Self.place))
    func found(_ text: String) throws -> [String] { try store.open().entries(withID: text).map(\.place.id) }
    #expect(try found("favourite/2222") == ["favourite/22225555bbbb", "favourite/22226666bbbb"])
    #expect(try found("favourite/22225") == ["favourite/22225555bbbb"])
    #expect(try found("favourite/1") == ["favourite/1"])
    for text in ["favourite/", "favourite", "favourite/%", "favourite/3", "node/2"] {
      #expect(try found(text) == (text == "favourite" ? [text] : []))
    }
    let short = try (Self.ids + ["node/22"]).map { try store.open().shortID(of: $0) }
    #expect(short == ["favourite/1", "favourite/22225", "favourite/22226", "favourite/9", "node/22"])
  }

  @Test("does not go through the whole store for that")
  func index() throws {
    let store = try TemporaryStore(Self.ids.map(Self.place))
    for query in [
      "SELECT max(id) FROM place WHERE \(StoreSchema.isOwnPlace) AND id < 'favourite/2'",
      "SELECT number FROM place WHERE \(StoreSchema.isOwnPlace) AND id >= 'favourite/2' AND id < 'favourite/3' ORDER BY id",
    ] {
      let plan = try store.query { database in
        try database.statement("EXPLAIN QUERY PLAN \(query)").map { $0.text(3) ?? "" }
      }
      #expect(plan.joined().contains("INDEX own_place"), "\(plan)")
    }
  }
}
