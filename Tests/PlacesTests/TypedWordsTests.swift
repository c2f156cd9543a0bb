import Geography
import Testing

@testable import Places

@Suite struct TypedWordsTests {
  @Test(
    "words beside a category say more, in every language, before or after it",
    arguments: [
      (["open", "bakery"], ["bakery"], [], true), (["bakery", "open"], ["bakery"], [], true),
      (["free", "parking", "near", "me"], ["parking"], ["fee=no"], false),
      (["24h", "Apotheke", "in", "der", "Nähe"], ["Apotheke"], ["opening_hours=24/7"], false),
      (["cafe", "open", "24/7"], ["cafe"], ["opening_hours=24/7"], false),
      (["wheelchair", "free", "toilets"], ["toilets"], ["wheelchair=yes", "fee=no"], false),
      (["a", "drinking", "water", "nearby"], ["drinking water"], [], false),
      (["boulangerie", "ouverte", "près", "de", "moi"], ["boulangerie"], [], true),
      (["parcheggio", "gratuito", "vicino", "a", "me"], ["parcheggio"], ["fee=no"], false),
      (["avoinna", "apteekki", "lähellä"], ["apteekki"], [], true),
      (["wifi", "gratuit"], ["wifi gratuit"], [], false),
      (["kostenloses", "WLAN"], ["kostenloses WLAN"], [], false),
      (["free", "parking", "ilmainen", "netti"], ["parking", "ilmainen netti"], ["fee=no"], false),
      (["nearby"], [], [], false), (["open"], [], [], true),
      (["chinese", "restaurant"], ["restaurant"], ["cuisine=chinese"], false),
      (["Restaurant", "italienisch", "offen"], ["Restaurant"], ["cuisine=italian"], true),
      (["thai"], [], ["cuisine=thai"], false),
      (["ravintola", "intialainen"], ["ravintola"], ["cuisine=indian"], false),
      (["restaurants", "italiens"], ["restaurants"], ["cuisine=italian"], false),
      (["japanische", "Restaurants"], ["Restaurants"], ["cuisine=japanese"], false),
      (["ristoranti", "cinesi"], ["ristoranti"], ["cuisine=chinese"], false),
      (["italialaiset", "ravintolat"], ["ravintolat"], ["cuisine=italian"], false),
      (["meksykańskie", "restauracje"], ["restauracje"], ["cuisine=mexican"], false),
      (["thailändska", "restauranger"], ["restauranger"], ["cuisine=thai"], false),
      (["Deutsche", "Bank"], ["Deutsche Bank"], [], false),
      (["german", "embassy"], ["german embassy"], [], false),
      (["Thai", "Airways"], ["Thai Airways"], [], false),
      (["cafe,", "burger", "king", "open"], ["cafe", "burger king"], [], true),
      (["vegan", "cafe"], ["cafe"], ["diet:vegan=yes"], false),
      (["cafe", "or", "bakery"], ["cafe", "bakery"], [], false),
      (["Bäckerei", "oder", "cafe", "offen"], ["Bäckerei", "cafe"], [], true),
      (["bread", "and", "roses"], ["bread and roses"], [], false),
      (["restaurant", "vegan"], ["vegan"], [], false),
      (["cafe", "with", "wifi"], ["cafe"], ["internet_access=wlan"], false),
      (["wifi"], ["wifi"], [], false),
      (
        ["Restaurant", "mit", "Terrasse", "hundefreundlich"], ["Restaurant"],
        ["outdoor_seating=yes", "dog=yes"], false
      ),
      (["parking", "for", "disabled"], ["parking"], ["wheelchair=yes"], false),
    ])
  func furtherWords(words: [String], categories: [String], tags: [String], isOpenWanted: Bool) {
    let typed = TypedWords(words)
    #expect(typed.categories == categories)
    #expect(typed.tags.map { "\($0.key)=\($0.value ?? "")" } == tags)
    #expect((typed.moment == .now) == isOpenWanted)
  }

  @Test(
    "a category or a name that is quoted stays whole",
    arguments: ["free flight", "The Open House", "Cafe Bar No9"])
  func quoted(text: String) {
    #expect(TypedWords([text]).categories == [text])
  }

  @Test("of quoted words that all say something, each says it")
  func quotedSentence() {
    let typed = TypedWords(["farmacias abiertas cerca"])
    #expect(typed.categories == ["farmacias"] && typed.moment == .now)
    #expect(TypedWords(["Pizza Hut"]).categories == ["Pizza", "Hut"])
  }

