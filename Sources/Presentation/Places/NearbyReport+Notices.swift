import Geography
import Places

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
      ? "; the search for similar names took too long"
      : matchesNamesExactly ? "; online, only names that contain these exact words are found" : ""
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
      : places.isEmpty ? "places may be missing" : "there may be more"
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
      + "\(units.wording(of: distance)); there may still be one farther away"
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
    let places = "\(count)\(isMore ? " more" : "") \(count == 1 ? "place" : "places")"
    return "for \(places), wheelchair access is unknown"
  }
}

extension Distance {
  /// Where the data ends that reaches so far: `the data ends 5.3 km from here`.
  func endOfCoverage(in units: Units) -> String {
    metres < 1 ? "the data does not reach here" : "the data ends \(units.wording(of: self)) from here"
  }
}
