import Geography
import Input
import Logging
import Nearby
import PlaceFiles
import PlaceStore
import Places
import Positioning
import Presentation

extension CommandContext {
  /// The source of the position by the options; looks up a place or an address that they name.
  ///
  /// - Parameters:
  ///   - places: another source to look in besides the store: the file of `--source`.
  ///   - wording: `nil` for a command without such options.
  /// - Throws: `CommandFailure`, and the errors of the store and the receiver.
  func choice(
    of position: PositionOptions, store: StoreOptions, places: SourceOptions? = nil, wording: WordingOptions?
  ) async throws -> PositionOptions.Choice {
    let language = try settings.value(of: .language, given: wording?.language)
    let words = try wording?.wording(in: settings) ?? settings.wording()
    func told(_ name: String, _ relation: PlacedWords.Relation) async throws -> PositionOptions.Choice {
      var own = position
      own.near = nil
      if relation == .at { own.at = nil }
      let spot = try await spot(
        called: name, in: language, store: store, places: places, own, wording: wording)
      return self.told(spot, relation, language, words)
    }
    if let name = position.near, !TypedPosition.isLike(name) { return try await told(name, .near) }
    guard let at = position.near ?? position.at else { return try position.choice(in: settings) }
    do {
      return .fixed(try writtenPosition(at) { PlaceStore(awaitedAt: try store.path(in: settings)) })
    } catch let failure as CommandFailure
      where failure.status == .usage && !TypedPosition.isLike(at) && at.wholeMatch(of: Self.idForm) == nil
    {
      // Without a store, it is most likely a mistyped position.
      guard try hasNames(in: store, places) else {
        guard failure.message == "\(TypedPosition.ParsingError.malformed(at))" else { throw failure }
        throw CommandFailure(
          "'\(at)' is not a position like 47.14,9.52; to use names, import a map extract: poi import REGION.osm.pbf",
          .usage)
      }
      return try await told(at, .at)
    }
  }

  /// Parses a position, or finds that of the place in the store with this id.
  ///
  /// - Parameter store: hands over the store, which need not be there.
  /// - Throws: `CommandFailure` if it is neither.
  func writtenPosition(_ text: String, in store: () throws -> PlaceStore) throws -> TypedPosition {
    do throws(TypedPosition.ParsingError) {
      return try TypedPosition(parsing: text)
    } catch {
      if case .malformed = error, let found = try place(withID: text, in: store) {
        return TypedPosition(coordinate: found.coordinate, extent: found.extent)
      }
      throw CommandFailure("\(error)", .usage)
    }
  }

  /// The place with this id; `nil` if there is none and the text does not look like an OpenStreetMap id.
  private func place(withID text: String, in store: () throws -> PlaceStore) throws -> PointOfInterest? {
    func place() throws -> PointOfInterest? {
      guard let store = try store().ifThere else { return nil }
      let found = try store.entries(withID: text)
      guard let first = found.first?.place else { return nil }
      if found.contains(where: { $0.place.id != first.id }) {
        throw try ambiguous(text, among: found, in: store, choosing: "write more of it")
      }
      // Two sources may have one id for different places.
      if try PositionByName.spots(of: found.map(\.place)).count > 1 {
        throw try ambiguous(
          text, among: found, in: store, choosing: "give the position of one of them instead")
      }
      return first
    }
    guard text.wholeMatch(of: Self.idForm) != nil else {
      // Most likely a mistyped position: an error about the store would only confuse.
      return try? place()
    }
    if let found = try place() { return found }
    let store = try store()
    throw CommandFailure(
      store.ifThere == nil
        ? "'\(text)' is the id of a place, but there is no store at \(store.path)"
        : "no place in your data has the id '\(text)'; poi places search finds names", .nothingFound)
  }

  private static let idForm = /(node|way|relation)\/[0-9]+|favourite\/[0-9a-z]+/

  /// Says where a position would be with its numbers swapped, if only there the data has places.
  ///
  /// - Parameter options: name the position.
  func tellOfSwapped(
    _ position: Coordinate, _ options: PositionOptions, _ places: SourceOptions, _ wording: Wording
  ) async throws {
    let swapped = Coordinate(latitude: position.longitude, longitude: position.latitude)
    guard swapped.isValid, let typed = options.near ?? options.at, TypedPosition.isLike(typed) else { return }
    let source: (any PlaceProviding)? =
      if case .file = try places.choice(in: settings) {
        try makePlaceProvider(places, options.answerLimits(in: settings))
      } else {
        try? openStoreIfThere(places.store)
      }
    var query = PlaceQuery(radius: Self.nearSwapped, limit: 1)
    guard try await source?.places(near: swapped, matching: query).places.isEmpty == false else { return }
    query.radius = Self.farFromSwapped
    guard try await source?.places(near: position, matching: query).places.isEmpty == true else { return }
    let text = "\(swapped.latitude.withoutNoise),\(swapped.longitude.withoutNoise)"
    console.tell(wording(.swapped, ["position": text]))
  }

  private static var nearSwapped: Distance { Distance(metres: 10_000) }
  static var farFromSwapped: Distance { Distance(metres: 100_000) }

