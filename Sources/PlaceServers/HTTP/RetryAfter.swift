import CivilTime
import FoundationEssentials
import Geography
import Input

/// The `Retry-After` of an HTTP answer (RFC 9110, 10.2.3).
enum RetryAfter {
  /// The longest pause in seconds, even if a server asks for more: a clock may have been set, or the server be hostile.
  static let longest = 86_400

  /// The seconds to wait from `now`, at most `longest`, from a number or a date; `nil` if it is neither.
  static func seconds(_ field: String, now: Date) -> Int? {
    let text = field.trimmed()
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return min(Int(text) ?? longest, longest)
    }
    return date(text).map { min(max(0, Int(clamping: $0.timeIntervalSince(now).rounded(.up))), longest) }
  }

  /// Reads the one form of a date that is still written: `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
      0...9999 ~= year, let month = months.firstIndex(of: String(parts[2])),
      let midnight = Day(year: year, month: month + 1, day: day)
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, 0..<24 ~= time[0], 0..<60 ~= time[1], 0...60 ~= time[2] else { return nil }
    let seconds = midnight.number * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
