import CivilTime
import FoundationEssentials
import Geography
import Nearby
import OpeningHours

/// How passes and gaps of a route read.
public struct RouteWording: Sendable {
  /// In which units, and with which signs.
  public var wording: Wording
  /// The place whose clocks show the arrivals.
  public var clocks: Locality
  /// The day from which days are counted; nothing to count them from the first arrival.
  public var start: Date?

  public init(wording: Wording, clocks: Locality = Localities.nowhere, start: Date? = nil) {
    self.wording = wording
    self.clocks = clocks
    self.start = start
  }

  /// A distance along the route: `12.3 km`.
  public func along(_ metres: Double) -> String {
    "\(number(alongTenths: metres)) \(wording.units.far.symbol)"
  }

  /// The length of a stretch of it: `23.4 km`, and `505 m` if it is short.
  func length(_ metres: Double) -> String {
    metres < wording.units.far.metres ? wording.units.wording(of: Distance(metres: metres)) : along(metres)
  }

  /// A distance along the route without its unit: `12.3`.
  func number(alongTenths metres: Double) -> String {
    let tenths = Int(clamping: (metres / wording.units.far.metres * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// `80 m left`, or only `on` if there is no side.
  func offset(of pass: RoutePass) -> String {
    pass.stretch.side == .on
      ? "on the route" : "\(wording.units.wording(of: pass.offset)) \(pass.stretch.side.rawValue)"
  }

  /// `2nd of 2`; `nil` if there is only one.
  func ordinal(of pass: RoutePass) -> String? {
    guard pass.count > 1 else { return nil }
    let suffix =
      switch (pass.number % 10, pass.number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(pass.number)\(suffix) of \(pass.count)"
  }

  /// `14:32`, and `+1 02:10` on the next day.
  func clock(_ time: Date) -> String {
    func local(_ date: Date) -> Int {
      let seconds = Int(clamping: date.timeIntervalSince1970.rounded())
      return seconds + (clocks.offset(at: seconds) ?? 0)
    }
    let seconds = local(time)
    let days = Day.floor(seconds, 86_400) - Day.floor(local(start ?? time), 86_400)
    let clock = Timestamp.clock(minute: Day.modulo(seconds, 86_400) / 60)
    return days == 0 ? clock : "\(days > 0 ? "+" : "-")\(days.magnitude) \(clock)"
  }

  /// `km 12.3, 80 m left, 2nd of 2, 14:32`.
  public func summary(of row: RouteRow) -> String {
    [
      "\(wording.units.far.symbol) \(number(alongTenths: row.pass.along))", offset(of: row.pass),
      ordinal(of: row.pass), row.arrival.map(clock),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// `longest without drinking water: 23.4 km, km 41.0 to 64.4`, and what else to know about it.
  public func longest(_ gap: CategoryGap) -> String {
    "longest without \(kind(of: gap)): \(extent(of: gap.gap))"
  }

  /// `around the start without drinking water, if you keep going: 8.2 km, km 48.0 to 4.1`.
  public func joined(_ gap: CategoryGap) -> String {
    "around the start without \(kind(of: gap)), if you keep going: \(extent(of: gap.gap))"
  }

  private func kind(of gap: CategoryGap) -> String {
    TerminalText.harmless(gap.category.map { $0.replacing("_", with: " ") } ?? "a place")
  }

  private func extent(of gap: RouteGap) -> String {
    let (from, to) = (number(alongTenths: gap.from), number(alongTenths: gap.to))
    return "\(length(gap.length.metres)), \(wording.units.far.symbol) \(from) to \(to)\(note(on: gap))"
  }

  private func note(on gap: RouteGap) -> String {
    switch gap.certainty {
    case .sure: ""
    case .unknownInside: " (unknown inside)"
    case .none: " (none at all)"
    }
  }
}
