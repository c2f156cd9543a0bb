import FoundationEssentials
import Geography
import Glibc

/// Times as the formats write them: RFC 3339, and civil dates.
package enum Timestamp {
  /// Reads `2026-01-01T10:00:00.5Z`, with or without a fraction; without an offset it is UTC.
  package static func date(parsing text: some StringProtocol) -> Date? {
    var reader = Reader(Array(text.utf8))
    guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
      reader.skip("-"), let day = reader.number(digits: 2),
      reader.skip("T") || reader.skip(" ") || reader.skip("t"),
      let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
      reader.skip(":"), let second = reader.number(digits: 2),
      let midnight = midnight(year: year, month: month, day: day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let fraction = reader.skip(".") ? reader.fraction() : 0
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    let seconds = Double(hour * 3600 + minute * 60 + second - offset) + fraction
    let date = midnight.addingTimeInterval(seconds)
    // An offset may lead out of the years that can be written.
    return (earliest...latest).contains(date) ? date : nil
  }

  /// The first and the last moment with a year of four digits.
  package static let earliest = Date(timeIntervalSince1970: -62_167_219_200)
  package static let latest = Date(timeIntervalSince1970: 253_402_300_799)

  /// `2026-01-01T10:00:00Z`, with milliseconds if there are any; for times from `earliest` to `latest`.
  package static func text(of date: Date) -> String {
    let milliseconds = Int(clamping: (date.timeIntervalSince1970 * 1000).rounded())
    let (seconds, fraction) = milliseconds.flooredDivision(by: 1000)
    let (days, secondOfDay) = seconds.flooredDivision(by: 86400)
    let (year, month, day) = civilDate(daysSince1970: days)
    return String(unsafeUninitializedCapacity: 32) { buffer in
      var writer = DigitWriter(buffer: buffer)
      writer.write(year, digits: 4, then: "-")
      writer.write(month, digits: 2, then: "-")
      writer.write(day, digits: 2, then: "T")
      writer.write(secondOfDay / 3600, digits: 2, then: ":")
      writer.write(secondOfDay / 60 % 60, digits: 2, then: ":")
      writer.write(secondOfDay % 60, digits: 2, then: fraction == 0 ? "Z" : ".")
      if fraction != 0 { writer.write(fraction, digits: 3, then: "Z") }
      return writer.count
    }
  }

  /// The start of a day in UTC; `nil` if the calendar has no such day.
  package static func midnight(year: Int, month: Int, day: Int) -> Date? {
    guard (1...12).contains(month), (1...31).contains(day), (0...9999).contains(year) else { return nil }
    let days = daysSince1970(year: year, month: month, day: day)
    guard civilDate(daysSince1970: days) == (year, month, day) else { return nil }
    return Date(timeIntervalSince1970: Double(days) * 86400)
  }

  /// Days of the proleptic Gregorian calendar, counted in 400-year eras that begin with a March.
  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = marchYear.flooredDivision(by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysInEra + dayOfEra - daysToEpoch
  }

  private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + daysToEpoch).flooredDivision(by: daysInEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static let daysInEra = 146_097
  /// From 0000-03-01 to 1970-01-01.
  private static let daysToEpoch = 719_468

}

extension Int {
  fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Writes numbers of a fixed width, a character after each.
private struct DigitWriter {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  mutating func write(_ number: Int, digits: Int, then character: Unicode.Scalar) {
    var rest = abs(number)
    for position in stride(from: count + digits - 1, through: count, by: -1) {
      buffer[position] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += digits
    buffer[count] = UInt8(ascii: character)
    count += 1
  }
}

/// Walks over the characters of a timestamp.
private struct Reader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int? {
    guard position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] else {
      return nil
    }
    defer { position += 1 }
    return Int(bytes[position] - UInt8(ascii: "0"))
  }

  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let next = digit() else { return nil }
      value = value * 10 + next
    }
    return value
  }

  /// The digits after the point; those beyond nanoseconds are ignored.
  mutating func fraction() -> Double {
    var numerator = 0
    var denominator = 1
    while let next = digit() {
      guard denominator < 1_000_000_000 else { continue }
      numerator = numerator * 10 + next
      denominator *= 10
    }
    return Double(numerator) / Double(denominator)
  }

  /// Seconds east of UTC; `nil` if the text is not an offset.
  mutating func offset() -> Int? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(digits: 2) else { return nil }
    _ = skip(":")
    guard let minutes = number(digits: 2), hours < 24, minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
