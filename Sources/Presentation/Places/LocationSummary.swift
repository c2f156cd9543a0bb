import FoundationEssentials
import Geography
import Input
import Places
import Positioning

extension Location {
  /// One line about a fix: where, from what, how accurate, how old.
  ///
  /// - Parameter now: what the age is counted from; `nil` for a recorded fix, which shows its time instead.
  public func summary(from origin: String, now: Date?, _ wording: Wording) -> String {
    var parts = ["\(Self.degrees(coordinate.latitude)), \(Self.degrees(coordinate.longitude)) from \(origin)"]
    parts.append(accuracy.map { Self.wording(ofAccuracy: $0, wording.units) } ?? "accuracy unknown")
    if let time {
      parts.append(
        now.map { Self.age(of: time, at: $0) } ?? "recorded \(wording.clocks.text(of: time, at: coordinate))")
    }
    return parts.joined(separator: ", ")
  }

  /// `accurate to 21 m`.
  static func wording(ofAccuracy metres: Double, _ units: Units) -> String {
    let radius = units.wording(of: Distance(metres: metres))
    return switch metres {
    case 5000...: "only the region is known: within \(radius)"
    case 1000...: "accurate only to \(radius)"
    default: "accurate to \(radius)"
    }
  }

  /// Five decimals are a metre.
  static func degrees(_ value: Double) -> String {
    let hundredThousandths = Int(clamping: (abs(value) * 100_000).rounded())
    let decimals = String(hundredThousandths % 100_000)
    let sign = value < 0 && hundredThousandths > 0 ? "-" : ""
    return sign + String(hundredThousandths / 100_000) + "."
      + String(repeating: "0", count: 5 - decimals.count) + decimals
  }

  private static func age(of time: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(time)
    // A Raspberry Pi has no clock of its own: before it is set, the receiver's time lies ahead.
    guard seconds > -1 else { return "its time is ahead of this computer's clock" }
    return "\(Age.wording(seconds: seconds)) old"
  }
}

/// How long ago something was.
enum Age {
  /// Seconds after which people want to know the age of data: 90 days.
  static let notable = 90 * 86400.0
  /// Seconds of a Julian year.
  static let year = 365.25 * 86400

  /// `40 s`, `15 min`, `30 h`, `12 days`.
  static func wording(seconds: Double) -> String {
    switch max(0, seconds) {
    case let seconds where seconds < 120: "\(Int(clamping: seconds.rounded())) s"
    case let seconds where seconds < 7200: "\(Int(clamping: seconds / 60)) min"
    case let seconds where seconds < 172_800: "\(Int(clamping: seconds / 3600)) h"
    case let seconds where seconds >= 2 * year:
      "\(Int(exactly: (seconds / year).rounded(.down)) ?? .max) years"
    default: "\(Int(exactly: (seconds / 86400).rounded(.down)) ?? .max) days"
    }
  }
}

extension NearbyReport {
  /// One line about the places: how many, within which radius, from where, and the attribution.
  public var sourceSummary: String {
    if places.isEmpty, let unasked = source.unasked { return lack(without: unasked) }
    let count = places.isEmpty ? "nothing found" : places.count == 1 ? "1 place" : "\(places.count) places"
    let known = places.contains(where: isBeyondKnown) ? nil : source.knownWithin
    let searched = known.flatMap { $0.metres < 1 ? nil : $0 } ?? (places.isEmpty ? radius : nil)
    let reach = searched.map { " within \(Units.metric.wording(of: $0))" } ?? ""
    let match = isNearMiss && !places.isEmpty ? "no place has that name; similar: " : ""
    let lack =
      lacksNearMisses
      ? "; looking for similar names took too long"
      : matchesNamesExactly ? "; online, only words spelled as they are in the name match" : ""
    return "\(match)\(count)\(reach) in \(source.summary)\(lack)"
  }

  /// That nothing was found, how far that is sure, and what could tell more.
  private func lack(without unasked: PlaceSource.Unasked) -> String {
    guard let known = source.knownWithin, known.metres >= 1 else {
      return "nothing found: your data does not cover this position\(unasked.clause)"
    }
    return
      "nothing found within \(Units.metric.wording(of: known)); farther away is not known\(unasked.clause)"
  }

