import Geography

/// A stretch of a route without a place of a kind.
public struct RouteGap: Hashable, Sendable {
  public enum Certainty: String, Hashable, Sendable {
    /// Nothing of the kind lies on it that could serve.
    case sure
    /// It has places of the kind that may not serve, or goes beyond the data.
    case unknownInside = "unknown inside"
    /// What was looked at of the route has nothing of the kind at all.
    case none
  }

  /// Metres along the route where it begins: at a pass, or where the route does.
  public let from: Double
  /// Metres along the route where it ends: at a pass, or where the route does; of the next lap, if it is over the start
  /// of a loop.
  public let to: Double
  public let length: Distance
  public let certainty: Certainty

  /// Whether a place is where it begins, and not only the start of the route.
  let beginsAtPass: Bool
  /// Whether a place is where it ends, and not only the end of the route.
  let endsAtPass: Bool

  init(
    from: Double, to: Double, length: Distance? = nil, certainty: Certainty, beginsAtPass: Bool,
    endsAtPass: Bool
  ) {
    self.from = from
    self.to = to
    self.length = length ?? Distance(metres: to - from)
    self.certainty = certainty
    self.beginsAtPass = beginsAtPass
    self.endsAtPass = endsAtPass
  }

  /// The same gap, less certain if places may be missing on some of it.
  ///
  /// - Parameter stretches: where the data does not reach, in metres along the route.
  public func doubted(by stretches: [ClosedRange<Double>]) -> RouteGap {
    guard stretches.contains(where: { $0.lowerBound < to && $0.upperBound > from }) else { return self }
    return RouteGap(
      from: from, to: to, length: length, certainty: .unknownInside, beginsAtPass: beginsAtPass,
      endsAtPass: endsAtPass)
  }

  /// The last and the first gap of a loop, joined over its start for a traveller who keeps going; `nil` if one of them
  /// does not reach the start, or a place is there.
  ///
  /// It begins before the end of the route, and ends after its start.
  public static func joined(last: RouteGap, first: RouteGap, over length: Distance) -> RouteGap? {
    guard last.to >= length.metres, first.from <= 0, last != first, !last.endsAtPass, !first.beginsAtPass
    else { return nil }
    let certainties = [last.certainty, first.certainty]
    return RouteGap(
      from: last.from, to: first.to, length: Distance(metres: last.length.metres + first.length.metres),
      certainty: certainties.contains(.unknownInside) ? .unknownInside : .sure,
      beginsAtPass: last.beginsAtPass, endsAtPass: first.endsAtPass)
  }
}

/// Finds the gaps between passes as they come.
public struct RouteGaps: Sendable {
  private let end: Double
  private let shortest: Double
  private let isLoop: Bool
  private var start: Double
  /// Where in the gap that has begun the first place is that may serve.
  private var firstUncertain: Double?
  /// Whether a place ended the last gap, rather than that nothing has come yet.
  private var hasPasses = false

  /// Metres below which two passes are at one point of the route: outside of a corner all places are.
  static let onePoint = 0.001

  /// The gaps of a part of a route, in metres along it.
  ///
  /// - Parameters:
  ///   - shortest: how long one beside a pass must be: within the corridor, a place is at hand.
  ///   - isLoop: whether the first and the last one may be parts of one over the start.
  public init(in range: ClosedRange<Double>, shortest: Distance = .zero, isLoop: Bool = false) {
    self.shortest = shortest.metres
    self.isLoop = isLoop
    start = range.lowerBound
    end = range.upperBound
  }

  /// Takes the next pass in order of the route, and answers the gap that it ends.
  ///
  /// - Parameter until: where the route leaves the place's area, if it leads through.
  public mutating func take(passAt along: Double, until: Double? = nil, use: PlaceUse) -> RouteGap? {
    switch use {
    case .none: return nil
    case .uncertain:
      // What may serve where another surely does makes no gap shorter.
      if firstUncertain == nil, !hasPasses || along - start > Self.onePoint { firstUncertain = along }
      return nil
    case .sure:
      if let uncertain = firstUncertain, along - uncertain <= Self.onePoint { firstUncertain = nil }
      let ended = gap(to: along, endsAtPass: true)
      start = max(start, until ?? along)
      firstUncertain = nil
      hasPasses = true
      return ended
    }
  }

  public func finish() -> RouteGap? {
    gap(to: end, endsAtPass: false)
  }

  private func gap(to along: Double, endsAtPass: Bool) -> RouteGap? {
    guard along - start > Self.onePoint else { return nil }
    let isWhole = isLoop ? hasPasses && endsAtPass : hasPasses || endsAtPass
    if isWhole, along - start < shortest { return nil }
    let certainty: RouteGap.Certainty =
      firstUncertain != nil ? .unknownInside : hasPasses || endsAtPass ? .sure : .none
    return RouteGap(
      from: start, to: along, certainty: certainty, beginsAtPass: hasPasses, endsAtPass: endsAtPass)
  }
}
