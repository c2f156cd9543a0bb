import Places
import Testing

@Suite struct CategoryTests {
  // MARK: What the words mean

  @Test(
    "matches places of the category",
    arguments: [
      ("water", ["amenity": "drinking_water"]),
      ("water", ["amenity": "toilets", "drinking_water": "yes"]),
      ("water", ["amenity": "water_point"]),
      ("water", ["natural": "spring"]),
      ("water", ["man_made": "water_tap"]),
      ("water", ["man_made": "water_well", "drinking_water": "yes"]),
      ("water", ["amenity": "drinking_water", "access": "customers"]),
      ("spring", ["natural": "spring", "drinking_water": "no"]),
      ("toilets", ["amenity": "toilets"]),
      ("toilets", ["amenity": "fuel", "toilets": "yes"]),
      ("shower", ["amenity": "shower"]),
      ("food", ["amenity": "nightclub;restaurant"]),
      ("coffee", ["shop": "coffee"]),
      ("pizza", ["amenity": "fast_food", "cuisine": "kebab;pizza"]),
      ("bakery", ["shop": "pastry;bakery"]),
      ("groceries", ["shop": "convenience"]),
      ("shop", ["shop": "yes"]),
      ("camp site", ["tourism": "camp_site"]),
      ("caravan site", ["tourism": "camp_site", "motorhome": "yes"]),
      ("dump station", ["waterway": "sanitary_dump_station"]),
      ("hut", ["amenity": "shelter", "shelter_type": "basic_hut"]),
      ("shelter", ["amenity": "shelter"]),
      ("fuel", ["amenity": "fuel"]),
      ("charging", ["amenity": "charging_station"]),
      ("parking", ["amenity": "parking", "access": "customers"]),
      ("bicycle repair", ["amenity": "bicycle_repair_station"]),
      ("bicycle repair", ["shop": "bicycle"]),
      ("bus stop", ["highway": "bus_stop"]),
      ("bus stop", ["public_transport": "platform", "bus": "yes"]),
      ("train station", ["railway": "halt"]),
      ("train station", ["railway": "station", "station": "subway", "train": "yes"]),
      ("train station", ["railway": "station", "station": "light_rail"]),
      ("subway", ["railway": "subway_entrance"]),
      ("entrance", ["railway": "subway_entrance"]),
      ("entrance", ["entrance": "yes", "shop": "books"]),
      ("subway", ["railway": "station", "station": "subway"]),
      ("lock", ["waterway": "lock_gate", "access": "private"]),
      ("boat fuel", ["waterway": "fuel"]),
      ("peak", ["natural": "peak", "access": "no"]),
      ("ruins", ["historic": "castle", "ruins": "yes", "abandoned": "yes"]),
      ("church", ["amenity": "place_of_worship", "religion": "christian"]),
      ("place of worship", ["amenity": "place_of_worship"]),
      ("parcel locker", ["amenity": "vending_machine", "vending": "parcel_pickup;parcel_mail_in"]),
      ("atm", ["amenity": "bank", "atm": "yes"]),
      ("tourist information", ["tourism": "information", "information": "office"]),
      ("map board", ["tourism": "information", "information": "map"]),
      ("defibrillator", ["emergency": "defibrillator"]),
      ("wifi", ["amenity": "cafe", "internet_access": "wlan"]),
      ("repeater", ["man_made": "mast", "communication:amateur_radio:repeater": "yes"]),
    ] as [(String, [String: String])])
  func means(word: String, tags: [String: String]) throws {
    #expect(try #require(Category.named(word)).matches(tags: tags))
  }

