import Geography
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct IgnoredFixesTests {
  private static let told =
    "all fixes are ignored: the best is accurate to 150 m, and --max-accuracy is 100 m"

  private static func outcome(of fix: Location, _ reason: ProximityReason?) -> WatchOutcome {
    guard let reason else { return .counted(fix) }
    return .suppressed(Suppression(place: nil, location: fix, reason: reason))
  }

  /// What is told of fixes of these accuracies, one a second, and then of their end.
  private func messages(_ accuracies: [Double?], hasTimes: Bool = true) -> [String?] {
    var fixes = IgnoredFixes(units: .metric)
    let told = accuracies.enumerated().map { second, accuracy in
      let fix = Terrain().fix(east: 0, at: hasTimes ? Double(second) : nil, accuracy: accuracy)
      var run: [Location]?
      let reason = ProximityRules().objection(to: fix, after: nil, &run)
      return fixes.take(Self.outcome(of: fix, reason))
    }
    return told + [fixes.finish()]
  }

  @Test("after some seconds of inaccurate fixes says once how inaccurate they are")
  func lasting() {
    #expect(messages([200, 150, 180, 170, 160]) == [nil, nil, nil, Self.told, nil, nil])
  }

  @Test("says it at the end if there were only a few, or none had a time")
  func few() {
    #expect(messages([150]) == [nil, Self.told])
    #expect(messages([150, 160, 170, 180, 190], hasTimes: false) == [nil, nil, nil, nil, nil, Self.told])
  }

  @Test(
    "says nothing once a fix counts, or without any", arguments: [[], [100], [150, nil], [150, 99, 150]])
  func counting(accuracies: [Double?]) {
    #expect(messages(accuracies).allSatisfy { $0 == nil })
  }

  /// What is told of fixes that count, or imply a move of a kilometre in a second.
  private func messages(counting: [Bool]) -> [String] {
    var fixes = IgnoredFixes(units: .metric)
    let tooFast = ProximityReason.tooFast(Distance(metres: 1000), seconds: 1, limit: 150)
    let told = counting.map { counts in
      fixes.take(Self.outcome(of: Terrain().fix(east: 0, at: 0), counts ? nil : tooFast))
    }
    return (told + [fixes.finish()]).compactMap(\.self)
  }

  @Test("says once that fixes are ignored for their speed, if they are many or almost none counts")
  func speed() {
    let reason = "are ignored: 1 km in 1 s is faster than 150 m/s (--max-speed)"
    #expect(messages(counting: [true, false, false]) == ["all fixes but one \(reason)"])
    #expect(messages(counting: [false]) == ["all fixes \(reason)"])
    let alternating = (0..<40).map { $0.isMultiple(of: 2) }
    #expect(messages(counting: alternating) == ["many fixes \(reason)"])
    #expect(messages(counting: [true, false, true]) == [])
    #expect(messages(counting: Array(repeating: true, count: 100) + alternating.prefix(20)) == [])
  }
}
