import CivilTime
import FoundationEssentials
import Geography
import OpeningHours

/// The clocks at a position, by which people read times.
public struct PlaceClocks: Hashable, Sendable {
  private let localities: Localities?

  /// Shows every time in UTC.
  public static let utc = PlaceClocks(localities: nil)

  /// Finds the time zone of each position.
  public init() {
    self.init(localities: Localities())
  }

  private init(localities: Localities?) {
    self.localities = localities
  }

  /// `2026-06-01T13:00:13+03:00`; in UTC, `2026-06-01T10:00:13Z`.
  func text(of time: Date, at position: Coordinate) -> String {
    Timestamp.text(of: time, offset: offset(at: time, position) ?? 0)
  }

  /// The date of a time, `2013-03-16`, if it is before that of another time.
  public func day(of time: Date, before other: Date?, at position: Coordinate) -> String? {
    let day = text(of: time, at: position).prefix(10)
    return other.map { day < text(of: $0, at: position).prefix(10) } == true ? String(day) : nil
  }

  /// The time of day: `13:00:13`; in UTC, `10:00:13Z`.
  func clock(of time: Date, at position: Coordinate) -> String {
    let second = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    guard let offset = offset(at: time, position) else {
      return String(Timestamp.text(of: second).drop { $0 != "T" }.dropFirst())
    }
    let local = Timestamp.text(of: second.addingTimeInterval(Double(offset)))
    return String(local.drop { $0 != "T" }.dropFirst().dropLast())
  }

  /// Seconds that the clocks are ahead of UTC; `nil` if that is not known.
  private func offset(at time: Date, _ position: Coordinate) -> Int? {
    // A whole day on either side still has a year of four digits.
    guard let localities, (Timestamp.earliest + 86_400...Timestamp.latest - 86_400).contains(time) else {
      return nil
    }
    return localities.locality(latitude: position.latitude, longitude: position.longitude)
      .offset(at: Int(clamping: time.timeIntervalSince1970.rounded(.down)))
  }

  public static func == (one: Self, other: Self) -> Bool { one.localities === other.localities }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(localities.map(ObjectIdentifier.init))
  }
}
