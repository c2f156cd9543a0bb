import Foundation
import Geography

/// A point of a GPX file: a waypoint, or a point of a track; element names are those of GPX 1.1.
package struct GPXPoint {
  /// Where in the document it stands.
  package enum Kind: String {
    case waypoint = "wpt"
    case trackPoint = "trkpt"
  }

  package let kind: Kind
  /// Valid.
  package let coordinate: Coordinate
  /// The line on which the point ends.
  package internal(set) var line = 0
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
    Double(text.trimmingCharacters(in: .whitespaces)).flatMap { $0.isFinite ? $0 : nil }
  }
}