  @Test(
    "leaves out places that only look like the category",
    arguments: [
      ("water", ["tourism": "aquarium"]),
      ("water", ["natural": "water"]),
      ("water", ["amenity": "fountain"]),
      ("water", ["natural": "spring", "drinking_water": "no"]),
      ("water", ["amenity": "drinking_water", "access": "private"]),
      ("water", ["amenity": "drinking_water", "disused": "yes"]),
      ("spring", ["natural": "water"]),
      ("toilets", ["amenity": "toilets", "access": "private"]),
      ("toilets", ["amenity": "fuel", "toilets": "no"]),
      ("toilets", ["amenity": "fuel", "toilets": "yes", "toilets:access": "no"]),
      ("shower", ["amenity": "toilets", "shower": "no"]),
      ("food", ["shop": "pet_food"]),
      ("coffee", ["amenity": "bar"]),
      ("pizza", ["amenity": "restaurant", "cuisine": "italian"]),
      ("bakery", ["disused:shop": "bakery"]),
      ("groceries", ["shop": "clothes"]),
      ("shop", ["shop": "vacant"]),
      ("shop", ["shop": "no"]),
      ("camp site", ["tourism": "camp_site", "tents": "no"]),
      ("caravan site", ["tourism": "camp_site"]),
      ("hut", ["building": "hut"]),
      ("shelter", ["amenity": "shelter", "shelter_type": "public_transport"]),
      ("shelter", ["amenity": "shelter", "shelter_type": "bomb_shelter"]),
      ("fuel", ["disused:amenity": "fuel"]),
      ("fuel", ["amenity": "fuel", "abandoned": "yes"]),
      ("charging", ["amenity": "charging_station", "access": "no"]),
      ("parking", ["amenity": "parking", "access": "residents"]),
      ("bicycle repair", ["shop": "bicycle", "service:bicycle:repair": "no"]),
      ("bus stop", ["public_transport": "platform", "tram": "yes"]),
      ("train station", ["railway": "station", "station": "subway"]),
      ("subway", ["railway": "station"]),
      ("lock", ["waterway": "lock_gate", "disused": "yes"]),
      ("boat fuel", ["amenity": "fuel"]),
      ("peak", ["natural": "ridge"]),
      ("ruins", ["historic": "castle"]),
      ("church", ["building": "church", "amenity": "arts_centre"]),
      ("vegan", ["amenity": "restaurant", "diet:vegan": "yes"]),
      ("swimming", ["leisure": "swimming_pool"]),
      ("camp site", ["tourism": "camp_site", "group_only": "yes"]),
      ("church", ["amenity": "place_of_worship", "religion": "muslim"]),
      ("parcel locker", ["amenity": "vending_machine", "vending": "drinks"]),
      ("atm", ["amenity": "bank", "atm": "no"]),
      ("tourist information", ["tourism": "information", "information": "guidepost"]),
      ("wifi", ["amenity": "cafe", "internet_access": "no"]),
    ] as [(String, [String: String])])
  func doesNotMean(word: String, tags: [String: String]) throws {
    #expect(try !#require(Category.named(word)).matches(tags: tags))
  }

