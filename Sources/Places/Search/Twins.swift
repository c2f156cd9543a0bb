import Geography
import Glibc

/// The places that OpenStreetMap has twice: as a node and as the building around it, a lake or river as a way and as
/// the relation that has it, or a stop as its sign, its platform and the point where the vehicle halts.
///
/// Twins of the first kind have one name and one category, and one is a node within `reach` of the other or inside it,
/// which is a way or relation; two nodes of one name are two branches of a chain. Of the second kind one has all of the
/// other, which a piece of a river does not have of the whole. Twins of the third kind are different parts of a stop
/// of one name within `stopReach`, and each is the nearest such part of the other; two signs of one name are the two
/// sides of a street. A part without a name has that of the nearest other part within `namelessStopReach`.
///
/// None of this depends on the order of the places, or on where they are seen from.
package struct Twins: Sendable {
  private static let reach = 100.0
  private static let stopReach = 60.0
  /// Within this distance, position alone shows that two parts belong to one stop.
  private static let namelessStopReach = 20.0

  /// How far from a named place its twins are, unless one of the two reaches farther.
  package static let neighbourhood = Distance(metres: reach)
  /// How far from a stop all is that decides about its twins.
  package static let neighbourhoodOfStop = Distance(metres: 2 * stopReach + namelessStopReach)

  package private(set) var places: [PointOfInterest]
  /// The indices of the places that each stands for, nearest first; none of those that stand for no other.
  private var others: [Int: [Int]] = [:]
  /// The indices of the named parts of stops by which nameless ones are called.
  private var namesakes: [Int: Int] = [:]

  /// A place that can have a twin.
  private struct Member {
    let index: Int
    let place: PointOfInterest
    /// What it is mapped as: only one of another kind can be its twin, mostly.
    let kind: Int
    let point: SIMD3<Double>
    /// Metres around the point within which all of it lies.
    let reach: Double

    init(_ place: PointOfInterest, index: Int, kind: Int, reach: Double = 0) {
      (self.index, self.place, self.kind, self.reach) = (index, place, kind, reach)
      point = WGS84.cartesian(place.coordinate)
    }

    /// The least level of cells of which two next to each other have all twins of its size or less.
    var level: Int { max(0, Int(clamping: log2((2 * reach + Twins.reach) / Twins.reach).rounded(.up))) }
  }

  /// A cube of space; those of each level are twice as large as those below.
  private struct Cell: Hashable {
    let level: Int
    let place: SIMD3<Double>

    init(level: Int, place: SIMD3<Double>) {
      (self.level, self.place) = (level, place)
    }

    init(around point: SIMD3<Double>, level: Int) {
      self.init(level: level, place: (point / (Twins.reach * Double(1 << level))).rounded(.down))
    }

    /// Those of a higher level, or the same, that are around it or next to that.
    func neighbours(atLevel higher: Int) -> [Cell] {
      let around = (place / Double(1 << (higher - level))).rounded(.down)
      return Self.steps.map { Cell(level: higher, place: around + $0) }
    }

    private static let steps: [SIMD3<Double>] = {
      let along: [Double] = [-1, 0, 1]
      return along.flatMap { x in along.flatMap { y in along.map { SIMD3(x, y, $0) } } }
    }()
  }

  /// Of one kind in a cell, only so many count, the first by their ids: with thousands at one spot there is no telling
  /// which belong together.
  private static let mostInCell = 64

  /// Finds the twins among some places.
  package init(among places: [PointOfInterest]) {
    self.places = places
    var stops: [(index: Int, part: TwinCandidate.StopPart)] = []
    var named: [(key: UInt64, index: Int)] = []
    for (index, place) in places.enumerated() {
      let kind = TwinKind(category: place.category, tags: place.tags)
      if case .stop(let part) = kind {
        stops.append((index, part))
      } else if let key = kind.key(of: place) {
        named.append((key, index))
      }
    }
    // Most keys are of one place: only of others names are compared.
    named.sort { $0 < $1 }
    var start = 0
    while start < named.count {
      let end = named[start...].firstIndex { $0.key != named[start].key } ?? named.count
      if end - start > 1 { joinNamed(named[start..<end].map(\.index)) }
      start = end
    }
    join(stops)
  }

  /// The indices of the places that one stands for.
  package func others(of index: Int) -> [Int] { others[index] ?? [] }

  /// A place with what its twins know besides.
  package func joined(_ index: Int) -> PointOfInterest {
    let joined = others(of: index).reduce(places[index]) { $0.joined(with: places[$1].details) }
    // The sign across the street tells the name, too, but not whether there is a kerb.
    return namesakes[index].map { joined.joined(with: places[$0].names) } ?? joined
  }

  /// The places without those for which others stand, the same from every position: of twins, the one stays that stands
  /// for most.
  package var withoutOthers: [PointOfInterest] {
    func order(_ index: Int) -> (Int, Int, String) {
      (-others(of: index).count, places[index].extent == nil ? 1 : 0, places[index].id)
    }
    var left: Set<Int> = []
    for index in others.keys.sorted(by: { order($0) < order($1) }) where !left.contains(index) {
      left.formUnion(others(of: index))
    }
    return places.indices.filter { !left.contains($0) }.map { places[$0] }
  }

  /// The indices of the places that have twins, or are called by another's name.
  package var indices: Set<Int> { Set(others.keys).union(namesakes.keys) }

  /// The places that pass a filter, in their order, each with what its twins know besides.
  ///
  /// - Parameters:
  ///   - work: when it is over, some may be missing.
  ///   - areAll: whether no others may have a name that resembles a category.
  /// - Throws: as `PlaceMatcher` does.
  package func passing(
    _ filter: PlaceFilter, by work: LimitedWork? = nil, areAll: Bool = true
  ) throws(PlacesError) -> Twins {
    let matcher = try filter.matcher(among: places, areAll: areAll)
    let joinsStops = matcher.joinsStops
    let passing = places.indices.filter { index in
      guard work?.mayGoOn() != false else { return false }
      return matcher.matches(places[index])
        || joinsStops && TwinCandidate.StopPart(places[index].tags) != nil && matcher.matches(joined(index))
    }
    var found = Twins(among: [])
    found.places = passing.map(joined)
    func position(_ index: Int) -> Int? {
      let position = passing.partitioningIndex { $0 >= index }
      return position < passing.count && passing[position] == index ? position : nil
    }
    for (index, others) in others {
      if let place = position(index) { found.others[place] = others.compactMap(position) }
    }
    return found
  }

  // MARK: - Nodes, ways and relations of one name

  /// Joins those that are called the same, out of places of one key.
  private mutating func joinNamed(_ alike: [Int]) {
    var groups: [TwinCandidate.Likeness: [(index: Int, element: TwinCandidate.Element)]] = [:]
    for index in alike {
      let place = places[index]
      guard let name = place.name, let element = TwinCandidate.Element(ofID: place.id) else { continue }
      let likeness = TwinCandidate.Likeness(name: name.lowercased(), category: place.category)
      groups[likeness, default: []].append((index, element))
    }
    for group in groups.values where group.count > 1 { join(group) }
  }

  private mutating func join(_ group: [(index: Int, element: TwinCandidate.Element)]) {
    let elements = Set(group.map(\.element))
    guard elements.count > 1 || elements.contains(.area) else { return }
    let members = group.map { index, element in
      let place = places[index]
      let reach = place.extent?.reach(from: place.coordinate) ?? 0
      return Member(place, index: index, kind: element.rawValue, reach: reach)
    }
    var found: [Int: [(metres: Double, index: Int)]] = [:]
    Self.forEachPair(of: members) { first, second in
      let (one, other) = (members[first], members[second])
      let (element, otherElement) = (group[first].element, group[second].element)
      let metres = (one.point - other.point).length
      guard element != otherElement || element == .area, metres <= one.reach + other.reach + Self.reach
      else { return }
      if element == .node || otherElement == .node {
        guard
          metres <= Self.reach
            || one.place.extent?.contains(other.place.coordinate)
              ?? other.place.extent?.contains(one.place.coordinate) ?? false
        else { return }
        found[one.index, default: []].append((metres, other.index))
        found[other.index, default: []].append((metres, one.index))
      } else if let extent = one.place.extent, let otherExtent = other.place.extent {
        if extent.standsFor(otherExtent) { found[one.index, default: []].append((metres, other.index)) }
        if otherExtent.standsFor(extent) { found[other.index, default: []].append((metres, one.index)) }
      }
    }
    for (index, twins) in found { keep(twins, for: index) }
  }

  /// Hands over the pairs of members, by their positions, that can be near enough to each other, rather than all.
  private static func forEachPair(of members: [Member], _ body: (Int, Int) -> Void) {
    var cells = Dictionary(grouping: members.indices) {
      Cell(around: members[$0].point, level: members[$0].level)
    }
    for (cell, inside) in cells where inside.count > mostInCell {
      cells[cell] = Dictionary(grouping: inside) { members[$0].kind }.values.flatMap { alike in
        alike.sorted { members[$0].place.id < members[$1].place.id }.prefix(mostInCell)
      }
    }
    let levels = Set(cells.keys.map(\.level))
    for (cell, inside) in cells {
      for level in levels where level >= cell.level {
        let others = cell.neighbours(atLevel: level).compactMap { cells[$0] }
        for first in inside {
          for others in others {
            for second in others where level > cell.level || second > first { body(first, second) }
          }
        }
      }
    }
  }

  private mutating func keep(_ twins: [(metres: Double, index: Int)], for index: Int) {
    others[index] = twins.sorted {
      ($0.metres, places[$0.index].id, $0.index) < ($1.metres, places[$1.index].id, $1.index)
    }.map(\.index)
  }

  // MARK: - Stops

  /// A stop that may be another's twin, the best first.
  private struct Candidate: Comparable {
    let metres: Double
    let id: String
    let index: Int
    /// The position among the members.
    let member: Int

    static func < (left: Candidate, right: Candidate) -> Bool {
      (left.metres, left.id, left.index) < (right.metres, right.id, right.index)
    }
  }

  private mutating func join(_ stops: [(index: Int, part: TwinCandidate.StopPart)]) {
    guard stops.count > 1 else { return }
    let members = stops.map {
      Member(places[$0.index], index: $0.index, kind: $0.part.rawValue)
    }
    let ownNames = members.map(\.place.nameOfStop)
    var namesake = [Candidate?](repeating: nil, count: members.count)
    func offer(_ other: Int, at metres: Double, to best: inout Candidate?) {
      let candidate = Candidate(
        metres: metres, id: members[other].place.id, index: members[other].index, member: other)
      if best.map({ candidate < $0 }) ?? true { best = candidate }
    }
    func forEachPair(_ body: (Int, Int, Double) -> Void) {
      Self.forEachPair(of: members) { first, second in
        guard stops[first].part != stops[second].part else { return }
        let metres = (members[first].point - members[second].point).length
        if metres <= Self.stopReach { body(first, second, metres) }
      }
    }
    forEachPair { first, second, metres in
      guard metres <= Self.namelessStopReach, (ownNames[first] == nil) != (ownNames[second] == nil) else {
        return
      }
      if ownNames[first] == nil {
        offer(second, at: metres, to: &namesake[first])
      } else {
        offer(first, at: metres, to: &namesake[second])
      }
    }
    let names = members.indices.map { ownNames[$0] ?? namesake[$0].flatMap { ownNames[$0.member] } }
    // For each stop the nearest one of each part.
    let parts = TwinCandidate.StopPart.allCases.count
    var nearest = [[Candidate?]](repeating: Array(repeating: nil, count: parts), count: members.count)
    forEachPair { first, second, metres in
      guard names[first] == names[second], names[first] != nil || metres <= Self.namelessStopReach else {
        return
      }
      offer(second, at: metres, to: &nearest[first][stops[second].part.rawValue])
      offer(first, at: metres, to: &nearest[second][stops[first].part.rawValue])
    }
    for (member, stop) in stops.enumerated() {
      let twins = nearest[member].compactMap(\.self).filter {
        nearest[$0.member][stop.part.rawValue]?.member == member
      }
      if !twins.isEmpty { keep(twins.map { ($0.metres, $0.index) }, for: stop.index) }
      namesakes[stop.index] = namesake[member]?.index
    }
  }
}

