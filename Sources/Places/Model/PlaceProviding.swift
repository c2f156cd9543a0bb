import FoundationEssentials
import Geography
import Input

/// Something that knows places: a file, a server, a store.
public protocol PlaceProviding: Sendable {
  /// The radius of the area that is worth loading at once while moving.
  var areaRadius: Distance { get }

  /// The places around a position that match, nearest first.
  ///
  /// Runs on the caller's executor, since a source that has its places in memory needs no thread.
  ///
  /// - Throws: `PlacesError`; a source that fails never answers "nothing there".
  nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer

  /// The places around a position with names similar to the one asked for; `nil` if no names are known.
  nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer?

  /// All words of the names in a source that can list them, in the form in which they are searched.
  func nameWords() async throws(PlacesError) -> [String]

  /// Cancels every request to a server; does nothing for a source without one.
  func cancelFetchingAll()

  /// The source as one that finds places by name or id; `nil` if it can only be asked around a position.
  var finding: (any PlaceFinding)? { get }

  /// The source as one that can list its places; `nil` if it can only be asked around a position.
  var listing: (any PlaceListing)? { get }

  /// The source as one that has the ground to draw under places; `nil` if it has none.
  var map: (any MapProviding)? { get }

  /// The source as one that has streets, addresses and administrative areas; `nil` if it has none.
  var gazetteer: (any GazetteerProviding)? { get }
}

extension PlaceProviding {
  /// Some kilometres: a server's answer stays small, and a driver has minutes before the next is needed.
  public var areaRadius: Distance { Distance(metres: 5000) }

  public func nameWords() async throws(PlacesError) -> [String] { [] }

  public func cancelFetchingAll() {}

  public var finding: (any PlaceFinding)? { nil }

  public var listing: (any PlaceListing)? { nil }

  public var map: (any MapProviding)? { nil }

  public var gazetteer: (any GazetteerProviding)? { nil }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    guard let name = query.filter.name ?? query.filter.typedName else { return nil }
    var answers: [(name: String, answer: PlaceAnswer)] = []
    for alternative in try SimilarNames.alternatives(to: name, among: try await nameWords()) {
      var query = query
      if query.filter.name == nil { query.filter.categories = [] }
      query.filter.name = alternative
      answers.append((alternative, try await places(near: position, matching: query)))
    }
    guard let source = answers.last?.answer.source else { return nil }
    let found = answers.filter { !$0.answer.places.isEmpty }
    if query.filter.name == nil {
      let (ways, isClear) = SimilarNames.meant(by: name, among: found.map { [$0.name] })
      let names = ways.map { way in
        let words = NameWords.asked(found[way].name)
        return found[way].answer.places.lazy.compactMap(\.place.name).first { NameWords.asked($0) == words }
          ?? words.joined(separator: " ")
      }
      guard let first = ways.first else { return nil }
      guard isClear else { throw .unknownCategory(name, suggestions: names) }
      var answer = found[first].answer
      answer.corrections.append(SearchTypo(name, searched: names[0]))
      return answer
    }
    var places: [NearbyPlace] = []
    for place in found.flatMap(\.answer.places) where !places.contains(place) { places.append(place) }
    places.sort()
    return PlaceAnswer(
      places: Array(places.prefix(query.limit)), source: found.first?.answer.source ?? source,
      closed: answers.reduce(0) { $0 + $1.answer.closed })
  }

  /// The places around a position that match; if nothing has the name, those with similar names.
  public nonisolated(nonsending) func placesOrNearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    let answer = try await places(near: position, matching: query)
    // Closed places exist all the same.
    let isByName = query.filter.name != nil
    guard answer.places.isEmpty, answer.closed == 0, answer.corrections.isEmpty,
      isByName || query.filter.typedName != nil
    else { return answer }
    do throws(PlacesError) {
      guard var nearly = try await nearMisses(near: position, matching: query), !nearly.places.isEmpty else {
        var answer = answer
        answer.matchesNamesExactly = isByName && answer.source.isServer
        return answer
      }
      nearly.isNearMiss = nearly.corrections.isEmpty
      nearly.elsewhere = answer.elsewhere
      nearly.source.unasked = nearly.source.unasked ?? answer.source.unasked
      return nearly
    } catch {
      guard case .similarNamesTookTooLong = error else { throw error }
      var answer = answer
      answer.lacksNearMisses = true
      return answer
    }
  }
}

