import Geography
import Input
import Nearby
import Places

/// OwnTracks' message of waypoints, on one line as `mosquitto_pub -l` takes it: a region a place.
public struct OwnTracksWriter: PlaceWriter {
  public let header = "{\"_type\":\"waypoints\",\"waypoints\":["
  public let footer = "]}\n"

  private let within: Distance
  private var isFirst = true

  /// - Parameter within: the radius of the regions of places that have no proximity of their own.
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

/// What OwnTracks' messages have in common.
enum OwnTracks {
  /// Whole metres, rounded up: a radius of 0 would be none, and an accuracy of 0 is refused.
  static func metres(_ metres: Double) -> Int {
    max(1, Int(exactly: metres.rounded(.up)) ?? .max)
  }
}

extension PointOfInterest {
  /// What OwnTracks calls the region, which must have a name: the kind and the id tell apart what has none.
  var ownTracksDescription: String {
    let title = (title ?? "").withoutControls.trimmed
    return title.isEmpty
      ? [category?.replacing("_", with: " "), id].compactMap(\.self).joined(separator: " ") : title
  }

  /// OwnTracks tells regions apart by the second of their creation. Places have none: a number that follows from the
  /// id stands for it, before the year 2002 so that nobody takes it for a time.
  var ownTracksNumber: Int {
    Int(Checksum.hash(of: id.utf8) % 1_000_000_000) + 1
  }
}

extension String {
  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
