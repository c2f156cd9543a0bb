import TestSupport
import Testing

@testable import OpeningHours

@Suite struct MutationTests {
  private static let seeds = [
    "Mo-Fr 08:00-12:00,13:00-17:30; Sa 10:00-14:00; PH off", "Mo-Sa 11:00-02:00; Su 12:00-20:00 || \"call\"",
    "Jan Su[1]-Feb 03 10:00-18:00, easter -2 days off", "week 1-53/2 Mo[1,3] +1 day 9am-5pm",
    "(sunrise+01:00)-(sunset-00:30); 2020-2030/2 Dec 25-Jan 6 off", "SH,PH Mo–Fr 18:00+; 24/7 unknown",
  ]
  private static let pieces = [
    "Mo", "-", ",", ";", " || ", "10:00", "PH", "SH", "week 53", "easter", "[", "]", "(", ")", "+", "/",
    "24/7", "\"",
    "off", "Feb 29", "9999", "0", "é", "\u{0}", "–", " days", "sunset", "Di", ".", "48:00", "am",
  ]

  @Test("mutated hours break nothing, and hours that it cannot parse are never closed", arguments: 0..<40)
  func mutations(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<25 {
      var text = Array(try #require(Self.seeds.randomElement(using: &generator)).unicodeScalars)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let start = Int.random(in: 0...text.count, using: &generator)
        let end = min(text.count, start + Int.random(in: 0...4, using: &generator))
        let piece = Bool.random(using: &generator) ? Self.pieces.randomElement(using: &generator) ?? "" : ""
        text.replaceSubrange(start..<end, with: piece.unicodeScalars)
      }
      var value = String.UnicodeScalarView()
      value.append(contentsOf: text)
      let hours = WrittenHours(String(value))
      let time = Int.random(in: 1_577_836_800...2_240_000_000, using: &generator)
      let opening = hours.opening(at: time, in: helsinki)
      #expect(opening.state == hours.state(at: time, in: helsinki))
      #expect((opening.state == .unknown) == (opening.reason != nil), "\(hours.text)")
      #expect(hours.isUnderstood || opening.state != .closed, "\(hours.text)")
      #expect(opening.until.map { $0.seconds > time } ?? true, "\(hours.text)")
      #expect(opening.since.map { $0.seconds <= time } ?? true, "\(hours.text)")
      #expect(
        (opening.until == nil) == (opening.next == nil) && opening.next != opening.state, "\(hours.text)")
    }
  }
}
