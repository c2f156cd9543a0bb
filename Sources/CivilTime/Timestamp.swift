import FoundationEssentials

/// Times as the formats write them: RFC 3339.
package enum Timestamp {
  /// Reads `2026-01-01T10:00:00.5Z`, with or without a fraction; without an offset it is UTC.
  package static func date(parsing text: some StringProtocol) -> Date? {
    date(parsing: text, needsSeconds: true)
  }

  /// - Parameter needsSeconds: `false` to take `2026-01-01T10:00Z`, too.
  package static func date(parsing text: some StringProtocol, needsSeconds: Bool) -> Date? {
    var reader = Reader(Array(text.utf8))
    guard let year = reader.number(digits: 4), reader.skip("-"), let month = reader.number(digits: 2),
      reader.skip("-"), let day = reader.number(digits: 2),
      reader.skip("T") || reader.skip(" ") || reader.skip("t"),
      let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
      let midnight = Day(year: year, month: month, day: day), hour < 24, minute < 60
    else { return nil }
    var (second, fraction) = (0, 0.0)
    if reader.skip(":") {
      guard let written = reader.number(digits: 2), written <= 60 else { return nil }
      second = written
      if reader.skip(".") { fraction = reader.fraction() }
    } else if needsSeconds {
      return nil
    }
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    let seconds = midnight.number * 86_400 + hour * 3600 + minute * 60 + second - offset
    let date = Date(timeIntervalSince1970: Double(seconds) + fraction)
    // An offset may lead out of the years that can be written.
    return (earliest...latest).contains(date) ? date : nil
  }

  /// The first and the last moment with a year of four digits.
  package static let earliest = Date(timeIntervalSince1970: -62_167_219_200)
  package static let latest = Date(timeIntervalSince1970: 253_402_300_799)

  /// `2026-01-01T10:00:00Z`, with milliseconds if there are any; for times from `earliest` to `latest`.
  ///
  /// - Parameter offset: seconds that the clocks to show it on are ahead of UTC: `2026-01-01T12:00:00+02:00`.
  package static func text(of date: Date, offset: Int = 0) -> String {
    let seconds = max(earliest.timeIntervalSince1970, date.timeIntervalSince1970)
    let milliseconds = Int(exactly: (min(latest.timeIntervalSince1970, seconds) * 1000).rounded()) ?? 0
    let second = Day.floor(milliseconds, 1000)
    return text(ofSecond: second, milliseconds: milliseconds - second * 1000, offset: offset)
  }

  /// `18:00`, a number of minutes after midnight.
  package static func clock(minute: Int) -> String {
    String(text(ofSecond: minute * 60, offset: 0).dropFirst("1970-01-01T".count).prefix("18:00".count))
  }

  /// - Parameter second: seconds since 1970-01-01 00:00 UTC.
  package static func text(ofSecond second: Int, milliseconds: Int = 0, offset: Int) -> String {
    let local = second + offset
    let day = Day(number: Day.floor(local, 86_400))
    let secondOfDay = Day.modulo(local, 86_400)
    return String(unsafeUninitializedCapacity: 32) { buffer in
      var writer = DigitWriter(buffer: buffer)
      writer.write(day.year, digits: 4, then: "-")
      writer.write(day.month, digits: 2, then: "-")
      writer.write(day.dayOfMonth, digits: 2, then: "T")
      writer.write(secondOfDay / 3600, digits: 2, then: ":")
      writer.write(secondOfDay / 60 % 60, digits: 2, then: ":")
      let sign: Unicode.Scalar = offset == 0 ? "Z" : offset < 0 ? "-" : "+"
      writer.write(secondOfDay % 60, digits: 2, then: milliseconds == 0 ? sign : ".")
      if milliseconds != 0 { writer.write(milliseconds, digits: 3, then: sign) }
      if offset != 0 {
        // RFC 3339 has no seconds of an offset; those that clocks once had are rounded away.
        writer.write(abs(offset) / 3600, digits: 2, then: ":")
        writer.write(abs(offset) / 60 % 60, digits: 2)
      }
      return writer.count
    }
  }
}

/// Writes numbers of a fixed width, mostly with a character after each.
private struct DigitWriter {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  mutating func write(_ number: Int, digits: Int, then character: Unicode.Scalar? = nil) {
    var rest = abs(number)
    for position in stride(from: count + digits - 1, through: count, by: -1) {
      buffer[position] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += digits
    if let character {
      buffer[count] = UInt8(ascii: character)
      count += 1
    }
  }
}

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
    // ISO 8601 lets whole hours stand alone.
    let isWhole = isAtEnd
    _ = skip(":")
    guard let minutes = isWhole ? 0 : number(digits: 2), hours < 24, minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
