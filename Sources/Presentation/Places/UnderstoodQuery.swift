import FoundationEssentials
import Geography
import Input
import OpeningHours
import Places

/// A search as poi understood it, in one line: `restaurants, with Chinese cuisine, open now, within 2 km of Schaan`.
public struct UnderstoodQuery {
  private let filter: PlaceFilter
  private let radius: Distance?
  private let opening: OpeningCondition?
  private let place: String?
  private let isInside: Bool

  /// - Parameters:
  ///   - place: what the user calls the position; `nil` if it has no name.
  ///   - isInside: whether only what is in the place counts.
  public init(_ query: PlaceQuery, around place: String?, isInside: Bool = false) {
    (filter, radius, opening) = (query.filter, query.radius, query.opening)
    (self.place, self.isInside) = (place, isInside)
  }

  /// The line in the language of the wording.
  ///
  /// - Parameter position: whose clocks show the time.
  public func text(in wording: Wording, at position: Coordinate?) -> String {
    let language = wording.language
    func line(_ key: String, _ values: [String: String] = [:]) -> String {
      Self.line(key, values, in: language)
    }
    let names = filter.wordsOfNames
    let kinds = filter.categories.filter { !names.contains($0) }.map { word in
      let category = Category.named(word, in: filter.language)
      // Meanings are in English, and begin with what is in the list.
      let meaning = category?.meaning.prefix { !":;,(".contains($0) }.trimmed()
      return (language == .english ? meaning : category?.word(in: language)) ?? word
    }
    let called = names.isEmpty ? [] : [line("called", ["name": names.joined(separator: ", ")])]
    var what = (kinds + called).joined(separator: ", ")
    if what.isEmpty { what = line("everything") }
    for case let cuisine? in filter.tags.map({ $0.key == "cuisine" ? $0.value : nil }) {
      what = line("cuisine", ["what": what, "cuisine": cuisine.capitalized])
    }
    var parts = [what]
    parts += filter.tags.filter { $0.key != "cuisine" }.map { text(of: $0, in: language) }
    if let opening = openingText(in: wording, at: position) { parts.append(opening) }
    // What people ask for is a round number.
    let distance = radius.map { wording.units.wording(of: $0).replacing(".0 ", with: " ") }
    if isInside, let place { parts.append(wording(.inPlace, ["place": place])) }
    switch (distance, isInside ? nil : place) {
    case (let distance?, let place?): parts.append(line("withinOf", ["distance": distance, "place": place]))
    case (let distance?, nil): parts.append(line("within", ["distance": distance]))
    case (nil, let place?): parts.append(line("near", ["place": place]))
    case (nil, nil): break
    }
    return parts.joined(separator: ", ")
  }

  /// The same for a terminal, dim if it has colours.
  public func terminalText(in wording: Wording, at position: Coordinate?, palette: TerminalPalette?) -> String
  {
    TerminalText.harmless(text(in: wording, at: position)).styled(.dim, in: palette)
  }

  /// When places must be open, with the date that is meant: `open on Sunday 29 November, 20:00`; `nil` for any time.
  public func openingText(in wording: Wording, at position: Coordinate?) -> String? {
    guard let opening else { return nil }
    let language = wording.language
    guard opening.moment != .now else { return Self.line("openNow", in: language) }
    let locality = position.map {
      opening.hours.localities.locality(latitude: $0.latitude, longitude: $0.longitude)
    }
    let time =
      locality.flatMap { opening.moment.text(at: $0, now: opening.now, in: language) }
      ?? "\(opening.moment)"
    return Self.line("openAt", ["time": time], in: language)
  }

  private func text(of tag: PlaceFilter.Tag, in language: Category.Language) -> String {
    switch (tag.key, tag.value) {
    case (_, _) where tag == .wheelchair: Self.line("wheelchair", in: language)
    case ("fee", "no"): Self.line("free", in: language)
    case ("opening_hours", "24/7"): Self.line("allDay", in: language)
    case ("diet:vegan", _): Category.named("vegan")?.word(in: language) ?? "vegan"
    case ("diet:vegetarian", _): Category.named("vegetarian")?.word(in: language) ?? "vegetarian"
    default: TypedWords.word(for: tag, in: language) ?? tag.argument
    }
  }

  static func line(
    _ key: String, _ values: [String: String] = [:], in language: Category.Language
  ) -> String {
    values.reduce(language.lines("understood")[key] ?? key) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
