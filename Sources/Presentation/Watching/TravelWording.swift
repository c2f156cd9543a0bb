import CivilTime
import FoundationEssentials
import Geography
import Nearby
import OpeningHours
import Places
import Positioning

extension TravelEvent {
  /// `ahead in 1.0 km: Düner · fast food, 296 m right (km 1.1)`, `passed Düner · fast food, 296 m right (km 1.1)`.
  func summary(_ wording: Wording, doubt: String?) -> String {
    let title = place.title(wording)
    let words = RouteWording(wording: wording)
    let time = arrival.flatMap { arrival in location.time.map(arrival.timeIntervalSince) }
    // A passed place is at the side, whatever the direction of the last metres.
    let side =
      pass.map(words.offset) ?? (kind == .approach ? direction.map { wording.turn($0.quadrant) } : nil)
    let nearest = closest.map { wording(.closest, ["distance": wording.length($0)]) }
    let happened =
      kind == .approach && distance != nil
      ? wording(.ahead, ["distance": wording.length(distance ?? .zero), "place": title])
      : wording(kind == .approach ? .near : .passed, ["place": title])
    let notes = [
      pass.map {
        [words.position($0.along), words.ordinal(of: $0)].compactMap(\.self).joined(separator: ", ")
      },
      time.map(TravelTime.wording), doubt,
    ].compactMap(\.self)
    return [happened, side, nearest].compactMap(\.self).joined(separator: ", ")
      + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }
}

extension RouteStatus {
  /// `on the route, km 0.0 of 52.3`, `off the route since 10:12:40Z, left at km 12.3`.
  public func summary(_ wording: Wording) -> String {
    let words = RouteWording(wording: wording)
    let place = along.map(words.position)
    guard !isOn else {
      let total = words.number(alongTenths: length.metres)
      return [wording(.onRoute), place.map { wording(.ofTotal, ["position": $0, "total": total]) }]
        .compactMap(\.self).joined(separator: ", ")
    }
    let since = since.map { wording.clocks.clock(of: $0, at: location.coordinate) }
    return [
      since.map { wording(.offRouteSince, ["time": $0]) } ?? wording(.offRoute),
      place.map { wording(.leftAt, ["position": $0]) },
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension RouteOutlook {
  /// `next: water 3.2 km (12 min); then none for 23 km`, for each kind that the user wants.
  ///
  /// - Parameters:
  ///   - time: the time of the fix; minutes count from it.
  ///   - openings: determines whether a place is open.
  public func line(_ wording: Wording, at time: Date?, _ openings: Openings? = nil) -> String {
    titled(wording, kinds.map { $0.text(wording, at: time, openings) }.joined(separator: wording.between))
  }

  /// The same on several lines: one per kind, the last for the remaining ones, in fewer words if there is
  /// less room.
  func lines(
    _ wording: Wording, at time: Date?, _ openings: Openings?, width: Int, count: Int
  ) -> [String] {
    (0..<count).map { row in
      let kinds = row == count - 1 ? kinds.dropFirst(row) : kinds[row...row]
      let texts = [false, true].map { isBrief in
        kinds.map { $0.text(wording, at: time, openings, isBrief: isBrief) }.joined(
          separator: wording.between)
      }
      let full = row == 0 ? texts.prefix(1).map { titled(wording, $0) } : []
      let fitting = (full + texts).first { TerminalText.width(of: $0) <= width }
      return TerminalText.fitted(fitting ?? texts.last ?? "", to: width, ellipsis: wording.ellipsis)
    }
  }

  private func titled(_ wording: Wording, _ kinds: String) -> String { wording(.next, ["kinds": kinds]) }

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
    _ wording: Wording, at time: Date?, _ openings: Openings?, isBrief: Bool = false
  ) -> String {
    let perhaps =
      uncertain.flatMap { isBrief ? nil : $0 }
      .map { ", " + wording(.perhaps, ["distance": wording.length($0.distance)]) } ?? ""
    let length = wording.length(gap)
    guard let next else {
      return wording(.noneToEnd, ["kind": word(of: nil, wording), "distance": length]) + perhaps
    }
    let duration = time.flatMap { time in
      next.arrival.map { TravelTime.wording(seconds: $0.timeIntervalSince(time)) }
    }
    let notes = [
      isBrief ? nil : duration, openings.flatMap { next.state($0, wording) },
    ].compactMap(\.self)
    let parentheses = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    let there = "\(word(of: next, wording)) \(wording.length(next.distance))\(parentheses)\(perhaps)"
    let rest = wording(isLast && !isBrief ? .thenNoneToEnd : .thenNone, ["distance": length])
    return "\(there); \(rest)" + (hasUncertainInGap && !isBrief ? ", \(wording(.orLess))" : "")
  }

  /// The user's word, or else the next place's name.
  private func word(of next: RouteOutlook.Upcoming?, _ wording: Wording) -> String {
    if let category { return wording.kind(category) }
    return next?.pass.place.heading(askedAs: nil, wording.phrases).map(TerminalText.harmless)
      ?? wording(.place)
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
  /// Whether the place will be open on arrival, in words; `nil` if that is not known.
  fileprivate func state(_ openings: Openings, _ wording: Wording) -> String? {
    guard let arrival else { return nil }
    return switch openings.at(arrival).condition.state(of: pass.place) {
    case .closed: wording(.closedThen)
    case .open: wording(.open)
    case .unknown: nil
    }
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
