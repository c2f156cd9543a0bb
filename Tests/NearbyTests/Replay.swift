import Foundation
import Places
import Positioning
import TestSupport

@testable import Nearby

/// What a monitor makes of fixes.
struct Replay {
  /// What happened.
  private(set) var events: [ProximityEvent] = []
  /// Why other things did not.
  private(set) var reasons: [String] = []

  init(_ fixes: [Location], _ places: [PointOfInterest], _ rules: ProximityRules = ProximityRules()) {
    var monitor = ProximityMonitor(rules: rules)
    let fences = FenceIndex(places, rules: rules)
    for fix in fixes {
      let update = monitor.update(with: fix, among: fences)
      events += update.events
      reasons += update.suppressions.map(\.reason.description)
    }
  }

  var kinds: [String] { events.map(\.kind.rawValue) }

  /// The kinds with their seconds since the start.
  var timed: [String] {
    events.map { event in
      let seconds = event.location.time?.timeIntervalSince(Terrain.start)
      return "\(event.kind) \(seconds.map { String(Int($0.rounded())) } ?? "?")"
    }
  }
}