extension PointOfInterest {
  /// What tells it from the other stops around, in lower case.
  fileprivate var nameOfStop: String? {
    (name ?? foreignName ?? tags["ref"] ?? tags["local_ref"])?.lowercased()
  }

  /// What is known of a place that its twin may lack.
  fileprivate typealias Details = (name: String?, tags: [String: String])

  /// All but what it is, which its twin is in another way, and how a piece of a river or a way is built.
  fileprivate var details: Details { (name, tags.filter { !Self.keysOfKind.contains($0.key) }) }

  private static let keysOfKind = Set(Category.featureKeys)
    .union([
      "abandoned", "access", "area", "bridge", "disused", "layer", "lock", "ruins", "tunnel", "type",
    ])

  /// What a stop is called.
  fileprivate var names: Details {
    (
      name,
      tags.filter { NameWords.isNameKey($0.key) || name == nil && ["ref", "local_ref"].contains($0.key) }
    )
  }

  fileprivate func joined(with details: Details) -> PointOfInterest {
    PointOfInterest(
      id: id, name: name ?? details.name, category: category, coordinate: coordinate, extent: extent,
      proximity: proximity, tags: tags.merging(details.tags) { own, _ in own })
  }
}

/// Takes places one after the other, and leaves out those for which one that was taken stands.
package struct StandIns<ID: Hashable & Sendable>: Sendable {
  @usableFromInline var left: Set<ID> = []

  @inlinable package init() {}

  /// Whether a place is to be shown, which then stands for others.
  @inlinable package mutating func take(_ id: ID, standingFor others: [ID]) -> Bool {
    guard left.isEmpty || !left.contains(id) else { return false }
    if !others.isEmpty { left.formUnion(others) }
    return true
  }
}

