import Geography
import Places

extension NearbyReport {
  /// How many places there are and where they come from; `nil` if there are none, which is said otherwise.
  public func summary(_ wording: Wording) -> String? {
    answer.places.isEmpty
      ? nil : answer.source.summary(of: wording(.places, count: answer.places.count), wording)
  }

  /// What changes the meaning of the answer, a sentence each: that nothing was found, that the names are only similar,
  /// that places may be missing, closed, or out of reach in a wheelchair.
  ///
  /// - Parameters:
  ///   - asked: what was looked for; `nil` for any place.
  ///   - remedy: the command that brings more data, if there is one.
  ///   - hasData: whether there is any data on this machine.
  public func notices(
    _ wording: Wording, asked: String? = nil, broughtBy remedy: String? = nil, hasData: Bool = true
  ) -> [String] {
    if !hasData, answer.places.isEmpty, let unasked = answer.source.unasked {
      return [wording(.noData) + unasked.clause(wording)]
    }
    let names =
      answer.lacksNearMisses
      ? wording(.similarTookTooLong) : answer.matchesNamesExactly ? wording(.exactNames) : nil
    let head =
      answer.places.isEmpty
      ? wording.nothingFound(
        of: asked, within: knownWithin,
        in: isInside || radius == nil ? area : nil, called: around)
      : answer.isNearMiss ? wording(.similarNames) : nil
    return [
      head, names,
      openings?.summary(closed: answer.closed, shown: answer.places.lazy.map(\.place), wording.phrases),
      wording.accessSummary(unsaid: answer.unsaid.count), coverageSummary(wording, broughtBy: remedy),
      elsewhereSummary(wording),
    ].compactMap(\.self)
  }

  /// How far around the position the answer has every place; `nil` for everywhere.
  var knownWithin: Distance? { [answer.source.knownWithin, radius].compactMap(\.self).min() }

  /// One line about the end of the data that the answer goes beyond; `nil` if it does not.
  ///
  /// - Parameter remedy: the command that brings more, if there is one.
  public func coverageSummary(_ wording: Wording, broughtBy remedy: String? = nil) -> String? {
    if answer.places.isEmpty, answer.source.knownWithin == nil, let unasked = answer.source.unasked {
      return wording(.notCovered) + unasked.clause(wording)
    }
    guard let known = answer.source.knownWithin, radius.map({ $0 > known }) ?? true else { return nil }
    let isBeyond = answer.places.contains(where: isBeyondKnown)
    // How far a server was searched is said with that where nothing was found.
    guard !answer.places.isEmpty || answer.source.coverage != nil || answer.source.unasked != nil else {
      return nil
    }
    let distance = wording.length(known)
    let end =
      known.metres < 1
      ? wording(.notCovered)
      : wording(isBeyond && hasMarks ? .closerMissing : .completeWithin, ["distance": distance])
    return end + (answer.source.unasked?.clause(wording) ?? "")
      + (remedy.map { "; \(wording(.brings, ["command": $0]))" } ?? "")
  }

  /// One line about what is left out because it lies in another region; `nil` if nothing is, or something is nearer.
  public func elsewhereSummary(_ wording: Wording) -> String? {
    guard answer.places.isEmpty, let elsewhere = answer.elsewhere else { return nil }
    let kind = wording.kind(elsewhere.matched ?? elsewhere.place.mainCategory)
    return wording(.elsewhere, ["kind": kind, "distance": wording.length(elsewhere.distance)])
  }
}

extension PlaceFilter {
  /// What was asked for, as it was typed; `nil` for any place.
  public var askedText: String? {
    if let name { return "'\(name)'" }
    return categories.isEmpty
      ? nil : categories.map { $0.replacing("_", with: " ") }.joined(separator: ", ")
  }
}

extension Wording {
  /// One line about places that are left out since they do not say whether one gets in in a wheelchair; `nil` if there
  /// are none.
  public func accessSummary(unsaid count: Int) -> String? {
    count > 0 ? phrases(.accessUnknown, count: count) : nil
  }

  /// That there is no place, of a kind if one was asked for.
  ///
  /// - Parameters:
  ///   - reach: how far was searched, if there was a limit.
  ///   - area: where was searched, if only that counts.
  ///   - place: what the user calls the place in which, or around which, that is.
  public func nothingFound(
    of asked: String?, within reach: Distance? = nil, in area: SearchArea? = nil, called place: String? = nil
  ) -> String {
    let nothing = asked.map { phrases(.noneFound, ["kind": TerminalText.harmless($0)]) } ?? phrases(.nothing)
    switch (area, place.map(TerminalText.harmless)) {
    case (.inside, let place?): return "\(nothing) \(self(.inPlace, ["place": place]))"
    case (.within(let distance, _, _), let place?):
      let words = ["distance": length(distance), "place": place]
      return "\(nothing) \(UnderstoodQuery.line("withinOf", words, in: language))"
    default: break
    }
    guard let reach, reach.metres >= 1 else { return nothing }
    return "\(nothing) \(self(.within, ["distance": length(reach)]))"
  }

  /// What people call a kind of place.
  func kind(_ word: String?) -> String {
    TerminalText.harmless(word.map { phrases.kind($0).replacing("_", with: " ") } ?? phrases(.place))
  }
}
