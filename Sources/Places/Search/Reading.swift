import Geography

/// One way to understand what people type: what each part of it says, and how likely that is.
public struct Reading: Hashable, Sendable {
  /// What words say.
  public enum Sense: Hashable, Sendable {
    /// What is looked for, by the word of a category.
    case category(String)
    /// Part of a name.
    case name
    /// What a place must have.
    case tag(PlaceFilter.Tag)
    /// Nothing more than what stands beside it, as `restaurant` beside `sushi`.
    case contained
    /// What cannot apply, as this stands beside it.
    case ignored(beside: String)
    /// When it must be open.
    case open(PlannedTime)
    /// How far it may be.
    case within(Distance)
    /// Nothing that poi does not do anyway.
    case filler
  }

  /// Words that say one thing together.
  public struct Part: Hashable, Sendable {
    public let text: String
    public let sense: Sense
  }

  /// The parts between commas, in their order.
  public let groups: [[Part]]
  /// Of several readings, the one with the highest is likeliest.
  public let score: Int

  /// What words can say, by themselves.
  enum Phrase: Hashable {
    case category(String, Category)
    /// An adjective of a cuisine.
    case cuisine(String, PlaceFilter.Tag)
    case tag(String, PlaceFilter.Tag)
    case open(String, PlannedTime)
    case within(String, Distance)
    case filler(String)
    case name(String)
  }

  /// All ways to understand what stands between commas, beside what options look for, the likeliest first.
  static func all(of groups: [[Phrase]], beside: [Phrase] = []) -> [Reading] {
    let context = Context(groups, beside: beside)
    var readings: [[[Part]]] = [[]]
    for group in groups {
      readings = readings.map { $0 + [[]] }
      for phrase in group {
        let senses =
          readings.count < mostReadings ? context.senses(of: phrase) : [context.senses(of: phrase)[0]]
        readings = readings.flatMap { reading in
          senses.map { sense in
            var reading = reading
            reading[reading.count - 1].append(Part(text: phrase.text, sense: sense))
            return reading
          }
        }
      }
    }
    let scored = readings.compactMap { parts in
      context.score(of: parts).map { Reading(groups: parts, score: $0) }
    }
    return scored.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
      .map(\.element)
  }

  private static let mostReadings = 200

  /// Categories of places where one eats.
  fileprivate static let eating = Set(WordLines("lists", of: "tags").words(of: "eating"))
  /// Others whose places tell which diets they serve.
  fileprivate static let otherFood = Set(WordLines("lists", of: "tags").words(of: "food"))
  /// Categories whose word is a value of `cuisine`.
  fileprivate static let dishes: Set = ["pizza", "burger", "kebab", "sushi"]
  /// Categories whose word asks for something beside another.
  fileprivate static let diets = [
    "vegan": PlaceFilter.Tag(key: "diet:vegan", value: "yes", or: "only"),
    "vegetarian": PlaceFilter.Tag(key: "diet:vegetarian", value: "yes", or: "only"),
  ]
}

extension Reading.Phrase {
  var text: String {
    switch self {
    case .category(let text, _), .cuisine(let text, _), .tag(let text, _), .open(let text, _),
      .within(let text, _), .filler(let text), .name(let text):
      text
    }
  }

  fileprivate var category: String? {
    if case .category(_, let category) = self { category.word } else { nil }
  }
  fileprivate var isCuisine: Bool { if case .cuisine = self { true } else { false } }
  var isCategory: Bool { category != nil }
  var isName: Bool { if case .name = self { true } else { false } }
  fileprivate var isEating: Bool { category.map(Reading.eating.contains) ?? false }
  fileprivate var isDish: Bool { category.map(Reading.dishes.contains) ?? false }
  /// Whether it says no more than that there is something to eat.
  fileprivate var isAnyFood: Bool { category == "restaurant" || category == "food" }
  fileprivate var diet: PlaceFilter.Tag? { category.flatMap { Reading.diets[$0] } }
  /// What says what is looked for, rather than more about it.
  fileprivate var isTold: Bool { category != nil || isCuisine || isName }
}

/// The phrases that stand beside each other, which decide what each can say.
private struct Context {
  let groups: [[Reading.Phrase]]
  /// What options look for as well.
  let beside: [Reading.Phrase]
  let isAlone: Bool
  /// What has no food.
  let withoutFood: String?
  /// Whether an adjective of a cuisine says more about the rest: in `german embassy` it is part of a name.
  let isOfFood: Bool

