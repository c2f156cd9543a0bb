import Foundation
import Places
import Serving
import TestSupport
import Testing

@testable import poi

/// Answers of the server, without a socket.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ServedPlacesTests {
  private let places = MockPlaceProvider(.success([Terrain().place("a", east: 90, name: "A")]))

  private func nearby(_ query: String) async throws -> [String: Any] {
    let answer = try await ServedPlaces.mock(asking: places).nearby(try QueryParameters(decoding: query))
    guard case .bytes(let bytes) = answer.body else { return [:] }
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test("lists what surely serves first, if asked to")
  func sure() async throws {
    _ = try await nearby("at=60.17,24.94")
    _ = try await nearby("at=60.17,24.94&doubtful-last=true")
    #expect(places.questions.map(\.query.putsSureFirst) == [false, true])
  }

  @Test("leaves out of lists what the commands leave out, and of nothing that another poi reads")
  func unlisted() async throws {
    let served = ServedPlaces.mock(asking: places)
    let position = try QueryParameters(decoding: "lat=60.17&long=24.94")
    _ = try await served.nearby(position)
    _ = try await served.here(position)
    _ = try await served.locations(position)
    #expect(places.questions.map(\.query.filter.skipsUnlisted) == [true, true, false])
  }

  @Test("says in words what people read, if asked to, in any units")
  func words() async throws {
    let bare = try await nearby("at=60.17,24.94")
    #expect(bare["shown"] == nil)
    for (units, distance) in [("", "90 m"), ("&units=imperial", "98 yd")] {
      let answer = try await nearby("at=geo:60.17,24.94%3Bu=8&shown=true\(units)")
      let place = try #require((answer["places"] as? [[String: Any]])?.first)
      #expect((place["shown"] as? [String: String])?["distance"] == distance)
      let shown = try #require(answer["shown"] as? [String: Any])
      #expect((shown["accuracy"] as? String)?.hasPrefix("accurate to ") == true)
      #expect(shown["notes"] as? [String] == ["1 place from mock"])
    }
  }

  @Test("offline, too, names places in the language of the server")
  func offline() async throws {
    let place = PointOfInterest(
      id: "node/1", name: "Tori", coordinate: Terrain().coordinate(east: 10),
      tags: ["name:sv": "Torget", "amenity": "cafe"])
    var served = ServedPlaces.mock(asking: MockPlaceProvider(.success([])))
    served.store = PlaceLookup(MockPlaceProvider(.success([place])))
    served.settings.chosenLanguage = NameLanguage(parsing: "sv")
    let answer = try await served.nearby(QueryParameters(decoding: "at=60.17,24.94&offline=true"))
    let bytes = if case .bytes(let bytes) = answer.body { Array(bytes) } else { [UInt8]() }
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""name": "Torget""#))
  }

  @Test("names a word that cannot apply, in JSON and in what people read")
  func ignored() async throws {
    let sentence = "'vegan' was ignored: it applies to places to eat and food shops, not to 'hotel'"
    let answer = try await nearby("at=60.17,24.94&words=vegan+hotel&shown=true")
    #expect(answer["ignored"] as? String == sentence)
    let shown = try #require(answer["shown"] as? [String: Any])
    #expect((shown["notes"] as? [String])?.first == sentence)
    #expect(try await nearby("at=60.17,24.94&words=hotel")["ignored"] == nil)
  }
}
