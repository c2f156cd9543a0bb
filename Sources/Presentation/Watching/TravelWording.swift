import CivilTime
import FoundationEssentials
import Geography
import Nearby
import OpeningHours
import Places
import Positioning

extension TravelEvent {
  /// `in 950 m, 4 min; km 12.3, 80 m left, 2nd of 2`: how far, and where on the route.
  func summary(_ wording: Wording) -> String {
    let words = RouteWording(wording: wording)
    let ahead = distance.map { distance in
      let time = arrival.flatMap { arrival in location.time.map(arrival.timeIntervalSince) }
      return "in \(wording.units.wording(of: distance))"
        + (time.map { ", \(TravelTime.wording(seconds: $0))" } ?? "")
    }
    let route = pass.map { words.summary(of: RouteRow($0)) }
    let nearest = closest.map { "closest \(wording.units.wording(of: $0))" }
    return [ahead, route, nearest].compactMap(\.self).joined(separator: "; ")
  }
}

extension RouteStatus {
  /// `on, at km 0.0 of 52.3`, `off since 10:12:40Z, left at km 12.3`.
  public func summary(_ wording: Wording) -> String {
    let words = RouteWording(wording: wording)
    let unit = wording.units.far.symbol
    let place = along.map { "\(unit) \(words.number(alongTenths: $0))" }
    guard !isOn else {
      return "on the route\(place.map { ", at \($0) of \(words.number(alongTenths: length.metres))" } ?? "")"
    }
    let since = since.map { " since \(wording.clocks.clock(of: $0, at: location.coordinate))" } ?? ""
    return "off the route\(since)\(place.map { ", left at \($0)" } ?? "")"
  }
}

extension RouteOutlook {
  /// `next: water in 3.2 km (12 min), then 23 km without`, for each kind that the user wants.
  ///
  /// - Parameters:
  ///   - time: the time of the fix; minutes count from it.
  ///   - openings: determines whether a place is open.
  public func line(_ wording: Wording, at time: Date?, _ openings: Openings? = nil) -> String {
    "next: " + kinds.map { $0.text(wording, at: time, openings) }.joined(separator: "; ")
  }

  /// The same on several lines: one per kind, the last for the remaining ones, in fewer words if there is
  /// less room.
  func lines(
    _ wording: Wording, at time: Date?, _ openings: Openings?, width: Int, count: Int
  ) -> [String] {
    (0..<count).map { row in
      let kinds = row == count - 1 ? kinds.dropFirst(row) : kinds[row...row]
      let texts = Brevity.allCases.map { brevity in
        kinds.map { $0.text(wording, at: time, openings, brevity) }.joined(separator: "; ")
      }
      let titled = row == 0 ? texts.prefix(1).map { "next: " + $0 } : []
      let fitting = (titled + texts).first { TerminalText.width(of: $0) <= width }
      return TerminalText.fitted(fitting ?? texts.last ?? "", to: width, ellipsis: wording.ellipsis)
    }
  }

  /// How brief the wording is.
  enum Brevity: CaseIterable {
    case full, brief, briefest
  }

  func members(_ openings: Openings?) -> JSONValue {
    .known([
      "along": .rounded(along),
      "rest": .rounded(rest.metres),
      "eta": arrival.map { .string(Timestamp.text(of: $0.toSecond)) },
      "kinds": .array(kinds.map(\.jsonValue)),
      "passes": .array(upcoming.map { $0.jsonValue(openings) }),
    ])
  }
}

extension RouteOutlook.Kind {
  fileprivate func text(
    _ wording: Wording, at time: Date?, _ openings: Openings?, _ brevity: RouteOutlook.Brevity = .full
  ) -> String {
    let isFull = brevity == .full
    let perhaps = uncertain.map { ", perhaps in \(wording.units.wording(of: $0.distance))" } ?? ""
    let length = wording.units.wording(of: gap)
    let unknown = hasUncertainInGap ? ", or less" : ""
    guard let next else {
      return "no \(word(of: nil)) for the remaining \(length)\(brevity == .briefest ? "" : perhaps)"
    }
    let duration = time.flatMap { time in
      next.arrival.map { TravelTime.wording(seconds: $0.timeIntervalSince(time)) }
    }
    let notes = [
      brevity == .briefest ? nil : duration, openings.flatMap { next.isClosed($0) ? "closed then" : nil },
    ].compactMap(\.self)
    let parentheses = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    let there = "\(word(of: next)) \(isFull ? "in " : "")\(wording.units.wording(of: next.distance))"
    let rest =
      isLast ? "none\(isFull ? " for the remaining \(length)" : "")" : "\(length)\(isFull ? " without" : "")"
    return there + parentheses
      + (brevity == .briefest ? ", then \(rest)" : "\(perhaps), then \(rest)\(unknown)")
  }

  /// The user's word, or else the next place's name.
  private func word(of next: RouteOutlook.Upcoming?) -> String {
    if let category { return TerminalText.harmless(category.replacing("_", with: " ")) }
    let place = next?.pass.place
    return (place?.heading()).map(TerminalText.harmless) ?? "place"
  }

  fileprivate var jsonValue: JSONValue {
    .known([
      "category": category.map(JSONValue.string),
      "distance": next.map { .rounded($0.distance.metres) },
      "perhaps": uncertain.map { .rounded($0.distance.metres) },
      "gap": .rounded(gap.metres),
      "certainty": .string(hasUncertainInGap ? "unknown inside" : "sure"),
      "last": isLast ? .boolean(true) : nil,
    ])
  }
}

extension RouteOutlook.Upcoming {
  /// Whether the place will surely be closed on arrival.
  fileprivate func isClosed(_ openings: Openings) -> Bool {
    guard let arrival else { return false }
    return openings.at(arrival).condition.state(of: pass.place) == .closed
  }

  fileprivate func jsonValue(_ openings: Openings?) -> JSONValue {
    RouteRow(pass, arrival: arrival, openings: arrival.flatMap { openings?.at($0) })
      .jsonValue(distance: distance)
  }
}

/// A travel time in words.
enum TravelTime {
  /// `45 s`, `12 min`, `2 h 05 min`.
  static func wording(seconds: Double) -> String {
    let seconds = max(0, seconds)
    guard seconds >= 60 else { return "\(Int(clamping: seconds.rounded())) s" }
    let minutes = Int(clamping: min(seconds / 60, 1e6).rounded())
    guard minutes >= 60 else { return "\(minutes) min" }
    return "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
  }
}
