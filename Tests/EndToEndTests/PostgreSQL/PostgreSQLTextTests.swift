import Foundation
import Geography
import Input
import PlaceDatabase
import PlaceStore
import Places
import TestSupport
import Testing

extension PostgreSQLTests {
  /// Texts with a meaning to SQL, psql or a terminal: they must stay data, wherever they come from.
  @Suite(.timeLimit(.minutes(10))) struct Texts {
    private var databases: Databases { get throws { try #require(Databases.current) } }

    static let texts = [
      "'; DROP TABLE poi_place; --", "\"; DROP VIEW poi_places; --", "$1", "$$", "\\", "\\'", "\\.", "\\N",
      "{\"a\":1}",
      "%", "_", "x'||(SELECT 1)||'", "a,b", "{a}", "(a", "[a", "a*", "':*", "a & b", "ä'ö", "\u{202E}x",
      "x\u{85}y",
    ]

    @Test("no search text becomes part of a statement", arguments: texts)
    func injection(text: String) async throws {
      let databases = try databases
      let filters: [PlaceFilter] = [
        PlaceFilter(name: text), PlaceFilter(tags: [PlaceFilter.Tag(key: text, value: "x")]),
        PlaceFilter(tags: [PlaceFilter.Tag(key: text)]),
        PlaceFilter(tags: [PlaceFilter.Tag(key: "name", value: text)]), PlaceFilter(categories: [text]),
        PlaceFilter(categories: ["cafe"], tags: [PlaceFilter.Tag(key: "amenity", value: text)]),
      ]
      for database in ["own", "osm"] {
        let provider = try databases.provider(of: database)
        let store = databases.stored(in: database).store
        for filter in filters {
          let answer = await Self.answer(provider, filter)
          // The database has no words without letters; the store files places without a category under the
          // empty word.
          let isNoWord = filter.categories == [text] && answer == "\(text) is unknown"
          let expected = await Self.answer(store, filter)
          #expect(isNoWord && expected == "" || answer == expected, "\(database) \(filter)")
        }
      }
      #expect(try await databases.server.execute("SELECT count(*) > 500 FROM poi_places", in: "own") == "t\n")
    }

    /// The ids of the nearest places, or why there are none.
    private static func answer(_ provider: some PlaceProviding, _ filter: PlaceFilter) async -> String {
      do throws(PlacesError) {
        let position = Coordinate(latitude: 60.17, longitude: 24.94)
        let answer = try await provider.places(near: position, matching: PlaceQuery(filter: filter))
        return answer.places.map(\.place.id).joined(separator: " ")
      } catch .unknownCategory(let word, _) {
        return "\(word) is unknown"
      } catch {
        return "\(error)"
      }
    }

    @Test(
      "takes a word for no typo that is a word of a name",
      arguments: ["Lidl", "green", "nordea", "public", "cofee"])
    func names(word: String) async throws {
      let databases = try databases
      let filter = PlaceFilter(categories: [word])
      for database in ["own", "osm"] {
        let expected = await Self.answer(databases.stored(in: database).store, filter)
        #expect(await Self.answer(try databases.provider(of: database), filter) == expected)
        #expect((expected == "\(word) is unknown") == (word == "cofee"))
      }
    }

    @Test("no option becomes part of a statement")
    func injectionByOption() async throws {
      let databases = try databases
      for (number, text) in Self.texts.enumerated() {
        let options = [["--name", text], ["--tag", "\(text)=x"], ["--tag", "name=\(text)"]][number % 3]
        let database = number % 2 == 0 ? "own" : "osm"
        let stored = databases.stored(in: database)
        func nearby(_ source: [String]) async throws -> CommandRunner.Outcome {
          try await PoiApp().run(["nearby", "--at", "60.17,24.94", "--format", "plain"] + options + source)
        }
        let answer = try await nearby(["--source", databases.server.url(of: database)])
        let expected = try await nearby(["--source", "store", "--store", stored.path])
        #expect(answer.status == expected.status && answer.output == expected.output, "\(options): \(answer)")
      }
    }

    @Test("any text survives a database unchanged")
    func roundTrip() async throws {
      let databases = try databases
      let folder = try TemporaryDirectory()
      let store = folder.path(of: "texts.sqlite")
      let texts =
        Self.texts + [
          "a\tb\nc\rd", "\u{1}\u{7F}", "e\u{301}", "👩‍👩‍👧", " ", String(repeating: "lang", count: 300),
        ]
      let lines = try texts.enumerated().map { number, text in
        let properties = ["id": "\(number) \(text)", "name": text, "note": text, text: "x", "amenity": text]
        let feature: [String: Any] = [
          "type": "Feature", "properties": properties,
          "geometry": ["type": "Point", "coordinates": [24.9 + 0.001 * Double(number), 60.1]],
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: feature), as: UTF8.self)
      }
      let file = try folder.write(lines.joined(separator: "\n"), as: "texts.geojsonl")
      try await PoiApp().require(["import", file, "--store", store])
      let statements = try await PoiApp().require(["places", "export", "--format", "sql", "--store", store])
      #expect(
        !statements.unicodeScalars.contains {
          $0.properties.generalCategory == .control && !"\t\n".unicodeScalars.contains($0)
        })
      try await databases.server.execute("CREATE DATABASE texts")
      // The second export replaces the first.
      for _ in 0..<2 { try await databases.server.execute(statements, in: "texts") }
      let position = Coordinate(latitude: 60, longitude: 25)
      let expected = try await PlaceStore(path: store).places(
        near: position, matching: PlaceQuery(limit: 100))
      let answer = try await databases.provider(of: "texts").places(
        near: position, matching: PlaceQuery(limit: 100))
      #expect(answer.places == expected.places)
      #expect(answer.places.count == texts.count)
    }
  }
}
