import CivilTime
import FoundationEssentials
import Geography
import Nearby
import Places
import Presentation
import Serving

/// A request's query: parameters have the names, values and defaults of the commands' options.
struct ServedQuery {
  private let parameters: QueryParameters
  private let settings: Settings
  /// Whose words take precedence in what people type.
  private let wordsLanguage: Category.Language
  private let hours: PlaceHours
  private let now: Date
  /// What people type; what says where to look may be taken out of it.
  var words: [String]
  /// The saved queries that the request names, as words or as categories.
  private let savedNames: [String]

  init(_ parameters: QueryParameters, settings: Settings, hours: PlaceHours, now: Date) {
    self.parameters = parameters
    var settings = settings
    if let language = try? Self.language(in: parameters) { settings.chosenLanguage = language }
    self.settings = settings
    // What the server itself is set to was read as it started.
    wordsLanguage = (try? settings.wordsLanguage()) ?? .english
    self.hours = hours
    self.now = now
    let typed = (try? parameters.value(of: "words"))?.split(separator: " ").map(String.init) ?? []
    words = typed.filter { !$0.hasPrefix(SavedQuery.sign) }
    savedNames = (parameters.values(of: "category") + typed).filter { $0.hasPrefix(SavedQuery.sign) }
  }

  static let ofFilter: Set = ["words", "category", "tag", "name", "open-now", "open-at"]
  static let ofPosition: Set = ["lat", "long", "at"]
  static let ofFences: Set = ["within", "confirm", "cooldown", "dwell", "max-accuracy", "max-speed"]

  func allow(only groups: Set<String>...) throws(QueryParameters.Problem) {
    try parameters.allow(only: groups)
  }

  // MARK: Where

  /// The request's position; `nil` for the receiver's.
  func position() throws(QueryParameters.Problem) -> TypedPosition? {
    let (latitude, longitude) = (try parameters.value(of: "lat"), try parameters.value(of: "long"))
    guard let text = try parameters.value(of: "at") else {
      guard latitude != nil || longitude != nil else { return nil }
      return TypedPosition(coordinate: try requiredPosition())
    }
    guard latitude == nil, longitude == nil else {
      throw .init(field: "at", message: "give lat and long, or at")
    }
    return try reading("at") { try TypedPosition(parsing: text) }
  }

  /// A position that the request must give.
  func requiredPosition() throws(QueryParameters.Problem) -> Coordinate {
    func degrees(_ field: String, upTo limit: Double) throws(QueryParameters.Problem) -> Double {
      guard let text = try parameters.value(of: field) else {
        throw .init(field: field, message: "give lat and long in degrees")
      }
      guard let number = Double.decimal(text), abs(number) <= limit else {
        throw .init(
          field: field,
          message:
            "'\(text)' is not a number of degrees from -\(Int(clamping: limit)) to \(Int(clamping: limit))")
      }
      return number
    }
    return Coordinate(latitude: try degrees("lat", upTo: 90), longitude: try degrees("long", upTo: 180))
  }

  /// Refuses words that say where to look, for something at a place that is none of some names.
  func refusePlace(
    among names: PositionByName? = nil, ifNamed: Bool = false, _ message: (PlacedWords) -> String
  ) throws {
    let doubt = try PlacedWords.doubt(
      words, PlacedWords.all(of: words), in: wordsLanguage, among: names)
    guard let doubt, !doubt.what.isEmpty, !ifNamed || doubt.isNamed(in: wordsLanguage) else {
      return
    }
    throw QueryParameters.Problem(field: "words", message: message(doubt))
  }

  static let placeIsElsewhere =
    "only /nearby and /here take words that say where to look; to search for a name, use the parameter name"

  // MARK: What

  /// - Parameter isForLists: whether to leave out what the commands' lists leave out.
  func filter(isForLists: Bool = false) throws(QueryParameters.Problem) -> PlaceFilter {
    let question = try question()
    var filter = try reading("category") { try question.filter(in: settings) }
    let wantsAll = try flag("all")
    filter.skipsUnlisted = isForLists && !question.wantsAll(wantsAll)
    // A program that asks by category wants what it asks for.
    filter.isTyped = !question.typed.categories.isEmpty
    return filter
  }

  private func question() throws(QueryParameters.Problem) -> PlaceQuestion {
    _ = try parameters.value(of: "words")
    try check(words.count, of: "words", atMost: Self.mostWords, "\(Self.mostWords) words")
    let categories = parameters.values(of: "category").filter { !$0.hasPrefix(SavedQuery.sign) }
    var question = PlaceQuestion(
      words: words, categories: categories, saved: try savedQuery(), in: wordsLanguage)
    if let contradiction = question.typed.contradiction {
      throw .init(field: "words", message: "give \(contradiction); leave one out")
    }
    let texts = parameters.values(of: "tag")
    try check(texts.count, of: "tag", atMost: Self.mostWords, "\(Self.mostWords) tags")
    question.tags = try reading("tag") { try texts.map { try PlaceFilter.Tag(argument: $0) } }
    question.name = try parameters.value(of: "name")
    guard question.name?.isEmpty != true else {
      throw .init(field: "name", message: "give a name, or leave it out")
    }
    guard categories.allSatisfy({ !FilterOptions.categories(in: [$0]).isEmpty }) else {
      throw .init(field: "category", message: "write a word, like water")
    }
    let count = question.typed.categories.count + FilterOptions.categories(in: categories).count
    try check(count, of: "category", atMost: Self.mostWords, "\(Self.mostWords) words")
    return question
  }

