import Foundation
import Geography
import Nearby
import Places
import TestSupport
import Testing

@testable import Presentation

@Suite struct SpokenWordingTests {
  private let terrain = Terrain()

  private func sighting(
    _ name: String?, east: Double = 40, count: Int = 1, direction: Double? = nil, category: String = "cafe",
    tags: [String: String] = [:]
  ) -> Callout.Sighting {
    let place = PointOfInterest(
      id: "x", name: name, category: category, coordinate: terrain.coordinate(east: east), tags: tags)
    return Callout.Sighting(
      NearbyPlace(place, from: terrain.coordinate(east: 0)), count: count,
      direction: direction.map {
        RelativeDirection(of: Bearing(degrees: $0), onCourse: Bearing(degrees: 0))
      })
  }

  private func text(
    _ subject: Callout.Subject, _ language: Category.Language = .english, _ units: Units = .metric,
    _ directions: SpokenWording.Directions = .sides
  ) -> String {
    SpokenWording(language: language, units: units, directions: directions)
      .text(of: Callout(subject, time: nil))
  }

  @Test("says the name, or the kind if there is none")
  func names() {
    #expect(text(.approach(sighting("Anton", direction: 270))) == "Anton, 40 metres, on the left.")
    #expect(text(.approach(sighting(nil, direction: 0))) == "cafe, 40 metres, ahead.")
    #expect(text(.approach(sighting(nil, count: 3))) == "cafe, 3 in all, 40 metres.")
    #expect(text(.approach(sighting("🦄 ", category: "drinking_water"))) == "drinking water, 40 metres.")
    let machine = sighting(nil, category: "atm", tags: ["amenity": "atm", "brand": "Otto"])
    #expect(text(.arrival(machine), .german) == "Geldautomat Otto, 40 Meter.")
    #expect(text(.approach(sighting(nil, category: "")), .finnish) == "paikka, 40 metriä.")
    let entrance = sighting("Kamppi", direction: 90, category: "entrance", tags: ["entrance": "main"])
    #expect(text(.arrival(entrance)) == "entrance Kamppi, on the right.")
  }

  @Test("an area is come into and left, and a sentence ends once")
  func areas() throws {
    let ring = [(0.0, 0.0), (200, 0), (200, 200), (0, 200), (0, 0)].map {
      terrain.coordinate(east: $0.0, north: $0.1)
    }
    let park = PointOfInterest(
      id: "way/1", name: "Kulturpark", coordinate: terrain.coordinate(east: 100),
      extent: Extent(lines: [], rings: [ring]))
    #expect(text(.inside(park)) == "in Kulturpark.")
    #expect(text(.left(park), .german) == "verlassen: Kulturpark.")
    #expect(text(.left(park)) == "leaving Kulturpark.", "as left is also a side")
    #expect(SpokenWording.sentence("") == "")
    #expect(SpokenWording.sentence("at St.") == "at St.")
  }

