import Geography

/// A stretch of a route without a place of a kind.
public struct RouteGap: Hashable, Sendable {
  /// What is known of the stretch.
  public enum Certainty: String, Hashable, Sendable {
    /// Nothing of the kind lies on it that could serve.
    case sure
    /// It has places of the kind, and of none of them it is known that it serves.
    case unknownInside = "unknown inside"
    /// What was looked at of the route has nothing of the kind at all.
    case none
  }

  /// Metres along the route where it begins: at a pass, or where the route does.
  public let from: Double
  /// Metres along the route where it ends: at a pass, or where the route does.
  public let to: Double
  /// How certain it is.
  public let certainty: Certainty

  /// How long it is.
  public var length: Distance { Distance(metres: to - from) }
}

extension RouteGap {
  /// The last and the first gap of a loop, joined over its start; `nil` if one of them does not reach the
  /// start.
  ///
  /// It begins before the end of the route, and ends after its start.
  public static func joined(last: RouteGap, first: RouteGap, over length: Distance) -> JoinedGap? {
    guard last.to >= length.metres, first.from <= 0, last != first else { return nil }
    let certainties = [last.certainty, first.certainty]
    return JoinedGap(
      from: last.from, to: first.to,
      length: Distance(metres: last.length.metres + first.length.metres),
      certainty: certainties.contains(.unknownInside) ? .unknownInside : .sure)
  }

  /// A gap over the start of a loop, for a traveller who keeps going.
  public struct JoinedGap: Hashable, Sendable {
    /// Metres along the route where it begins.
    public let from: Double
    /// Metres along the next lap where it ends.
    public let to: Double
    /// How long it is.
    public let length: Distance
    /// How certain it is.
    public let certainty: Certainty
  }
}

/// Finds the gaps between passes as they come.
public struct RouteGaps: Sendable {
  private let end: Double
  private var start: Double
  private var hasUncertain = false
  private var hasPasses = false

  /// The gaps of a part of a route, in metres along it.
  public init(in range: ClosedRange<Double>) {
    start = range.lowerBound
    end = range.upperBound
  }

  /// Takes the next pass in order of the route, and answers the gap that it ends.
  public mutating func take(passAt along: Double, use: PlaceUse) -> RouteGap? {
    switch use {
    case .none: return nil
    case .uncertain:
      hasUncertain = true
      return nil
    case .sure:
      hasPasses = true
      defer {
        start = along
        hasUncertain = false
      }
      return gap(to: along)
    }
  }

  /// The gap up to the end of the route, after the last pass.
  public func finish() -> RouteGap? {
    gap(to: end)
  }

  private func gap(to along: Double) -> RouteGap? {
    guard along > start else { return nil }
    return RouteGap(
      from: start, to: along, certainty: hasUncertain ? .unknownInside : hasPasses ? .sure : .none)
  }
}