extension PlaceProviding where Self: PlaceFinding {
  public var finding: (any PlaceFinding)? { self }
}

extension PlaceProviding where Self: PlaceListing {
  public var listing: (any PlaceListing)? { self }
}

extension PlaceProviding where Self: MapProviding {
  public var map: (any MapProviding)? { self }
}

extension PlaceProviding where Self: GazetteerProviding {
  public var gazetteer: (any GazetteerProviding)? { self }
}

public struct PlaceAnswer: Hashable, Sendable {
  /// The places, nearest first.
  public var places: [NearbyPlace]
  /// Where they come from.
  public var source: PlaceSource
  /// Whether no place has the requested name, and these have similar ones.
  public var isNearMiss = false
  /// Whether no place has the requested name, and the source cannot look for similar ones.
  public var matchesNamesExactly = false
  /// Whether no place has the requested name, and it took too long to look for similar ones.
  public var lacksNearMisses = false
  /// How many nearer than the last of them are left out because they are surely closed.
  public var closed: Int
  /// The nearest place of an extract or a server that is left out because it lies in another region.
  public var elsewhere: NearbyPlace?
  /// Those nearer than the last of them that are left out since they do not say whether one gets in in a wheelchair.
  public var unsaid: [NearbyPlace] = []

  /// Words that were searched in another spelling.
  public var corrections: [SearchTypo] = []

  public init(places: [NearbyPlace], source: PlaceSource, closed: Int = 0) {
    (self.places, self.source, self.closed) = (places, source, closed)
  }
}

/// Where places come from.
public struct PlaceSource: Hashable, Sendable {
  /// What the user calls it: a file's path, a server's address.
  public var name: String
  /// The attribution that the licence requires.
  public var attribution: String?
  /// How many seconds old the data is by its own date; `nil` if it has none.
  public var age: Double?
  /// When the data came, if it says nothing about its age.
  public var arrival: Arrival?
  /// How far around the position every place is surely known, if that is less far than the answer goes.
  ///
  /// Of a store, the places beyond it are there too, but nearer ones may be missing.
  public var knownWithin: Distance?
  /// Whether it is a server, which knows names only as they are.
  public package(set) var isServer = false
  /// Where it has every place, if the answer goes beyond it; a server's is not known.
  public package(set) var coverage: Coverage?
  /// Why no server was asked what lies beyond `knownWithin`; `nil` if none was to be asked, or one was.
  public package(set) var unasked: Unasked?

  /// Why a server was not asked, or did not answer.
  public enum Unasked: Hashable, Sendable {
    /// The user forbids it.
    case offline
    case failed(PlacesError)
  }

  /// When data came from where it was, which says nothing about its age.
  public enum Arrival: Hashable, Sendable {
    /// The file was last written then.
    case written(Date)
    /// It was imported then.
    case imported(Date)
    /// A server sent it then.
    case fetched(Date)
  }

  /// What the user calls the store.
  public static let storeName = "store"

  /// Whether it is the store, which `poi update` can update.
  public var isStore: Bool { name == Self.storeName }

  /// What several sources require together, each once; `nil` if none requires anything.
  package static func attribution(ofAll attributions: some Sequence<String?>) -> String? {
    var distinct: [String] = []
    for case let text? in attributions where !distinct.contains(text) { distinct.append(text) }
    return distinct.isEmpty ? nil : distinct.joined(separator: "; ")
  }

  /// Drops its own claim, as another part of the answer says how far it goes.
  package mutating func forgetCoverage() {
    knownWithin = nil
    coverage = nil
  }

  public init(
    name: String, attribution: String? = nil, age: Double? = nil, arrival: Arrival? = nil,
    knownWithin: Distance? = nil
  ) {
    self.name = name
    // A stranger's text may fill the memory.
    self.attribution = attribution.map { $0.cut(to: InputLimits.attribution) }
    self.age = age
    self.arrival = age == nil ? arrival : nil
    self.knownWithin = knownWithin
  }