  init(_ groups: [[Reading.Phrase]], beside: [Reading.Phrase]) {
    (self.groups, self.beside) = (groups, beside)
    let told = groups.joined().filter(\.isTold)
    isAlone = groups.count { $0.contains(where: \.isTold) } == 1
    isOfFood = told.allSatisfy { $0.isCuisine || $0.diet != nil || $0.isEating }
    withoutFood =
      (told + beside).first { phrase in
        phrase.category.map { !Reading.eating.contains($0) && !Reading.otherFood.contains($0) } ?? false
      }?.text
  }

  /// What a phrase can say, beside whatever.
  func senses(of phrase: Reading.Phrase) -> [Reading.Sense] {
    switch phrase {
    case .category(_, let category):
      var senses = [Reading.Sense.category(category.word)]
      if phrase.isAnyFood { senses.append(.contained) }
      if phrase.isDish { senses.append(.tag(PlaceFilter.Tag(key: "cuisine", value: category.word))) }
      if let diet = phrase.diet { senses.append(withoutFood.map { .ignored(beside: $0) } ?? .tag(diet)) }
      return senses
    case .cuisine(_, let tag): return isOfFood ? [.tag(tag)] : [.name]
    case .tag(_, let tag):
      return [tag.key.hasPrefix("diet:") ? withoutFood.map { .ignored(beside: $0) } ?? .tag(tag) : .tag(tag)]
    case .open(_, let moment): return [.open(moment)]
    case .within(_, let distance): return [.within(distance)]
    case .filler: return [.filler]
    case .name: return [.name]
    }
  }

  /// How likely a reading is; `nil` if what stands beside a word contradicts it.
  func score(of reading: [[Reading.Part]]) -> Int? {
    var score = 0
    for (phrases, parts) in zip(groups, reading) {
      let senses = zip(phrases, parts).filter { $0.0.isTold }.map { (phrase: $0.0, sense: $0.1.sense) }
      guard senses.allSatisfy({ isPossible($0.sense, of: $0.phrase, beside: senses) }) else { return nil }
      score += parts.reduce(0) { $0 + Self.weight(of: $1.sense) }
    }
    return score
  }

  /// What says more about the rest is likelier than one more thing to look for, and a name is what nothing else explains.
  private static func weight(of sense: Reading.Sense) -> Int {
    switch sense {
    case .contained: 13
    case .tag, .open, .within: 12
    case .ignored: 11
    case .category: 10
    case .filler: 2
    case .name: 1
    }
  }

  /// Whether a phrase can say something beside the others of its group.
  private func isPossible(
    _ sense: Reading.Sense, of phrase: Reading.Phrase,
    beside all: [(phrase: Reading.Phrase, sense: Reading.Sense)]
  ) -> Bool {
    let group = all.map(\.phrase).filter { !($0.isCuisine && isOfFood) }
    let others = group.filter { $0 != phrase }
    switch sense {
    case .contained:
      let dishes = group.count(where: \.isDish)
      if dishes == 1 { return group.allSatisfy { $0.isDish || $0.diet != nil || $0.isAnyFood } }
      let diets = all.filter { $0.phrase.diet != nil }
      return dishes == 0 && isAlone && beside.isEmpty && !diets.isEmpty
        && diets.allSatisfy { if case .category = $0.sense { true } else { false } }
        && group.allSatisfy { $0.diet != nil || $0.category == "restaurant" }
    case .tag where phrase.isDish:
      // A dish beside a word for where one eats says what there is to eat: `pizza takeaway`.
      return isAlone && !others.isEmpty && others.allSatisfy { $0.isEating && !$0.isDish }
        && !others.allSatisfy(\.isAnyFood)
    case .tag where phrase.diet != nil, .ignored where phrase.diet != nil:
      let others = others + beside
      return others.contains { $0.diet == nil } && others.allSatisfy { $0.category != nil }
    default: return true
    }
  }
}

extension Reading: CustomStringConvertible {
  /// What it takes each part for: `restaurant (category) + chinese (cuisine=chinese)`.
  public var description: String {
    groups.filter { !$0.isEmpty }.map { parts in
      parts.map { part in
        let sense =
          switch part.sense {
          case .category(let word): word
          case .name: "a name"
          case .tag(let tag): "\(tag.key)=\(tag.values.joined(separator: "|"))"
          case .contained: "says nothing more"
          case .ignored(let other): "ignored beside \(other)"
          case .open(let moment): "open \(moment)"
          case .within(let distance): "within \(distance.metres) m"
          case .filler: "says nothing"
          }
        return "'\(part.text)': \(sense)"
      }.joined(separator: ", ")
    }.joined(separator: "; or ")
  }
}
