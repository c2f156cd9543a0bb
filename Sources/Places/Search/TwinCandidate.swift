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

    private static let beginnings: [(text: [UInt8], element: Element)] = [
      ("node/", node), ("n", node), ("way/", way), ("w", way), ("relation/", relation), ("r", relation),
      ("area/", area), ("a", area),
    ].map { (Array($0.0.utf8), $0.1) }

    /// By an id like `node/123` and `n123`; `nil` for any other.
    package init?(ofID id: String) {
      let found = id.utf8.withContiguousStorageIfAvailable { Self.element(ofID: UnsafeRawBufferPointer($0)) }
      guard let element = found ?? Array(id.utf8).withUnsafeBytes(Self.element) else { return nil }
      self = element
    }

    /// The same of an id in UTF-8.
    package static func element(ofID id: UnsafeRawBufferPointer) -> Element? {
      guard let digits = id.firstIndex(where: { (0x30...0x39).contains($0) }) else { return nil }
      return beginnings.first { $0.text.count == digits && id[..<digits].elementsEqual($0.text) }?.element
    }

    /// Whether one of these can be another's twin.
    func mayBeTwin(of other: Element) -> Bool { self != other || self == .area }
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