  /// What of the typed words cannot apply to what is meant, a sentence each.
  func ignoredWords() throws(QueryParameters.Problem) -> [String] {
    try question().typed.ignored.map(\.description)
  }

  /// The saved query that the request names, which applies where no parameter does; `nil` for none.
  private func savedQuery() throws(QueryParameters.Problem) -> SavedQuery? {
    guard let name = savedNames.first else { return nil }
    guard savedNames.count == 1, let query = settings.file?.queries[String(name.dropFirst())] else {
      throw .init(
        field: parameters.values(of: "category").contains(name) ? "category" : "words",
        message: savedNames.count == 1 ? "no saved query \(name)" : "give one saved query at a time")
    }
    return query
  }

  /// The most categories, and the most tags.
  private static let mostWords = 16

  /// A number of places.
  ///
  /// - Parameters:
  ///   - usual: the default.
  ///   - most: the maximum.
  func limit(usual: Int? = nil, most: Int) throws(QueryParameters.Problem) -> Int {
    let isGiven = try parameters.value(of: "limit") != nil
    let saved: Int? = isGiven ? nil : try savedQuery()?[.queryLimit] ?? usual
    let limit = if let saved { saved } else { try value(of: Setting<Int>.limit) }
    guard limit <= most || !isGiven else {
      throw .init(field: "limit", message: "at most \(most) places at once")
    }
    return min(limit, most)
  }

  /// The largest distance; `nil` for any.
  func radius() throws(QueryParameters.Problem) -> Distance? {
    var radius = try value(of: Setting<Distance?>.radius)
    if try parameters.value(of: "radius") == nil, let asked = try question().radius { radius = asked }
    if let radius {
      try check(radius, of: "radius", atMost: Self.farthest, "20100 km, the other side of the earth")
    }
    return radius
  }

  /// No way over the ground is longer.
  private static let farthest = Distance(metres: 20_100_000)

  /// A flag, off by default.
  func flag(_ name: String, otherwise usual: Bool = false) throws(QueryParameters.Problem) -> Bool {
    try parameters.flag(name, otherwise: usual)
  }

  func openingMoment() throws(QueryParameters.Problem) -> PlannedTime? {
    let isNow = try parameters.flag("open-now")
    let text = try parameters.value(of: "open-at")
    guard text == nil || !isNow else { throw .init(field: "open-at", message: "give open-now or open-at") }
    let moment = try reading("open-at") {
      try text.map { try PlannedTime(parsing: $0, in: wordsLanguage) }
    }
    return try question().openingMoment(isNow: isNow, at: moment)
  }

  func openings() throws(QueryParameters.Problem) -> Openings {
    let moment = try openingMoment()
    return Openings(OpeningCondition(moment ?? .now, now: now, hours: hours), isAsked: moment != nil)
  }

  /// In which words to say, beside the numbers, what people read; `nil` if the request does not ask for them.
  func wording() throws(QueryParameters.Problem) -> Wording? {
    guard try flag("shown") else {
      guard try parameters.value(of: "units") == nil else {
        throw .init(field: "units", message: "units works only with shown: numbers are always in SI units")
      }
      return nil
    }
    return Wording(
      units: try value(of: .units).units(in: settings.locale.territory),
      language: try language().map { Category.Language(code: $0.code) } ?? .english)
  }

  /// The language of names; `nil` for the server's.
  func language() throws(QueryParameters.Problem) -> NameLanguage? {
    try Self.language(in: parameters)
  }

  private static func language(
    in parameters: QueryParameters
  ) throws(QueryParameters.Problem) -> NameLanguage? {
    guard let text = try parameters.value(of: "language") else { return nil }
    guard let language = NameLanguage(parsing: text) else {
      throw .init(field: "language", message: "write a language like de or pt-BR")
    }
    return language
  }

  func openingHours() throws(QueryParameters.Problem) -> String {
    guard let value = try parameters.value(of: "value"), !value.isEmpty else {
      throw .init(field: "value", message: "give opening hours, like Mo-Fr 09:00-17:00")
    }
    return value
  }

  /// How near a place must be: by the parameter, the words or the saved query, or else the setting.
  func fence(_ setting: Setting<Distance>) throws(QueryParameters.Problem) -> Distance {
    let usual = try value(of: setting, atMost: Self.largestFence, "10 km")
    guard try parameters.value(of: "within") == nil else { return usual }
    let question = try question()
    if let typed = question.typed.distance {
      try check(typed, of: "words", atMost: Self.largestFence, "10 km")
    }
    guard question.within != nil || question.saved?[.queryRadius] == nil else {
      throw .init(field: "within", message: "the saved query has a radius, but no within; give within, too")
    }
    return question.within ?? usual
  }

