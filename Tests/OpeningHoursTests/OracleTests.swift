import CivilTime
import Foundation
import TestSupport
import Testing

@testable import OpeningHours

/// All distinct hours of central Helsinki against what two other evaluators make of them.
///
/// Each half hour must agree with both, or be of a kind named here, with the values concerned.
@Suite struct OracleTests {
  private enum Oracle: Int, CaseIterable {
    case openingHoursPy = 1
    case kOpeningHours = 2
  }

  /// Why an oracle contradicts a certain result.
  private static let contraries: [(why: String, oracle: Oracle, values: [String])] = [
    (
      "an earlier rule that applies to the next day ends a night that a later rule begins", .openingHoursPy,
      [
        "Mo 12:00-01:00; Tu-Th 12:00-02:00; Fr-Sa 12:00-04:30; Su 12:00-01:00",
        "Mo-Fr 11:00-02:00; Sa-Su 12:00-02:00", "Mo-Fr 11:00-23:00; Sa-Su 12:00-10:00",
        "Mo-Sa 10:00-05:00; Su 11:00-05:00", "Mo-Sa 18:00-04:00; Su 20:00-04:00",
        "Mo-Th 11:00-01:00;Fr-Sa 11:00-03:00;Su 11:00-01:00", "Mo-Th 17:00-03:00; Fr-Su 15:00-03:00",
        "Mo-Th,Su 12:00-00:30; Fr-Sa 12:00-01:30",
        "Mo-Tu 07:00-23:00; We-Fr 07:00-05:00; Sa 10:00-05:00; Su 11:00-05:00",
        "Mo-Tu 09:00-01:00; We-Sa 09:00-02:00; Su 09:00-01:00",
        "Mo-Tu 14:00-01:00; We-Th 14:00-02:00; Fr-Sa 12:00-03:00; Su 15:00-01:00",
        "Su-Tu 10:00-21:00; We-Sa 10:00-05:00",
      ]
    ),
    (
      "a fallback with a comment opens or closes whole days", .openingHoursPy,
      ["Mo-Fr 08:00-16:00 || \"on appointment\"", "Mo-Fr 08:00-19:00 || \"on appointment\""]
    ),
    (
      "the day before a comma and a space is open around the clock", .openingHoursPy,
      [
        "Mo-Fr 07:00-19:00; Sa, Su 09:00-16:00", "Tu, Fr 10:00-18:00; We-Th 10:00-20:00; Sa-Su 10:00-17:00",
        "Tu, Th, Fr 12:00-17:00; Fr 12:00-15:00",
      ]
    ),
    (
      "a later rule for the same day adds its hours; one without days keeps those of the rule before",
      .kOpeningHours,
      [
        "Mo-Fr 07:30-20:00, Sa 10:00-19:00; Sa 12:00-18:00", "Mo-Fr 10:00-18:00; 10:00-15:00",
        "Mo-Fr 10:00-18:00; 11:00-15:00",
      ]
    ),
    (
      "hours with PH are closed on the day when the clocks go forward", .kOpeningHours,
      [
        "Mo 11:00-22:00; Tu-Fr 11:00-23:00; Sa 13:00-23:00; Su 13:00-22:00; PH off",
        "Mo,Tu 15:00-23:00; We,Th 15:00-01:00; Fr,Sa 15:00-02:00; PH off",
        "Mo,Tu 18:00-01:00; We,Th 18:00-02:00; Fr,Sa 16:00-03:00; PH off",
        "Mo-Fr 10:00-19:00; Sa 10:00-18:00; Su 12:00-16:00; PH off",
        "Mo-Fr 11:00-23:00, Sa-Su 12:00-23:00; PH off", "Mo-Fr 11:00-23:00; Sa-Su 12:00-23:00; PH off",
        "Mo-Fr 9:00-20:00; Sa 9:00-18:00; Su 12:00-18:00; PH off",
        "Tu-Th 12:00-17:00; Fr-Su 12:00-16:00; PH off", "We-Sa 21:00-04:00; PH off",
      ]
    ),
  ]

  /// What neither oracle reads, but poi does.
  private static let ours = [
    "Mo-Fr 10:00-20:00, Sa 10-18, Su 12-18", "Mo-Fr 7:00-21; Sa-Su 12:00-18:00", "Su-Th 15-00; Fr-Sa 15-02",
  ]