  /// One line about the end of the data that the answer goes beyond; `nil` if it does not, or that is said with the
  /// count.
  ///
  /// - Parameter remedy: the command that brings more, if there is one.
  public func coverageSummary(units: Units, broughtBy remedy: String? = nil) -> String? {
    guard let known = source.knownWithin, !places.isEmpty || source.unasked == nil else { return nil }
    let isMarked = places.contains(where: isBeyondKnown)
    // How far a server was searched is said with the count.
    guard isMarked || source.coverage != nil || source.unasked != nil else { return nil }
    let lack =
      isMarked
      ? "there may be nearer ones than those marked ?"
      : places.isEmpty ? "there may be some all the same" : "there may be more"
    return "\(known.endOfCoverage(in: units)); \(lack)\(source.unasked?.clause ?? "")"
      + (remedy.map { "; \($0) fetches what is missing" } ?? "")
  }

  /// One line about what is left out because it lies in another region; `nil` if nothing is.
  public func elsewhereSummary(units: Units) -> String? {
    guard let elsewhere else { return nil }
    let kind = elsewhere.matched ?? elsewhere.place.mainCategory ?? "place"
    return
      "nearest \(TerminalText.harmless(kind)) in your data: \(units.wording(of: elsewhere.distance)) away"
  }

  /// One line about a place that may be there though none was found, as the source answered less far than asked; `nil`
  /// if it answered as far.
  ///
  /// - Parameters:
  ///   - distance: within which one was asked for.
  ///   - remedy: the command that brings more, if there is one.
  public func doubtSummary(within distance: Distance, units: Units, broughtBy remedy: String? = nil)
    -> String?
  {
    guard places.isEmpty, source.unasked == nil, let known = source.knownWithin, known < distance else {
      return nil
    }
    return coverageSummary(units: units, broughtBy: remedy)
      ?? "\(source.name) answered only for \(units.wording(of: known)) around, not for "
      + "\(units.wording(of: distance)); there may be one all the same"
  }

  /// One line about the places that are closed or may be; `nil` if there is nothing to say about them.
  public var openingSummary: String? {
    openings?.summary(closed: closed, shown: places.lazy.map(\.place))
  }

  /// One line about places that are left out since they do not say whether one gets in in a wheelchair; `nil` if there
  /// are none.
  public var accessSummary: String? { Self.accessSummary(unsaid: unsaid, isMore: !places.isEmpty) }

  /// - Parameter isMore: whether there are places that say so.
  public static func accessSummary(unsaid count: Int, isMore: Bool) -> String? {
    guard count > 0 else { return nil }
    return
      "for \(count)\(isMore ? " more" : "") \(count == 1 ? "place" : "places"), wheelchair access is unknown"
  }
}

extension Distance {
  /// Where the data ends that reaches so far: `the data ends 5.3 km from here`.
  func endOfCoverage(in units: Units) -> String {
    metres < 1 ? "the data does not reach here" : "the data ends \(units.wording(of: self)) from here"
  }
}

extension PlaceSource {
  /// Its name, a server's age or when its data came, and the attribution.
  public var summary: String {
    let age = isServer ? age.map { "\(Age.wording(seconds: $0)) old" } : nil
    let attribution = attribution.map { TerminalText.harmless($0) }
    return [name, age ?? arrival?.wording, attribution].compactMap(\.self).joined(separator: ", ")
  }

  /// One line about data on this machine that is more than 90 days old; `nil` for younger data, and a server's.
  ///
  /// - Parameter update: the command that updates it if it is the store.
  public func ageSummary(updatedBy update: String?) -> String? {
    guard !isServer, let age, age > Age.notable else { return nil }
    let advice = isStore ? update.map { "; to update it, run \($0)" } : "; look for newer data"
    return "the data in \(name) is \(Age.wording(seconds: age)) old\(advice ?? "")"
  }
}

extension PlaceSource.Unasked {
  /// Follows what is not known.
  public var clause: String {
    switch self {
    case .offline: "; without --offline, poi asks a server"
    case .failed(let error): ": \(error.brief)"
    }
  }
}

extension PlacesError {
  /// What is wrong, in a few words.
  public var brief: String {
    if case .server(_, let error) = self { error.brief } else { description }
  }
}

extension PlaceSource.Arrival {
  /// `file of 2026-11-22`.
  fileprivate var wording: String {
    switch self {
    case .written(let date): "file of \(Self.day(date))"
    case .imported(let date): "imported \(Self.day(date))"
    case .fetched(let date): "fetched \(Self.day(date))"
    }
  }

  private static func day(_ date: Date) -> Substring {
    Timestamp.text(of: min(max(date, Timestamp.earliest), Timestamp.latest)).prefix(10)
  }
}

extension Location {
  /// `60.17060, 24.94139, ±21 m`.
  func summary(_ wording: Wording) -> String {
    let accuracy = accuracy.map { ", \(wording.accuracy($0))" } ?? ""
    return Self.degrees(coordinate.latitude) + ", " + Self.degrees(coordinate.longitude) + accuracy
  }
}
