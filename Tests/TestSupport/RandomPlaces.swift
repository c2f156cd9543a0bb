import Geography

@testable import Places

/// Places that nobody would think up, and filters that some of them pass; determined by a seed.
package struct RandomPlaces {
  private var generator: SeededGenerator

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Words of names, which are spelled differently in queries.
  private static let words = [
    "Café", "cafe\u{301}", "Engel", "L’Étoile", "d'Or", "Saint-Malo", "St.", "Ølhus", "Straße", "日本橋", "カフェ",
    "O'Neill", "Rock-n-Roll", "24h", "№", "ÇA", "…", "-", "'", "ｆｕｌｌ", "Łódź", "المقهى", "\"quoted\"", "a*b",
    "NEAR",
    "AND", "nul\0byte", "\u{1F3D5}",
  ]

  /// A source's own words; the long ones have letters of two bytes where a term ends.
  private static let ownCategories = [
    "bus-stops", "Cafés", "public_saunas", "Бани", "--", "museum", "@home", "water = tap", "\"quoted\"",
    "x" + String(repeating: "é", count: 40), String(repeating: "漢", count: 40), "nul\0byte",
  ]

  private static let keys = [
    "wheelchair", "cuisine", "addr:street", "Key With Spaces", "clé", "=", "name", "alt_name", "name:fi",
    "k" + String(repeating: "é", count: 40), String(repeating: "long", count: 20), "\"", "nul\0byte",
  ]

  private static let values = [
    "yes", "no", "cake;coffee", "cake; coffee ;tea", ";", "a;;b", "free text", "Straße", "YES", "", " ", "\"",
    "x*",
    String(repeating: "v", count: 32), String(repeating: "v", count: 33), String(repeating: "é", count: 40),
    "nul\0byte",
  ]

  /// Every tag that some category asks for.
  private static let categoryTags = Category.all.map(\.expression.mentions)

  package mutating func place(id: String, at coordinate: Coordinate) -> PointOfInterest {
    var tags: [String: String] = [:]
    for (key, value) in pick(Self.categoryTags).shuffled(using: &generator).prefix(int(0...2)) {
      tags[key] = one(in: 4) ? "\(value);\(pick(Self.values))" : value
    }
    for _ in 0..<int(0...3) {
      let key = pick(Self.keys)
      tags[key] = NameWords.isNameKey(key) ? name() : pick(Self.values)
    }
    return PointOfInterest(
      id: id, name: one(in: 4) ? nil : name(), category: one(in: 3) ? pick(Self.ownCategories) : nil,
      coordinate: coordinate, extent: one(in: 3) ? extent(around: coordinate) : nil, tags: tags)
  }

  /// Lines and rings, of a few metres or of many kilometres.
  private mutating func extent(around centre: Coordinate) -> Extent? {
    let size = pick([3.0, 40, 120, 900, 30_000])
    func line(_ random: inout RandomPlaces) -> [Coordinate] {
      (0..<random.int(1...6)).map { _ in
        WGS84.destination(
          from: centre, bearing: Bearing(degrees: random.double(0...359)),
          distance: Distance(metres: random.double(0...size)))
      }
    }
    return Extent(
      lines: (0..<int(0...1)).map { _ in line(&self) }, rings: (0..<int(0...2)).map { _ in line(&self) })
  }

  package mutating func filter(for places: [PointOfInterest]) -> PlaceFilter {
    var filter = PlaceFilter()
    let place = pick(places)
    if one(in: 2) { filter.categories = [category(of: place)] }
    if one(in: 4) { filter.categories.append(pick(Category.all).word) }
    for _ in 0..<(one(in: 2) ? 1 : int(0...2)) { filter.tags.append(tag(of: place)) }
    if one(in: 3) { filter.name = askedName(of: place) }
    return filter
  }

  private mutating func category(of place: PointOfInterest) -> String {
    guard let category = place.category else { return pick(Category.all).word }
    // An intent word that its tags stand for, or the word itself.
    let meant = Category.all.filter { $0.matches(tags: place.tags, ownCategory: category) }
    let word = one(in: 2) ? meant.randomElement(using: &generator)?.word ?? category : category
    // What has no letters is refused.
    return Category.normalised(word).isEmpty ? "museum" : word
  }

  private mutating func tag(of place: PointOfInterest) -> PlaceFilter.Tag {
    guard let (key, value) = place.tags.sorted(by: { $0.key < $1.key }).randomElement(using: &generator),
      !one(in: 5)
    else { return PlaceFilter.Tag(key: "name", value: one(in: 2) ? place.name : nil) }
    let parts = TagExpression.parts(of: value)
    return PlaceFilter.Tag(key: key, value: one(in: 3) ? nil : pick([value] + parts.map(String.init)))
  }

  private mutating func askedName(of place: PointOfInterest) -> String {
    let words = NameWords.found(in: place.name ?? place.tags["name:fi"] ?? name())
    let asked = words.shuffled(using: &generator).prefix(int(1...2))
      .map { $0.prefix(int(1...max(1, $0.count))) + "" }.joined(separator: " ")
    // What has no letters is refused.
    return NameWords.asked(asked).isEmpty ? "a" : asked
  }

  private mutating func name() -> String {
    var words = (0..<int(1...3)).map { _ in pick(Self.words) }
    if one(in: 3) { words = words.map { one(in: 2) ? $0.uppercased() : $0.lowercased() } }
    return words.joined(separator: one(in: 4) ? "-" : " ")
  }

  package mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
  package mutating func double(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &generator)
  }
  package mutating func one(in count: Int) -> Bool { int(1...count) == 1 }

  package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.shuffled(using: &generator)
  }

  package mutating func pick<Choices: RandomAccessCollection>(_ choices: Choices) -> Choices.Element {
    choices[choices.index(choices.startIndex, offsetBy: int(0...choices.count - 1))]
  }
}

extension TagExpression {
  /// Every tag it names, including what it excludes.
  fileprivate var mentions: [(key: String, value: String)] {
    switch self {
    case .tag(let key, let values), .exactly(let key, let values): values.map { (key, $0) }
    case .has(let key): [(key, "yes"), (key, "something else")]
    case .atLeast(let key, let number): [(key, "\(number)"), (key, "0")]
    case .gone: [("disused", "yes"), ("opening_hours", "closed"), ("disused:amenity", "yes")]
    case .named(let beginnings): beginnings.map { ("name", $0) }
    case .any(let parts), .all(let parts): parts.flatMap(\.mentions)
    case .not(let part): part.mentions
    }
  }
}
