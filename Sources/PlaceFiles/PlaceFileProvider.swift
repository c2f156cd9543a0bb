import FoundationEssentials
import Geography
import Glibc
import Input
import Places

/// Places from a file, read once and kept in memory.
public actor PlaceFileProvider: PlaceProviding {
  private var file: PlaceFile
  /// What it is read from if it can be read only once.
  private var copy: UnnamedFile?
  private let read: @Sendable (PlaceFile) async throws(PlacesError) -> PlaceRecords
  private let report: @Sendable (PlaceRecords) -> Void
  private let now: @Sendable () -> Date
  /// What was read last, with the further tags of `file`, and whether that is an extract: later, it may be gone.
  private var known: (records: PlaceRecords, isExtract: Bool)?
  private var twins: Twins?
  /// Those of the names.
  private var words: [String]?
  /// Whether the file is being read, for which other questions wait.
  private var isReading = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The index of the places that pass the filter asked for last; a run asks for the same one again and again.
  private var index: (filter: PlaceFilter, index: PlaceIndex)?

  /// - Parameters:
  ///   - report: called once with what the file held, before the first answer.
  ///   - read: reads the file, converting it first if necessary.
  ///   - now: the present, to compute the age of data that has a time.
  public init(
    file: PlaceFile,
    report: @escaping @Sendable (PlaceRecords) -> Void = { _ in },
    read: @escaping @Sendable (PlaceFile) async throws(PlacesError) -> PlaceRecords = {
      file throws(PlacesError) in try file.read()
    },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.file = file
    self.now = now
    self.read = read
    self.report = report
  }

  /// All is in memory already, so an area can be as large as a day's ride.
  public nonisolated var areaRadius: Distance { Distance(metres: 50_000) }

  public func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let records = try await loaded(for: query.filter)
    let work = LimitedWork()
    let nearest = try index(of: records, for: query.filter, by: work)
      .nearest(to: position, for: query, by: work)
    try work.checkIsWhole()
    var answer = PlaceAnswer(
      places: nearest.places,
      source: PlaceSource(
        name: file.name, attribution: records.attribution,
        age: PlaceSource.age(of: records.dated, at: now()), arrival: file.file?.dated.map { .written($0) }),
      closed: nearest.closed)
    // Only extracts say what they cover; other files are lists, of which every place counts wherever it is.
    if let coverage = records.coverage {
      answer.leaveOutOtherRegions(for: query)
      let isAmid =
        coverage.isEmpty && records.places.contains { Coverage.tells(of: position, by: $0.coordinate) }
      if !isAmid { answer.setKnown(by: coverage, at: position, for: query) }
    }
    return answer
  }

  public func nameWords() async throws(PlacesError) -> [String] {
    let places = try await loaded().places
    let found = words ?? Array(places.reduce(into: Set()) { $0.formUnion(NamePattern.words(of: $1)) })
    words = found
    return found
  }

  /// - Parameter filter: that of a question; without one, what was read for the last question will do.
  func loaded(for filter: PlaceFilter? = nil) async throws(PlacesError) -> PlaceRecords {
    // What was read stays, even if a pipe takes the file's place.
    if known == nil, let copy = try file.copyOfPipe() {
      self.copy = copy
      file = file.reading(copy.path, as: .copyOf(file.path))
    }
    let tags = try filter.map(tagsToRead) ?? file.furtherTags
    while isReading, known == nil || file.furtherTags != tags {
      await withCheckedContinuation { waiting.append($0) }
    }
    if let known, file.furtherTags == tags { return known.records }
    var wanted = file
    wanted.furtherTags = tags
    isReading = true
    defer {
      isReading = false
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
    var records = try await read(wanted)
    records.removeRepeats()
    let isExtract = try wanted.isOSMExtract()
    if known == nil { report(records) }
    known = (records, isExtract)
    (file, twins, words, index) = (wanted, nil, nil, nil)
    return records
  }

  /// The tags of which an extract may have objects that are no places.
  ///
  /// - Throws: `PlacesError.onlyPlaces` if many clients ask: none may make the others wait until it is read again.
  private func tagsToRead(for filter: PlaceFilter) throws(PlacesError) -> [PlaceFilter.Tag] {
    let tags = filter.tagsBeyondSelection
    if tags.isEmpty || tags == file.furtherTags { return tags }
    let isExtract = if let known { known.isExtract } else { try file.isOSMExtract() }
    guard isExtract else { return [] }
    guard QuestionBudget.current.seconds != nil else { return tags }
    if let tag = tags.first(where: \.isFeature) { throw .onlyPlaces(tag: tag.argument) }
    return []
  }

  private func index(
    of records: PlaceRecords, for filter: PlaceFilter, by work: LimitedWork
  ) throws(PlacesError) -> PlaceIndex {
    let isKnown = index?.filter == filter
    if isKnown, let index, index.index.use != .once { return index.index }
    // Arranging them takes longer than looking at each once.
    let all = twins ?? Twins(among: records.places)
    twins = all
    let made = PlaceIndex(try all.passing(filter, by: work), use: isKnown ? .often : .once)
    // One that is not whole must not answer the next question.
    if work.isOver { return made }
    index = (filter, made)
    return made
  }
}

extension PlaceFileProvider: PlaceFinding {
  public func places(called text: String) async throws(PlacesError) -> [PointOfInterest] {
    let places = try await loaded().places
    let identified = places.filter { $0.id == text }
    if !identified.isEmpty { return identified }
    if OwnPlaceID.canBegin(with: text) { return places.filter { $0.id.utf8.starts(with: text.utf8) } }
    let pattern = NamePattern(text)
    guard !pattern.words.isEmpty else { return [] }
    let named = places.filter(pattern.matches)
    let exactlyNamed = named.filter(pattern.isName)
    if !exactlyNamed.isEmpty { return exactlyNamed }
    // A town that only addresses have is where the middle one is.
    let houses = places.filter { $0.tag("addr:city").map(pattern.isName) ?? false }
      .sorted { $0.coordinate.latitude < $1.coordinate.latitude }
    guard !houses.isEmpty, let town = houses[houses.count / 2].tag("addr:city") else { return named }
    let coordinate = houses[houses.count / 2].coordinate
    return [PointOfInterest(id: "addr:city=\(town)", name: town, coordinate: coordinate)]
  }
}

extension PlaceFileProvider: PlaceListing {
  public func page(of query: PlaceListQuery) async throws(PlacesError) -> PlacePage {
    let records = try await loaded(for: query.filter)
    let places = records.places
    let matcher = try query.filter.matcher(among: places)
    let work = LimitedWork()
    var page = PlacePage(limit: query.limit)
    page.attribution = records.attribution
    // A place's number is its position in the file.
    for number in places.indices where Int64(number) > query.after ?? -1 {
      guard work.mayGoOn() else {
        if !page.end() { try work.checkIsWhole() }
        break
      }
      guard query.reaches(places[number]), matcher.matches(places[number]) else { continue }
      guard page.take(places[number], number: Int64(number)) else { break }
    }
    return page
  }

  public func place(withID id: String) async throws(PlacesError) -> PointOfInterest? {
    try await loaded().places.first { $0.id == id }
  }

  public func overview() async throws(PlacesError) -> PlaceOverview {
    let records = try await loaded()
    return PlaceOverview(
      box: BoundingBox(around: records.places.lazy.compactMap(\.boundingBox)),
      attribution: records.attribution)
  }
}
