import Geography
import Nearby
import Places
import Positioning

/// The answers to three questions of a traveller: where am I, what is around me, what is ahead of me.
public struct WatchQuestions {
  public enum Question: Sendable {
    case whereAmI, aroundMe, aheadOfMe
  }

  /// For eyes, and for ears.
  public struct Answer: Sendable {
    public var lines: [String]
    public var spoken: String?

    public init(lines: [String], spoken: String? = nil) {
      (self.lines, self.spoken) = (lines, spoken)
    }
  }

  private let location: Location
  private let course: Bearing?
  private let wording: Wording
  private let opening: OpeningCondition?

  /// Places ahead that anybody remembers.
  private static let mostAhead = 5
  /// Places looked at for one that is worth telling.
  private static let candidates = 20

  public init(location: Location, course: Bearing?, wording: Wording, opening: OpeningCondition?) {
    (self.location, self.course, self.wording, self.opening) = (location, course, wording, opening)
  }

  /// Address and street, direction of travel, and the next junction.
  public func whereabouts(_ report: WhereaboutsReport, next: WayEvent?) -> Answer {
    func text(_ wording: Wording, _ harmless: (String) -> String) -> [String] {
      [
        report.words(wording), course.map { wording(.heading, ["direction": wording.point($0)]) },
        next.map {
          wording(
            .ahead,
            ["distance": wording.length($0.distance), "place": $0.sentence(wording, harmless)])
        },
      ].compactMap(\.self)
    }
    let shown = text(wording, TerminalText.harmless)
    guard !shown.isEmpty else {
      return Answer(lines: [report.advice(wording) ?? wording(.nothingKnown)])
    }
    return Answer(
      lines: [shown.joined(separator: wording.between)],
      spoken: Self.sentences(text(wording.spoken) { SpokenName.cleaned($0) }))
  }

  /// The nearest place in each quarter of the surroundings, as far as places are known.
  public func aroundMe(among places: PlaceIndex?) -> Answer {
    let middle = course ?? .north
    let found = [0.0, 90, 180, 270].compactMap { turn in
      nearest(1, ahead: Bearing(degrees: middle.degrees + turn), among: places).first
    }
    return answer(found)
  }

  /// The nearest places in the direction of travel.
  public func aheadOfMe(among places: PlaceIndex?) -> Answer {
    guard let course else { return Answer(lines: [wording(.courseUnknown)], spoken: wording(.courseUnknown)) }
    return answer(nearest(Self.mostAhead, ahead: course, among: places))
  }

  private func nearest(_ count: Int, ahead course: Bearing, among places: PlaceIndex?) -> [NearbyPlace] {
    let view = PlacesInView(angle: TravelSector.usualAngle, course: course, opening: opening)
    let found = view.nearest(Self.candidates, to: location.coordinate, among: places)
    return Array(found.filter { !$0.place.isClutter && !$0.isInside }.prefix(count))
  }

  private func answer(_ places: [NearbyPlace]) -> Answer {
    guard !places.isEmpty else { return Answer(lines: [wording(.nothing)], spoken: wording(.nothing)) }
    let spoken = SpokenWording(language: wording.language, units: wording.units)
    return Answer(
      lines: places.map {
        [$0.title(wording), $0.away(course == nil ? wording : relative, course: course)]
          .compactMap(\.self).joined(separator: ", ")
      },
      spoken: Self.sentences(
        places.map { place in
          spoken.text(
            of: Callout(
              .listed(
                Callout.Sighting(place, direction: RelativeDirection(of: place.bearing, onCourse: course))),
              time: nil))
        }))
  }

  private var relative: Wording {
    var wording = wording
    wording.directions = .relative
    return wording
  }

  private static func sentences(_ texts: [String]) -> String {
    texts.map(SpokenWording.sentence).joined(separator: " ")
  }
}