  // MARK: By name

  /// Something that a name means, and of how many.
  typealias ChosenSpot = (spot: NamedSpot, count: Int)

  /// What a name means: in the `--source` file, or else in the store.
  private func spot(
    called name: String, in language: NameLanguage, store: StoreOptions, places: SourceOptions?,
    _ position: PositionOptions, wording: WordingOptions?
  ) async throws -> ChosenSpot {
    guard name.utf8.count <= Self.longestName else {
      throw CommandFailure(
        "'\(name.prefix(40))…' is too long for a name or an address", .nothingFound)
    }
    var found: [NamedSpot] = []
    var finder: (any PlaceFinding)?
    if let places, case .file(let path) = try places.choice(in: settings), !PlaceStore.isDatabase(path) {
      finder = try makePlaceProvider(places, position.answerLimits(in: settings)).finding
      found = try PositionByName.spots(of: await finder?.places(called: name) ?? [])
    }
    if found.isEmpty,
      let names = try openStoreOfNames(store, places) ?? (finder == nil ? openStore(store) : nil)
    {
      found = try await PositionByName(names).spots(called: name, areasIn: language)
      if found.isEmpty { found = try await PositionByName(names).corrected(name, chosen) }
    }
    guard !found.isEmpty else { throw try noPlace(called: name, store: store, places) }
    return try await spot(of: found, called: name, store: store, places: places, position, wording: wording)
  }

  /// The one of the names that a text resembles that the user chooses.
  ///
  /// - Throws: `CommandFailure` if nobody answers.
  func chosen(among ways: [[NamedSpot]], resembling text: String) throws -> [NamedSpot] {
    let names = ways.compactMap(\.first?.name)
    let problem = "no place named '\(text)'"
    if let chosen = try ask(which: names, problem), let index = names.firstIndex(of: chosen) {
      return ways[index]
    }
    throw CommandFailure("\(problem); \(SpellingCorrection.question(names))", .usage)
  }

  /// Asks on a terminal which of several words was meant; `nil` if nobody answers with one.
  func ask(which words: [String], _ problem: String) throws -> String? {
    guard canAsk, !words.isEmpty else { return nil }
    let choices = words.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
    console.draw(TerminalText.harmless("poi: \(problem); which one? \(choices): "))
    let answer = try readLine()?.trimmed() ?? ""
    if let number = Int(answer), words.indices.contains(number - 1) { return words[number - 1] }
    return words.first { $0.lowercased() == answer.lowercased() }
  }

  /// The only one of some spots, or the nearest to the user's own position.
  ///
  /// - Parameter isLost: whether that is known to be unknown.
  /// - Throws: `CommandFailure`, also if there are several and the position is not known.
  func spot(
    of found: [NamedSpot], called name: String, store: StoreOptions, places: SourceOptions?,
    _ position: PositionOptions, wording: WordingOptions?, isLost: Bool = false
  ) async throws -> ChosenSpot {
    if found.count == 1 { return (found[0], 1) }
    guard !isLost,
      let here = try await knownPosition(position, store: store, places: places, wording: wording)
    else {
      let language = try settings.value(of: .language, given: wording?.language)
      for spot in found.prefix(Self.mostTold) {
        console.tell(line(of: spot, language, beginningWithID: true))
      }
      let choices =
        found.allSatisfy { $0.place != nil } ? "ids or with your position" : "positions or your own"
      throw tooMany(
        found.count, found[0].otherNumber == nil ? "match" : "are nearest to", name,
        "add the town after a comma, or use --at with one of these \(choices)")
    }
    return (found.nearest(to: here) ?? found[0], found.count)
  }

  /// Says what was chosen.
  ///
  /// - Parameter area: outside which nothing counts.
  func told(
    _ chosen: ChosenSpot, _ relation: PlacedWords.Relation, _ language: NameLanguage, _ wording: Wording,
    _ area: SearchArea? = nil
  ) -> PositionOptions.Choice {
    let (spot, count) = chosen
    if let typo = spot.typo, corrections.add(typo) { console.tell(typo.text(wording)) }
    spot.otherNumber.map { console.tell($0.text(wording)) }
    for words in spot.ignored { console.tell(wording(.leftOut, ["name": words])) }
    var line = line(of: spot, language, wording)
    if count > 1 { line = wording(.nearestOf, ["count": "\(count)", "place": line]) }
    line = wording(relation.phrase, ["place": line])
    if case .within(let distance, _, _) = area {
      line += ", " + wording(.within, ["distance": wording.length(distance)])
    }
    console.tell(line)
    let name = spot.place?.named(in: language).heading() ?? spot.name
    return .fixed(TypedPosition(coordinate: spot.coordinate, name: name, extent: spot.place?.extent))
  }

  private func line(
    of spot: NamedSpot, _ language: NameLanguage, _ wording: Wording = Wording(),
    beginningWithID: Bool = false
  ) -> String {
    let place = spot.place?.named(in: language)
    let words = Self.line(
      place?.heading() ?? spot.name, spot.kindText(wording), beginningWithID ? nil : place?.id,
      at: spot.coordinate)
    return beginningWithID ? [place?.id, words].compactMap(\.self).joined(separator: " ") : words
  }

