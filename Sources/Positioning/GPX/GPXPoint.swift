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

extension GPXPoint {
  /// A track point as a fix; nothing where the recorder says that it had none.
  var location: Location? {
    let fix = self["fix"]
    guard fix != "none" else { return nil }
    let metresOfErrorPerHDOP = fix == "dgps" ? 4.75 : 19
    return Location(
      coordinate: coordinate,
      // As gpsd estimates it from the same figure.
      accuracy: number("hdop").flatMap { Location.accuracy($0 * metresOfErrorPerHDOP) },
      altitude: number("ele"),
      speed: number("speed"),
      course: number("course").map(Bearing.init(degrees:)),
      time: self["time"].flatMap { Timestamp.date(parsing: $0) },
      mode: fix == "2d" ? .twoDimensional : fix == nil ? nil : .threeDimensional)
  }
}
