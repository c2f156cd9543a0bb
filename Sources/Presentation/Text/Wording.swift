import FoundationEssentials
import Geography
import Nearby
import Places

/// How values read to the user: in which units, and with which signs.
public struct Wording: Hashable, Sendable {
  /// How to show the direction to a place.
  public enum Directions: Hashable, Sendable {
    /// As a compass point: `↗ NE`.
    case compass
    /// Relative to travel: `← left`.
    case relative
    /// The same as clock hours, with 12 ahead: `↖ 10 o'clock`.
    case clock
  }

  /// The units of distances, accuracies and speeds.
  public var units: Units
  /// Whether poi's own signs keep to ASCII; names are shown as they are.
  public var isASCII: Bool
  /// How to show the direction to a place.
  public var directions = Directions.compass
  /// When a watch began: fixes of earlier days show their date; `nil` where nobody takes them for live.
  public var began: Date?
  /// Whether to leave out what need not be said on a screen that is watched: the day, and a category that the name has.
  public var isBrief = false
  /// What poi says, in the language of the person.
  public var phrases = Phrases()
  /// By which clocks to show times.
  public var clocks: PlaceClocks
  /// Whether a voice says it: then units and directions are words.
  public var isSpoken = false

  /// Metric, with all signs, in English and in UTC by default.
  public init(
    units: Units = .metric, isASCII: Bool = false, language: Category.Language = .english,
    clocks: PlaceClocks = .utc
  ) {
    self.units = units
    self.isASCII = isASCII
    phrases = Phrases(language)
    self.clocks = clocks
  }

  /// The language of everything but names.
  public var language: Category.Language { phrases.language }

  /// The same for programs, whatever the language of the person.
  var inEnglish: Wording {
    var wording = self
    wording.phrases = Phrases()
    return wording
  }

  /// A sentence in the language of the person.
  public func callAsFunction(_ phrase: Phrase, _ values: KeyValuePairs<String, String> = [:]) -> String {
    phrases(phrase, values)
  }

  /// The form of a sentence that goes with a number.
  public func callAsFunction(
    _ phrase: Phrase, count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    phrases(phrase, count: count, values)
  }

  /// The same for a voice.
  public var spoken: Wording {
    var wording = self
    wording.isSpoken = true
    return wording
  }

  /// The distance as a person would write it: `45 m`, `1.2 km`; for a voice `45 metres`.
  public func length(_ distance: Distance) -> String {
    isSpoken
      ? SpokenAmount(of: distance, in: units).text(phrases) : phrases.number(units.wording(of: distance))
  }

  /// The distance as a rule counts it, to a tenth.
  public func exactLength(_ distance: Distance) -> String {
    phrases.number(units.exactWording(of: distance))
  }

  /// What is said below an answer, for a terminal: on one line if it fits, else with a break before what does not, and
  /// within what is longer than a line.
  public func footer(_ parts: [String], palette: TerminalPalette?, width: Int? = nil) -> String {
    lines(of: parts, width: width).map { $0.styled(.dim, in: palette) + "\n" }.joined()
  }

  /// Several things in as few lines as the width allows; only what has no spaces may be longer.
  func lines(of parts: [String], width: Int?, indentation: Int = 0) -> [String] {
    let room = (width ?? .max) - indentation
    var lines: [String] = []
    for part in parts.map(TerminalText.harmless) {
      if let last = lines.last, TerminalText.width(of: last + between + part) <= room {
        lines[lines.count - 1] += between + part
      } else {
        lines += TerminalText.wrapped(part, to: room)
      }
    }
    return lines.map { String(repeating: " ", count: indentation) + $0 }
  }

  /// A range of numbers as people write it: `6.5–11.3`.
  func range(_ start: String, _ end: String) -> String { "\(start)\(isASCII ? "-" : "–")\(end)" }

  /// Stands for what is not known.
  var dash: String { isASCII ? "-" : "–" }
  /// Stands for what was cut off.
  package var ellipsis: String { isASCII ? "..." : "…" }
  /// Separates unrelated things.
  var separator: String { isASCII ? "|" : "·" }
  /// The same between spaces.
  var between: String { " \(separator) " }

  /// An arrow, a space, and the longest word.
  var directionWidth: Int {
    switch directions {
    case .compass: isASCII ? 3 : 5
    case .relative: 2 + (turns + [phrases(.unknown)]).reduce(0) { max($0, TerminalText.width(of: $1)) }
    case .clock: (isASCII ? 0 : 2) + TerminalText.width(of: phrases(.clock, ["hour": "10"]))
    }
  }

  /// What stands on its own, such as a position or a copyright, with signs of ASCII where they are asked for.
  package func signs(_ text: String) -> String {
    guard isASCII else { return text }
    return ["°": "d", "′": "'", "″": "\"", "©": "(c)"].reduce(text) { $0.replacing($1.key, with: $1.value) }
  }

  /// `±21 m`.
  func accuracy(_ metres: Double) -> String {
    "\(isASCII ? "+-" : "±")\(length(Distance(metres: metres)))"
  }

  /// `↗ NE`; only a sign if the direction is not known.
  ///
  /// - Parameter up: where arrows point up, as at the top of a picture beside them.
  func direction(_ bearing: Bearing?, up: Bearing = .north) -> String {
    guard let bearing else { return isASCII ? "." : "·" }
    return arrow(Bearing(degrees: bearing.degrees - up.degrees)) + point(bearing)
  }

  /// `NE`.
  func point(_ bearing: Bearing) -> String {
    if isSpoken {
      return language.lines("directions").words(of: "compass")[bearing.sector(of: 8)]
    }
    guard language != .english else { return bearing.compassPoint }
    let points = language.lines("directions").words(of: "points")
    return points.isEmpty ? bearing.compassPoint : points[bearing.sector(of: points.count)]
  }

  /// Ahead, right, behind and left.
  private var turns: [String] { language.lines("directions").words(of: "turns") }

  /// `right`.
  func turn(_ quadrant: RelativeDirection.Quadrant) -> String {
    zip(RelativeDirection.Quadrant.allCases, turns).first { $0.0 == quadrant }?.1 ?? quadrant.rawValue
  }

  /// The arrow before a word for the same direction; none in ASCII, where two directions would share one.
  private func arrow(_ bearing: Bearing) -> String { isASCII ? "" : "\(bearing.arrow) " }

  /// `↗ NE`, or `→ right` if directions are relative; only a sign if a direction is unknown.
  func direction(_ bearing: Bearing?, course: Bearing?, up: Bearing = .north) -> String {
    guard directions != .compass else { return direction(bearing, up: up) }
    guard let direction = RelativeDirection(of: bearing, onCourse: course) else {
      return bearing == nil ? self.direction(nil) : "? \(phrases(.unknown))"
    }
    return arrow(Bearing(degrees: direction.degrees)) + turn(direction)
  }

  /// `right`, or `3 o'clock`.
  func turn(_ direction: RelativeDirection) -> String {
    directions == .clock
      ? phrases(.clock, ["hour": "\(direction.clockPosition)"]) : turn(direction.quadrant)
  }
}
