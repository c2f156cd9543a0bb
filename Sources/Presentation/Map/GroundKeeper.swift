import Geography
import Places
import Synchronization

/// Asks for the ground around positions, and keeps what it got while that is enough, as the next picture is usually near.
public final class GroundKeeper: Sendable {
  private let provider: any MapProviding
  private let report: @Sendable (Problem) -> Void
  private let kept = Mutex<Kept?>(nil)

  /// Why a picture lacks ground.
  public enum Problem: Sendable, CustomStringConvertible {
    case unreadable(PlacesError)
    case tooMuch

    public var description: String {
      switch self {
      case .unreadable(let error): "the map is not drawn: \(error)"
      case .tooMuch: "there is more map here than a picture can show, so some of it is missing"
      }
    }
  }

  private struct Kept {
    let plan: MapPlan
    /// Metres around the middle that it has.
    let reach: Double
    let detail: MapDetail
  }

  /// How much farther it asks than a picture needs, so that moving on does not ask again at once.
  private static let spare = 1.5

  /// - Parameter report: called whenever ground that was asked for is missing.
  public init(
    _ provider: any MapProviding, report: @escaping @Sendable (Problem) -> Void = { _ in }
  ) {
    (self.provider, self.report) = (provider, report)
  }

  /// Whether a terminal of this size has room for the ground: on a smaller one it would only be in the way.
  public static func hasRoom(columns: Int, rows: Int) -> Bool { columns >= 40 && rows >= 20 }

  /// The ground around a position; `nil` if there is none.
  ///
  /// - Parameter reach: metres within which all of the picture lies.
  func plan(around position: Coordinate, within reach: Double, metresPerDot: Double) -> MapPlan? {
    let detail: MapDetail = metresPerDot < 30 ? .fine : metresPerDot < 120 ? .middle : .coarse
    return kept.withLock { kept in
      if let kept, kept.detail == detail, reach <= kept.reach {
        let way = kept.plan.point(position)
        if (way * way).sum().squareRoot() + reach <= kept.reach { return kept.plan.orNone }
      }
      let wide = reach * Self.spare
      guard let box = BoundingBox(of: position)?.grown(by: wide) else { return nil }
      var plan = MapPlan(about: position)
      do throws(PlacesError) {
        let ground = try provider.ground(in: box, detail)
        if ground.isPartial { report(.tooMuch) }
        plan = MapPlan(ground, about: position)
      } catch {
        report(.unreadable(error))
      }
      kept = Kept(plan: plan, reach: wide, detail: detail)
      return plan.orNone
    }
  }
}

extension MapPlan {
  fileprivate var orNone: MapPlan? { shapes.isEmpty ? nil : self }
}
