import Testing

@testable import Places

@Suite struct CategoryLanguageTests {
  /// What a speaker of each language types: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
  /// Czech, Swedish, Finnish.
  private static let everyday = [
    "pharmacy Apotheke pharmacie farmacia farmacia farmácia apotheek apteka lékárna apotek apteekki",
    "bakery Bäckerei boulangerie panadería panificio padaria bakkerij piekarnia pekárna bageri leipomo",
    "hospital Krankenhaus hôpital hospital ospedale hospital ziekenhuis szpital nemocnice sjukhus sairaala",
    "toilets Toilette toilettes aseos gabinetto banheiro toilet toaleta záchod toalett vessa",
    "fuel Tankstelle station-service gasolinera benzinaio gasolineira tankstation benzyna benzínka bensinmack bensa",
    "supermarket Supermarkt supermarché supermercado supermercato supermercado supermarkt supermarket supermarket snabbköp marketti",
    "restaurant Restaurant restaurant restaurante ristorante restaurante restaurant restauracja restaurace restaurang ravintola",
    "hotel Hotel hôtel hotel albergo hotel hotel hotel hotel hotell hotelli",
    "bank Bank banque banco banca banco bank bank banka bank pankki",
    "atm Geldautomat distributeur cajero bancomat multibanco pinautomaat bankomat bankomat bankomat pankkiautomaatti",
    "police Polizei police policía polizia polícia politie policja policie polis poliisi",
    "doctor Arzt médecin médico medico médico huisarts lekarz lékař läkare lääkäri",
    "dentist Zahnarzt dentiste dentista dentista dentista tandarts dentysta zubař tandläkare hammaslääkäri",
    "school Schule école escuela scuola escola school szkoła škola skola koulu",
    "church Kirche église iglesia chiesa igreja kerk kościół kostel kyrka kirkko",
    "library Bibliothek bibliothèque biblioteca biblioteca biblioteca bibliotheek biblioteka knihovna bibliotek kirjasto",
    "museum Museum musée museo museo museu museum muzeum muzeum museum museo",
    "playground Spielplatz playground playground playground parquinho speeltuin playground playground lekplats leikkipuisto",
    "parking Parkplatz parking aparcamiento parcheggio estacionamento parkeerplaats parking parkoviště parkering pysäköinti",
    "beach Strand plage playa spiaggia praia strand plaża pláž strand uimaranta",
    "water Trinkwasser eau agua acqua água drinkwater woda voda dricksvatten juomavesi",
    "viewpoint Aussichtspunkt belvédère mirador belvedere miradouro uitzichtpunt widok vyhlídka utsiktsplats näköalapaikka",
    "castle Burg château castillo castello castelo kasteel zamek hrad slott linna",
    "butcher Metzgerei boucherie carnicería macelleria talho slager rzeźnik řeznictví slaktare lihakauppa",
    "hairdresser Friseur coiffeur peluquería parrucchiere cabeleireiro kapper fryzjer kadeřnictví frisör kampaaja",
    "laundry Waschsalon laverie lavandería lavanderia lavanderia wasserette pralnia prádelna tvättomat pesula",
    "bookshop Buchhandlung librairie librería libreria livraria boekhandel księgarnia knihkupectví bokhandel kirjakauppa",
    "cinema Kino cinéma cine cinema cinema bioscoop kino kino biograf elokuvateatteri",
    "theatre Theater théâtre teatro teatro teatro theater teatr divadlo teater teatteri",
    "shower Dusche douche ducha doccia chuveiro douche prysznic sprcha dusch suihku",
    "camping Campingplatz camping acampada campeggio campismo kampeerterrein kemping kemp campingplats leirintäalue",
    "hut Berghütte refuge refugio rifugio refúgio berghut schronisko chata fjällstuga autiotupa",
    "bench Sitzbank banc banca panchina assento bankje ławka lavička bänk penkki",
    "pub Kneipe pub taberna pub pub kroeg pub hospoda pub pubi",
    "cafe Café café cafetería caffetteria café koffiehuis kawiarnia kavárna kafé kahvila",
    "airport Flughafen aéroport aeropuerto aeroporto aeroporto luchthaven lotnisko letiště flygplats lentoasema",
    "swimming Schwimmbad piscine piscina piscina piscina zwembad basen bazén simhall uimahalli",
    "vet Tierarzt vétérinaire veterinario veterinario veterinário dierenarts weterynarz veterinář veterinär eläinlääkäri",
    "florist Blumenladen fleuriste floristería fioraio florista bloemist kwiaciarnia květinářství blomsteraffär kukkakauppa",
    "taxi Taxi taxi taxi taxi táxi taxi taksówka taxi taxi taksi",
    "gym Fitnessstudio fitness gimnasio palestra academia sportschool siłownia posilovna gym kuntosali",
    "cobbler Schuster cordonnerie zapatero calzolaio sapateiro schoenmaker szewc obuvník skomakare suutari",
    "jeweller Juwelier bijouterie joyería gioielleria joalharia juwelier jubiler zlatnictví guldsmed kultaseppä",
    "monastery Kloster monastère monasterio monastero mosteiro klooster klasztor klášter kloster luostari",
    "fishmonger Fischhändler poissonnerie pescadería pescheria peixaria visboer rybny rybárna fiskaffär kalakauppa",
  ]