  private static let largestFence = Distance(metres: 10_000)

  // MARK: Features

  func checkFormat() throws(QueryParameters.Problem) {
    guard try parameters.value(of: "f") ?? "json" == "json" else {
      throw .init(field: "f", message: "the format is json")
    }
  }

  /// The box of four numbers, or of six with heights, which places do not have; `nil` for all of the earth.
  func box() throws(QueryParameters.Problem) -> BoundingBox? {
    guard let text = try parameters.value(of: "bbox") else { return nil }
    var numbers = text.split(separator: ",", omittingEmptySubsequences: false)
    if numbers.count == 6, let lowest = Double.decimal(numbers[2]), let highest = Double.decimal(numbers[5]),
      lowest <= highest
    {
      numbers = [numbers[0], numbers[1], numbers[3], numbers[4]]
    }
    return try reading("bbox") { try BoundingBox(parsing: numbers.joined(separator: ",")) }
  }

  /// Refuses what is no time and no interval of times, of which one end may be open (RFC 3339).
  func checkTime() throws(QueryParameters.Problem) {
    guard let text = try parameters.value(of: "datetime") else { return }
    let ends = text.split(separator: "/", omittingEmptySubsequences: false)
    let isOpen = ends.count == 2 ? ends.map { $0.isEmpty || $0 == ".." } : ends.map { _ in false }
    let times = ends.map { Timestamp.date(parsing: $0) }
    guard ends.count <= 2, isOpen.contains(false), zip(isOpen, times).allSatisfy({ $0 || $1 != nil }),
      zip(times.compactMap(\.self), times.compactMap(\.self).dropFirst()).allSatisfy({ $0 <= $1 })
    else {
      throw .init(
        field: "datetime",
        message: "write a time like 2026-01-01T00:00:00Z, or an interval like TIME/.. of two")
    }
  }

  /// The number of the last place of the page before.
  func after() throws(QueryParameters.Problem) -> Int64? {
    guard let text = try parameters.value(of: "after") else { return nil }
    guard let number = Int64(text), number >= 0 else {
      throw .init(field: "after", message: "use the next link of the page before")
    }
    return number
  }

  // MARK: Events

  /// When a place counts as entered, left or passed.
  func rules() throws(QueryParameters.Problem) -> ProximityRules {
    var rules = ProximityRules()
    rules.within = try fence(.within)
    rules.confirm = try value(of: .confirm, atMost: 1000, "1000 fixes")
    rules.cooldown = try value(of: .cooldown, atMost: Self.longestTime, "604800 s, which is a week")
    rules.dwell = try value(of: .dwell, atMost: Self.longestTime, "604800 s, which is a week")
    rules.maxAccuracy = try value(of: .maxAccuracy, atMost: 1_000_000, "1000000 m")
    rules.maxSpeed = try value(of: .maxSpeed, atMost: 100_000, "100000 m/s")
    return rules
  }

  /// In seconds.
  private static let longestTime = 604_800.0

  private static let servedEvents: Set = [
    "initial", "enter", "leave", "pass", "location", "authorization", "signal",
  ]

  func events() throws(QueryParameters.Problem) -> Set<String> {
    let names = try value(of: Setting<EventOptions.Names>.events).names
    let served = names.intersection(Self.servedEvents)
    // The setting is for poi watch, too.
    let isGiven = try parameters.value(of: "events") != nil
    if !isGiven { return served.isEmpty ? EventOptions.Names().names : served }
    guard let other = names.subtracting(served).sorted().first else { return names }
    throw .init(field: "events", message: "only poi watch has the event \(other)")
  }

  /// The same, unless the request wants more than `most`; those who run the server may set more.
  private func value<Value: Comparable>(
    of setting: Setting<Value>, atMost most: Value, _ wording: String
  ) throws(QueryParameters.Problem) -> Value {
    let value = try value(of: setting)
    try check(value, of: setting.key.name, atMost: most, wording)
    return value
  }

  /// - Parameter wording: the bound as the client reads it.
  private func check<Value: Comparable>(
    _ value: Value, of name: String, atMost most: Value, _ wording: String
  ) throws(QueryParameters.Problem) {
    guard value <= most || parameters.values(of: name).isEmpty else {
      throw .init(field: name, message: "at most \(wording)")
    }
  }

  /// A parameter's value, or else that of the setting with its name.
  private func value<Value>(of setting: Setting<Value>) throws(QueryParameters.Problem) -> Value {
    let name = setting.key.name
    return try reading(name) {
      guard let text = try parameters.value(of: name) else { return try settings.value(of: setting) }
      return try setting.type.parse(text)
    }
  }

  /// Reads a parameter; any error becomes one that names it.
  private func reading<Value>(
    _ name: String, _ read: () throws -> Value
  ) throws(QueryParameters.Problem) -> Value {
    do {
      return try read()
    } catch let problem as QueryParameters.Problem {
      throw problem
    } catch {
      throw .init(field: name, message: (error as? CommandFailure)?.message ?? "\(error)")
    }
  }
}
