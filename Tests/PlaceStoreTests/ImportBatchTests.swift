import Foundation
import Geography
import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

@Suite struct ImportBatchTests {
  private static let spot = Coordinate(latitude: 60.1699, longitude: 24.9384)

  @Test(
    "a place survives conversion to bytes and back",
    arguments: [
      PointOfInterest(id: "node/1", coordinate: spot), PointOfInterest(id: "", name: "", coordinate: spot),
      PointOfInterest(
        id: "日本/1", name: "Café “Engel”", category: "café",
        coordinate: Coordinate(latitude: -90, longitude: 180),
        proximity: Distance(metres: 75.5), tags: ["amenity": "cafe", "name:fi": "Kahvila\n\"Enkeli\""]),
      PointOfInterest(
        id: "nul\0id", name: "nul\0name",
        coordinate: Coordinate(latitude: -0.0, longitude: .leastNonzeroMagnitude),
        proximity: .zero, tags: ["nul\0key": "nul\0value"]),
      PointOfInterest(
        id: String(repeating: "i", count: 70_000), name: String(repeating: "名", count: 70_000),
        coordinate: spot,
        tags: ["long": String(repeating: "\"", count: 70_000)]),
    ])
  func roundTrip(place: PointOfInterest) throws {
    var batch = ImportBatch()
    batch.append(PointOfInterest(id: "before", name: "B", coordinate: Self.spot))
    batch.append(place)
    batch.append(PointOfInterest(id: "after", coordinate: Self.spot))
    let entry = batch.entries[1]
    #expect(entry.square == GridSquare(around: place.coordinate).numbers.lowerBound)
    batch.bytes.withUnsafeBytes { bytes in
      let row = PackedPlace(UnsafeRawBufferPointer(rebasing: bytes[entry.offset...]))
      #expect(String(decoding: row.id, as: UTF8.self) == place.id)
      #expect(row.name.map { String(decoding: $0, as: UTF8.self) } == place.name)
      #expect(row.coordinate == place.coordinate)
      #expect(row.proximity == place.proximity?.metres)
      #expect(StoredTags.tags(in: row.tags) == place.tags)
      #expect(row.isSame(as: place))
      // What is kept of it is all of it, and nothing of the next.
      let kept = Array(row.all)
      #expect(entry.offset + kept.count == batch.entries[2].offset)
      #expect(kept.withUnsafeBytes { PackedPlace($0).isSame(as: place) })
    }
  }

  @Test(
    "a place that differs in anything but its kind is a different place",
    arguments: [
      place(id: "node/2"), place(name: nil), place(name: ""), place(name: "Engel "), place(name: "Enge"),
      place(latitude: 60.17), place(proximity: nil), place(proximity: 76), place(tags: [:]),
      place(tags: ["amenity": "bar"]), place(tags: ["amenity": "cafe", "wheelchair": "yes"]),
    ])
  func different(other: PointOfInterest) {
    var batch = ImportBatch()
    batch.append(Self.place())
    batch.bytes.withUnsafeBytes { bytes in
      #expect(PackedPlace(bytes).isSame(as: Self.place()))
      #expect(!PackedPlace(bytes).isSame(as: other))
    }
  }

  @Test("sorts neighbours together, in their order")
  func sorted() {
    let latitudes = [60, -10, 60, 0, 60, -10, 60]
    var batch = ImportBatch()
    for (index, latitude) in latitudes.enumerated() {
      batch.append(
        PointOfInterest(
          id: "\(index)", coordinate: Coordinate(latitude: Double(latitude), longitude: 25)))
    }
    batch.sort()
    #expect(batch.entries.map(\.index) == [1, 5, 3, 0, 2, 4, 6])
  }

  @Test("places that no category distinguishes are of one kind")
  func kinds() {
    var batch = ImportBatch()
    func kind(_ category: String?, _ tags: [String: String]) -> Int {
      batch.append(PointOfInterest(id: "1", category: category, coordinate: Self.spot, tags: tags))
      return batch.bytes.withUnsafeBytes { bytes in
        PackedPlace(UnsafeRawBufferPointer(rebasing: bytes[(batch.entries.last?.offset ?? 0)...])).kind
      }
    }
    let cafe = kind(nil, ["amenity": "cafe", "addr:street": "A"])
    #expect(kind("cafe", ["amenity": "cafe", "addr:street": "B", "phone": "1"]) == cafe)
    #expect(kind(nil, ["amenity": "bar"]) != cafe)
    #expect(kind("bistro", ["amenity": "cafe"]) != cafe)
    #expect(kind(nil, ["amenity": "cafe", "access": "private"]) != cafe)
    #expect(kind(nil, [:]) != kind("cafe", [:]))
  }

  private static func place(
    id: String = "node/1", name: String? = "Engel", latitude: Double = 60, proximity: Double? = 75,
    tags: [String: String] = ["amenity": "cafe"]
  ) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name, coordinate: Coordinate(latitude: latitude, longitude: 25),
      proximity: proximity.map { Distance(metres: $0) }, tags: tags)
  }
}
