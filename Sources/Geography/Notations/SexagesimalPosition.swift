/// A position in degrees, minutes and seconds, or in decimals with signs, hemispheres or decimal commas.
public enum SexagesimalPosition {
  /// One of the two numbers.
  private struct Angle {
    var numbers: [Double] = []
    var isNegative = false
    var hasSign = false
    var hemisphere: Character?
    /// Which of degrees, minutes and seconds the last mark was for.
    var lastMark = -1
    var hasMarks = false

    /// Degrees; `nil` if minutes or seconds are 60 or more, or a part before the last has decimals.
    var degrees: Double? {
      guard (1...3).contains(numbers.count), !(hasSign && hemisphere != nil) else { return nil }
      guard numbers.dropFirst().allSatisfy({ (0..<60).contains($0) }),
        numbers.dropLast().allSatisfy({ $0 == $0.rounded() })
      else { return nil }
      let sum = numbers.reversed().reduce(0) { $0 / 60 + $1 }
      return isNegative || hemisphere == "S" || hemisphere == "W" ? -sum : sum
    }
  }

  /// Reads `48°51'24"N 2°21'03"E`, `N 48 51.4 E 2 21.05`, `48:51:24N, 2:21:3E`, `485124N 0022103E`, `48°51′ S, …`
  /// and `48,8566 2,3522`; `nil` for what looks like something else.
  ///
  /// - Throws: `NotationError`.
  public static func coordinate(parsing text: String) throws(NotationError) -> Coordinate? {
    if let decimals = decimalCommas(text) { return decimals }
    guard let angles = angles(of: text), angles.count == 2 else { return nil }
    func refuse(_ problem: String) -> NotationError {
      let read = angles.map { angle in
        let parts = angle.numbers.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
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
      let tenths = Int((abs(value) * 36000).rounded())
      let seconds = DecimalText.padded(tenths / 10 % 60, to: 2) + ".\(tenths % 10)"
      return "\(tenths / 36000)°\(DecimalText.padded(tenths / 600 % 60, to: 2))′\(seconds)″"
        + (value < 0 && tenths > 0 ? negative : positive)
    }
    return "\(part(coordinate.latitude, "N", "S")) \(part(coordinate.longitude, "E", "W"))"
  }

  // MARK: - Reading

  /// `48,8566 2,3522`, where the comma is the decimal sign.
  private static func decimalCommas(_ text: String) -> Coordinate? {
    let words = text.split { $0.isWhitespace || $0 == ";" }.map { word in
      word.last == "," ? word.dropLast() : word
    }
    guard words.count == 2 else { return nil }
    let values = words.map { word -> Double? in
      let parts = word.split(separator: ",", omittingEmptySubsequences: false)
      // 60,1 may or may not be a pair.
      guard parts.count == 2, parts[1].count >= 2, parts[1].allSatisfy(\.isNumber),
        !parts[0].contains(".")
      else { return nil }
      return Double.decimal("\(parts[0]).\(parts[1])")
    }
    guard let latitude = values[0], let longitude = values[1] else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  private static let degreeMarks: Set<Character> = ["°", "º", "˚", "d", "D", ":"]
  private static let minuteMarks: Set<Character> = ["'", "′", "’", "´", "m", "M"]
  private static let secondMarks: Set<Character> = ["\"", "″", "”", "“"]
  private static let hemispheres: Set<Character> = ["N", "S", "E", "W"]

  private static func angles(of text: String) -> [Angle]? {
    var scanner = NotationScanner(text.replacing("''", with: "\""))
    var angles: [Angle] = []
    var current = Angle()
    var leading: Character?
    var hasStructure = false

    func finish() {
      guard !current.numbers.isEmpty else { return }
      angles.append(current)
      current = Angle()
    }
    while let sign = scanner.next {
      if sign.isWhitespace {
        scanner.advance()
      } else if sign == "," || sign == ";" || sign == "/" {
        scanner.advance()
        guard !current.numbers.isEmpty || !angles.isEmpty else { return nil }
        finish()
      } else if sign.isASCII, sign.isNumber || sign == "." {
        let digits = scanner.take { $0.isASCII && ($0.isNumber || $0 == ".") }
        if let split = compact(digits, before: scanner.next) {
          guard current.numbers.isEmpty else { return nil }
          current.numbers = split
          hasStructure = true
        } else {
          guard let number = Double.decimal(digits) else { return nil }
          // A number after the last part, or after seconds, begins the other angle.
          if current.numbers.count == 3 || current.lastMark == 2 { finish() }
          if leading == nil, current.hemisphere != nil, !current.numbers.isEmpty, current.hasMarks,
            current.lastMark < current.numbers.count - 1
          {
            finish()
          }
          current.numbers.append(number)
        }
      } else if sign == "-" || sign == "+" || sign == "−" {
        scanner.advance()
        finish()
        current.isNegative = sign != "+"
        current.hasSign = true
      } else if degreeMarks.contains(sign), !current.numbers.isEmpty {
        scanner.advance()
        if current.numbers.count > 1, sign != ":" {
          // Its degrees are the first number of the next angle.
          guard let degrees = current.numbers.popLast() else { return nil }
          finish()
          current.numbers = [degrees]
        }
        current.lastMark = current.numbers.count - 1
        current.hasMarks = true
        hasStructure = true
      } else if minuteMarks.contains(sign), current.numbers.count == 2 {
        scanner.advance()
        current.lastMark = 1
        current.hasMarks = true
        hasStructure = true
      } else if secondMarks.contains(sign) || sign == "s" && current.lastMark == 1, current.numbers.count == 3
      {
        scanner.advance()
        current.lastMark = 2
        hasStructure = true
      } else if let letter = sign.uppercased().first, hemispheres.contains(letter) {
        scanner.advance()
        hasStructure = true
        if current.numbers.isEmpty {
          guard current.hemisphere == nil else { return nil }
          current.hemisphere = letter
          leading = letter
        } else if current.hemisphere != nil {
          // Letters come first: this one belongs to the next angle.
          finish()
          current.hemisphere = letter
        } else {
          current.hemisphere = letter
          if leading == nil || angles.isEmpty { finish() }
        }
      } else {
        return nil
      }
      guard angles.count <= 2, current.numbers.count <= 3 else { return nil }
    }
    finish()
    guard hasStructure else { return nil }
    return angles
  }

  /// `485124` and `0022103`, as airmen write degrees, minutes and seconds, before a hemisphere.
  private static func compact(_ digits: String, before next: Character?) -> [Double]? {
    guard let next = next?.uppercased().first, hemispheres.contains(next) else { return nil }
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