  /// Whether there is something to look names up in.
  func hasNames(in store: StoreOptions, _ places: SourceOptions?) throws -> Bool {
    if let places, case .file = try places.choice(in: settings) { return true }
    // Without a home there is no path.
    return (try? openStoreIfThere(store)) != nil
  }

  /// How to find the streets of an extract that is asked itself; nothing for another source.
  func adviceOnStreets(of places: SourceOptions?) throws -> String {
    guard let places, case .file(let path) = try places.choice(in: settings),
      try PlaceFile(path: path).isOSMExtract()
    else { return "" }
    return "; to find streets and addresses of the file, import it: poi import \(path)"
  }

  private func noPlace(
    called name: String, store: StoreOptions, _ places: SourceOptions?
  ) throws -> CommandFailure {
    let isLong = NamePattern(name).words.count > NamePattern.mostWords
    let nearly = try isLong ? nil : openStoreOfNames(store, places)?.search(name).entries
    var similar: [String] = []
    for name in (nearly ?? []).compactMap(\.place.name) where !similar.contains(name) && similar.count < 3 {
      similar.append(name)
    }
    return try CommandFailure(
      "no place named '\(name)'"
        + (similar.isEmpty ? "" : "; similar names: \(similar.joined(separator: ", "))")
        + adviceOnStreets(of: places),
      .nothingFound)
  }

  /// Bytes of a name; names in OpenStreetMap have 255 letters.
  private static var longestName: Int { 400 }

  /// The user's own position, to find the nearest place: from the options, or from a receiver with a fix;
  /// `nil` if there is none, and for a log that can be read only once.
  func knownPosition(
    _ position: PositionOptions, store: StoreOptions, places: SourceOptions?, wording: WordingOptions?
  ) async throws -> Coordinate? {
    let choice = try await choice(of: position, store: store, places: places, wording: wording)
    if case .log(let input) = choice, input == .standardInput || !input.isRegularFile { return nil }
    var lookup = try LocationLookup(
      position, choice, places: GivenPlaces(), wording: wording, in: self)
    switch choice {
    case .fixed, .log: return try await lookup.currentLocation().coordinate
    case .gpsd, .geoclue, .automatic:
      lookup.timeout = min(lookup.timeout, Self.patience)
      do {
        return try await lookup.currentLocation().coordinate
      } catch let failure as CommandFailure {
        logger.debug("position: \(failure.message)")
        return nil
      }
    }
  }

  /// A receiver with a fix reports it every second.
  private static var patience: Duration { .seconds(5) }

  /// Lists the places that a name or an id could mean, and returns the failure that asks for a choice.
  ///
  /// - Parameters:
  ///   - openings: tells whether they are open, if the user asks for that.
  ///   - choosing: how to choose one by its id.
  func tooMany(
    _ found: [PointOfInterest], called name: String, _ language: NameLanguage, _ openings: Openings? = nil,
    choosing: String = "pick one by its id, or add --at for the nearest"
  ) -> CommandFailure {
    let words = Phrases(Category.Language(code: language.code))
    for place in found.prefix(Self.mostTold) {
      let place = place.named(in: language)
      let opening = openings?.isAsked == true ? openings?.opening(of: place)?.text(words) : nil
      console.tell("\(place.id) \(Self.line(place.heading(), place.label, opening, at: place.coordinate))")
    }
    guard found.allSatisfy({ $0.id == name }) else { return tooMany(found.count, "match", name, choosing) }
    return tooMany(
      found.count, "have the id", name,
      "give a position with --at or --near to take the nearest, or the file of one with --source")
  }

  /// Lists the places of the store that an id, its beginning or a name could mean, and returns the failure that asks for
  /// one of them.
  func ambiguous(
    _ text: String, among entries: [StoreEntry], in store: PlaceStore, choosing: String
  ) throws -> CommandFailure {
    for entry in entries.prefix(Self.mostTold) {
      let place = entry.place
      let line = Self.line(place.title, place.category, at: place.coordinate)
      console.tell("\(try store.shortID(of: place.id)) \(line), of \(entry.source.name)")
    }
    let ids = entries.map(\.place.id)
    let isPart = ids.allSatisfy { $0.hasPrefix(text) }
    let what = isPart ? "have an id that begins with" : "match"
    return tooMany(ids.count, ids.allSatisfy { $0 == text } ? "have the id" : what, text, choosing)
  }

  private func tooMany(_ count: Int, _ what: String, _ text: String, _ advice: String) -> CommandFailure {
    let further = count > Self.mostTold ? "; not all are listed" : ""
    return CommandFailure("\(count) places \(what) '\(text)'; \(advice)\(further)", .usage)
  }

  private static var mostTold: Int { 10 }

  /// `Karl Fazer, cafe, node/1 (60.16868, 24.94594)`.
  private static func line(_ words: String?..., at coordinate: Coordinate) -> String {
    words.compactMap(\.self).joined(separator: ", ")
      + " (\(coordinate.latitude.withoutNoise), \(coordinate.longitude.withoutNoise))"
  }
}
