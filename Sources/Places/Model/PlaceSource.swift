import FoundationEssentials
import Geography
import Input

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
  /// How far around the position a server's list of the nearest places goes; `nil` if the answer has all that it has.
  public package(set) var listedWithin: Distance?
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
    /// No server knows it.
    case unable
    case failed(PlacesError)
  }

  /// When data came from where it was, which says nothing about its age.
  public enum Arrival: Hashable, Sendable {
    /// The file was last written then.
    case written(Date)
    case imported(Date)
    /// A server sent it then.
    case fetched(Date)
  }

  /// Whether it has every place right around the position, however far that goes.
  public var coversPosition: Bool { knownWithin != .zero }

  /// What the user calls the store.
  public static let storeName = "store"

  /// Whether it is the store, which `poi update` can update.
  public var isStore: Bool { name == Self.storeName }

  /// What several sources require together, each once; `nil` if none requires anything.
  package static func attribution(ofAll attributions: [String?]) -> String? {
    var distinct: [String] = []
    for case let text? in attributions where !distinct.contains(text) { distinct.append(text) }
    return distinct.isEmpty ? nil : distinct.joined(separator: "; ")
  }

  /// Adds the attribution of several sources, of which it may have some.
  package mutating func require(_ texts: String?) {
    guard let texts else { return }
    let known = attribution ?? ""
    attribution = texts.contains(known) ? texts : Self.attribution(ofAll: [known, texts])
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