/// Takes places one after the other, and leaves out rivers, streams and canals that go on from one of the same name before them.
package struct FirstPieces {
  private var ends: [TwinCandidate.Likeness: Set<Coordinate>] = [:]

  package init() {}

  package mutating func take(_ place: PointOfInterest) -> Bool {
    guard let extent = place.extent, !extent.isArea, place.tags["waterway"] != nil,
      let name = place.name ?? place.foreignName
    else { return true }
    let likeness = TwinCandidate.Likeness(name: name.lowercased(), category: place.category)
    let own = extent.lines.flatMap { $0.prefix(1) + $0.suffix(1) }
    defer { ends[likeness, default: []].formUnion(own) }
    return ends[likeness]?.isDisjoint(with: own) ?? true
  }
}

/// What decides whether a place can have a twin, besides its position.
package enum TwinCandidate {
  package struct Likeness: Hashable, Sendable {
    /// In lower case.
    let name: String
    let category: String?
  }

  /// What a place is in OpenStreetMap.
  package enum Element: Int, Sendable {
    case node, way, relation
    /// Either of these, by a number that other programs make up.
    case area

    /// By an id like `node/123` and `n123`; `nil` for any other.
    package init?(ofID id: String) {
      let found = id.utf8.withContiguousStorageIfAvailable { Self.element(ofID: UnsafeRawBufferPointer($0)) }
      guard let element = found ?? Array(id.utf8).withUnsafeBytes(Self.element) else { return nil }
      self = element
    }

    /// The same of an id in UTF-8.
    package static func element(ofID id: UnsafeRawBufferPointer) -> Element? {
      guard let start = id.firstIndex(where: { (0x30...0x39).contains($0) }), start > 0,
        let text = id.baseAddress
      else { return nil }
      let (element, word): (Element, StaticString)
      switch id[0] {
      case UInt8(ascii: "n"): (element, word) = (.node, "node/")
      case UInt8(ascii: "w"): (element, word) = (.way, "way/")
      case UInt8(ascii: "r"): (element, word) = (.relation, "relation/")
      case UInt8(ascii: "a"): (element, word) = (.area, "area/")
      default: return nil
      }
      guard start > 1 else { return element }
      return start == word.utf8CodeUnitCount && memcmp(text, word.utf8Start, start) == 0
        ? element : nil
    }
  }

  /// What a stop is mapped as.
  package enum StopPart: Int, Sendable, CaseIterable {
    case sign, platform, position

    package init?(_ tags: [String: String]) {
      guard let part = Self.tags.first(where: { tags[$0.key] == $0.value })?.part else { return nil }
      self = part
    }

    /// The tags that say so, the most telling first.
    static let tags: [(key: String, value: String, part: StopPart)] = [
      ("highway", "bus_stop", .sign), ("railway", "tram_stop", .sign),
      ("public_transport", "platform", .platform), ("public_transport", "stop_position", .position),
    ]
  }
}

