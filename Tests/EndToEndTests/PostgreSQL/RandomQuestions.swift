import Foundation
import Geography
import Places
import TestSupport

/// Queries of all kinds, the same in every run.
struct RandomQuestions {
  private var generator: SeededGenerator
  private let places: [PointOfInterest]
  private let tags: [PlaceFilter.Tag]
  private let names: [String]

  init(seed: UInt64, around places: [PointOfInterest]) {
    generator = SeededGenerator(seed: seed)
    self.places = places
    tags = places.flatMap { place in
      place.tags.sorted { $0.key < $1.key }.map { PlaceFilter.Tag(key: $0.key, value: $0.value) }
    }
    names = places.flatMap { place in
      [place.name, place.tags["name:sv"], place.tags["alt_name"]].compactMap(\.self)
    }
  }

  /// A position and a query.
  mutating func next() -> (Coordinate, PlaceQuery) {
    var query = PlaceQuery(limit: Int.random(in: 1...30, using: &generator))
    if chance(0.3) { query.radius = Distance(metres: pow(10, Double.random(in: 0.5...4, using: &generator))) }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: query.filter.skipsUnlisted = true
    case 1...4:
      query.filter.categories = (0...Int.random(in: 0...1, using: &generator)).map { _ in category() }
    case 5, 6: query.filter.tags = [tag()]
    case 7, 8: query.filter.name = name()
    default:
      query.filter.categories = [category()]
      query.filter.tags = chance(0.5) ? [tag()] : []
      query.filter.name = chance(0.5) ? name() : nil
    }
    return (position(), query)
  }

  private mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < part }

  /// Near a place, exactly there, or anywhere on earth.
  private mutating func position() -> Coordinate {
    if chance(0.1) {
      return Coordinate(
        latitude: Double.random(in: -90...90, using: &generator),
        longitude: Double.random(in: -180...180, using: &generator))
    }
    guard let place = places.randomElement(using: &generator) else {
      return Coordinate(latitude: 0, longitude: 0)
    }
    let aside = chance(0.1) ? 0 : 0.01
    return Coordinate(
      latitude: place.coordinate.latitude + Double.random(in: -aside...aside, using: &generator),
      longitude: place.coordinate.longitude + Double.random(in: -aside...aside, using: &generator))
  }

  private mutating func category() -> String {
    // Half of them are words of existing places, if the sources have all of the kind.
    let own = places.randomElement(using: &generator).flatMap { place in
      place.category.flatMap { ShownWord($0).files($0, place.tags) ? $0 : nil }
    }
    return chance(0.5) ? own ?? "cafe" : Category.all.randomElement(using: &generator)?.word ?? "cafe"
  }

  private mutating func tag() -> PlaceFilter.Tag {
    let tag = tags.randomElement(using: &generator) ?? PlaceFilter.Tag(key: "amenity")
    return chance(0.3) ? PlaceFilter.Tag(key: tag.key) : tag
  }

  /// A name, a word of one, or its beginning; unchanged, in capitals, or without umlauts.
  private mutating func name() -> String {
    let name = names.randomElement(using: &generator) ?? "Kahvila"
    let word = String(name.split(separator: " ").randomElement(using: &generator) ?? "Kahvila")
    var asked =
      chance(0.3) ? name : chance(0.5) ? word : String(word.prefix(Int.random(in: 1...6, using: &generator)))
    if chance(0.2) { asked = asked.uppercased() }
    if chance(0.2) { asked = asked.replacing("ä", with: "a").replacing("ö", with: "oe") }
    if chance(0.1) { asked = String(word.suffix(5)) }
    return asked.contains(where: \.isLetter) ? asked : "Kahvila"
  }
}