  @Test("everyday words mean the same in eleven languages", arguments: everyday)
  func everydayWords(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    try #require(words.count == Category.Language.allCases.count)
    let category = try #require(Category.named(words[0]))
    for (language, word) in zip(Category.Language.allCases, words) {
      #expect(Category.named(word, in: language)?.word == category.word, "\(word) in \(language)")
      #expect(
        Category.named(word.uppercased(), in: language)?.word == category.word, "\(word) in \(language)")
    }
  }

  @Test(
    "plurals, cases, other spellings and what people say",
    arguments: [
      (.german, "Apotheken", "pharmacy"), (.german, "Baeckerei", "bakery"), (.german, "Bäckereien", "bakery"),
      (.german, "Klo", "toilets"), (.german, "U-Bahn", "subway"), (.german, "Tankstellen", "fuel"),
      (.german, "Bänke", "bench"), (.german, "strassenbahn", "tram stop"), (.german, "Kirchen", "church"),
      (.french, "boulangeries", "bakery"), (.french, "pharmacies", "pharmacy"),
      (.french, "hopitaux", "hospital"),
      (.french, "eau potable", "water"), (.french, "arrêts de bus", "bus stop"), (.french, "pain", "bakery"),
      (.spanish, "farmacias", "pharmacy"), (.spanish, "hospitales", "hospital"),
      (.spanish, "panaderias", "bakery"),
      (.spanish, "ropa", "clothes"), (.italian, "farmacie", "pharmacy"),
      (.italian, "ristoranti", "restaurant"),
      (.italian, "panetterie", "bakery"), (.portuguese, "estações", "train station"),
      (.portuguese, "padarias", "bakery"), (.dutch, "kerken", "church"), (.dutch, "cafés", "pub"),
      (.polish, "aptekę", "pharmacy"), (.polish, "apteki", "pharmacy"), (.polish, "piekarni", "bakery"),
      (.polish, "ropa", "diesel"), (.czech, "lékárny", "pharmacy"), (.czech, "kostely", "church"),
      (.czech, "nemocnici", "hospital"), (.swedish, "apoteket", "pharmacy"), (.swedish, "bagerier", "bakery"),
      (.swedish, "kyrkor", "church"), (.finnish, "apteekit", "pharmacy"), (.finnish, "kahvilat", "cafe"),
      (.finnish, "ravintolassa", "restaurant"), (.finnish, "kirkot", "church"),
      // No user language is needed.
      (.english, "Apotheke", "pharmacy"), (.english, "boulangerie", "bakery"),
      (.finnish, "lékárna", "pharmacy"),
      (.english, "bank", "bank"), (.german, "water", "water"), (.german, "bus-stops", "bus stop"),
    ] as [(Category.Language, String, String)])
  func inflections(language: Category.Language, word: String, category: String) {
    #expect(Category.named(word, in: language)?.word == category)
  }

  @Test(
    "a word for something else is not a category in any language",
    arguments: [
      "restaurnt", "xyzzy", "", "-", "amenity=cafe", "tiolets", "a", String(repeating: "bank", count: 50),
    ])
  func unknown(word: String) {
    for language in Category.Language.allCases {
      #expect(Category.named(word, in: language) == nil, "\(language)")
    }
  }

  @Test("a name is no inflected word of another language than the user's")
  func foreignStem() { #expect(Category.named("Pancho") == nil) }

  @Test("each line names a category, and no word has two meanings", arguments: Category.Language.allCases)
  func tables(language: Category.Language) throws {
    let lines = language.lines("categories").all
    #expect(lines.map(\.key) == Category.all.map(\.word))
    #expect(lines.count { !$0.words.isEmpty } > 100)
    // English has other rules; CategoryTests has its words.
    guard language != .english else { return }
    var owners: [String: String] = [:]
    for (category, words) in lines {
      #expect(Category.named(category)?.word == category, "\(category)")
      for word in words {
        let folded = CategoryWords.folded(word, keepingAccents: true)
        #expect(folded.count > 1, "\(category): \(word)")
        #expect(owners[folded] == nil || owners[folded] == category, "\(word): \(category)")
        owners[folded] = category
        #expect(Category.named(word, in: language)?.word == category, "\(word)")
      }
    }
  }

  @Test(
    "the language of a locale",
    arguments: [
      ("de", Category.Language.german), ("pt-BR", .portuguese), ("fi_FI.UTF-8", .finnish),
      ("local", .english),
      ("ja", .english), ("", .english),
    ])
  func codes(code: String, language: Category.Language) {
    #expect(Category.Language(code: code) == language)
  }

  @Test("suggests a similar word of the user's language")
  func suggestions() {
    #expect(Category.suggestions(for: "Apoteke", in: .german).first == "Apotheke")
    #expect(Category.suggestions(for: "restaurnt", in: .german).contains { $0.lowercased() == "restaurant" })
    // There is a better answer.
    #expect(SearchTypo("streets", in: .english) == nil)
  }

  @Test(
    "a typo must have been meant as a word unless it may be a name, even if a longer word begins so",
    arguments: [
      ("Hesburger", nil, true), ("hesburger", "hamburger", false), ("Tankstele", "Tankstelle", false),
      ("coffe", "coffee", false), ("parkin", "parking", false),
      ("K-Market", nil, true), ("s-market", nil, true),
      ("farmacy", "pharmacy", false), ("resturant", "restaurant", false), ("toliet", "toilet", false),
      ("otilet", "toilet", false), ("botel", nil, false),
    ] as [(String, String?, Bool)])
  func corrections(typed: String, correction: String?, isLikelyName: Bool) throws {
    let typo = try #require(SearchTypo(typed, in: .english))
    #expect(typo.correction == correction && typo.isLikelyName == isLikelyName, "\(typo)")
    #expect(((try? TypedName(checking: typed, in: .english)) != nil) == isLikelyName)
  }
}
