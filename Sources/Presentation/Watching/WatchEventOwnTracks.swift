import FoundationEssentials
import Geography
import Nearby
import Places
import Positioning

extension WatchEvent {
  /// Its OwnTracks message on one line, for `mosquitto_pub -l`; `nil` if OwnTracks has none.
  ///
  /// Entering and leaving are transitions; a place that the user is in at the start is entered then.
  ///
  /// - Parameter tracker: the tracker's one or two initials, if any.
  public func ownTracksLine(tracker: String? = nil) -> String? {
    switch self {
    case .location(let location): Self.message(of: location, tracker).line + "\n"
    case .proximity(let event): Self.message(of: event, tracker).map { $0.line + "\n" }
    case .authorization, .signal, .travel, .next, .route, .street, .way, .beacon, .featured: nil
    }
  }

  private static func message(of location: Location, _ tracker: String?) -> JSONValue {
    .known([
      "_type": .string("location"),
      "lat": .number(location.coordinate.latitude),
      "lon": .number(location.coordinate.longitude),
      "acc": location.accuracy.map { .integer(OwnTracks.metres($0)) },
      "alt": location.altitude.flatMap(whole),
      "vel": location.speed.flatMap { whole($0 * 3.6) },
      "cog": location.course.flatMap { whole($0.degrees >= 359.5 ? 0 : $0.degrees) },
      "tst": location.time.map { .integer(second(of: $0)) },
      "tid": tracker.map(JSONValue.string),
    ])
  }

  private static func message(of event: ProximityEvent, _ tracker: String?) -> JSONValue? {
    let name: String
    switch event.kind {
    case .initial, .enter: name = "enter"
    case .leave: name = "leave"
    case .pass: return nil
    }
    let (place, location) = (event.place.place, event.location)
    return .known([
      "_type": .string("transition"),
      "event": .string(name),
      "desc": .string(place.ownTracksDescription),
      "rid": .string(place.id),
      "wtst": .integer(place.ownTracksNumber),
      "t": .string("c"),
      "lat": .number(location.coordinate.latitude),
      "lon": .number(location.coordinate.longitude),
      "acc": location.accuracy.map { .integer(OwnTracks.metres($0)) },
      "tst": location.time.map { .integer(second(of: $0)) },
      "tid": tracker.map(JSONValue.string),
    ])
  }

  private static func whole(_ value: Double) -> JSONValue? {
    Int(exactly: value.rounded()).map(JSONValue.integer)
  }

  private static func second(of time: Date) -> Int {
    Int(clamping: time.timeIntervalSince1970.rounded(.down))
  }
}
