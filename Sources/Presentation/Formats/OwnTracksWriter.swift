import Geography
import Input
import Places

/// An OwnTracks message of waypoints, on one line for `mosquitto_pub -l`: a region per place.
public struct OwnTracksWriter: PlaceWriter {
  public let header = "{\"_type\":\"waypoints\",\"waypoints\":["
  public let footer = "]}\n"

  private let within: Distance
  private var isFirst = true

  /// - Parameter within: the radius of regions for places without their own proximity.
  public init(within: Distance) {
    self.within = within
  }

  public mutating func text(of place: ShownPlace) -> String {
    defer { isFirst = false }
    return (isFirst ? "" : ",") + message(of: place).line
  }

  private func message(of place: ShownPlace) -> JSONValue {
    .known([
      "_type": .string("waypoint"),
      "desc": .string(place.place.ownTracksDescription),
      "lat": .number(place.coordinate.latitude),
      "lon": .number(place.coordinate.longitude),
      "rad": .integer(OwnTracks.metres((place.place.proximity ?? within).metres)),
      "rid": .string(place.place.id),
      "tst": .integer(place.place.ownTracksNumber),
    ])
  }
}

/// What OwnTracks messages have in common.
enum OwnTracks {
  /// Whole metres, rounded up: a radius of 0 would mean none, and Home Assistant refuses an accuracy of 0.
  static func metres(_ metres: Double) -> Int {
    max(1, Int(exactly: metres.rounded(.up)) ?? .max)
  }
}

extension PointOfInterest {
  /// The region's name, which OwnTracks requires: nameless places get their kind and id.
  var ownTracksDescription: String {
    let title = (title ?? "").withoutControls.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return title.isEmpty
      ? [category?.replacing("_", with: " "), id].compactMap(\.self).joined(separator: " ") : title
  }

  /// OwnTracks identifies regions by their creation time in seconds. Places have none, so a number derived
  /// from the id replaces it, before the year 2002 so that nobody mistakes it for a time.
  var ownTracksNumber: Int {
    Int(Checksum.hash(of: id.utf8) % 1_000_000_000) + 1
  }
}
