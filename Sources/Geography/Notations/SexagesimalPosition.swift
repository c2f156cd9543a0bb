/// A position in degrees, minutes and seconds, or in decimals with signs, hemispheres or decimal commas.
public enum SexagesimalPosition {
  /// Reads `48°51'24"N 2°21'03"E`, `N 48 51.4 E 2 21.05`, `48:51:24N, 2:21:3E`, `485124N 0022103E`, `48°51′ S, …`
  /// and `48,8566 2,3522`; `nil` for what looks like something else.
  public static func coordinate(parsing text: String) throws(NotationError) -> Coordinate? {
    if let decimals = decimalCommas(text) { return decimals }
    var reader = SexagesimalReader(text)
    guard let angles = reader.angles(), angles.count == 2 else { return nil }
    func refuse(_ problem: String) -> NotationError {
      let read = angles.map { angle in
        let parts = angle.numbers.map { number in Int(exactly: number).map { "\($0)" } ?? "\(number)" }
        let marks = zip(parts, ["°", "′", "″"]).map { $0 + $1 }.joined()
        return (angle.isNegative ? "-" : "") + marks + (angle.hemisphere.map { " \($0)" } ?? "")
      }
      return NotationError(
        notation: "degrees, minutes and seconds", understood: read.joined(separator: " and "),
        problem: problem)
    }
    guard let first = angles[0].degrees, let second = angles[1].degrees else {
      throw refuse(
        "minutes and seconds go up to 60, only the last number may have decimals, and a sign and a hemisphere do not go together"
      )
    }
    var (latitude, longitude) = (first, second)
    switch (angles[0].hemisphere, angles[1].hemisphere) {
    case ("E", "N"), ("E", "S"), ("W", "N"), ("W", "S"): (latitude, longitude) = (second, first)
    case ("N", "E"), ("N", "W"), ("S", "E"), ("S", "W"), (nil, nil), (nil, "E"), (nil, "W"), ("N", nil),
      ("S", nil):
      break
    default: throw refuse("one is a latitude (N or S), the other a longitude (E or W)")
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else {
      throw refuse("latitude goes from -90 to 90, longitude from -180 to 180 (latitude comes first)")
    }
    return coordinate
  }

  /// `48°51′24.0″N 2°21′03.0″E`; a tenth of a second is 3 m.
  public static func text(of coordinate: Coordinate) -> String {
    func part(_ value: Double, _ positive: String, _ negative: String) -> String {
      let tenths = Int(clamping: (abs(value) * 36000).rounded())
      let seconds = DecimalText.padded(tenths / 10 % 60, to: 2) + ".\(tenths % 10)"
      return "\(tenths / 36000)°\(DecimalText.padded(tenths / 600 % 60, to: 2))′\(seconds)″"
        + (value < 0 && tenths > 0 ? negative : positive)
    }
    return "\(part(coordinate.latitude, "N", "S")) \(part(coordinate.longitude, "E", "W"))"
  }

  /// `48,8566 2,3522`, where the comma is the decimal sign.
  private static func decimalCommas(_ text: String) -> Coordinate? {
    let words = text.split { $0.isWhitespace || $0 == ";" }.map { word in
      word.last == "," ? word.dropLast() : word
    }
    guard words.count == 2 else { return nil }
    let values = words.map { word -> Double? in
      let parts = word.split(separator: ",", omittingEmptySubsequences: false)
      // 60,1 may or may not be a pair.
      guard parts.count == 2, parts[1].count >= 2, parts[1].allSatisfy(\.isDigit),
        !parts[0].contains(".")
      else { return nil }
      return Double.decimal("\(parts[0]).\(parts[1])")
    }
    guard let latitude = values[0], let longitude = values[1] else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }
}

/// An angle as it is written: up to three numbers, with a sign or a hemisphere.
struct SexagesimalAngle {
  /// Degrees, minutes and seconds, as far as they are written.
  fileprivate(set) var numbers: [Double] = []
  fileprivate(set) var isNegative = false
  /// One of `NSEW`.
  fileprivate(set) var hemisphere: Character?
  fileprivate var hasSign = false
  /// Which of degrees, minutes and seconds the last mark was for.
  fileprivate var lastMark: Int?

  /// Degrees; `nil` if minutes or seconds are 60 or more, or a part before the last has decimals.
  var degrees: Double? {
    guard (1...3).contains(numbers.count), !(hasSign && hemisphere != nil) else { return nil }
    guard numbers.dropFirst().allSatisfy({ (0..<60).contains($0) }),
      numbers.dropLast().allSatisfy({ $0 == $0.rounded() })
    else { return nil }
    let sum = numbers.reversed().reduce(0) { $0 / 60 + $1 }
    return isNegative || hemisphere == "S" || hemisphere == "W" ? -sum : sum
  }

  fileprivate mutating func mark() { lastMark = numbers.count - 1 }

