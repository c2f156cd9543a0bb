import Foundation
import Geography
import TestSupport
import Testing

@testable import PlaceDatabase
@testable import PlaceFiles
@testable import Places

/// Patterns find what poi's own comparison finds; ICU's regular expressions stand in for PostgreSQL's.
@Suite struct PostgreSQLPatternTests {
  private func finds(_ pattern: String, in text: String) throws -> Bool {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  @Test(
    "finds a name in any spelling",
    arguments: [
      ("Süßmuth", "sussmuth"), ("Süßmuth", "SUESSMUTH"), ("Sucka", "sücka") as (String, String),
      ("Suecka", "Sücka"),
      ("Sücka", "suecka"), ("Café de l’Été", "lete"), ("Saint-Malo", "saintmalo"), ("Saint‑Malo", "malo"),
      ("Landesspital", "spital"), ("Æther", "aether"), ("Łódź", "lodz"), ("Kahvila 3", "3"), ("ﬁn", "fin"),
      ("Кафе Йод", "иод"), ("ΣΟΦΌΣ", "σοφος"), ("東京駅", "東京"), ("e\u{301}te\u{301}", "ete"), ("Þórr", "thorr"),
    ])
  func found(name: String, asked: String) throws {
    let place = PointOfInterest(id: "1", name: name, coordinate: Coordinate(latitude: 0, longitude: 0))
    let pattern = NamePattern(asked)
    // PostgreSQL would never return what does not match, so each of these must match.
    guard pattern.matches(place) else { return }
    for spellings in pattern.spellings {
      #expect(try spellings.contains { try finds(SQLPattern.name(containing: $0), in: name) })
      guard pattern.areWords(of: place) else { continue }
      #expect(try spellings.contains { try finds(SQLPattern.name(containing: $0, isWhole: true), in: name) })
    }
  }

  @Test(
    "finds a word that is not part of another",
    arguments: [("Font", true), ("La Font-Vella", true), ("Fontaine", false)])
  func whole(name: String, isFound: Bool) throws {
    #expect(try finds(SQLPattern.name(containing: "font", isWhole: true), in: name) == isFound)
  }

  @Test("patterns find whatever the name comparison finds")
  func random() throws {
    let places = try PlaceFile(path: Fixtures.path("places/kamppi.osm.pbf")).read().places
      .filter { $0.name != nil }
    var generator = SeededGenerator(seed: 4)
    var matches = 0
    for _ in 0..<60 {
      guard let name = places.randomElement(using: &generator)?.name,
        let word = name.split(separator: " ").randomElement(using: &generator)
      else { continue }
      let asked = String(word.prefix(Int.random(in: 1...8, using: &generator)))
      let pattern = NamePattern(asked)
      let expressions = try pattern.spellings.map { spellings in
        try spellings.map { try NSRegularExpression(pattern: SQLPattern.name(containing: $0)) }
      }
      for place in places where pattern.matches(place) {
        matches += 1
        let text = ([place.name ?? ""] + place.tags.values).joined(separator: " ")
        let range = NSRange(text.startIndex..., in: text)
        #expect(
          expressions.allSatisfy { $0.contains { $0.firstMatch(in: text, range: range) != nil } },
          "\(asked) in \(text)")
      }
    }
    #expect(matches > 60)
  }

  @Test(
    "finds a source's own word by its meaning",
    arguments: [
      ("bus-stops", "bus stop"), ("Cafés", "cafe"), ("ferries", "ferry"), ("Bike hire", "bicycle rental"),
      ("stores", "shop"), ("Kiosk", "kiosk"), ("théâtre", "theatre"), ("  cafe", "cafe"), ("l'eau", "leau"),
    ])
  func category(own: String, meant: String) throws {
    #expect(Category.normalised(own) == Category.normalised(meant) || own.contains("'"))
    #expect(try finds(SQLPattern.category(meaning: [Category.normalised(meant)]), in: own))
    #expect(try !finds(SQLPattern.category(meaning: [Category.normalised(meant)]), in: "xylophone"))
  }
}
