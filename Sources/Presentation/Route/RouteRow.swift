import CivilTime
import FoundationEssentials
import Geography
import Nearby
import Places

/// A pass as it is shown.
public struct RouteRow: Hashable, Sendable {
  public var pass: RoutePass
  /// The time of arrival, if the speed is known.
  public var arrival: Date?
  /// The router's distance there and back, in metres; without it only the least is known.
  public var routedDetour: Double?
  /// Determines whether the place is open on arrival; `nil` if the arrival time is unknown.
  public var openings: Openings?

  /// A pass; what is not given is unknown.
  public init(
    _ pass: RoutePass, arrival: Date? = nil, routedDetour: Double? = nil, openings: Openings? = nil
  ) {
    (self.pass, self.arrival, self.routedDetour, self.openings) = (pass, arrival, routedDetour, openings)
  }

  /// Whether the place is open on arrival; `nil` if it has no hours or the arrival time is unknown.
  var opening: ShownOpening? { openings?.opening(of: pass.place) }

  /// The place by itself, with its opening state on arrival.
  var shownPlace: ShownPlace {
    ShownPlace(pass.place, openings: openings, matched: pass.matched)
  }

  /// One JSON object on a line of its own; SI units, and what is unknown is absent.
  public var jsonLine: String { jsonValue.line + "\n" }

  var jsonValue: JSONValue { jsonValue(distance: nil) }

  /// - Parameter distance: the remaining distance along the route, for a traveller on it.
  func jsonValue(distance: Distance?) -> JSONValue {
    .known([
      "along": .rounded(pass.along),
      "until": pass.stretch.until.map { .rounded($0) },
      "distance": distance.map { .rounded($0.metres) },
      "offset": .rounded(pass.offset.metres),
      "side": .string(pass.stretch.side.rawValue),
      "pass": .integer(pass.number),
      "passes": .integer(pass.count),
      "eta": arrival.map { .string(Timestamp.text(of: $0.toSecond)) },
      "detour": .rounded(routedDetour ?? pass.leastDetour.metres),
      "routed": routedDetour.map { _ in .boolean(true) },
      "place": shownPlace.jsonValue,
    ])
  }

  /// A GeoJSON feature; its properties are those of JSON, including those of the place.
  func feature(atRoute: Bool) -> JSONValue {
    let point = atRoute ? pass.stretch.point.toCentimetre : pass.place.coordinate
    return .known([
      "type": .string("Feature"),
      "geometry": .known([
        "type": .string("Point"),
        "coordinates": .array([.number(point.longitude), .number(point.latitude)]),
      ]),
      "properties": jsonValue,
    ])
  }
}

extension Date {
  /// Nobody arrives to the millisecond.
  var toSecond: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded())
  }
}

/// A gap of one of the requested kinds of place.
public struct CategoryGap: Hashable, Sendable {
  /// The user's word; `nil` for all places.
  public var category: String?
  public var gap: RouteGap

  public init(category: String?, gap: RouteGap) {
    self.category = category
    self.gap = gap
  }

  /// One JSON object on a line of its own.
  public var jsonLine: String { jsonValue.line + "\n" }

  public static func csv(of gaps: [CategoryGap]) -> String {
    let rows = gaps.map { gap in
      CSVWriter.row([
        gap.category ?? "", gap.gap.from.toThousandth.decimal, gap.gap.to.toThousandth.decimal,
        gap.gap.length.metres.toThousandth.decimal, gap.gap.certainty.rawValue,
      ])
    }
    return CSVWriter.row(["category", "from", "to", "length", "certainty"]) + rows.joined()
  }

  var jsonValue: JSONValue {
    .known([
      "category": category.map(JSONValue.string),
      "from": .rounded(gap.from),
      "to": .rounded(gap.to),
      "length": .rounded(gap.length.metres),
      "certainty": .string(gap.certainty.rawValue),
    ])
  }
}