  /// Whether the last number has no mark, though one before it has.
  fileprivate var endsWithoutMark: Bool { lastMark.map { $0 < numbers.count - 1 } ?? false }
}

/// Reads angles sign by sign: numbers, marks, signs and hemispheres, in whatever order people write them.
struct SexagesimalReader {
  private static let degreeMarks: Set<Character> = ["°", "º", "˚", "d", "D", ":"]
  private static let minuteMarks: Set<Character> = ["'", "′", "’", "´", "m", "M"]
  private static let secondMarks: Set<Character> = ["\"", "″", "”", "“"]
  private static let hemispheres: Set<Character> = ["N", "S", "E", "W"]

  private var scanner: NotationScanner
  private var finished: [SexagesimalAngle] = []
  private var current = SexagesimalAngle()
  /// Whether hemispheres stand before their numbers.
  private var hemispheresLead = false
  /// Whether there is anything that plain decimals do not have.
  private var hasStructure = false

  init(_ text: String) {
    scanner = NotationScanner(text.replacing("''", with: "\""))
  }

  /// The angles; `nil` for what looks like something else, such as two plain decimals.
  mutating func angles() -> [SexagesimalAngle]? {
    while let sign = scanner.next {
      guard read(sign), finished.count <= 2, current.numbers.count <= 3 else { return nil }
    }
    finish()
    return hasStructure ? finished : nil
  }

  private mutating func read(_ sign: Character) -> Bool {
    if sign.isDigit || sign == "." { return readNumber() }
    scanner.advance()
    switch sign {
    case _ where sign.isWhitespace: return true
    case ",", ";", "/":
      guard !current.numbers.isEmpty || !finished.isEmpty else { return false }
      finish()
      return true
    case "-", "+", "−":
      finish()
      (current.isNegative, current.hasSign) = (sign != "+", true)
      return true
    case _ where Self.degreeMarks.contains(sign) && !current.numbers.isEmpty:
      return readDegreeMark(isColon: sign == ":")
    case _ where Self.minuteMarks.contains(sign) && current.numbers.count == 2: return readMark()
    case _ where Self.secondMarks.contains(sign) && current.numbers.count == 3: return readMark()
    case "s" where current.lastMark == 1 && current.numbers.count == 3: return readMark()
    default: return readHemisphere(sign)
    }
  }

  private mutating func readNumber() -> Bool {
    let digits = scanner.take { $0.isDigit || $0 == "." }
    if let parts = Self.compactParts(of: digits, before: scanner.next) {
      guard current.numbers.isEmpty else { return false }
      current.numbers = parts
      hasStructure = true
      return true
    }
    guard let number = Double.decimal(digits) else { return false }
    // A number after the last part begins the other angle.
    let isComplete = current.numbers.count == 3 || current.lastMark == 2
    let endsBeforeThis = !hemispheresLead && current.hemisphere != nil && current.endsWithoutMark
    if isComplete || endsBeforeThis { finish() }
    current.numbers.append(number)
    return true
  }

  private mutating func readDegreeMark(isColon: Bool) -> Bool {
    if current.numbers.count > 1, !isColon {
      // Its degrees are the first number of the next angle.
      let degrees = current.numbers.removeLast()
      finish()
      current.numbers = [degrees]
    }
    return readMark()
  }

  private mutating func readMark() -> Bool {
    current.mark()
    hasStructure = true
    return true
  }

  private mutating func readHemisphere(_ sign: Character) -> Bool {
    guard let letter = sign.capital, Self.hemispheres.contains(letter) else { return false }
    hasStructure = true
    if current.numbers.isEmpty {
      guard current.hemisphere == nil else { return false }
      hemispheresLead = true
    } else if current.hemisphere != nil {
      // Letters come first: this one belongs to the next angle.
      finish()
    } else if !hemispheresLead || finished.isEmpty {
      current.hemisphere = letter
      finish()
      return true
    }
    current.hemisphere = letter
    return true
  }

  private mutating func finish() {
    guard !current.numbers.isEmpty else { return }
    finished.append(current)
    current = SexagesimalAngle()
  }

  /// `485124` and `0022103`, as airmen write degrees, minutes and seconds, before a hemisphere.
  private static func compactParts(of digits: String, before next: Character?) -> [Double]? {
    guard let next = next?.capital, hemispheres.contains(next) else { return nil }
    let whole = digits.prefix { $0 != "." }
    let degreeDigits = next == "N" || next == "S" ? 2 : 3
    guard whole.count == degreeDigits + 2 || whole.count == degreeDigits + 4 else { return nil }
    guard let degrees = Double(whole.prefix(degreeDigits)) else { return nil }
    if whole.count == degreeDigits + 2 {
      return Double.decimal(digits.dropFirst(degreeDigits)).map { [degrees, $0] }
    }
    guard let minutes = Double(whole.dropFirst(degreeDigits).prefix(2)),
      let seconds = Double.decimal(digits.dropFirst(degreeDigits + 2))
    else { return nil }
    return [degrees, minutes, seconds]
  }
}
