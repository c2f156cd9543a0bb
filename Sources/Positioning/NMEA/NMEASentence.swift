import Geography

/// One NMEA 0183 sentence of a line, `$GPRMC,…*6A`: the positions of its fields, and their meaning.
///
/// It keeps positions, not bytes, so every accessor takes the line that was scanned.
struct NMEASentence {
  /// What a line turned out to contain.
  enum Framing {
    /// A sentence, its checksum right or not given.
    case whole
    /// A sentence with a wrong or cut checksum, or with bytes that no sentence may hold.
    case damaged
    /// No `$` at all.
    case absent
  }

  /// How many fields there are, with the tag; those beyond the capacity are counted but not kept.
  private(set) var fieldCount = 0
  /// Whether a checksum vouches for the sentence.
  private(set) var hasChecksum = false
  /// Where the next sentence begins that a lost line break glued to this one.
  private(set) var glued: Int?

  // The last field ever needed is the HDOP of GSA, number 16.
  private static let capacity = 20
  private var start = 0
  private var ends = InlineArray<20, Int>(repeating: 0)
  private var checksum: UInt8 = 0

  /// Finds the first whole sentence of a line from `first` on, else the last one, skipping a torn one, a logger's stamp or a
  /// tag block before it.
  mutating func scan(_ line: Span<UInt8>, from first: Int = 0) -> Framing {
    glued = nil
    guard var dollar = line.firstIndex(of: UInt8(ascii: "$"), from: first) else { return .absent }
    while true {
      let end = scanBody(of: line, from: dollar + 1)
      guard let next = line.firstIndex(of: UInt8(ascii: "$"), from: end) else {
        return framing(of: line, endingAt: end)
      }
      if line[end] == UInt8(ascii: "*"), next <= end + 5 {
        glued = next
        return framing(of: line, endingAt: end)
      }
      dollar = next
    }
  }

  /// Notes the fields up to the `*`, the end of the line or a byte that ends a sentence, and says where that is.
  private mutating func scanBody(of line: Span<UInt8>, from first: Int) -> Int {
    start = first
    fieldCount = 0
    var sum: UInt8 = 0
    var index = first
    while index < line.count {
      let byte = line[index]
      // Digits, letters, the point and the minus are all above the comma.
      if byte <= UInt8(ascii: ",") || byte > UInt8(ascii: "~") {
        if byte == UInt8(ascii: ",") {
          endField(at: index)
        } else if byte == UInt8(ascii: "*") || byte == UInt8(ascii: "$") || !isPrintable(byte) {
          break
        }
      }
      sum ^= byte
      index += 1
    }
    endField(at: index)
    checksum = sum
    return index
  }

  private mutating func endField(at index: Int) {
    if fieldCount < Self.capacity {
      ends[fieldCount] = index
    }
    fieldCount += 1
  }

  private mutating func framing(of line: Span<UInt8>, endingAt end: Int) -> Framing {
    hasChecksum = end < line.count && line[end] == UInt8(ascii: "*")
    if hasChecksum {
      return line.hexadecimalByte(at: end + 1) == checksum ? .whole : .damaged
    }
    // Some receivers send no checksum; a second carriage return does no harm either.
    return line.isBlank(from: end) ? .whole : .damaged
  }
}

// MARK: - What a field says

extension NMEASentence {
  /// The tag, if it has the five letters of a standard sentence.
  func tag(in line: Span<UInt8>) -> NMEATag? {
    let range = range(of: 0)
    guard range.count == 5 else { return nil }
    return NMEATag(letters: range.reduce(0) { $0 << 8 | UInt64(line[$1]) })
  }

  /// The first byte of a field, 0 when it is empty or missing.
  func letter(_ field: Int, in line: Span<UInt8>) -> UInt8 {
    let range = range(of: field)
    return range.isEmpty ? 0 : line[range.lowerBound]
  }

