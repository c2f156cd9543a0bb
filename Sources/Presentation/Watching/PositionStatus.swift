import Geography
import Positioning

/// The state of the position: the last fix, and whether fixes still come.
public struct PositionStatus: Hashable, Sendable {
  public struct Outage: Hashable, Sendable {
    /// How long ago the last fix came.
    public var seconds: Double
    public var reason: String?

    /// No fix for this long, for this reason.
    public init(seconds: Double, reason: String? = nil) {
      self.seconds = seconds
      self.reason = reason
    }
  }

  /// The last fix; `nil` before the first.
  public var location: Location?
  /// `nil` while fixes come.
  public var outage: Outage?
  /// The street that one is on, in words; `nil` if it is not known.
  public var street: String?

  /// What is known about the position.
  public init(location: Location? = nil, outage: Outage? = nil) {
    self.location = location
    self.outage = outage
  }

  /// Whether the position is current.
  var isCurrent: Bool { location != nil && outage == nil }

  /// `no position for 12 s`, and why, if that is known; empty while fixes come.
  func outageParts(_ wording: Wording) -> [String] {
    if isCurrent { return [] }
    let silence =
      location == nil
      ? wording(.noFixYet)
      : outage.map { wording(.noFixFor, ["duration": Age.text(seconds: $0.seconds, wording.phrases)]) }
    return [silence, outage?.reason.map(TerminalText.harmless)].compactMap(\.self)
  }

  /// `last 60.17060, 24.94139 at 10:00:13Z`: the last position before fixes stopped.
  func lastKnown(_ wording: Wording) -> String? {
    location.map { location in
      location.text(of: .time, wording).map { wording(.lastAt, ["position": location.degrees, "time": $0]) }
        ?? wording(.last, ["position": location.degrees])
    }
  }

  /// One line for the bottom of a terminal: the fix with its accuracy, satellites and time, the speed, and
  /// what is next; without fixes: since when, why, and the last position.
  ///
  /// If room is short, what is next stays longest.
  ///
  /// - Parameter next: the nearest place, or the next one on the route.
  public func statusLine(next: String?, wording: Wording, width: Int) -> String {
    let separator = "  \(wording.separator)  "
    let line: String
    if let location, isCurrent {
      let missing = max(0, (next.map(TerminalText.width) ?? 0) - Self.leastPlaceWidth)
      let lines = FixPart.shorterAndShorter.map { parts in
        let fix = parts.compactMap { location.text(of: $0, wording) }.joined(separator: ", ")
        return [fix, next].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
      }
      line =
        lines.first { !$0.isEmpty && TerminalText.width(of: $0) - missing <= width } ?? next
        ?? lines.last { !$0.isEmpty } ?? ""
    } else {
      line = (outageParts(wording) + [lastKnown(wording)].compactMap(\.self)).joined(separator: separator)
    }
    return TerminalText.fitted(line, to: width, ellipsis: wording.ellipsis)
  }

  /// The distance, the direction, and the beginning of a name.
  private static let leastPlaceWidth = 30
}

/// The parts of a fix's status.
enum FixPart: CaseIterable {
  case position, accuracy, speed, satellites, time

  /// All of them, then ever fewer, as room shrinks.
  static let shorterAndShorter: [[FixPart]] = [
    allCases, [.accuracy, .speed, .satellites, .time], [.accuracy, .speed, .time], [.accuracy, .speed],
    [.speed], [],
  ]
}

extension Location {
  /// `60.17060, 24.94139`.
  var degrees: String { Self.degrees(coordinate.latitude) + ", " + Self.degrees(coordinate.longitude) }

  /// Its date, if it was recorded on a day before the watch.
  func day(_ wording: Wording) -> String? {
    time.flatMap { wording.clocks.day(of: $0, before: wording.began, at: coordinate) }
  }

  /// One part of the fix for people; `nil` if it is not known.
  func text(of part: FixPart, _ wording: Wording) -> String? {
    switch part {
    case .position: degrees
    case .accuracy: accuracy.map(wording.accuracy)
    case .speed: speed.map { wording.phrases.number(wording.units.wording(ofSpeed: $0)) }
    case .satellites: satellites.map { wording(.satellites, count: $0) }
    case .time:
      time.map {
        [day(wording), wording.clocks.clock(of: $0, at: coordinate)].compactMap(\.self).joined(separator: " ")
      }
    }
  }
}
