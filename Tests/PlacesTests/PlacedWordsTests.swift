import Testing

@testable import Places

@Suite struct PlacedWordsTests {
  /// `what|relation|place` of each reading.
  private func readings(_ words: String...) -> [String] {
    PlacedWords.readings(of: words).map {
      "\($0.what.joined(separator: ","))|\($0.relation.rawValue)|\($0.place)"
    }
  }

  @Test(
    "splits what is looked for from where, in eleven languages",
    arguments: [
      ("Apotheke in Schaan", "Apotheke|in|Schaan"), ("cafe near Triesen", "cafe|near|Triesen"),
      ("supermarkt am bahnhof", "supermarkt|at|bahnhof"), ("hotels à Genève", "hotels|in|Genève"),
      ("toilets at Vaduz Post", "toilets|at|Vaduz Post"),
      ("bus stop next to the Louvre", "bus,stop|at|the Louvre"),
      ("gare près d'Annecy", "gare|near|Annecy"), ("hôtel près de l’Aéroport", "hôtel|near|l’Aéroport"),
      ("farmacia cerca de Sevilla", "farmacia|near|Sevilla"), ("bar all'aeroporto", "bar|at|aeroporto"),
      ("farmacia vicino a Lecco", "farmacia|near|Lecco"), ("padaria em Lisboa", "padaria|in|Lisboa"),
      ("bakker in de buurt van Delft", "bakker|near|Delft"), ("apteka w Krakowie", "apteka|in|Krakowie"),
      ("lékárna poblíž Brno", "lékárna|near|Brno"), ("apotek i Lund", "apotek|in|Lund"),
      ("kahvila lähellä Kamppi", "kahvila|near|Kamppi"),
    ])
  func split(typed: String, reading: String) {
    #expect(readings(typed).first == reading)
  }

