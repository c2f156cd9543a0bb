import Foundation
import Geography

/// A point of a GPX file: a waypoint, or a point of a track or a route; element names are those of GPX 1.1.
package struct GPXPoint {
  /// Where in the document it stands.
  package enum Kind: String {
    case waypoint = "wpt"
    case trackPoint = "trkpt"
    case routePoint = "rtept"
  }

  package let kind: Kind
  /// Valid.
  package let coordinate: Coordinate
  /// The line on which the point ends.
  package internal(set) var line = 0
  /// How many track segments and routes have begun before it.
  package internal(set) var segment = 0
  private var texts: [String: String] = [:]

  init?(kind: Kind, attributes: [String: String]) {
    guard let latitude = attributes["lat"].flatMap(Self.number),
      let longitude = attributes["lon"].flatMap(Self.number)
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { return nil }
    self.kind = kind
    self.coordinate = coordinate
  }

  /// The text of a child element, by its local name, trimmed; the first of several.
  package subscript(name: String) -> String? {
    texts[name]
  }

  /// The number in a child element.
  package func number(_ name: String) -> Double? {
    texts[name].flatMap(Self.number)
  }

  mutating func set(_ text: String, for name: String) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty, texts[name] == nil, texts.count < InputLimits.elementsOfPoint else { return }
    texts[name] = trimmed
  }

  private static func number(_ text: String) -> Double? {
    Double.decimal(text.trimmingCharacters(in: .whitespaces))
  }
}
