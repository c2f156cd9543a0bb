import Geography
import Places
import TestSupport
import Testing

@Suite struct NameLanguageTests {
  private static let position = Coordinate(latitude: 60.17, longitude: 24.94)
  private static let names = [
    "sv": "svenska", "pt": "português", "pt-BR": "brasileiro", "zh": "中文", "zh-Hant": "繁體",
    "sr-Latn": "srpski",
    "sr": "српски", "no": "norsk", "en": "",
  ]

  private static func place(_ tags: [String: String] = [:]) -> PointOfInterest {
    let named = names.map { ("name:\($0)", $1) }
    return PointOfInterest(
      id: "1", name: "suomi", coordinate: position, tags: tags.merging(named) { tag, _ in tag })
  }

  @Test(
    "a place has its best name in the language, or else its local one",
    arguments: [
      ("sv", "svenska"), ("sv_FI.UTF-8", "svenska"), ("SV", "svenska"), ("pt", "português"),
      ("pt-BR", "brasileiro"),
      ("pt_BR.utf8", "brasileiro"), ("pt-PT", "português"), ("zh", "中文"), ("zh-Hant", "繁體"),
      ("zh_TW.UTF-8", "繁體"),
      ("zh-hant-HK", "繁體"), ("zh_CN", "中文"), ("sr", "српски"), ("sr_RS.UTF-8@latin", "srpski"),
      ("sr_RS@latin", "srpski"), ("nb_NO", "norsk"), ("nn", "norsk"), ("en", "suomi"), ("et", "suomi"),
      ("local", "suomi"), ("C", "suomi"), ("C.UTF-8", "suomi"), ("POSIX", "suomi"),
    ])
  func names(text: String, name: String) throws {
    #expect(Self.place().named(in: try #require(NameLanguage(parsing: text))).name == name)
  }

  @Test(
    "refuses text that is not a language",
    arguments: ["", "s", "swedish", "sv-", "-sv", "sv--FI", "s v", "sv:FI", "sv-abcdefghi", "åå"])
  func refused(text: String) {
    #expect(NameLanguage(parsing: text) == nil)
  }

  @Test("the tags keep the local name, and nothing else changes")
  func localName() throws {
    let swedish = Self.place().named(in: try #require(NameLanguage(parsing: "sv")))
    #expect(swedish.tags == Self.place(["name": "suomi"]).tags)
    #expect(swedish.id == "1")
    #expect(swedish.named(in: .local) == Self.place())
  }

  @Test("names a source's places in the language")
  func provider() async throws {
    let mock = MockPlaceProvider(.success([Self.place()]))
    let provider = AskedCategoryProvider(mock, in: try #require(NameLanguage(parsing: "sv")))
    let answer = try await provider.places(near: Self.position, matching: PlaceQuery())
    #expect(answer.places.map(\.place.name) == ["svenska"])
    #expect(provider.areaRadius == mock.areaRadius)
  }
}
