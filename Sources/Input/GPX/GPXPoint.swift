import Geography

/// A point of a GPX file: a waypoint, or a point of a track or a route; element names are those of GPX 1.1.
package struct GPXPoint {
  /// Its position in the document.
  package enum Kind: String {
    case waypoint = "wpt"
    case trackPoint = "trkpt"
    case routePoint = "rtept"
  }

  /// The child elements that tell something, by their local names.
  package enum Element: String, CaseIterable {
    case name, desc, cmt, type, sym, src, link, url, time, ele, speed, course, fix, sat, hdop
    case id = "PlaceID"
    case proximity = "Proximity"
    /// Tags as a JSON object.
    case tags = "Tags"

    /// Whether it counts within another element, too, where a name or a type is another's.
    var isOfExtensions: Bool { [.speed, .course, .fix, .sat, .hdop, .id, .proximity, .tags].contains(self) }
  }

  package let kind: Kind
  /// Valid.
  package let coordinate: Coordinate
  /// How many track segments and routes have begun before it.
  package internal(set) var segment = 0
  /// How many of its texts are too long.
  package internal(set) var leftOut = 0
  /// Few enough to search one by one.
  private var texts: [(element: Element, text: String)] = []
  /// The texts that poi made of others when it wrote the point.
  private var made: [(element: Element, text: String)] = []

  /// - Parameters: as the attributes have them; `nil` for none.
  /// - Returns: `nil` if they are not a position.
  init?(kind: Kind, latitude: String?, longitude: String?) {
    guard let latitude = latitude.flatMap(Self.number), let longitude = longitude.flatMap(Self.number)
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    self.kind = kind
    self.coordinate = coordinate
  }

  /// The text of a child element, trimmed unless it is an id; the first of several.
  package subscript(element: Element) -> String? {
    texts.firstIndex { $0.element == element }.map { texts[$0].text }
  }

  /// Whether poi made the text of a child element when it wrote the point, and nobody has changed it since.
  package func isMade(_ element: Element) -> Bool {
    madeText(of: element).map { $0 == self[element] } ?? false
  }

  /// What poi wrote into a child element without having it from the place's source.
  package func madeText(of element: Element) -> String? {
    made.first { $0.element == element }?.text
  }

  mutating func setMade(_ text: String, for element: Element) {
    if madeText(of: element) == nil { made.append((element, text)) }
  }

  package func number(_ element: Element) -> Double? {
    self[element].flatMap(Self.number)
  }

  /// Takes the text of a child element.
  mutating func set(_ text: [UInt8], for element: Element) {
    guard !texts.contains(where: { $0.element == element }) else { return }
    let whole = String(decoding: text, as: UTF8.self)
    let trimmed = whole.trimmed()
    guard !trimmed.isEmpty else { return }
    // As many as most points have.
    if texts.isEmpty { texts.reserveCapacity(4) }
    // Of an id, each character counts.
    texts.append((element, (element == .id ? whole : trimmed).streamSafe))
  }

  private static func number(_ text: String) -> Double? {
    Double.decimal(text) ?? Double.decimal(text.trimmed())
  }
}