  func isEmpty(_ field: Int) -> Bool {
    range(of: field).isEmpty
  }

  /// A whole number of at most nine digits.
  func integer(_ field: Int, in line: Span<UInt8>) -> Int? {
    digits(range(of: field), in: line)
  }

  /// A decimal number such as `-30.40`; never infinite, never NaN.
  func decimal(_ field: Int, in line: Span<UInt8>) -> Double? {
    var range = range(of: field)
    guard let first = range.first else { return nil }
    let isNegative = line[first] == UInt8(ascii: "-")
    if isNegative || line[first] == UInt8(ascii: "+") {
      range = first + 1..<range.upperBound
    }
    guard let parts = parts(of: range, in: line) else { return nil }
    let magnitude = Double(parts.whole) + parts.fraction
    return isNegative ? -magnitude : magnitude
  }

  /// A speed in knots, in metres a second.
  func speed(_ field: Int, in line: Span<UInt8>) -> Double? {
    // gpsd's bound for what could still be a speed, in metres a second.
    decimal(field, in: line).map { $0 * (1852.0 / 3600) }.flatMap { abs($0) <= 9999.9 ? $0 : nil }
  }

  func dilution(_ field: Int, in line: Span<UInt8>) -> Double? {
    decimal(field, in: line).flatMap(Location.dilution)
  }

  /// A time of day, `hhmmss` with or without decimals, in milliseconds since midnight.
  func clock(_ field: Int, in line: Span<UInt8>) -> Int? {
    let range = range(of: field)
    guard range.count >= 6, let whole = digits(range.lowerBound..<range.lowerBound + 6, in: line)
    else { return nil }
    let (hour, minute, second) = (whole / 10_000, whole / 100 % 100, whole % 100)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let rest = range.lowerBound + 6..<range.upperBound
    // Cut, not rounded: 59.9996 s must not become the next minute.
    let fraction = parts(of: rest, in: line)?.fraction ?? 0
    return ((hour * 60 + minute) * 60 + second) * 1000 + Int(clamping: fraction * 1000 + 1e-6)
  }

  /// A date as `ddmmyy`.
  func date(_ field: Int, in line: Span<UInt8>) -> (day: Int, month: Int, year: Int)? {
    guard range(of: field).count == 6, let number = integer(field, in: line) else { return nil }
    return (number / 10_000, number / 100 % 100, number % 100)
  }

