import CivilTime
import FoundationEssentials
import Geography
import Nearby
import Places

/// How callouts sound: their language, units and directions.
public struct SpokenWording: Hashable, Sendable {
  /// How to say the direction to a place.
  public enum Directions: Hashable, Sendable {
    /// Ahead, right, behind, left.
    case sides
    /// As clock hours, with 12 straight ahead.
    case clock
  }

  /// The language of everything but names.
  public var language: Category.Language { words.language }
  public let units: Units
  /// How to say the direction to a place.
  public let directions: Directions

  private let words: Phrases

  public init(
    language: Category.Language = .english, units: Units = .metric, directions: Directions = .sides
  ) {
    self.units = units
    self.directions = directions
    words = Phrases(language)
  }

  /// The sentence, on one line: `Café Anton, 40 metres, on the left.`
  ///
  /// - Parameter openings: tell whether its place may be closed.
  public func text(of callout: Callout, openings: Openings? = nil) -> String {
    let mayBeClosed = callout.place.flatMap { openings?.doubt(of: $0, words) } != nil
    return Self.sentence(
      joined(
        sentence(of: callout), callout.place?.caveat(words), mayBeClosed ? words(.unknownHours) : nil))
  }

  private func sentence(of callout: Callout) -> String {
    switch callout.subject {
    case .inside(let place):
      words(place.extent?.isArea == true ? .inPlace : .at, ["place": name(of: place)])
    case .left(let place): words(.leaving, ["place": name(of: place)])
    case .arrival(let sighting):
      // Next to a place, the side is enough; without a side, the distance says that it is near.
      joined(name(of: sighting), sighting.direction.map(text) ?? text(of: sighting.distance))
    case .approach(let sighting):
      joined(name(of: sighting), text(of: sighting.distance), sighting.direction.map(text))
    case .listed(let sighting):
      joined(
        name(of: sighting), text(of: sighting.distance),
        sighting.direction.map(text) ?? sighting.bearing.map(text))
    case .street(let name): SpokenName.cleaned(name)
    case .beacon(let event):
      event.sentence(Wording(units: units, language: language).spoken, SpokenName.cleaned(event.name)) {
        text(of: $0)
      }
    case .ahead(let event):
      event.sentence(Wording(units: units, language: language).spoken) { SpokenName.cleaned($0) }
    case .routeFound: words(.onRoute)
    case .routeLost: words(.offRoute)
    case .signalLost: words(.lost)
    case .signalRegained: words(.regained)
    case .nothingFound(let distance):
      joined(words(.nothing), distance.map { words(.within, ["distance": text(of: $0)]) })
    }
  }

  /// The longest sentence, in letters.
  private static let longestSentence = 400

  /// Words that are said as they are, on one line, with the full stop that makes a voice fall.
  public static func sentence(_ words: String) -> String {
    let cleaned = SpokenName.cleaned(words, to: longestSentence)
    return cleaned.isEmpty || [".", "!", "?"].contains(cleaned.last) ? cleaned : cleaned + "."
  }

  private func joined(_ parts: String?...) -> String {
    parts.compactMap(\.self).joined(separator: ", ")
  }

  /// The name, or if it has none what was asked for, unless that is in doubt, or else the kind of place.
  func name(of place: PointOfInterest, askedAs word: String? = nil) -> String {
    let name = place.spokenName.map { SpokenName.cleaned($0) } ?? ""
    guard !name.isEmpty else {
      let asked = place.caveat == nil ? word : nil
      return asked.map { SpokenName.cleaned($0.replacing("_", with: " ")) } ?? kind(of: place)
    }
    // A bank's name alone would promise a branch, a stop's its street, and an entrance's the building around it.
    let isMachine = place.name == nil && place.tags["amenity"] == "atm"
    let isStop = place.tags["highway"] == "bus_stop" || place.tags["railway"] == "tram_stop"
    return isMachine || isStop || place.label == "entrance" ? "\(kind(of: place)) \(name)" : name
  }

  private func kind(of place: PointOfInterest) -> String {
    guard let label = place.label, !label.isEmpty else { return words(.place) }
    if let word = language.lines("kinds")[label], !word.isEmpty { return word }
    let kind = SpokenName.cleaned(words.kind(label))
    return kind.isEmpty ? words(.place) : kind
  }

  private func name(of sighting: Callout.Sighting) -> String {
    joined(
      name(of: sighting.place, askedAs: sighting.matched),
      sighting.count > 1 ? words(.several, ["count": "\(sighting.count)"]) : nil)
  }

  private func text(of direction: RelativeDirection) -> String {
    switch directions {
    case .clock:
      let hour = direction.clockPosition
      return hour == 1 ? words(.firstHour) : words(.hour, ["hour": "\(hour)"])
    case .sides:
      let sides = language.lines("directions").words(of: "sides")
      return switch direction.quadrant {
      case .ahead: sides[0]
      case .right: sides[2]
      case .behind: sides[4]
      case .left: sides[6]
      }
    }
  }

  private func text(of bearing: Bearing) -> String {
    language.lines("directions").words(of: "compass")[bearing.sector(of: 8)]
  }

  private func text(of distance: Distance) -> String { SpokenAmount(of: distance, in: units).text(words) }

  /// A line of a script: a message, after its time if that is known.
  ///
  /// - Parameters:
  ///   - position: where it was said; without one, its time is in UTC.
  ///   - clocks: by which to show its time.
  public static func scriptLine(
    of words: String, at time: Date?, _ position: Coordinate?, by clocks: PlaceClocks
  ) -> String {
    let shown = time.map { time in
      position.map { clocks.text(of: time, at: $0) } ?? Timestamp.text(of: time)
    }
    return [shown, words].compactMap(\.self).joined(separator: "  ") + "\n"
  }
}