  @Test(
    "the likeliest reading says most about the rest",
    arguments: [
      ("vegan restaurant", ["'vegan restaurant': vegan"]),
      (
        "pizza takeaway",
        ["'pizza': cuisine=pizza, 'takeaway': takeaway", "'pizza': pizza, 'takeaway': takeaway"]
      ),
      ("vegan hotel", ["'vegan': ignored beside hotel, 'hotel': hotel", "'vegan': vegan, 'hotel': hotel"]),
      ("cafe, tea king", ["'cafe': cafe; or 'tea': a name, 'king': a name"]),
    ])
  func readings(text: String, expected: [String]) {
    let readings = TypedWords(text.split(separator: " ").map(String.init)).readings
    #expect(readings.map(\.description) == expected)
    #expect(readings.map(\.score) == readings.map(\.score).sorted(by: >))
  }

  @Test(
    "what options look for decides whether a word for a diet applies",
    arguments: [
      (["vegan"], ["restaurant"], [], ["diet:vegan"], nil),
      (["restaurant", "vegan"], ["bar"], ["restaurant"], ["diet:vegan"], nil),
      (["chinese", "vegetarian"], ["cafe", "fast food"], [], ["cuisine", "diet:vegetarian"], nil),
      (["vegan"], ["parking"], [], [], "parking"), (["gluten", "free"], ["parking"], [], [], "parking"),
      (["vegan", "cafe"], ["parking"], ["cafe"], [], "parking"),
      (["vegan"], ["vegetarian"], ["vegan"], [], nil), (["vegan"], ["Hesburger"], ["vegan"], [], nil),
      (["pizza"], ["takeaway"], ["pizza"], [], nil), (["vegan"], [], ["vegan"], [], nil),
    ] as [([String], [String], [String], [String], String?)])
  func beside(words: [String], others: [String], categories: [String], tags: [String], ignored: String?) {
    let typed = TypedWords(words, beside: others)
    #expect(typed.categories == categories)
    #expect(typed.tags.map(\.key) == tags)
    #expect(typed.ignored.first?.other == ignored)
  }

  @Test(
    "words say when, wherever they stand",
    arguments: [
      (["restaurant", "offen", "sonntag", "20", "uhr"], ["restaurant"], "Sun 20:00"),
      (["open", "at", "7:30", "cafe"], ["cafe"], "07:30"),
      (["tomorrow", "9am", "bakery"], ["bakery"], "tomorrow 09:00"),
      (["café", "el", "9", "de", "julio"], ["café el 9 de julio"], nil),
      (["bar", "25"], ["bar 25"], nil), (["ruby", "tuesday"], ["ruby tuesday"], nil),
      (["Cafe", "Bar", "No9"], ["Cafe Bar No9"], nil), (["A21", "Decades"], ["A21 Decades"], nil),
      (["café", "à21h"], ["café"], "21:00"), (["cafe", "on", "sunday"], ["cafe"], "Sun 12:00"),
      (["open", "tuesday", "bank"], ["bank"], "Tue 12:00"), (["pharmacy", "24", "hours"], ["pharmacy"], nil),
      (["cafe", "open", "late"], ["cafe"], "22:00"), (["Café", "spät", "geöffnet"], ["Café"], "22:00"),
      (["cafe", "open", "until", "10pm"], ["cafe"], "21:59"),
      (["open", "cafe", "within", "200m", "until", "late"], ["cafe"], "22:00"),
      (["bar", "ouvert", "jusqu'à", "minuit"], ["bar"], "23:59"),
      (["cafe", "open", "from", "8", "to", "10"], ["cafe to 10"], "08:00"),
      (["cafe", "open", "until", "24"], ["cafe"], "23:59"),
      (["Café", "geöffnet", "bis", "24:00", "Uhr"], ["Café"], "23:59"),
      (["bar", "at", "24"], ["bar at 24"], nil), (["bar", "24:00"], ["bar 24:00"], nil),
      (["kahvila", "auki", "klo", "22", "asti"], ["kahvila"], "21:59"),
      (["kahvila", "auki", "24", "saakka"], ["kahvila"], "23:59"),
      (["kahvila", "auki", "keskiyöhön"], ["kahvila"], "23:59"),
      (["kahvila", "auki", "keskiyöhön", "asti"], ["kahvila"], "23:59"),
      (["kahvila", "auki", "perjantaina", "puoleenpäivään"], ["kahvila"], "Fri 11:59"),
      (["kahvila", "auki", "keskiyöllä"], ["kahvila"], "00:00"),
      (["kafé", "öppet", "fram", "till", "midnatt"], ["kafé"], "23:59"),
      (["kavárna", "otevřeno", "až", "do", "půlnoci"], ["kavárna"], "23:59"),
      (["bar", "aperto", "sino", "a", "mezzanotte"], ["bar"], "23:59"),
      (["kawiarnia", "otwarta", "do", "północy"], ["kawiarnia"], "23:59"),
    ])
  func times(words: [String], categories: [String], moment: String?) {
    let typed = TypedWords(words)
    #expect(typed.categories == categories)
    #expect(typed.moment.map { "\($0)" } == moment)
  }

