import CivilTime
import FoundationEssentials
import Geography
import Places
import Positioning

/// What is near a position: everything that any output format shows.
public struct NearbyReport: Sendable {
  public var location: Location
  /// Where the position comes from: `gpsd`, `log`, `fixed`.
  public var provider: String
  /// What the user calls the position; `nil` if it has no name.
  public var around: String?
  /// Where only what is there counts: in that place, or so far from it.
  public var area: SearchArea?
  /// The places, nearest first, where they come from, and what is left out.
  public var answer: PlaceAnswer
  /// Tells whether the places are open.
  public var openings: Openings?
  public var radius: Distance?
  /// The direction of travel, if the user wants directions relative to it.
  public var course: Bearing?
  /// Where the position is, and how to say it, if the user wants that.
  public var whereabouts: (report: WhereaboutsReport, wording: Wording)?
  /// What was typed that could not apply, a sentence each, for answers without a channel of their own for that.
  public var ignored: [String] = []
  /// This machine's time where the position is a receiver's; `nil` for a position without such a time.
  public var arrival: Date?
  /// Whether JSON and GeoJSON have the shapes of places.
  public var hasGeometry = false
  /// Whether the places beyond the end of the data are marked with ? where it is shown.
  public var hasMarks = true

  public init(location: Location, provider: String, answer: PlaceAnswer, openings: Openings? = nil) {
    (self.location, self.provider, self.answer, self.openings) = (location, provider, answer, openings)
  }

  /// Whether only what is in the place counts.
  public var isInside: Bool { area?.isInside == true }

  /// One JSON document; SI units, and what is unknown is absent.
  public var json: String { jsonValue(shownIn: nil).indented + "\n" }

  /// - Parameters:
  ///   - wording: if it is given, `shown` has what people read of each place and of the whole.
  ///   - work: when it is over, what is left is missing.
  ///   - most: after so many bytes, what is left is missing.
  package func json(shownIn wording: Wording? = nil, within work: LimitedWork, most: Int) -> [UInt8] {
    var bytes = jsonValue(shownIn: wording).bytes(isIndented: true, within: work, most: most)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The same on one line, for many reports one after the other.
  public var jsonLine: String { jsonValue(shownIn: nil).line + "\n" }

  /// Replaces a report if a line of the input is not a position.
  public static func jsonLine(ofBadLine number: Int, _ problem: String) -> String {
    JSONValue.known(["schema": .integer(1), "line": .integer(number), "error": .string(problem)]).line + "\n"
  }

  /// The places in a format that other programs read.
  public func document(by writer: some PlaceWriter) -> String {
    writer.document(of: shownPlaces)
  }

  /// The places as seen from the position.
  public var shownPlaces: [ShownPlace] { answer.places.map(shown) }

  private func shown(_ place: NearbyPlace) -> ShownPlace {
    var shown = ShownPlace(place, openings: openings, course: course, hasGeometry: hasGeometry)
    shown.isBeyondKnown = isBeyondKnown(place)
    return shown
  }

  /// Whether nearer ones than a place may be missing.
  func isBeyondKnown(_ place: NearbyPlace) -> Bool {
    answer.source.knownWithin.map { place.distance > $0 } ?? false
  }

  private func jsonValue(shownIn wording: Wording?) -> JSONValue {
    let table = wording.map { NearbyTable(wording: $0) }
    // Captured once, not with each place.
    let value: @Sendable (Int) -> JSONValue = { [self] index in
      let place = shown(answer.places[index])
      return table.map { place.jsonValue.adding(["shown": $0.jsonOfCells(of: place)]) } ?? place.jsonValue
    }
    let places = answer.places.indices.map { index in JSONValue.later { value(index) } }
    let head = wording.map { jsonOfPosition.adding(["shown": jsonOfWords($0)]) } ?? jsonOfPosition
    return head.adding(jsonValue(behindPosition: places))
  }

  /// What people read of the whole: how accurate the position is, what `poi nearby` says beside its output, and the
  /// rings of the radar.
  private func jsonOfWords(_ wording: Wording) -> JSONValue {
    let scale = RadarScale(
      reaching: answer.places.map(\.distance).max() ?? .zero, units: wording.units)
    let notes =
      [around.map { wording(.nearPlace, ["place": $0]) }].compactMap(\.self) + ignored
      + answer.corrections.map { $0.text(wording) }
      + [summary(wording), answer.source.attribution, answer.source.ageSummary(wording, updatedBy: nil)]
      .compactMap(\.self)
      + notices(wording) + [arrival.flatMap { location.clockNotice(at: $0, wording) }].compactMap(\.self)
    return .known([
      "accuracy": location.accuracy.map {
        .string(wording.accurate(to: $0))
      },
      "notes": .array(notes.map(JSONValue.string)),
      "rings": .array(
        (1...scale.rings).map { ring in
          .known([
            "radius": .rounded(scale.radius(of: ring).metres),
            "label": .string(wording.phrases.number(scale.label(of: ring))),
          ])
        }),
    ])
  }

  /// An object that begins with this continues with `jsonValue(behindPosition:)`.
  var jsonOfPosition: JSONValue {
    .known([
      "schema": .integer(1),
      "position": location.jsonValue(provider: provider),
      "around": around.map(JSONValue.string),
      "course": course.map { .rounded($0) },
      "where": whereabouts.map { $0.report.jsonOfWords($0.wording) },
    ])
  }

  func jsonValue(behindPosition places: [JSONValue]) -> JSONValue {
    .known([
      "source": answer.source.jsonValue,
      "match": answer.isNearMiss ? .string("near") : answer.lacksNearMisses ? .string("unfinished") : nil,
      "ignored": ignored.isEmpty ? nil : .string(ignored.joined(separator: "; ")),
      "corrected": .corrected(answer.corrections),
      "places": .array(places),
    ])
  }
}

extension JSONValue {
  /// What was typed, and what was searched in its place; `nil` for nothing.
  static func corrected(_ typos: [SearchTypo]) -> JSONValue? {
    typos.isEmpty
      ? nil
      : .array(
        typos.map { .known(["typed": .string($0.typed), "searched": $0.correction.map(JSONValue.string)]) })
  }
}

extension Location {
  /// - Parameter provider: where the fix comes from; left out if a replay has to look like the original.
  func jsonValue(provider: String? = nil) -> JSONValue {
    .known([
      "latitude": .number(coordinate.latitude),
      "longitude": .number(coordinate.longitude),
      "accuracy": accuracy.map(JSONValue.rounded),
      "altitude": altitude.map(JSONValue.rounded),
      "speed": speed.map(JSONValue.rounded),
      "course": course.map { .rounded($0) },
      "mode": mode.map { .integer($0.rawValue) },
      "time": time.map { .string(Timestamp.text(of: $0)) },
      "provider": provider.map(JSONValue.string),
    ])
  }
}

extension PlaceSource {
  var jsonValue: JSONValue {
    .known([
      "name": .string(name),
      "attribution": attribution.map(JSONValue.string),
      "age": age.map(JSONValue.rounded),
      "known_within": knownWithin.map { .rounded($0.metres) },
    ])
  }
}
