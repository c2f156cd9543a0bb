import COpeningHoursTables
import CivilTime

/// The public holidays of a country, or of a region of it, from 2020 to 2040, and how sure each is.
///
/// The table is made by .ci/opening-hours-tables from two lists that are independent of each other.
struct HolidayCalendar: Sendable {
  enum Certainty: UInt8, Hashable, Sendable {
    case none
    /// By one list only, by an estimate, or as an eve.
    case disputed
    /// In some regions of the country only, if the region is not known; else in some parts of the region.
    case regional
    /// In the whole country by both lists, or in the known region.
    case sure
    /// The holidays of that country and year are unknown.
    case missing
  }

  private static let firstDay = Day.number(year: 2020, month: 1, day: 1)
  private static let dayCount = Day.number(year: 2041, month: 1, day: 1) - firstDay

  /// One a day, or none at all for a country that is not in the table.
  private var certainties: [Certainty] = []
  private var names: [Int: String] = [:]
  /// The regions with a list of their own that the place is in; empty if that is not known.
  private var regions: Set<String> = []

  /// The name of all regions together that have no list of their own.
  static let ordinaryRegion = "-"

  /// The calendar of a country by its ISO 3166 code; for `nil` or an unknown code, every day is unknown.
  ///
  /// - Parameter codes: the regions that a place is in, by what follows the hyphen in their codes of ISO 3166-2.
  init(country: String?, regions codes: Set<String> = []) {
    guard let country, let block = Self.block(of: country) else { return }
    certainties = [Certainty](repeating: .none, count: Self.dayCount)
    if !codes.isEmpty {
      regions = Set(Self.regionGroups(in: block).filter { !codes.isDisjoint(with: $0) }.compactMap(\.first))
    }
    for line in block.split(separator: UInt8(ascii: "\n")) { read(line) }
  }

  /// The codes of a country's regions, those together that have the same holidays by law; empty if all have.
  static func regionGroups(of country: String) -> [[String]] {
    block(of: country).map(regionGroups) ?? []
  }