  /// How many seconds old data of a date is; `nil` if that is unknown, or lies ahead and so cannot be right.
  public static func age(of dated: Date?, at now: Date) -> Double? {
    guard let age = dated.map(now.timeIntervalSince), age >= -clockTolerance else { return nil }
    return max(0, age)
  }

  /// Seconds by which two computers' clocks may differ.
  private static let clockTolerance = 300.0
}

/// A source that finds places by name, wherever they are.
public protocol PlaceFinding: Sendable {
  /// The places that a text can mean: those of that id, else of that name, else of a name with all its words.
  func places(called text: String) async throws(PlacesError) -> [PointOfInterest]
}

/// A source that changes another source's answers, and forwards everything else.
package protocol PlaceProviderWrapping: PlaceProviding {
  var provider: any PlaceProviding { get }

  func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer
}

extension PlaceProviderWrapping {
  package func changed(_ answer: PlaceAnswer, for query: PlaceQuery) -> PlaceAnswer { answer }

  /// Looks at more and more places until those that count are enough, or there are no others.
  ///
  /// - Parameter choose: the answer that some places make, perhaps all there are; `nil` to look at more.
  package nonisolated(nonsending) func places(
    near position: Coordinate, amongFirst query: PlaceQuery, _ choose: (PlaceAnswer, Bool) -> PlaceAnswer?
  ) async throws(PlacesError) -> PlaceAnswer {
    // How many to look at before giving up.
    let most = 20_000
    var wider = query
    while true {
      let answer = try await provider.places(near: position, matching: wider)
      let isAll = answer.places.count < wider.limit || wider.limit >= most
      if let chosen = choose(answer, isAll) ?? (isAll ? answer : nil) { return chosen }
      wider.limit = min(most, 4 * wider.limit)
    }
  }

  public var areaRadius: Distance { provider.areaRadius }

  public func nameWords() async throws(PlacesError) -> [String] {
    try await provider.nameWords()
  }

  public var map: (any MapProviding)? { provider.map }

  public var gazetteer: (any GazetteerProviding)? { provider.gazetteer }

  public func cancelFetchingAll() { provider.cancelFetchingAll() }

  public nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    changed(try await provider.places(near: position, matching: query), for: query)
  }

  public nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    try await provider.nearMisses(near: position, matching: query).map { changed($0, for: query) }
  }
}

extension PlaceAnswer {
  /// Says how far around the position a source has every place, where the answer goes farther.
  ///
  /// - Parameter coverage: where the source has every place.
  package mutating func setKnown(by coverage: Coverage, at position: Coordinate, for query: PlaceQuery) {
    let isFull = places.count >= query.limit
    let end = isFull ? places.last?.distance : query.radius
    source.knownWithin = coverage.distanceToUnknown(
      from: position, within: (end ?? PlaceArea.farthest).metres
    ).map(Distance.init(metres:))
    source.coverage = source.knownWithin == nil ? nil : coverage
  }
}

extension PlaceSource {
  /// Whether it has every place right around the position, however far that goes.
  public var coversPosition: Bool { knownWithin != .zero }
}

extension PlaceAnswer {
  /// The answer, unless a server failed and nothing else knows anything here.
  ///
  /// - Throws: `PlacesError`: that server's failure, which must not look like "nothing there".
  public func orFailure() throws(PlacesError) -> PlaceAnswer {
    if let failure { throw failure }
    return self
  }

  /// Why there is no answer: a server failed, and nothing else knows anything here; `nil` if there is one.
  public var failure: PlacesError? {
    guard case .failed(let error) = source.unasked, !source.coversPosition, places.isEmpty, closed == 0 else {
      return nil
    }
    return error
  }

  /// Says that there may be other places anywhere.
  package mutating func knowNothing() {
    source.knownWithin = .zero
    source.coverage = Coverage()
  }

  /// Leaves out what lies in another region: without a radius, people ask for what they can reach.
  package mutating func leaveOutOtherRegions(for query: PlaceQuery) {
    guard query.radius == nil, let first = places.firstIndex(where: { $0.distance > PlaceArea.farthest })
    else { return }
    elsewhere = places[first]
    places.removeSubrange(first...)
  }
}
