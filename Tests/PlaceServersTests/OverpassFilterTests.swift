import Geography
import TestSupport
import Testing

@testable import PlaceFiles
@testable import PlaceServers
@testable import Places

@Suite struct OverpassFilterTests {
  private static func query(for filter: PlaceFilter) throws -> OverpassQuery {
    try OverpassQuery(
      OverpassRequest.query(
        for: OverpassRequest.Question(
          selection: OverpassFilter(filter), centre: Coordinate(latitude: 60.1719, longitude: 24.9414),
          radius: Distance(metres: 500), seconds: 25)))
  }

  private static func texts(_ expression: TagExpression) -> [String] {
    OverpassFilter.alternatives(of: expression).map { $0.map(\.text).joined() }
  }

  // MARK: Conditions

  @Test(
    "writes a condition on tags in Overpass QL",
    arguments: [
      (.tag("amenity", "cafe", "bar"), [#"["amenity"~"(^|;) *(cafe|bar) *(;|$)"]"#]),
      (.has(key: "shop"), [#"["shop"]["shop"!="no"]"#]),
      (.not(.tag("access", "private", "no")), [#"["access"!~"^(private|no)$"]"#]),
      (.not(.has(key: "shop")), [#"["shop"!~"^([^n]|n$|n[^o]|no.)"]"#]),
      (.any(.has(key: "a"), .has(key: "b")), [#"["a"]["a"!="no"]"#, #"["b"]["b"!="no"]"#]),
      (
        .all([.any(.tag("a", "1"), .tag("b", "2")), .not(.any(.tag("c", "3"), .tag("d", "4")))]),
        [
          #"["a"~"(^|;) *(1) *(;|$)"]["c"!~"^(3)$"]["d"!~"^(4)$"]"#,
          #"["b"~"(^|;) *(2) *(;|$)"]["c"!~"^(3)$"]["d"!~"^(4)$"]"#,
        ]
      ),
      (.not(.all(.tag("a", "1"), .tag("b", "2"))), [#"["a"!~"^(1)$"]"#, #"["b"!~"^(2)$"]"#]),
      (.not(.not(.has(key: "a"))), [#"["a"]["a"!="no"]"#]),
      (.exactly(key: "a", values: ["1"]), [#"["a"~"(^|;) *(1) *(;|$)"]"#]),
      (.not(.exactly(key: "a", values: ["1"])), [#"["a"!~"^(1)$"]"#]),
      (.atLeast(key: "a", number: 2), [#"["a"]"#]), (.not(.atLeast(key: "a", number: 2)), [""]),
      (
        .not(.gone),
        [#"["disused"!~"^([^n]|n$|n[^o]|no.)"]["abandoned"!~"^([^n]|n$|n[^o]|no.)"]"#]
      ),
      (.any([]), []), (.all([]), [""]),
    ] as [(TagExpression, [String])])
  func conditions(expression: TagExpression, texts: [String]) {
    #expect(Self.texts(expression) == texts)
  }

  @Test("escapes the characters of regular expressions in a value")
  func pattern() {
    #expect(
      Self.texts(.tag("a", "1.5 (x|y)*?+[z]{2}^$\\"))
        == [#"["a"~"(^|;) *(1\\.5 \\(x\\|y\\)\\*\\?\\+\\[z\\]\\{2\\}\\^\\$\\\\) *(;|$)"]"#])
  }

  // MARK: Filters

  @Test("categories are alternatives, and tags and names apply to each of them")
  func combination() throws {
    let filter = PlaceFilter(
      categories: ["fountain", "dry cleaner"],
      tags: [.init(key: "wheelchair", value: "yes"), .init(key: "fee")],
      name: "a b")
    let statements = try Self.query(for: filter).statements
    #expect(statements.count == 4)
    for statement in statements {
      #expect(statement.count(where: { $0.key == "wheelchair" && $0.comparison == "~" }) == 1)
      #expect(statement.contains(OverpassQuery.Condition(key: "fee")))
      #expect(statement.count(where: \.keyIsPattern) == 2)
    }
  }

  @Test("refuses an unknown category")
  func unknownCategory() {
    #expect(throws: PlacesError.unknownCategory("restaurnt", suggestions: ["restaurant"])) {
      try OverpassFilter(PlaceFilter(categories: ["cafe", "restaurnt"]))
    }
  }

  @Test("asks for a word that names no category as for a name, beside the others")
  func namedWord() throws {
    let both = try OverpassFilter(PlaceFilter(categories: ["cafe", "Migros"])).alternatives
    let cafe = try OverpassFilter(PlaceFilter(categories: ["cafe"])).alternatives
    let named = both.dropFirst(cafe.count).flatMap(\.self)
    #expect(Array(both.prefix(cafe.count)) == cafe)
    #expect(named.count == 1)
    #expect(named.first?.text.contains("|brand|operator|cuisine)$\"") == true)
    #expect(OverpassFilter.isWithinDefaultSelection(PlaceFilter(categories: ["cafe", "Migros"])))
  }

  @Test("every statement demands a tag", arguments: [PlaceFilter(), PlaceFilter(categories: ["peak"])])
  func demands(filter: PlaceFilter) throws {
    let alternatives = try OverpassFilter(filter).alternatives
    #expect(!alternatives.isEmpty)
    #expect(alternatives.allSatisfy { $0.contains(where: \.isDemand) })
  }

  @Test("exclusions alone apply to the default selection")
  func exclusionsAlone() {
    // No filter leads here, but a category of exclusions alone would.
    #expect(OverpassFilter.alternatives(of: .not(.has(key: "a"))).allSatisfy { !$0[0].isDemand })
  }

  @Test(
    "without a filter, asks for the default selection",
    arguments: [
      (["amenity": "bench"], true), (["shop": "yes"], true), (["shop": "no"], false),
      (["name": "Senaatintori", "place": "square"], true),
      (["highway": "residential", "name": "Katu"], false),
      (["boundary": "administrative", "name": "Helsinki"], false), (["highway": "bus_stop"], true),
      (["type": "route", "name": "Bus 1"], false), (["natural": "tree"], false),
      (["natural": "spring"], true),
      (["building": "yes"], false), ([:], false),
    ] as [([String: String], Bool)])
  func defaultPlaces(tags: [String: String], isSelected: Bool) throws {
    #expect(try Self.query(for: PlaceFilter()).selects(tags) == isSelected)
  }

  // MARK: Nothing is missing

  /// Places of Helsinki as OpenStreetMap has them: the name is a tag.
  private static let helsinki: [PointOfInterest] =
    (try? PlaceFile(path: Fixtures.path("places/helsinki.geojson")).read().places) ?? []

  private static func osmTags(of place: PointOfInterest) -> [String: String] {
    var tags = place.tags
    tags["name"] = place.name
    return tags
  }

  @Test("selects every place of a category, and hardly any other", arguments: Category.all.map(\.word))
  func categories(word: String) throws {
    let category = try #require(Category.named(word))
    let query = try Self.query(for: PlaceFilter(categories: [word]))
    #expect(query.statements.count <= 60)
    let selects = try query.selector()
    for place in Self.helsinki {
      let tags = Self.osmTags(of: place)
      // Numbers, and much of what is gone, are filtered afterwards.
      if category.expression.matches(tags) { #expect(selects(tags), "\(place)") }
      if selects(tags), !category.demand.matches(tags) { #expect(category.demand.asksForNumbers, "\(place)") }
    }
  }

  @Test(
    "selects an item of a list, but not a part of a word",
    arguments: [
      ("pizza", true), ("pizza;kebab", true), ("kebab;pizza", true), ("a; pizza ;b", true), ("pizzas", false),
      ("a;pizza b", false), ("no", false),
    ])
  func lists(value: String, isSelected: Bool) throws {
    let filter = PlaceFilter(tags: [.init(key: "cuisine", value: "pizza")])
    #expect(try Self.query(for: filter).selects(["cuisine": value]) == isSelected)
    let place = PointOfInterest(
      id: "1", coordinate: Coordinate(latitude: 0, longitude: 0), tags: ["cuisine": value])
    #expect(try filter.apply(to: [place]).isEmpty != isSelected)
  }

  @Test(
    "selects a name in any spelling",
    arguments: [
      ("gite", "Le Gîte"), ("gite", "LE GÎTE"), ("mcdonalds", "McDonald’s"), ("mc donalds", "Mc-Donald's"),
      ("hauptstrasse", "Hauptstraße"), ("strass", "Straße"), ("hauptstraße", "HAUPTSTRASSE"),
      ("pho viet", "Phở Việt"), ("loeuv", "L'œuvre"), ("istanbul", "İstanbul"), ("istanbul", "Istanbul"),
      ("кафе", "Кафе «Ёлка»"), ("елка", "Кафе «Ёлка»"), ("αθηνα", "Αθήνα"),
      ("東京", "東京タワー"), ("cafe", "Cafe\u{301} Bar"), ("7 eleven", "7-Eleven"), ("a.c", "A C"),
      ("smorrebrod", "Smørrebrød"), ("thor", "Þór"), ("suecka", "Sücka"), ("Sücka", "Suecka"),
      ("Muehlebruecke", "Mühlebrücke"), ("Aarhus", "Århus"), ("spital", "Landesspital"),
      ("Bücherei", "Stadtbuecherei"), ("krankenhaus", "Kreis-Krankenhaus"), ("centrum", "Köpcentrum"),
    ])
  func names(text: String, name: String) throws {
    let filter = PlaceFilter(name: text)
    let place = PointOfInterest(id: "1", name: name, coordinate: Coordinate(latitude: 0, longitude: 0))
    #expect(try filter.apply(to: [place]) == [place])
    #expect(try Self.query(for: filter).selects(["name": name]))
    #expect(try Self.query(for: filter).selects(["name:fi": name]))
  }

  @Test(
    "does not select another name",
    arguments: [("gite", "Gate"), ("x.c", "abc"), ("bc", "abc"), ("cde", "ab cd"), ("cafe", "coffee")])
  func otherNames(text: String, name: String) throws {
    #expect(try !Self.query(for: PlaceFilter(name: text)).selects(["name": name]))
  }

  @Test("refuses a name without letters", arguments: ["!", "\"", "😀", " ", "''"])
  func nameWithoutLetters(text: String) {
    #expect(throws: PlacesError.nameWithoutLetters(text)) { try OverpassFilter(PlaceFilter(name: text)) }
    #expect(throws: PlacesError.nameWithoutLetters(text)) {
      try PlaceFilter(name: text).apply(to: Self.helsinki)
    }
  }

  // MARK: Every place

  @Test("selects every place in few statements, and nothing else without a filter")
  func everyPlace() throws {
    let query = try Self.query(for: PlaceFilter())
    #expect(query.statements.count <= 70)
    let selects = try query.selector()
    for place in Self.helsinki where OSMPlaceRule.shared.selects(place.describedTags) {
      #expect(selects(Self.osmTags(of: place)), "\(place)")
    }
    for category in Category.all {
      for example in Self.examples(of: category.expression) where OSMPlaceRule.expression.matches(example) {
        #expect(selects(example), "\(category.word): \(example)")
      }
    }
  }

  @Test("every category has example tags, so that each is tested")
  func examples() {
    for category in Category.all {
      #expect(
        Self.examples(of: category.expression).contains(where: category.expression.matches), "\(category)")
    }
  }

  /// Tags that each meet one of the demands.
  private static func examples(of expression: TagExpression) -> [[String: String]] {
    OverpassFilter.alternatives(of: expression).flatMap { conditions in
      let tags = conditions.compactMap(\.tag)
      let most = tags.map(\.values.count).max() ?? 0
      return (0..<max(1, most)).map { index in
        tags.reduce(into: [:]) { example, tag in
          example[tag.key] = tag.values.isEmpty ? "yes" : tag.values[min(index, tag.values.count - 1)]
        }
      }
    }
  }

  @Test(
    "recognises filters that need more than the default selection",
    arguments: [
      (PlaceFilter(), true), (PlaceFilter(categories: ["cafe"]), true),
      (PlaceFilter(categories: ["shop"]), true),
      (PlaceFilter(categories: ["toilets"]), false), (PlaceFilter(categories: ["cafe", "ford"]), false),
      (PlaceFilter(tags: [.init(key: "amenity", value: "bench")]), true),
      (PlaceFilter(tags: [.init(key: "wheelchair")]), false), (PlaceFilter(name: "a"), true),
    ])
  func withinDefaultSelection(filter: PlaceFilter, isWithin: Bool) {
    #expect(OverpassFilter.isWithinDefaultSelection(filter) == isWithin)
  }

  @Test("a name under an unknown key does not count")
  func nameKeys() throws {
    let query = try Self.query(for: PlaceFilter(name: "cafe"))
    #expect(try query.selects(["official_name": "Cafe"]))
    #expect(try !query.selects(["operator": "Cafe", "old_name:1": "Cafe"]))
  }

  @Test("every name in Helsinki is selected by its own words")
  func ownNames() throws {
    let names = Self.helsinki.compactMap(\.name)
    #expect(names.count > 300)
    for name in names {
      #expect(try Self.query(for: PlaceFilter(name: name)).selects(["name": name]), "\(name)")
    }
  }

  // MARK: Nothing changes the query

  private static let hostileTexts = [
    #"""#, #"\"#, #"\""#, #"\\"];node(1);out;//"#, #""];out;"#, "a\nb", "a\0b", "\r\n", "\u{1B}[2J", "\u{7F}",
    "'", "];(._;>;);out meta;", "/*", "//", "*/", "[bbox:1,2,3,4]", "((((", "))))", "a{9999}", "[[:alpha:]",
    "\u{2028}", "\u{202E}", "é\u{301}\u{301}", "🏴‍☠️", "\u{FFFF}", "😀".description, "%22%5D", "&data=x", "+",
    "=",
    "~", "!~", ",i", "$", "^", "|", ";", " ", "-", "around", "{{bbox}}", #"\u0022"#, #"\n"#, "ǅ", "ß", "İ",
    String(repeating: "\\", count: 1001), String(repeating: "\"", count: 1001),
    String(repeating: "(", count: 1001),
  ]

  @Test("no tag or name changes the form of the query", arguments: hostileTexts)
  func hostile(text: String) throws {
    let query = try Self.query(
      for: PlaceFilter(tags: [.init(key: text, value: text), .init(key: text)], name: "a\(text)"))
    #expect(query.statements.count == 1)
    #expect(query.statements.first?.prefix(2).map(\.comparison) == ["~", nil])
    #expect(query.statements.first?.dropFirst(2).allSatisfy { $0.keyIsPattern && $0.ignoresCase } == true)
    #expect(query.around == [["504", "60.1719000", "24.9414000"]])
    do {
      let typed = try Self.query(for: PlaceFilter(categories: [text])).statements
      // Two or three words may also be written as one.
      #expect(typed.count == ((2...3).contains(NamePattern(text).words.count) ? 2 : 1))
      #expect(typed.joined().allSatisfy { $0.keyIsPattern && $0.ignoresCase })
    } catch is PlacesError {}  // It has no letters.
  }

  @Test("selects any tag", arguments: hostileTexts)
  func hostileValues(text: String) throws {
    let isPossible = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    let query = try Self.query(for: PlaceFilter(tags: [.init(key: text, value: text)]))
    #expect(try query.selects([text: text]) == isPossible)
  }

  @Test("random texts do not change the form of the query")
  func random() throws {
    var generator = SeededGenerator(seed: 5)
    let characters: [Character] = ["\"", "\\", "]", "[", ";", "(", ")", "\n", "a", "é", "~", "/", "*", "\0"]
    for _ in 0..<500 {
      let text = String(
        (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
          characters.randomElement(using: &generator)
        })
      let query = try Self.query(for: PlaceFilter(tags: [.init(key: text, value: text)], name: "a\(text)"))
      #expect(query.statements.count == 1, "\(text)")
    }
  }
}

extension TagExpression {
  /// Whether Overpass cannot decide part of it.
  fileprivate var asksForNumbers: Bool {
    switch self {
    case .atLeast, .exactly, .named: true
    case .any(let parts), .all(let parts): parts.contains(where: \.asksForNumbers)
    case .not(let part): part.asksForNumbers
    case .tag, .has, .gone: false
    }
  }
}