  private static func regionGroups(in block: UnsafeBufferPointer<UInt8>.SubSequence) -> [[String]] {
    let line = block.split(separator: UInt8(ascii: "\n")).first { $0.first == UInt8(ascii: "%") }
    return (line?.dropFirst().split(separator: UInt8(ascii: " ")) ?? []).map { group in
      group.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Whether a line of some regions holds: `BB,HB:` for those, `!BE,BW:` for the others; `nil` if that is not known.
  private func holds(in word: UnsafeBufferPointer<UInt8>.SubSequence.SubSequence) -> Bool? {
    guard !regions.isEmpty else { return nil }
    let isOfOthers = word.first == UInt8(ascii: "!")
    let codes = word.dropLast().dropFirst(isOfOthers ? 1 : 0).split(separator: UInt8(ascii: ","))
    let listed = Set(codes.map { String(decoding: $0, as: UTF8.self) })
    return regions.contains { listed.contains($0) != isOfOthers }
  }

  /// Reads a line: `=` (sure), `?` or `~`, the regions, if it is not of all, then days, then their name; or `!` and
  /// years about which little is known.
  private mutating func read(_ line: UnsafeBufferPointer<UInt8>.SubSequence) {
    if line.first == UInt8(ascii: "%") { return }
    if line.first == UInt8(ascii: "!") {
      for year in line.dropFirst().split(separator: UInt8(ascii: " ")).compactMap(Self.number) {
        for day in Day.number(year: year, month: 1, day: 1)..<Day.number(year: year + 1, month: 1, day: 1)
        where 0..<Self.dayCount ~= day - Self.firstDay {
          certainties[day - Self.firstDay] = .missing
        }
      }
      return
    }
    var certainty: Certainty =
      switch line.first {
      case UInt8(ascii: "="): .sure
      case UInt8(ascii: "?"): .disputed
      default: .regional
      }
    var words = line.dropFirst().split(separator: UInt8(ascii: " "))[...]
    if let regions = words.first, regions.last == UInt8(ascii: ":") {
      switch holds(in: regions) {
      case true: break
      case false: return
      case nil: certainty = .regional
      }
      words.removeFirst()
    }
    var days: [Int] = []
    while let word = words.first, let more = Self.days(word) {
      days += more
      words.removeFirst()
    }
    let name = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    for day in days where 0..<Self.dayCount ~= day - Self.firstDay {
      guard certainty.rawValue > certainties[day - Self.firstDay].rawValue else { continue }
      certainties[day - Self.firstDay] = certainty
      names[day] = name.isEmpty ? nil : name
    }
  }

  /// How sure it is that a day since 1970-01-01 is a public holiday.
  func certainty(of day: Int) -> Certainty {
    let index = day - Self.firstDay
    return index >= 0 && index < certainties.count ? certainties[index] : .missing
  }

  func name(of day: Int) -> String? { names[day] }

  private static func block(of country: String) -> UnsafeBufferPointer<UInt8>.SubSequence? {
    let letters = Array(country.utf8)
    guard letters.count == 2 else { return nil }
    let bytes = UnsafeBufferPointer(
      start: opening_hours_holidays.bytes, count: opening_hours_holidays.size)
    var first: Int?
    // Each country begins with a line of an @ and its letters, which no other line has.
    var position = 0
    while position + 3 < bytes.count {
      if bytes[position] == UInt8(ascii: "@") {
        if let first { return bytes[first..<position] }
        if bytes[position + 1] == letters[0], bytes[position + 2] == letters[1] { first = position + 4 }
      }
      position += 1
    }
    return first.map { bytes[$0...] }
  }

  /// The days of `1225`, `1225/20-26`, `E-2`, `0620>5` or `260619`; `nil` if it is none of them.
  private static func days(_ word: UnsafeBufferPointer<UInt8>.SubSequence.SubSequence) -> [Int]? {
    let parts = word.split(separator: UInt8(ascii: "/"))
    guard let day = parts.first, parts.count <= 2 else { return nil }
    var years = 2020...2040
    if parts.count == 2 {
      let ends = parts[1].split(separator: UInt8(ascii: "-"))
      guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last else {
        return nil
      }
      years = 2000 + first...2000 + last
    }
    if day.first == UInt8(ascii: "E"), day.count > 2, let offset = number(day.dropFirst(2)) {
      let isBefore = day[day.startIndex + 1] == UInt8(ascii: "-")
      return years.map { Day.easter($0) + (isBefore ? -offset : offset) }
    }
    let pair = day.split(separator: UInt8(ascii: ">"))
    guard let date = pair.first, let value = number(date) else { return nil }
    if pair.count == 2, date.count == 4, let weekday = number(pair[1]) {
      return years.map { year in
        let start = Day.number(year: year, month: value / 100, day: value % 100)
        return start + Day.modulo(weekday - Day.modulo(start + 3, 7), 7)
      }
    }
    guard pair.count == 1 else { return nil }
    switch date.count {
    case 4: return years.map { Day.number(year: $0, month: value / 100, day: value % 100) }
    case 6: return [Day.number(year: 2000 + value / 10_000, month: value / 100 % 100, day: value % 100)]
    default: return nil
    }
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard 1...6 ~= digits.count else { return nil }
    var value = 0
    for digit in digits {
      guard digit &- UInt8(ascii: "0") < 10 else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}

/// A country, and the regions of it that a place is in, by their codes of ISO 3166.
public struct HolidayRegion: Hashable, Sendable {
  /// Two capital letters.
  public let country: String
  /// What follows the hyphen, `MV`: all known regions around the place, large and small; empty if none is known.
  public let regions: Set<String>

  public init(country: String, regions: Set<String> = []) {
    (self.country, self.regions) = (country, regions)
  }

  /// Reads `FI` or `DE-MV`, in letters of either case; `nil` if it is not of that form.
  public init?(code: String) {
    let parts = code.uppercased().utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard (1...2).contains(parts.count), parts[0].count == 2, parts[0].allSatisfy(letters.contains),
      parts.count == 1
        || (1...3).contains(parts[1].count)
          && parts[1].allSatisfy({
            letters.contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          })
    else { return nil }
    self.init(
      country: String(decoding: parts[0], as: UTF8.self),
      regions: Set(parts.dropFirst().map { String(decoding: $0, as: UTF8.self) }))
  }

  /// The codes to choose from, if the country has regional holidays and none of the regions tells which; else `nil`.
  public var unknownAmong: [String]? {
    let known = HolidayCalendar.regionGroups(of: country)
    let all = known.joined()
    guard !regions.isEmpty, !all.isEmpty, regions.isDisjoint(with: all) else { return nil }
    return known.flatMap { $0.first == HolidayCalendar.ordinaryRegion ? $0.dropFirst() : $0.prefix(1) }
      .sorted()
  }
}

extension HolidayRegion: CustomStringConvertible {
  /// `DE-MV`; with a comma between several regions.
  public var description: String {
    regions.isEmpty ? country : regions.sorted().map { "\(country)-\($0)" }.joined(separator: ", ")
  }
}