  /// The position in four fields, latitude, N or S, longitude, E or W; nil when it lies outside the globe.
  func coordinate(from field: Int, in line: Span<UInt8>) -> Coordinate? {
    guard
      let latitude = degrees(field, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"), in: line),
      let longitude = degrees(field + 2, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), in: line)
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  /// `dddmm.mmmm` and its hemisphere, in degrees, with the nine decimals that gpsd prints.
  private func degrees(_ field: Int, positive: UInt8, negative: UInt8, in line: Span<UInt8>) -> Double? {
    let hemisphere = letter(field + 1, in: line)
    guard hemisphere == positive || hemisphere == negative,
      let parts = parts(of: range(of: field), in: line), parts.hasPoint, parts.whole % 100 < 60
    else { return nil }
    let minutes = Double(parts.whole / 100 * 60 + parts.whole % 100) + parts.fraction
    let degrees = rounded(minutes * (1.0 / 60.0), toParts: 1e9)
    return hemisphere == negative ? -degrees : degrees
  }

  private func range(of field: Int) -> Range<Int> {
    guard field < min(fieldCount, Self.capacity) else { return 0..<0 }
    return (field == 0 ? start : ends[field - 1] + 1)..<ends[field]
  }

  /// The two halves of a number without a sign, or `nil` if it is none or has more digits than a real one would.
  private func parts(
    of range: Range<Int>, in line: Span<UInt8>
  ) -> (whole: Int, fraction: Double, hasPoint: Bool)? {
    let point = line.firstIndex(of: UInt8(ascii: "."), within: range) ?? range.upperBound
    let hasPoint = point < range.upperBound
    var fraction = 0.0
    if hasPoint, point + 1 < range.upperBound {
      // Digits past the fifteenth carry nothing that a Double could hold.
      let decimals = point + 1..<min(range.upperBound, point + 16)
      guard let numerator = digits(decimals, in: line, atMost: 15) else { return nil }
      fraction = Double(numerator) / Self.powersOfTen[decimals.count]
    } else if point == range.lowerBound {
      return nil
    }
    if point == range.lowerBound { return (0, fraction, true) }
    guard let whole = digits(range.lowerBound..<point, in: line) else { return nil }
    return (whole, fraction, hasPoint)
  }

  private func digits(_ range: Range<Int>, in line: Span<UInt8>, atMost limit: Int = 9) -> Int? {
    guard !range.isEmpty, range.count <= limit else { return nil }
    var number = 0
    for index in range {
      let digit = line[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  private static let powersOfTen: InlineArray<16, Double> = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

/// The value with as many decimals as gpsd prints, so that a log read here equals the same log through gpsd.
func rounded(_ value: Double, toParts parts: Double) -> Double {
  (value * parts).rounded() / parts
}

// MARK: - Bytes

private func isPrintable(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: " ") && byte <= UInt8(ascii: "~")
}

extension Span<UInt8> {
  /// The first byte that is neither blank nor a control character.
  var firstPrintable: UInt8? { indices.first { self[$0] > UInt8(ascii: " ") }.map { self[$0] } }

  func firstIndex(of byte: UInt8, from first: Int) -> Int? {
    firstIndex(of: byte, within: first..<count)
  }

  fileprivate func firstIndex(of byte: UInt8, within range: Range<Int>) -> Int? {
    range.first { self[$0] == byte }
  }

  /// Whether only blanks and control characters follow.
  func isBlank(from first: Int) -> Bool {
    (first..<count).allSatisfy { self[$0] <= UInt8(ascii: " ") }
  }

  fileprivate func hexadecimalByte(at index: Int) -> UInt8? {
    guard index + 1 < count, let high = Self.nibble(self[index]), let low = Self.nibble(self[index + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// The five letters that name a sentence: two for the talker, `GP`, `GN`, `II` …, and three for the kind.
struct NMEATag: Equatable {
  /// Packed, the first one highest.
  let letters: UInt64

  /// The second letter of the talker, by which gpsd tells the satellite systems apart.
  var system: UInt8 { UInt8(truncatingIfNeeded: letters >> 24) }

  /// Garmin's configuration, which is not an RMC although it ends like one.
  static let garminSettings = NMEATag(letters: 0x50_4752_4D43)
}

/// The sentences that are understood.
enum NMEASentenceKind: UInt8 {
  case rmc, gga, gll, gns, gsa, gst, vtg, zda, gbs

  /// The kind of a sentence, from any talker.
  init?(_ tag: NMEATag) {
    // Those after the talker.
    switch tag.letters & 0xFF_FFFF {
    case 0x52_4D43 where tag != .garminSettings: self = .rmc
    case 0x47_4741: self = .gga
    case 0x47_4C4C: self = .gll
    case 0x47_4E53: self = .gns
    case 0x47_5341: self = .gsa
    case 0x47_5354: self = .gst
    case 0x56_5447: self = .vtg
    case 0x5A_4441: self = .zda
    case 0x47_4253: self = .gbs
    default: return nil
    }
  }

  /// The fewest fields, including the tag, with which gpsd accepts the sentence.
  var leastFields: Int {
    switch self {
    case .gga, .gns: 13
    case .gsa: 18
    case .rmc, .gst: 8
    case .gll, .gbs: 7
    case .vtg: 5
    case .zda: 4
    }
  }

  var bit: UInt16 { 1 << UInt16(rawValue) }
}