  @Test("takes no name of a category apart: `parking à vélos`", arguments: Category.Language.allCases)
  func categories(language: Category.Language) {
    for name in language.lines("categories").all.flatMap(\.words) where name.contains(" ") {
      let words = name.split(separator: " ").map(String.init)
      #expect(
        PlacedWords.readings(of: words, orOnlyPlace: true).filter { $0.inflection == nil } == [], "\(name)")
    }
  }

  @Test("finds where to look behind such a name")
  func behindCategory() {
    #expect(readings("bar à vin near Kamppi").first == "bar,à,vin|near|Kamppi")
    #expect(readings("cale de mise à l'eau near Kamppi").first == "cale,de,mise,à,l'eau|near|Kamppi")
  }

  @Test(
    "takes no category and a word for where for another category, like Ärztin or biblioteki",
    arguments: [
      ("Arzt in Zürich", "Arzt|in|Zürich"), ("banc à Genève", "banc|in|Genève"),
      ("bibliotek i Lund", "bibliotek|in|Lund"),
      ("put in near Kamppi", "put,in|near|Kamppi"),
    ])
  func besideCategory(typed: String, reading: String) {
    #expect(readings(typed).first == reading)
  }

  @Test("of words beside a saved query, only a name may be a town")
  func besideSavedQuery() {
    #expect(PlacedWords.bareReadings(of: ["@lunch", "Vaduz"]).map(\.place) == ["Vaduz"])
    #expect(PlacedWords.bareReadings(of: ["@lunch", "thai"]).isEmpty)
  }

  @Test(
    "takes the Finnish endings of a place for where, and offers the names that may end so",
    arguments: [
      ("kahvila Helsingissä", "kahvila|in|helsinki"), ("apteekki Kalliossa", "apteekki|in|kallio"),
      ("kahvila Kampissa", "kahvila|in|kamppi"), ("hotelli Tampereella", "hotelli|at|tampere"),
      ("kauppa Lahdessa", "kauppa|in|lahti"), ("kahvila Mannerheimintiellä", "kahvila|at|mannerheimintie"),
      ("kahvila Rovaniemellä", "kahvila|at|rovaniemi"), ("baari Turussa", "baari|in|turku"),
      ("kahvila museon lähellä", "kahvila|near|museo"), ("baari Stockmannin vieressä", "baari|at|stockmann"),
      ("baari Helsingin sisällä", "baari|in|helsinki"),
      ("kahvila 100 metrin päässä Stockmannista", "kahvila,100,metrin,päässä|near|stockmann"),
    ])
  func endings(typed: String, reading: String) {
    #expect(readings(typed).contains(reading))
  }

  @Test(
    "takes an article after a word for near for no word for in, and leaves it out before a category",
    arguments: [
      ("cafe near a museum", ["near|a museum", "near|museum"]),
      ("cafe near a Diner", ["near|a Diner", "near|Diner"]),
      ("café nära en kyrka", ["near|en kyrka", "near|kyrka"]),
      ("café près d'un musée", ["near|un musée", "near|musée"]),
      ("bar à 500 m de l'hôtel", ["near|l'hôtel", "near|hôtel"]),
      ("hotel near La Rochelle", ["near|La Rochelle"]),
    ])
  func articles(typed: String, expected: [String]) {
    let found = readings(typed).map { String($0.drop { $0 != "|" }.dropFirst()) }
    #expect(Array(found.prefix(2)) == expected, "\(found)")
  }

  @Test("takes a place for a category of the user's language or of the words beside it, however it ends")
  func categories() {
    func category(_ words: String, _ language: Category.Language = .english) -> String? {
      PlacedWords.readings(of: [words]).first?.category(in: language)?.word
    }
    #expect(category("cafe near Kamppi") == nil)
    #expect(category("cafe near Kamppi", .finnish) == "hut")
    #expect(category("kahvila lähellä museota") == "museum")
  }

  @Test("offers each way to split, the longest place first")
  func several() {
    #expect(
      readings("Haus am See in Vaduz") == ["Haus|at|See in Vaduz", "Haus,am,See|in|Vaduz"])
  }

  @Test("keeps arguments before the split as they are")
  func arguments() {
    #expect(readings("bus stop", "bakery", "in", "Vaduz") == ["bus stop,bakery|in|Vaduz"])
    #expect(readings("bus stop in Vaduz") == ["bus,stop|in|Vaduz"])
  }

  @Test(
    "leaves alone what names no place",
    arguments: [
      "cafe near me", "bakery in der Nähe", "in Schaan", "cafe in", "cafe", "", "pain à proximité",
      "near me cafe", "I need a pharmacy",
      "near me open cafe", "cerca de mí bar",
    ])
  func none(typed: String) {
    #expect(readings(typed).isEmpty)
  }

  @Test(
    "takes words that say when or how far for no part of the place",
    arguments: [
      ("pharmacy near Landstrasse 80 sunday 10:00", "pharmacy,sunday,10:00|near|Landstrasse 80"),
      ("pharmacy open on sunday at 10 near Schaan", "pharmacy,open,on,sunday,at,10|near|Schaan"),
      ("cafe in Vaduz open now", "cafe,open,now|in|Vaduz"),
      ("bar at 10 High Street", "bar|at|10 High Street"), ("bar open at 10", nil),
      ("Supermarkt am Sonntag", nil),
      ("cafe within 200m of Kamppi", "cafe,within,200m|near|Kamppi"),
      ("cafe near Kamppi within 2 km", "cafe,within,2,km|near|Kamppi"),
      ("cafe 2 km from Kamppi", "cafe,within,2,km|near|Kamppi"),
      ("Café 300m vom Bahnhof", "Café,within,300m|near|Bahnhof"),
      ("bar à moins de 500 m d'Encamp", "bar,à,moins,de,500,m|near|Encamp"),
      ("bar entro 5 km da Encamp", "bar,entro,5,km|near|Encamp"),
      ("bar num raio de 5 km de Encamp", "bar,num,raio,de,5,km|near|Encamp"),
      ("bar dans un rayon de 1,5 km d'Encamp", "bar,dans,un,rayon,de,1.5,km|near|Encamp"),
      ("bar im Umkreis von 1 km um Vaduz", "bar,im,Umkreis,von,1,km|near|Vaduz"),
    ])
  func limits(typed: String, reading: String?) {
    #expect(readings(typed).first == reading)
  }

  @Test(
    "offers a town beside a category as where to look, if that is no category itself",
    arguments: [
      ("pizza Schaan", "pizza|in|Schaan"), ("bank, Pas de la Casa", "bank|in|Pas de la Casa"),
      ("Schaan fast food", "fast food|in|Schaan"), ("burger king", "burger|in|king"), ("bakery cafe", nil),
      ("Schaan", nil), ("Alpha Beta", nil),
    ])
  func bare(typed: String, expected: String?) {
    let found = PlacedWords.bareReadings(of: [typed]).map {
      "\($0.what.joined(separator: " "))|\($0.relation.rawValue)|\($0.place)"
    }
    #expect(expected.map(found.contains) ?? found.isEmpty, "\(found)")
  }

  @Test("looks at no more words than a search with an address has")
  func bounded() {
    #expect(readings(Array(repeating: "cafe in", count: 50_000).joined(separator: " ")).isEmpty)
    #expect(readings(Array(repeating: "cafe in", count: 12).joined(separator: " ")).count == 8)
  }
}
