import ArgumentParser
import Geography
import PlaceStore
import Places

/// What one says of a place of one's own, besides its name and position.
struct OwnPlaceOptions: ParsableArguments {
  /// What the short help of the commands shows that take them.
  static let usual = [
    "category", "description", "note", "tag", "proximity",
    "at near: Where it is: 47.14,9.52, an address, a town, …", "gps-log", "store", "timeout",
  ]

  /// Refuses a name of which nothing would be seen.
  static func checkName(_ name: String) throws {
    guard name.unicodeScalars.contains(where: { $0.properties.isGraphemeBase && !$0.properties.isWhitespace })
    else { throw ValidationError("the name is empty") }
  }

  @Option(help: ArgumentHelp("Category, like spring", valueName: "word"), completion: Completions.categories)
  var category: String?

  @Option(help: ArgumentHelp("A description of the place", valueName: "text")) var description: String?

  @Option(help: ArgumentHelp("A note for yourself", valueName: "text")) var note: String?

  @Option(.any("key=value", Tag.init(argument:)), help: "A tag; KEY= removes it; repeatable") var tag: [Tag]

  @Option(SettingType.distance(), help: "How near counts as being there") var proximity: Distance?

  struct Tag {
    let key: String
    /// Empty to remove it; `nil` if there is not even a sign.
    let value: String?

    init(argument: String) {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      (key, value) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }
  }

  func validate() throws {
    if let bare = tag.first(where: { $0.value == nil || $0.key.isEmpty }) {
      throw ValidationError("write --tag \(bare.key.isEmpty ? "KEY" : bare.key)=VALUE")
    }
    if tag.contains(where: { $0.key == "name" }) { throw ValidationError("a name is not a tag") }
  }

  var isEmpty: Bool {
    category == nil && description == nil && note == nil && tag.isEmpty && proximity == nil
  }

  /// The tags with the new ones; empty ones are removed.
  func tags(changing tags: [String: String] = [:]) -> [String: String] {
    let given = tag.map { ($0.key, $0.value) } + [("description", description), ("note", note)]
    return given.reduce(into: tags) { tags, tag in
      if let value = tag.1 { tags[tag.0] = value.isEmpty ? nil : value }
    }
  }
}

extension CommandContext {
  /// Refuses a place that is there already: one added by hand of the same name and kind at the same spot.
  ///
  /// - Throws: `CommandFailure` with the id of the first one.
  func refuseDuplicate(of place: PointOfInterest, in store: PlaceStore) throws {
    var query = PlaceQuery(radius: Self.sameSpot, limit: .max)
    query.keepsDuplicates = true
    let around = try store.answer(near: place.coordinate, matching: query).places.map(\.place)
    let same = around.first {
      OwnPlaceID.isOwn($0.id) && $0.id != place.id && $0.name == place.name && $0.category == place.category
    }
    guard let same else { return }
    throw CommandFailure(
      "'\(place.name ?? "")' is there already: \(same.id); poi places edit changes it", .usage)
  }

  /// What positions as people write them tell apart.
  private static var sameSpot: Distance { Distance(metres: 1) }

  /// Writes the id of a place that is stored, which people must know even if that fails.
  func writeID(ofStored place: PointOfInterest) throws(ConsoleError) {
    do throws(ConsoleError) {
      try console.write("\(place.id)\n")
    } catch {
      console.tell("the place is stored; its id is \(place.id)")
      throw error
    }
  }

  /// Warns that poi does not know the category, so that only this very word finds the place.
  func tellIfUnknown(_ category: String?) {
    guard let category, let language = try? settings.wordsLanguage(),
      Category.named(category, in: language) == nil
    else { return }
    let suggestions = Category.suggestions(for: category, in: language)
    console.tell(
      "stored, but poi knows no category '\(category)'; "
        + (suggestions.isEmpty ? "" : "\(SpellingCorrection.question(suggestions)) ")
        + "poi categories lists them")
  }
}
