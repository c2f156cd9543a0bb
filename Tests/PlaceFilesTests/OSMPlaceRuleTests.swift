import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

@Suite struct OSMPlaceRuleTests {
  @Test("selects every category by each of its own tags, unless it excludes them")
  func categories() {
    for category in Category.all {
      for tags in Self.examples(of: category.expression) where category.expression.matches(tags) {
        #expect(OSMPlaceRule.shared.selects(tags), "\(category.word): \(tags)")
        #expect(Self.mayBeWanted(tags), "\(category.word): \(tags)")
      }
    }
  }

  @Test("selects the same real places as every expression in turn")
  func realPlaces() throws {
    let expressions = [.defaultPlaces] + Category.all.map(\.expression)
    for place in try PlaceFile(path: Fixtures.path("places/helsinki.geojson")).read().places {
      var tags = place.tags
      tags["name"] = place.name
      for left in [nil] + tags.keys.map(Optional.some) {
        let fewer = tags.filter { $0.key != left }
        let isSelected = expressions.contains { $0.matches(fewer) }
        #expect(OSMPlaceRule.shared.selects(fewer) == isSelected, "\(fewer)")
        if isSelected { #expect(Self.mayBeWanted(fewer)) }
      }
    }
  }

  @Test(
    "reads lists of values, and leaves out objects that are not places",
    arguments: [
      (["amenity": "cafe"], true), (["emergency": "lifeguard;defibrillator"], true),
      (["highway": "residential"], false), (["highway": "residential", "name": "A Street"], false),
      (["disused:amenity": "cafe"], false), (["amenity": "no"], false), ([:], false),
    ])
  func selected(tags: [String: String], isSelected: Bool) {
    #expect(OSMPlaceRule.shared.selects(tags) == isSelected)
  }

  @Test("a named relation of any type is selected by a tag that is asked for, also by its name")
  func askedRelations() {
    let tags = ["type": "site", "name": "Old Town"]
    #expect(!OSMPlaceRule.shared.selects(tags, isRelation: true))
    for value in [nil, "Old Town"] {
      let rule = OSMPlaceRule.including([PlaceFilter.Tag(key: "name", value: value)])
      #expect(rule.selects(tags, isRelation: true))
      #expect(!rule.selects(["type": "site"], isRelation: true))
    }
  }

  /// Whether an element with these tags passes a reader's filter of keys.
  private static func mayBeWanted(_ tags: [String: String]) -> Bool {
    tags.contains { key, value in
      guard let values = OSMPlaceRule.shared.keys[key] else { return false }
      return values?.contains(value) ?? true || value.contains(";")
    }
  }

  /// Tags that fulfil an expression in one of its ways, as far as one tag a part goes.
  private static func examples(of expression: TagExpression) -> [[String: String]] {
    switch expression {
    case .tag(let key, let values): values.flatMap { [[key: $0], [key: "other;\($0)"]] }
    case .exactly(let key, let values): values.map { [key: $0] }
    case .atLeast(let key, let number): [[key: "\(number + 1) m"]]
    case .named(let beginnings): beginnings.map { ["name": $0] }
    case .has(let key): [[key: "yes"]]
    case .any(let parts): parts.flatMap(examples)
    case .all(let parts):
      parts.reduce([[:]]) { made, part in
        if case .not = part { return made }
        return made.flatMap { tags in
          examples(of: part).prefix(40).map { tags.merging($0) { first, _ in first } }
        }
      }
    case .not, .gone: []
    }
  }
}
