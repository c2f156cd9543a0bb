import CivilTime
import FoundationEssentials
import Geography
import Nearby
import Positioning

extension WatchEvent {
  /// One JSON object on a line of its own; SI units, and what is unknown is absent.
  ///
  /// - Parameter openings: tells whether the place is open.
  public func jsonLine(_ openings: Openings?) -> String { jsonValue(openings).line + "\n" }

  /// The same without telling whether the place is open.
  public var jsonLine: String { jsonLine(nil) }

  /// The time of its fix, if that has one.
  public var time: Date? {
    if case .signal(let event) = self { event.time } else { location?.time }
  }

  private func jsonValue(_ openings: Openings?) -> JSONValue {
    switch self {
    case .proximity(let event):
      head(event.location).adding(
        .known([
          "course": event.course.map { .rounded($0) },
          "place": ShownPlace(event.place, openings: openings, course: event.course).jsonValue,
          "reason": .string("\(event.reason)"),
          "closest": event.closest.map {
            .known([
              "distance": .rounded($0.distance.metres), "time": .string(Timestamp.text(of: $0.time)),
            ])
          },
        ]))
    case .location(let location):
      head(location)
    case .authorization(let state):
      .known([
        "event": .string(name),
        "status": .string(state.authorizationStatus.rawValue),
        "reason": state.reason.map(JSONValue.string),
      ])
    case .signal(let event):
      .known([
        "event": .string(name),
        "time": event.time.map { .string(Timestamp.text(of: $0)) },
        "status": .string(event.status.rawValue),
        "since": event.since.map { .string(Timestamp.text(of: $0)) },
        "position": event.location.jsonValue(),
      ])
    case .travel(let event):
      head(event.location).adding(
        .known([
          "course": event.course.map { .rounded($0) },
          "along": event.pass.map { .rounded($0.along) },
          "offset": event.pass.map { .rounded($0.offset.metres) },
          "side": event.pass.map { .string($0.stretch.side.rawValue) },
          "pass": event.pass.map { .integer($0.number) },
          "passes": event.pass.map { .integer($0.count) },
          "distance": event.distance.map { .rounded($0.metres) },
          "eta": event.arrival.map { .string(Timestamp.text(of: $0.toSecond)) },
          "place": ShownPlace(
            event.place, openings: event.arrival.map { openings?.at($0) } ?? openings,
            course: event.kind == .passed ? nil : event.course
          ).jsonValue,
          "closest": event.closest.map { .known(["distance": .rounded($0.metres)]) },
        ]))
    case .next(let outlook, let location):
      head(location).adding(outlook.members(openings))
    case .route(let status):
      head(status.location).adding(
        .known([
          "status": .string(status.isOn ? "on" : "off"),
          "along": status.along.map(JSONValue.rounded),
          "length": .rounded(status.length.metres),
          "since": status.since.map { .string(Timestamp.text(of: $0)) },
        ]))
    case .street(let event):
      head(event.location).adding(
        .known([
          "street": event.street.jsonValue, "previous": event.previous.map(JSONValue.string),
          "reason": .string(event.reason),
        ]))
    case .way(let event): head(event.location).adding(event.members)
    case .beacon(let event):
      head(event.location).adding(
        .known([
          "name": .string(event.name), "latitude": .number(event.coordinate.latitude),
          "longitude": .number(event.coordinate.longitude), "distance": .rounded(event.distance.metres),
          "bearing": event.bearing.map { .rounded($0) },
          "direction": event.direction.map { .string($0.octant.rawValue) },
          "arrived": event.hasArrived ? .boolean(true) : nil,
        ]))
    case .featured(let place, let location):
      head(location).adding(["place": ShownPlace(place, openings: openings).jsonValue])
    }
  }

  /// What an event at a fix begins with.
  private func head(_ location: Location) -> JSONValue {
    .known([
      "event": .string(name),
      "time": location.time.map { .string(Timestamp.text(of: $0)) },
      "position": location.jsonValue(),
    ])
  }
}