/// What the kind of a place says of its twins.
package enum TwinKind: Hashable, Sendable {
  case stop(TwinCandidate.StopPart)
  /// The start of the key of its names.
  case named(UInt64)

  private static let keyOfStops: UInt64 = 0

  package init(category: String?, tags: [String: String]) {
    if let part = TwinCandidate.StopPart(tags) {
      self = .stop(part)
    } else {
      // FNV-1a, of 64 bits.
      self = .named((category ?? "").utf8.reduce(0xCBF2_9CE4_8422_2325, Self.hash))
    }
  }

  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  package var isStop: Bool { if case .stop = self { true } else { false } }

  /// What a place and its twins have in common; `nil` if it can have no twin.
  package func key(of place: PointOfInterest) -> UInt64? {
    var (id, name) = (place.id, place.name)
    return id.withUTF8 { id in
      let id = UnsafeRawBufferPointer(id)
      guard name != nil else { return key(id: id, name: nil)?.key }
      return name?.withUTF8 { key(id: id, name: UnsafeRawBufferPointer($0))?.key }
    }
  }

  /// What a place and its twins have in common, and the bit of what it is mapped as; `nil` if it can have no twin.
  package func key(id: UnsafeRawBufferPointer?, name: UnsafeRawBufferPointer?) -> (key: UInt64, part: UInt8)?
  {
    switch self {
    case .stop(let part): return (Self.keyOfStops, 1 << UInt8(part.rawValue))
    case .named(let start):
      guard let name, let element = id.flatMap(TwinCandidate.Element.element(ofID:)) else { return nil }
      var key = start
      var isOfOneCase = false
      for byte in name {
        switch byte {
        case 0x41...0x5A: key = Self.hash(key, byte | 0x20)
        case ..<0x80: key = Self.hash(key, byte)
        case ..<0xC0: if isOfOneCase { key = Self.hash(key, byte) }
        default:
          // Chinese, Japanese and Korean have no capitals; of other letters it counts how many there are.
          isOfOneCase = (0xE3...0xED).contains(byte) && byte != 0xEA
          key = Self.hash(key, isOfOneCase ? byte : 0x80)
        }
      }
      return (key, 1 << UInt8(element.rawValue))
    }
  }

  /// Whether places of one key can be twins.
  package func canHaveTwins(_ count: Int, parts: UInt8) -> Bool {
    let isOfOnePart = parts & (parts &- 1) == 0
    return count > 1 && !(isOfOnePart && parts != 1 << UInt8(TwinCandidate.Element.area.rawValue))
  }
}