  @Test("on arrival says the side, or the distance without one")
  func arrival() {
    #expect(text(.arrival(sighting("Anton", east: 12, direction: 90))) == "Anton, on the right.")
    #expect(text(.arrival(sighting("Anton", east: 12))) == "Anton, 10 metres.")
    #expect(
      text(.inside(PointOfInterest(id: "p", name: "Park", coordinate: terrain.coordinate(east: 0))))
        == "at Park.")
  }

  @Test(
    "directions as clock hours",
    arguments: [(0.0, 12), (30, 1), (90, 3), (180, 6), (345, 12), (344, 11), (316, 11)])
  func clock(degrees: Double, hour: Int) {
    let spoken = text(.arrival(sighting("A", direction: degrees)), .english, .metric, .clock)
    #expect(spoken == "A, at \(hour) o'clock.")
  }

  @Test("French, Spanish, Portuguese and Czech have a separate form for one o'clock")
  func firstHour() {
    func said(_ language: Category.Language, _ degrees: Double) -> String {
      text(.arrival(sighting("A", direction: degrees)), language, .metric, .clock)
    }
    #expect([said(.french, 30), said(.french, 60)] == ["A, à 1 heure.", "A, à 2 heures."])
    #expect([said(.spanish, 30), said(.spanish, 60)] == ["A, a la 1.", "A, a las 2."])
    #expect([said(.portuguese, 30), said(.portuguese, 60)] == ["A, à 1 hora.", "A, às 2 horas."])
    #expect([said(.czech, 30), said(.czech, 60)] == ["A, na 1 hodině.", "A, na 2 hodinách."])
  }

  @Test("announces the places around a position by the compass")
  func listed() {
    #expect(text(.listed(sighting("A"))) == "A, 40 metres, east.")
    #expect(text(.listed(sighting("A", east: -1234)), .german) == "A, 1,2 Kilometer, Westen.")
    #expect(text(.listed(sighting("A", east: 0.001))) == "A, 0 metres, east.")
  }

  @Test("a spring of unknown potability is never called drinking water, and why is said")
  func caveats() {
    let spring = PointOfInterest(
      id: "s", category: "spring", coordinate: terrain.coordinate(east: 40), caveat: "potability unknown")
    var nearby = NearbyPlace(spring, from: terrain.coordinate(east: 0))
    nearby.matched = "drinking_water"
    #expect(text(.listed(Callout.Sighting(nearby))) == "spring, 40 metres, east, potability unknown.")
    #expect(
      text(.approach(Callout.Sighting(nearby)), .german) == "Quelle, 40 Meter, Trinkbarkeit unbekannt.")
    #expect(text(.inside(spring)) == "at spring, potability unknown.")
  }

  @Test(
    "rounds distances for the ear",
    arguments: [
      (3.2, "3 metres"), (1, "1 metre"), (12, "10 metres"), (47, "45 metres"), (48, "50 metres"),
      (123, "120 metres"), (197, "200 metres"), (478, "500 metres"), (999, "1000 metres"),
      (1040, "1 kilometre"), (1260, "1.3 kilometres"), (9949, "9.9 kilometres"), (12_345, "12 kilometres"),
      (312_000, "310 kilometres"),
    ])
  func metric(metres: Double, said: String) {
    #expect(text(.approach(sighting("A", east: metres))) == "A, \(said).")
  }

  @Test("distances in the user's units")
  func units() {
    #expect(text(.approach(sighting("A", east: 100)), .english, .imperial) == "A, 110 yards.")
    #expect(text(.approach(sighting("A", east: 100)), .english, .customary) == "A, 350 feet.")
    #expect(text(.approach(sighting("A", east: 1609.344)), .english, .customary) == "A, 1 mile.")
    #expect(text(.approach(sighting("A", east: 2778)), .german, .nautical) == "A, 1,5 Seemeilen.")
  }

  @Test(
    "nouns take the form that the number requires",
    arguments: [
      (.polish, 1, "1 metr"), (.polish, 3, "3 metry"), (.polish, 5, "5 metrów"), (.polish, 110, "110 metrów"),
      (.polish, 1300, "1,3 kilometra"), (.polish, 2000, "2 kilometry"), (.polish, 12_000, "12 kilometrów"),
      (.polish, 22_000, "22 kilometry"), (.czech, 1, "1 metr"), (.czech, 3, "3 metry"),
      (.czech, 5, "5 metrů"), (.czech, 1300, "1,3 kilometru"), (.czech, 22_000, "22 kilometrů"),
      (.finnish, 1, "1 metri"), (.finnish, 40, "40 metriä"), (.french, 1500, "1,5 kilomètre"),
      (.french, 2500, "2,5 kilomètres"), (.spanish, 1500, "1,5 kilómetros"), (.italian, 1000, "1 chilometro"),
      (.portuguese, 1500, "1,5 quilómetro"), (.swedish, 40, "40 meter"), (.dutch, 40, "40 meter"),
    ] as [(Category.Language, Double, String)])
  func plurals(language: Category.Language, metres: Double, said: String) {
    #expect(text(.approach(sighting("A", east: metres)), language) == "A, \(said).")
  }

  @Test(
    "nothing is markup, and a name stays as it is, in any language", arguments: Category.Language.allCases)
  func nameInSentence(language: Category.Language) {
    let name = "Kahvila 100 % & <b>Söhne</b>"
    let said = text(
      .inside(PointOfInterest(id: "p", name: name, coordinate: terrain.coordinate(east: 0))), language)
    #expect(said.contains("Kahvila 100 & b Söhne /b"), "\(said)")
  }

  @Test(
    "keeps only the speakable part of a stranger's name",
    arguments: [
      ("plain", "plain"), ("two\nlines\r\n.\r\nSTOP all", "two lines . STOP all"),
      ("<speak>loud</speak>", "speak loud /speak"),
      ("[[h@'loU]]", "h 'loU"), ("a\u{0}b\u{1B}[2J", "a b 2J"), ("\u{202E}evil", "evil"), ("🦄", ""),
      ("Café № 7 (Süd)", "Café № 7 (Süd)"), ("東京タワー", "東京タワー"), ("`rm -rf $HOME`", "rm -rf HOME"),
      ("--path=/etc", "--path /etc"),
    ])
  func cleaned(name: String, spoken: String) {
    #expect(SpokenName.cleaned(name) == spoken)
  }

  @Test("cuts a long name after a word, and stops reading an endless one")
  func long() {
    let name = String(repeating: "word ", count: 1000)
    let spoken = SpokenName.cleaned(name)
    #expect(spoken.count <= SpokenName.longest)
    #expect(spoken.hasSuffix("word"))
    #expect(SpokenName.cleaned(String(repeating: "x", count: 100_000)).count <= SpokenName.longest + 1)
    #expect(SpokenName.cleaned(String(repeating: "\u{301}", count: 100_000)).unicodeScalars.count <= 400)
  }

  @Test("a report announces the nearest five, with nameless ones of a kind once")
  func report() {
    let places = (0..<9).map { number in
      NearbyPlace(
        PointOfInterest(
          id: "p\(number)", name: number % 3 == 0 ? nil : "Name \(number)", category: "bench",
          coordinate: terrain.coordinate(east: Double(number) * 10 + 10)),
        from: terrain.coordinate(east: 0))
    }
    let report = NearbyReport(
      location: terrain.fix(east: 0, at: 0), provider: "fixed",
      answer: PlaceAnswer(places: places, source: PlaceSource(name: "test")))
    let spoken = SpokenReport(report, wording: SpokenWording())
    #expect(
      spoken.texts == [
        "bench, 3 in all, 10 metres, east.", "Name 1, 20 metres, east.", "Name 2, 30 metres, east.",
        "Name 4, 50 metres, east.", "Name 5, 60 metres, east.",
      ])
    #expect(spoken.script.hasPrefix("2026-05-28T20:26:40Z  bench, 3 in all, 10 metres, east.\n"))
    var empty = report
    empty.answer.places = []
    #expect(SpokenReport(empty, wording: SpokenWording(language: .dutch)).texts == ["niets gevonden."])
  }

  @Test("toilets for customers only do not count with those for all")
  func doubtful() {
    let places = ["customers only", nil, nil].enumerated().map { number, caveat in
      NearbyPlace(
        PointOfInterest(
          id: "t\(number)", category: "toilets",
          coordinate: terrain.coordinate(east: Double(number) * 10 + 10),
          caveat: caveat),
        from: terrain.coordinate(east: 0))
    }
    let report = NearbyReport(
      location: terrain.fix(east: 0, at: 0), provider: "fixed",
      answer: PlaceAnswer(places: places, source: PlaceSource(name: "test")))
    #expect(
      SpokenReport(report, wording: SpokenWording()).texts
        == ["toilets, 10 metres, east, customers only.", "toilets, 2 in all, 20 metres, east."])
  }

  @Test("nameless places of a kind that stand apart are announced each, with its own direction")
  func apart() {
    let places = [(1600.0, -1.0), (1200, 1)].map { east, side in
      NearbyPlace(
        terrain.place("w\(east)", east: east * side), from: terrain.coordinate(east: 0))
    }
    let report = NearbyReport(
      location: terrain.fix(east: 0, at: 0), provider: "fixed",
      answer: PlaceAnswer(places: places, source: PlaceSource(name: "test")))
    let texts = SpokenReport(report, wording: SpokenWording()).texts
    #expect(texts.count == 2)
    #expect(texts.first?.hasSuffix("west.") == true && texts.last?.hasSuffix("east.") == true, "\(texts)")
  }
}
