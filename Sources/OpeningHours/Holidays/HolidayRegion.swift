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
