/// A house number as somebody types it, compared with those that houses have.
package struct HouseNumber: Sendable {
  /// How a house has a number, the best first.
  package enum Match: Int, Comparable, Sendable {
    /// Letter by letter; in some streets 1B and 1b are two houses.
    case same
    /// But for case, spaces and signs.
    case alike
    /// As one of several: `10–12`, `5;7`, `12a–12c`; or but for a flat, as `20 A` has the flat `20 A 12`.
    case among
    /// But for a staircase and a flat, as `3b` has `3b A 12`.
    case beforeStaircase
    /// But for a letter and a flat that were typed, as `4-6` has `4-6 A 12`.
    case inPart
    /// But for a letter of its own, or as one end of what was typed.
    case nearly

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  package let text: String
  private let folded: String
  /// The house of a flat: `20a` of `20 A 12`; all of it where there is none.
  private let house: String
  /// The house if its second letter is that of a staircase: `3b` of `3b A 12`.
  private let staircase: String?
  /// `4-6` of `4-6 A 12`, and `20` of `20/5`, of which 5 is a flat.
  private let plain: String

  package init(_ text: String) {
    self.text = text
    folded = Self.folded(text)
    plain = String(folded.prefix { $0 == "-" || $0.isASCII && $0.isNumber })
    let letter = folded.dropFirst(plain.count).prefix(while: \.isLetter)
    let flat = folded.dropFirst(plain.count + letter.count)
    let isFlat = !letter.isEmpty && flat.first.map { $0.isNumber || $0 == "/" } == true
    house = isFlat ? plain + letter : folded
    staircase = isFlat && letter.count == 2 ? plain + letter.prefix(1) : nil
  }

  /// What a number begins with; `nil` if that is no digit.
  package static func value(of text: String) -> Int? { leading(folded(text)).value }

  package var value: Int? { Self.leading(folded).value }

  /// How a house with this number is the one that is meant; `nil` if it is another.
  package func match(_ number: String) -> Match? {
    if number == text { return .same }
    let other = Self.folded(number)
    if other == folded || other.replacing(",", with: "") == folded { return .alike }
    let parts = Self.parts(other)
    func has(_ number: String) -> Bool { parts.contains { $0 == number || Self.range($0, contains: number) } }
    if has(folded) { return .among }
    guard let value else { return nil }
    if house != folded, has(house) { return .among }
    if let staircase, has(staircase) { return .beforeStaircase }
    if parts.contains(plain) { return .inPart }
    if parts.contains(where: { Self.range($0, contains: plain) && !$0.contains(where: \.isLetter) }) {
      return .nearly
    }
    let typed = Self.bounds(folded).map { [$0, $1] } ?? folded.split { ";,+&".contains($0) }.map(String.init)
    if typed.contains(other) { return .nearly }
    // Each has another letter, or this one none.
    return typed == [folded]
      && parts.contains { part in
        Self.leading(part).value == value && Self.bounds(part) == nil && !part.contains("-")
      } ? .nearly : nil
  }

  private static func range(_ range: String, contains number: String) -> Bool {
    guard let (low, high) = bounds(range) else { return false }
    let (first, last, own) = (leading(low), leading(high), leading(number))
    guard let start = first.value, let end = last.value, let value = own.value else { return false }
    if start == value, last.rest.isEmpty != first.rest.isEmpty, own.rest <= last.rest { return true }
    // Some are written backwards, but in `20-5`, 5 is a flat.
    guard abs(end - start) <= (start < end ? longestRange : longestBackwards) else { return false }
    guard number != low, number != high else { return true }
    if start == end {
      return start == value && (own.rest.isEmpty || own.rest >= first.rest && own.rest <= last.rest)
    }
    guard own.rest.isEmpty, min(start, end)...max(start, end) ~= value else { return false }
    return start % 2 != end % 2 || value % 2 == start % 2
  }

  /// More than one building has.
  private static let longestRange = 200
  private static let longestBackwards = 8

  private static func bounds(_ range: String) -> (String, String)? {
    let ends = range.split(separator: "-").map(String.init)
    guard ends.count == 2, let start = leading(ends[0]).value else { return nil }
    // `12a–c` ends with a letter of the same number.
    return leading(ends[1]).value == nil ? (ends[0], "\(start)\(ends[1])") : (ends[0], ends[1])
  }

  private static func parts(_ number: String) -> [String] {
    let parts = number.split { ";,+&".contains($0) }.map(String.init)
    // Czech houses have two numbers.
    return parts.flatMap { part in
      [part] + (part.contains("/") ? part.split(separator: "/").map(String.init) : [])
    }
  }

  private static func leading(_ text: String) -> (value: Int?, rest: Substring) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    // No house has more digits, and calculating with them could overflow.
    return (digits.count > 9 ? nil : Int(digits), text[digits.endIndex...])
  }

  /// With the digits and fractions of ASCII for those of other scripts: `5 1/2` for `٥½`.
  static func plain(_ text: some StringProtocol) -> String {
    text.unicodeScalars.reduce(into: "") { plain, scalar in
      let digit = scalar.properties.numericType == .decimal ? Character(scalar).wholeNumberValue : nil
      plain += fractions[scalar] ?? digit.map { "\($0)" } ?? String(scalar)
    }
  }

  private static let signsOfNumbers: Set<Character> = ["号", "號", "番", "地"]
  private static let fractions: [Unicode.Scalar: String] = ["½": " 1/2", "¼": " 1/4", "¾": " 3/4"]

  /// Letters without case and accents, a slash for a space between digits, as `7/1/2` for `7 1/2`, no other spaces, and
  /// no signs between a digit and a letter: `1a` for `1/A`, and nothing that only says that it is a number: `12` for `12号`.
  private static func folded(_ number: String) -> String {
    var folded = ""
    var waiting: Character?
    let isASCII = number.utf8.allSatisfy { $0 < 0x80 }
    let letters = isASCII ? number : plain(number.composed).unicodeScalars.map(\.folded).joined()
    for character in letters.lowercased()
    where character != "." && (isASCII || !signsOfNumbers.contains(character)) {
      if character.isWhitespace || "-–—‑−/".contains(character) {
        let isBetween = !character.isWhitespace || folded.last?.isNumber == true && waiting == nil
        if isBetween { waiting = "-–—‑−".contains(character) ? "-" : "/" }
        continue
      }
      if let sign = waiting, let last = folded.last, last.isNumber == character.isNumber || last.isLetter {
        folded.append(sign)
      }
      waiting = nil
      folded.append(character)
    }
    return folded
  }
}
