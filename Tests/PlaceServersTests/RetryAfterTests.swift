import Foundation
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct RetryAfterTests {
  /// 1994-11-06T08:49:00Z.
  private static let now = Date(timeIntervalSince1970: 784_111_740)

  @Test(
    "reads seconds or a date",
    arguments: [
      ("120", 120), (" 0 ", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:37 GMT", 0),
      ("Mon, 07 Nov 1994 08:49:00 GMT", 86400), ("-1", nil), ("soon", nil), ("", nil), ("1.5", nil),
      ("+5", nil), ("99999999999999999999", 86400), ("9223372036854775807", 86400),
      ("Mon, 06 Nov 1995 08:49:00 GMT", 86400), ("Sun, 06 Nov 1994 08:49:37", nil),
      ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
      ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 -1:49:37 GMT", nil), ("Sun, 06 Nov 99999 08:49:37 GMT", nil),
      ("Sun, 9223372036854775807 Nov 1994 08:49:37 GMT", nil),
    ] as [(String, Int?)])
  func seconds(field: String, seconds: Int?) {
    #expect(RetryAfter.seconds(field, now: Self.now) == seconds)
  }
}