  @Test(
    "short words are days only in the user's language, or in that of the word for open",
    arguments: [
      ("cafe open do 22", .english, "cafe do 22", "now"), ("cafe open do 22", .dutch, "cafe", "Thu 22:00"),
      ("cafe do 22", .german, "cafe", "Thu 22:00"), ("kavárna otevřeno do 22", .english, "kavárna", "21:59"),
      ("bar ouvert di 20", .english, "bar", "Sun 20:00"),
      ("bar geöffnet di 20", .english, "bar", "Tue 20:00"),
      ("museo abierto el domingo a las 3 de la tarde", .english, "museo", "Sun 15:00"),
      ("cafe open di 20", .german, "cafe", "Tue 20:00"), ("cafe open sa 20", .finnish, "cafe", "Sat 20:00"),
    ] as [(String, Category.Language, String, String)])
  func shortDays(text: String, language: Category.Language, category: String, moment: String) {
    let typed = TypedWords(text.split(separator: " ").map(String.init), in: language)
    #expect(typed.categories == [category])
    #expect(typed.moment.map { "\($0)" } == moment)
  }

  @Test(
    "words say how far, in eleven languages",
    arguments: [
      ("cafe within 500 m", 500), ("within 2 miles cafe", 3218.688), ("cafe im Umkreis von 1.5km", 1500),
      ("café dans un rayon de 2 kilomètres", 2000), ("bar a menos de 300m", 300),
      ("bar entro 300 metri", 300),
      ("café binnen 200 meter", 200), ("kahvila 500 m säteellä", 500), ("kawiarnia w promieniu 1 km", 1000),
      ("café num raio de 1km", 1000), ("kafé inom 1 km", 1000), ("kavárna do 300 m", 300),
      ("cafe less than 500 m away", 500), ("Café 500 m entfernt", 500), ("kafé inom 500 meters radie", 500),
      ("bar a 300 m de distancia", 300), ("kahvila 300 metrin päässä", 300), ("Café im Umkreis 2 km", 2000),
      ("cafe 500 m", nil), ("cafe 500 m from", nil), ("from 500 m cafe", nil),
      ("cafe within 500", nil), ("cafe within Schaan", nil), ("cafe within 20:30", nil),
      ("cafe within 2-3 km", nil), ("Café im Umkreis von 1,5 km", 1500), ("Café innerhalb von 1.500 m", 1500),
      ("cafe within 1,000 feet", 304.8), ("cafe within 2,000 yards", 1828.8),
      ("within 1.5 miles cafe", 2414.016),
      ("farmácia até 2 km", 2000), ("ristorante nel raggio di 1 km", 1000),
      ("cafe within 500 m of here", 500), ("cafe 500 m from my position", 500),
      ("Café 500 Meter von hier", 500), ("Café im Umkreis von 500 m um mich herum", 500),
      ("café à 500 m d'ici", 500), ("café à moins de 500 m d’ici", 500), ("bar a 500 m de aquí", 500),
      ("bar a 500 m da qui", 500), ("café a 500 m daqui", 500), ("café binnen 500 m van hier", 500),
      ("kahvila 500 m päässä täältä", 500), ("kafé 500 m bort härifrån", 500),
      ("kawiarnia 500 m ode mnie", 500), ("kavárna do 500 m odtud", 500),
    ])
  func distances(text: String, metres: Double?) {
    let typed = TypedWords(text.split(separator: " ").map(String.init))
    #expect(typed.distance?.metres == metres)
    #expect(metres == nil || typed.categories.count == 1 && Category.isName(typed.categories[0]))
  }

  @Test(
    "no word that says more is a category",
    arguments: TypedWords.modifiers.filter { ![.article, .or, .now].contains($1) }.keys.sorted()
      + TypedWords.cuisines.keys.sorted())
  func noCategory(word: String) {
    #expect(!Category.isName(word))
  }
}
