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
