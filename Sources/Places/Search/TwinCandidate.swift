/// What decides whether a place can have a twin, besides its position.
package enum TwinCandidate: Hashable, Sendable {
  case stop(StopPart)
  case named(Likeness, Element)

  /// `nil` if no place can be its twin.
  package init?(of place: PointOfInterest) {
    if let part = StopPart(place.tags) {
      self = .stop(part)
    } else if let name = place.name, let element = Element(ofID: place.id) {
      self = .named(Likeness(name: name.lowercased(), category: place.category), element)
    } else {
      return nil
    }
  }

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
      return beginnings.first { id[..<digits].elementsEqual($0.text) }?.element
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