  private struct Record {
    let value: String
    /// A state for each half hour of the 29 days, `nil` if the oracle refuses the value.
    let oracles: [Oracle: [[Character]]]
  }

  private static func records() throws -> [Record] {
    String(decoding: try Fixtures.data("hours/helsinki.tsv"), as: UTF8.self).split(separator: "\n").map {
      line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let meanings = columns[3].split(separator: " ").map(expanded)
      var oracles: [Oracle: [[Character]]] = [:]
      for oracle in Oracle.allCases {
        let letters = columns[oracle.rawValue] == "=" ? columns[1] : columns[oracle.rawValue]
        guard letters != "-" else { continue }
        oracles[oracle] = letters.utf8.map { meanings[Int($0) - 65] }
      }
      return Record(value: columns[0], oracles: oracles)
    }
  }

  /// `c16o20c12` as 48 states.
  private static func expanded(_ text: Substring) -> [Character] {
    var states: [Character] = []
    var rest = text
    while let state = rest.popFirst() {
      let count = rest.prefix { $0.isNumber }
      states += Array(repeating: state, count: Int(count) ?? 48)
      rest = rest.dropFirst(count.count)
    }
    return states
  }

  private static let days: [Int] = [(2026, 6, 1, 7), (2026, 12, 21, 14), (2026, 3, 27, 4), (2026, 10, 23, 4)]
    .flatMap { year, month, day, count in
      let first = Day.number(year: year, month: month, day: day)
      return Array(first..<first + count)
    }

  /// What may be unknown on a day and minute, though both oracles are sure.
  private static func mayBeUnknown(_ doubt: Doubt?, _ day: Day, _ minute: Int) -> Bool {
    switch doubt {
    // opening-hours-py and KOpeningHours take a comment without a state for open.
    case .appointment, .comment: true
    case .midnightCut: minute < 720
    case .holidayLists: (day.month, day.dayOfMonth) == (12, 24)
    case .holidayNotMentioned:
      // The night after a holiday is the holiday's.
      [(12, 24), (12, 25), (12, 26), (12, 27), (1, 1), (1, 2)].contains { $0 == (day.month, day.dayOfMonth) }
    default: false
    }
  }

  @Test("every half hour agrees with two oracles, or is of a known exception")
  func halfHours() throws {
    let side = try #require(helsinki.sides.first)
    let zone = try #require(side.rules)
    var unknown = 0
    var contraries: [String: Set<Int>] = [:]
    let records = try Self.records()
    #expect(records.count == 377)
    for record in records {
      let evaluator = HoursEvaluator(WrittenHours(record.value), side: side, zone: zone, locality: helsinki)
      for (index, number) in Self.days.enumerated() {
        let segments = evaluator.segments(of: number)
        // The clocks skip an hour of 29 March.
        for half in 0..<48 where index != 23 || half != 6 && half != 7 {
          let verdict = try #require(segments.last { $0.start <= half * 30 }?.verdict)
          let state = try #require(verdict.state.rawValue.first)
          if state == "u", index < 7 { unknown += 1 }
          let others = record.oracles.filter { $0.value[index][half] != state }
          guard !others.isEmpty else { continue }
          if state == "u" {
            let isAllowed = Self.mayBeUnknown(verdict.doubt, Day(number: number), half * 30)
            #expect(isAllowed, "\(record.value), day \(index), half hour \(half): \(verdict)")
            continue
          }
          #expect(others.count < 2, "\(record.value), day \(index), half hour \(half): \(verdict)")
          for oracle in others.keys where !(contraries[record.value]?.contains(oracle.rawValue) ?? false) {
            contraries[record.value, default: []].insert(oracle.rawValue)
          }
        }
      }
    }
    var named: [String: Set<Int>] = [:]
    for kind in Self.contraries {
      for value in kind.values { named[value, default: []].insert(kind.oracle.rawValue) }
    }
    #expect(contraries == named)
    // Of the ordinary week.
    #expect(Double(unknown) / Double(records.count * 7 * 48) < 0.025)
  }

  @Test("what neither oracle reads is unknown, except the sloppy forms that poi reads")
  func refused() throws {
    let refused = try Self.records().filter(\.oracles.isEmpty).map(\.value)
    #expect(refused.count == 8)
    #expect(Set(refused.filter { WrittenHours($0).isUnderstood }) == Set(Self.ours))
  }
}
