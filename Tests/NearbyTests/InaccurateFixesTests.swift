import Geography
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct InaccurateFixesTests {
  private static let told =
    "all fixes are ignored: the best is accurate to 150 m, and --max-accuracy is 100 m"

  /// What is told of fixes of these accuracies, one a second, and then of their end.
  private func messages(_ accuracies: [Double?], hasTimes: Bool = true) -> [String?] {
    var fixes = InaccurateFixes(limit: 100, units: .metric)
    let told = accuracies.enumerated().map { second, accuracy in
      fixes.take(Terrain().fix(east: 0, at: hasTimes ? Double(second) : nil, accuracy: accuracy))
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
}
