/// What decides whether a place can have a twin, besides its position.
package enum TwinTraits: Hashable, Sendable {
  case stop(StopPart)
  case named(Likeness, Element)

  /// `nil` if no place can be its twin.
  package init?(of place: PointOfInterest) {
    self.init(id: place.id, name: place.name, category: place.category, tags: place.tags)
  }

  /// The same for a place of which only the tags that tell its kind are known.
  package init?(id: String, name: String?, category: String?, tags: [String: String]) {
    if let part = StopPart(tags) {
      self = .stop(part)
    } else if let name, let element = Element(ofID: id.utf8) {
      self = .named(Likeness(name: name.lowercased(), category: category), element)
    } else {
      return nil
    }
  }

  /// Whether another can be a twin as far as names and categories tell.
  package func isLike(_ other: TwinTraits) -> Bool {
    switch (self, other) {
    case (.stop, .stop): true
    case (.named(let likeness, _), .named(let others, _)): likeness == others
    case (.stop, .named), (.named, .stop): false
    }
  }

  package struct Likeness: Hashable, Sendable {
    /// In lower case.
    let name: String
    let category: String?
  }

  /// What a place is in OpenStreetMap.
  package enum Element: Sendable {
    case node, way, relation
    /// Either of these, by a number that other programs make up.
    case area

    /// By an id like `node/123` and `n123`, in UTF-8; `nil` for any other.
    package init?(ofID id: some Collection<UInt8>) {
      let kind = id.prefix { !(0x30...0x39).contains($0) }
      guard !kind.isEmpty, kind.endIndex != id.endIndex else { return nil }
      switch String(decoding: kind, as: UTF8.self) {
      case "node/", "n": self = .node
      case "way/", "w": self = .way
      case "relation/", "r": self = .relation
      case "area/", "a": self = .area
      default: return nil
      }
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
