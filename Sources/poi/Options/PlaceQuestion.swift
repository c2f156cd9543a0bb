import ArgumentParser
import Geography
import Places
import Presentation

/// Which places somebody asks for, by options or by the parameters of a request; what these leave open, the saved query
/// says, and then the settings.
struct PlaceQuestion {
  /// What is meant by what people type; several words may be one name.
  let typed: TypedWords
  /// Words for categories that options give.
  private let categories: [String]
  var tags: [PlaceFilter.Tag] = []
  var name: String?
  let saved: SavedQuery?
  private let language: Category.Language

  /// - Parameters:
  ///   - words: without the saved query.
  ///   - categories: words for categories that options give; each may hold several: `cafe,bakery`.
  ///   - language: its words come before those of other languages.
  init(
    words: [String] = [], categories: [String] = [], saved: SavedQuery? = nil, in language: Category.Language
  ) {
    let asked = FilterOptions.categories(in: categories)
    let fallback = asked.isEmpty ? saved?[.queryCategories] ?? [] : []
    let typed = TypedWords(words, beside: asked + fallback, in: language)
    // Words for categories take the place of the saved ones.
    self.typed = fallback.isEmpty || typed.categories.isEmpty ? typed : TypedWords(words, in: language)
    (self.categories, self.saved, self.language) = (asked, saved, language)
  }

  /// The words for categories.
  ///
  /// - Parameter section: the command whose settings apply; `nil` for none.
  func categories(in settings: Settings, of section: SettingKey.Section? = nil) throws -> [String] {
    let asked = typed.categories + categories
    if !asked.isEmpty { return asked }
    if let saved { return saved[.queryCategories] ?? [] }
    return try section.flatMap { try settings.value(of: .categories(of: $0)) } ?? []
  }

  /// The filter, with the same parameter, of which only a command's leaves out what lists hide.
  ///
  /// - Parameter all: whether an option asks for that, too.
  func filter(
    in settings: Settings, of section: SettingKey.Section? = nil, all: Bool = false
  ) throws -> PlaceFilter {
    let asked = tags + typed.tags
    var filter = PlaceFilter(
      categories: try categories(in: settings, of: section),
      tags: asked.isEmpty ? saved?[.queryTags] ?? [] : asked, name: name ?? saved?[.queryName])
    if let section, saved == nil, asked.isEmpty {
      filter.tags = try settings.value(of: .tags(of: section)) ?? []
    }
    filter.skipsUnlisted = section != nil && !wantsAll(all)
    filter.language = language
    filter.phrase = typed.phrase
    if tags.isEmpty, typed.text != typed.categories.joined(separator: " ") { filter.wholeText = typed.text }
    filter.isTyped = !typed.categories.isEmpty || !self.categories.isEmpty
    return filter
  }

  /// Whether places count that a search without words leaves out.
  func wantsAll(_ isAsked: Bool) -> Bool { isAsked || saved?[.queryAll] == true }

  /// The largest distance that the words or the saved query say; `nil` if neither does.
  var radius: Distance? { typed.distance ?? saved?[.queryRadius] ?? saved?[.queryWithin] }

  /// The same for a command that takes no radius of a saved query.
  var within: Distance? { typed.distance ?? saved?[.queryWithin] }

  /// The same, unless an option gives a distance; refuses what of the saved query the command does not take.
  func within(
    given: Distance?, refusing settings: [any AnySetting], in command: some ParsableCommand
  ) throws(CommandFailure) -> Distance? {
    try refuseSecondDistance(given, of: "--within")
    let within = given ?? within
    try saved?.refuse(settings + (within == nil ? [Setting.queryRadius] : []), in: command)
    return within
  }

  func refuseSecondDistance(_ given: Distance?, of option: String) throws(CommandFailure) {
    guard given != nil, typed.distance != nil else { return }
    throw CommandFailure("both the words and \(option) say how far to look; leave one out", .usage)
  }

  /// When the places must be open; `nil` if that does not matter.
  ///
  /// - Parameters:
  ///   - isNow: whether now was asked for.
  ///   - moment: another time that was asked for.
  func openingMoment(isNow: Bool, at moment: PlannedTime?) -> PlannedTime? {
    moment ?? (isNow ? .now : typed.moment) ?? saved?[.queryOpenAt]
      ?? (saved?[.queryOpenNow] == true ? .now : nil)
  }

  /// What the words require besides what to look for, if nothing is found that says so.
  func strictHints(in settings: Settings, _ wording: Wording) throws -> [String] {
    try typed.tags.filter { $0 != .wheelchair }.map { tag in
      wording(.noTag, ["tag": "\(tag.key)=\(tag.values.joined(separator: "|"))"])
    }
      + filter(in: settings).wordsOfNames.compactMap { SearchTypo($0, in: language) }
      .filter(\.isLikelyName).map { wording(.didYouMean, ["word": $0.suggestions[0]]) }
  }

  /// What to search for if few places are found.
  ///
  /// - Parameter place: how the place in which or near which was searched is named again; empty for none.
  func widerHints(
    in settings: Settings, of section: SettingKey.Section, _ place: String, _ wording: Wording
  ) throws -> [String] {
    let asked = try categories(in: settings, of: section).compactMap { Category.named($0, in: language) }
    return asked.compactMap { category in
      guard let wider = category.wider.flatMap({ Category.named($0) }), !asked.contains(wider) else {
        return nil
      }
      let command = "poi nearby \(SourceOptions.quoted(wider.word(in: language)))\(place)"
      return wording(.wider, ["kind": category.word(in: language), "command": command])
    }
  }
}
