import ArgumentParser
import Geography
import Input
import PlaceStore
import Places
import Presentation

struct FilterOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("What to look for: water, \"bus stop\", @SAVED, …", valueName: "word"),
    completion: Completions.words)
  var words: [String] = []

  @Option(
    name: OptionNames.category,
    help: ArgumentHelp("A category; repeat to match any of several", valueName: "word"),
    completion: Completions.categories)
  var category: [String] = []

  @Option(SettingType.tag, help: "An OSM tag; repeat to require several") var tag: [PlaceFilter.Tag]

  @Option(help: ArgumentHelp("Words of the name", valueName: "text")) var name: String?

  /// Help of the flag for places that a search without words leaves out.
  static let allHelp: ArgumentHelp = "Also show towns, benches, bins, single trees, …"

  func validate() throws {
    guard words.count(where: { $0.hasPrefix(SavedQuery.sign) }) <= 1 else {
      throw ValidationError("give one saved query at a time")
    }
    guard Self.wordCount(in: words + category) <= InputLimits.searchWords else {
      throw ValidationError("search for at most \(InputLimits.searchWords) words at a time")
    }
    // It is most often a shell variable that is not set.
    if category.contains(where: { Self.categories(in: [$0]).isEmpty }) {
      throw ValidationError("--category is empty; use a word like water")
    }
    if words.contains(where: { Self.categories(in: [$0]).isEmpty }) {
      throw ValidationError("a search word is empty; give one like water, or leave it out")
    }
  }

  /// The saved query that the user names; `nil` if there is none.
  ///
  /// - Throws: `CommandFailure` if the configuration has no such query.
  private func savedQuery(in settings: Settings) throws -> SavedQuery? {
    try words.first { $0.hasPrefix(SavedQuery.sign) }
      .map { try settings.savedQuery(named: String($0.dropFirst(SavedQuery.sign.count))) }
  }

  /// What is asked for, by the options and the saved query.
  ///
  /// - Throws: `CommandFailure` if the configuration has no such query.
  func question(in settings: Settings) throws -> PlaceQuestion {
    var question = PlaceQuestion(
      words: words.filter { !$0.hasPrefix(SavedQuery.sign) }, categories: category,
      saved: try savedQuery(in: settings), in: try settings.wordsLanguage())
    (question.tags, question.name) = (tag, name)
    return question
  }

  /// The words; one option may hold several: `cafe,bakery`.
  static func categories(in words: [String]) -> [String] {
    words.flatMap { $0.split(separator: ",").map { $0.trimmed() } }.filter { !$0.isEmpty }
  }

  /// Replaces a word, which may be several arguments, by another.
  mutating func replace(_ word: String, by other: String) {
    category = category.map { $0.replacing(word, with: other) }
    let count = word.split(separator: " ").count
    for start in words.indices where start + count <= words.count {
      guard words[start..<start + count].joined(separator: " ") == word else { continue }
      words.replaceSubrange(start..<start + count, with: [other])
      return
    }
    words = words.map { $0.replacing(word, with: other) }
  }

  /// How many words the arguments hold; empty ones count, too.
  static func wordCount(in arguments: [String]) -> Int {
    arguments.reduce(0) { $0 + 1 + $1.utf8.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") } }
  }

  /// An error about a category that the configuration names, with the place where it does; `nil` for others.
  func failure(
    _ message: String, about word: String, in settings: Settings, of section: SettingKey.Section?
  ) throws -> CommandFailure? {
    // One word of a name may be what is wrong.
    let given = Self.categories(in: category) + words
    guard !given.contains(where: { $0.contains(word) }) else { return nil }
    if let saved = try savedQuery(in: settings) {
      return settings.file?.failure(message, at: Setting.queryCategories.key, of: saved)
    }
    guard let section else { return nil }
    let setting = Setting.categories(of: section)
    switch try settings.find(setting)?.source {
    case .file(let file): return file.failure(message, at: setting.key)
    case .variable(let name): return CommandFailure("$\(name): \(message)", .usage)
    case nil: return nil
    }
  }

  /// Says how a query was understood: on a terminal above an answer for people, elsewhere only what time is meant.
  ///
  /// - Parameters:
  ///   - place: what the user calls the position; `nil` if it has no name.
  ///   - position: whose clocks show the time; `nil` if it is yet to come.
  @MainActor
  func tell(
    ofUnderstood query: PlaceQuery, around place: String?, in search: PlacedSearch?, at position: Coordinate?,
    isForPeople: Bool, _ options: WordingOptions, _ context: CommandContext
  ) throws {
    let isTimed = query.opening?.moment.isRelative == true
    let isAbove = context.console.terminal != nil && isForPeople && (isTimed || !words.isEmpty)
    guard isAbove || isTimed else { return }
    var query = query
    query.filter = context.corrections.corrected(query.filter)
    let understood = UnderstoodQuery(query, around: place, isInside: search?.area?.isInside == true)
    let wording = try options.wording(in: context.settings)
    if isAbove {
      context.console.draw(
        understood.terminalText(in: wording, at: position, palette: try context.palette(options)) + "\n")
    } else if let opening = understood.openingText(in: wording, at: position) {
      context.console.tell(opening)
    }
  }

  /// Warns that the store and Overpass may lack objects that have the tags but are not places.
  ///
  /// - Parameters:
  ///   - isFound: whether anything was found: if so, only tags that say what a thing is count.
  ///   - source: where it was looked for; `nil` if that is yet to be done.
  @MainActor
  func tellOfTags(
    _ filter: PlaceFilter, isFound: Bool, in source: PlaceSource?, of places: SourceOptions,
    _ wording: Wording, _ context: CommandContext
  ) throws {
    guard !filter.tagsBeyondSelection.isEmpty || filter.asksForNamelessGround else { return }
    let isStore = source?.isStore ?? true
    switch try places.choice(in: context.settings) {
    case .automatic, .store:
      let store = isStore ? try context.openStoreIfThere(places.store) : nil
      try tellOfTags(filter, isFound: isFound, in: store, wording, context)
    case .file(let path) where isStore && PlaceStore.isDatabase(path):
      try tellOfTags(filter, isFound: isFound, in: try PlaceStore(foreign: path), wording, context)
    case .overpass: try tellOfTags(filter, isFound: isFound, in: nil, wording, context)
    case .file, .server, .database: return
    }
  }

  /// - Parameter store: what was asked; `nil` for Overpass.
  @MainActor
  func tellOfTags(
    _ filter: PlaceFilter, isFound: Bool, in store: PlaceStore?, _ wording: Wording, _ context: CommandContext
  ) throws {
    if filter.asksForNamelessGround, let names = try store?.sourcesWithoutNamelessGround(), !names.isEmpty {
      context.console.tell(wording(.namelessGround, ["sources": names.joined(separator: ", ")]))
    }
    let tags = filter.tagsBeyondSelection
    guard let tag = tags.first(where: \.isFeature) ?? (isFound ? nil : tags.first),
      try store?.mayLackObjects(of: filter) ?? true
    else { return }
    context.console.tell(
      wording(
        store == nil ? .onlyPlacesOnline : .onlyPlaces,
        ["tag": tag.argument, "command": "poi import --tag \(tag.argument) FILE"]))
  }
}

extension SettingType where Value == PlaceFilter.Tag {
  /// `KEY`, or `KEY=VALUE`.
  static var tag: Self {
    Self(
      form: .text, valueName: "key[=value]", allowed: "a key, or a key and a value, like wheelchair=yes",
      parse: { try PlaceFilter.Tag(argument: $0) },
      shown: { .text($0.argument) })
  }
}

extension PlaceFilter.Tag {
  /// `KEY`, or `KEY=VALUE`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard !parts[0].isEmpty, parts.count == 1 || !parts[1].isEmpty else {
      throw ValidationError("'\(argument)' is not KEY or KEY=VALUE, like wheelchair=yes")
    }
    if parts.count == 2, let last = parts[0].last, "!<>~".contains(last) {
      throw ValidationError("poi has no comparison '\(last)='; use KEY or KEY=VALUE")
    }
    self.init(key: parts[0], value: parts.count == 2 ? parts[1] : nil)
  }
}