  @Test("describes a category by its tags")
  func explained() throws {
    let fuel = try #require(Category.named("fuel"))
    #expect(
      fuel.expression.description
        == "amenity=fuel, but not access=private|no or gone")
  }

  // MARK: The word of another vocabulary

  @Test(
    "a place's own category counts, unless its tags contradict it",
    arguments: [
      ("bus stop", [:], "bus-stops", true),
      ("Bus_Stops", ["street": "Seestraße"], "bus-stops", true),
      ("subway", [:], "ubahn-stops", true),
      ("bus stop", ["place": "Berlin"], "bus-stops", true),
      ("bus stop", [:], "tram-stops", false),
      ("bus stop", [:], nil, false),
      ("toilets", [:], "toilets", true),
      ("toilets", ["access": "private"], "Public toilets", false),
      ("shelter", ["amenity": "shelter", "shelter_type": "bomb"], "shelter", false),
      ("spring", ["natural": "spring"], "spring", true),
      ("church", ["building": "church"], "church", false),
      ("food", [:], "restaurants", true), ("accommodation", [:], "hotel", true),
      ("groceries", [:], "supermarkets", true), ("groceries", [:], "restaurants", false),
      ("hotel", [:], "accommodation", false), ("water", [:], "springs", true),
      ("water", ["drinking_water": "no"], "spring", false), ("water", [:], "fountain", false),
    ] as [(String, [String: String], String?, Bool)])
  func ownCategory(word: String, tags: [String: String], own: String?, isMatch: Bool) throws {
    #expect(try #require(Category.named(word)).matches(tags: tags, ownCategory: own) == isMatch)
  }

  @Test(
    "words of another vocabulary name categories",
    arguments: [
      ("art-galleries", "gallery"), ("beer-gardens", "beer garden"), ("bicycle-rentals", "bicycle rental"),
      ("car-sharing-stations", "car sharing"), ("coworking-spaces", "coworking"),
      ("fast-food-restaurants", "fast food"), ("fitness-centers", "gym"), ("grocery-stores", "groceries"),
      ("ice-cream-parlours", "ice cream"), ("marketplaces", "market"),
      ("places-of-worship", "place of worship"), ("sbahn-stops", "train station"),
      ("sport-centers", "sports centre"), ("theaters", "theatre"), ("universities", "university"),
    ])
  func otherVocabulary(other: String, word: String) throws {
    #expect(try #require(Category.named(other)).word == word)
  }

  // MARK: Spelling

  @Test(
    "reduces many spellings to one",
    arguments: [
      ("bus-stops", "bus stop"), ("  Bus_STOP ", "bus stop"), ("buses", "bus"), ("gas", "gas"),
      ("churches", "church"), ("boxes", "box"), ("beaches", "beach"), ("pharmacies", "pharmacy"),
      ("caves", "cave"), ("houses", "house"), ("clothes", "clothes"), ("tennis", "tennis"),
      ("fitness centers", "fitness centre"), ("bike stores", "bicycle shop"), ("taxis", "taxi"),
      ("Café", "cafe"), ("Cafe\u{301}s", "cafe"), ("CRÈCHE", "creche"), ("McDonald’s", "mcdonald"),
      ("каФе", "кафе"), ("s", "s"), ("", ""), ("--", ""),
    ])
  func normalises(word: String, normalised: String) {
    #expect(Category.normalised(word) == normalised)
  }

  @Test("an unknown word names nothing", arguments: ["", "-", "fule", "amenity=fuel"])
  func unknown(word: String) {
    #expect(Category.named(word) == nil)
  }

  @Test(
    "suggests words for a typo, the nearest first",
    arguments: [
      ("fule", "fuel"), ("tiolets", "toilets"), ("farmacy", "pharmacy"), ("resturants", "Restaurants"),
      ("drinking", "drinking water"), ("superm", "supermarket"), ("gas-statoin", "gas station"),
    ])
  func suggests(word: String, nearest: String) {
    #expect(Category.suggestions(for: word).first == nearest)
  }

  @Test("suggests few words, and none if nothing is similar")
  func suggestsSparingly() {
    #expect(Category.suggestions(for: "qqqqqqqq").isEmpty)
    #expect(Category.suggestions(for: "").isEmpty)
    #expect(Category.suggestions(for: String(repeating: "fuel", count: 20_000)).isEmpty)
    #expect(Category.suggestions(for: "car").count == 3)
  }

  // MARK: The table

  @Test("no spelling names two categories, or one category twice")
  func uniqueNames() {
    let names = Category.all.flatMap { category in
      ([category.word] + category.synonyms).map { (Category.normalised($0), category.word) }
    }
    let clashes = Dictionary(grouping: names, by: \.0).filter { $0.value.count > 1 }
    #expect(clashes.isEmpty)
    #expect(names.allSatisfy { !$0.0.isEmpty })
  }

  @Test("every category has a meaning, needs a tag, and is found by each of its words")
  func complete() {
    #expect(Category.all.count > 100)
    #expect(Category.all.map(\.word) == Category.all.map(\.word).sorted())
    for category in Category.all {
      #expect(!category.meaning.isEmpty && category.meaning.count <= 80, "\(category.word)")
      #expect(!category.expression.matches([:]), "\(category.word)")
      #expect(category.expression.values.allSatisfy(Self.isPlain), "\(category.word)")
      for word in [category.word] + category.synonyms {
        #expect(Category.named(word)?.word == category.word)
      }
    }
  }

  @Test("no exclusion cancels a category's own tags", arguments: Category.all)
  func possible(category: Category) {
    for tags in category.expression.examples {
      #expect(category.matches(tags: tags), "\(category.word) \(tags)")
    }
  }

  /// A key or value in OSM's own spelling, without a list or a space.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && !$0.isWhitespace && !$0.isUppercase && !";|=".contains($0) }
  }

  // MARK: What a place is

  @Test(
    "finds the word for a place's tags",
    arguments: [
      (["amenity": "cafe", "building": "yes"], "cafe"),
      (["shop": "yes"], "shop"),
      (["shop": "deli; kitchen"], "deli"),
      (["public_transport": "station", "railway": "station"], "station"),
      (["public_transport": "platform", "highway": "bus_stop"], "bus_stop"),
      (["tourism": "attraction", "historic": "castle"], "castle"),
      (["tourism": "attraction"], "attraction"),
      (["shop": "yes", "craft": "brewery"], "brewery"),
      (["amenity": "no", "building": "yes"], "building"),
      (["building": "church"], "church"),
      (["disused:amenity": "fuel"], nil),
      (["amenity": "drinking_water", "drinking_water": "no"], "water_tap"),
      (["amenity": "drinking_water", "drinking_water": "no", "natural": "spring"], "spring"),
      (["amenity": "drinking_water", "drinking_water": "yes"], "drinking_water"),
      (["name": "Somewhere"], nil),
      (["amenity": ";"], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func primaryWord(tags: [String: String], word: String?) {
    #expect(Category.primaryWord(of: tags) == word)
  }
}

extension TagExpression {
  /// Every key and value it names.
  fileprivate var values: [String] {
    switch self {
    case .tag(let key, let values), .exactly(let key, let values):
      [key] + values.flatMap { $0.split(separator: ";").map(String.init) }
    case .has(let key), .atLeast(let key, _): [key]
    case .gone, .named: []
    case .any(let parts), .all(let parts): parts.flatMap(\.values)
    case .not(let part): part.values
    }
  }

  /// Tags that meet it in each of the ways it asks for, exclusions aside.
  fileprivate var examples: [[String: String]] {
    switch self {
    case .tag(let key, let values), .exactly(let key, let values): values.map { [key: $0] }
    case .has(let key): [[key: "yes"]]
    case .atLeast(let key, let number): [[key: "\(number)"]]
    case .any(let parts): parts.flatMap(\.examples)
    case .all(let parts):
      parts.reduce([[:]]) { found, part in
        found.flatMap { tags in part.examples.map { tags.merging($0) { _, new in new } } }
      }
    case .named(let beginnings): beginnings.map { ["name": $0] }
    case .not, .gone: [[:]]
    }
  }
}
