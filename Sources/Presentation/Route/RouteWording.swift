import CivilTime
import FoundationEssentials
import Geography
import Nearby
import OpeningHours
import Places

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

  /// The same for programs.
  var inEnglish: RouteWording {
    var words = self
    words.wording = wording.inEnglish
    return words
  }

  /// A distance along the route: `12.3 km`.
  public func along(_ metres: Double) -> String {
    "\(number(alongTenths: metres)) \(wording.units.far.symbol)"
  }

  /// The length of a stretch of it: `23.4 km`, and `505 m` if it is short.
  func length(_ metres: Double) -> String {
    metres < wording.units.far.metres ? wording.length(Distance(metres: metres)) : along(metres)
  }

  /// A distance along the route without its unit: `12.3`.
  func number(alongTenths metres: Double) -> String {
    let tenths = Int(clamping: (metres / wording.units.far.metres * 10).rounded())
    return wording.phrases.number("\(tenths / 10).\(tenths % 10)")
  }

  /// A height: `412 m`, `1350 ft`.
  func height(_ metres: Double) -> String {
    // Nobody says yards of a hill.
    let unit = (wording.units == .imperial ? Units.customary : wording.units).near
    return "\(Int(clamping: (metres / unit.metres).rounded())) \(unit.symbol)"
  }

  /// Round distances along a stretch, without their unit, for a scale.
  func marks(in range: ClosedRange<Double>, atMost most: Int) -> [(along: Double, text: String)] {
    let unit = wording.units.far.metres
    let (start, end) = (range.lowerBound / unit, range.upperBound / unit)
    let steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    let step = steps.first { (end - start) / $0 <= Double(max(1, most)) } ?? 100_000
    return stride(from: (start / step).rounded(.up) * step, to: end, by: step).map { mark in
      (mark * unit, step < 1 ? number(alongTenths: mark * unit) : "\(Int(clamping: mark))")
    }
  }

  /// `km 12.3`.
  public func position(_ metres: Double) -> String {
    "\(wording.units.far.symbol) \(number(alongTenths: metres))"
  }

  /// `km 6.5–11.3`.
  public func range(_ from: Double, _ to: Double) -> String {
    "\(wording.units.far.symbol) \(wording.range(number(alongTenths: from), number(alongTenths: to)))"
  }

  /// `80 m left`, or only `on` if there is no side.
  func offset(of pass: RoutePass) -> String {
    let side = side(of: pass)
    return pass.stretch.side == .on ? side : "\(wording.length(pass.offset)) \(side)"
  }

  /// `left`, or `on the route`.
  func side(of pass: RoutePass) -> String {
    switch pass.stretch.side {
    case .on: wording(.onRoute)
    case .left: wording.turn(.left)
    case .right: wording.turn(.right)
    }
  }

  /// `2nd of 2`; `nil` if there is only one.
  func ordinal(of pass: RoutePass) -> String? {
    guard pass.count > 1 else { return nil }
    guard wording.language == .english else {
      return wording(.visit, ["number": "\(pass.number)", "count": "\(pass.count)"])
    }
    let suffix =
      switch (pass.number % 10, pass.number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return wording(.visit, ["number": "\(pass.number)\(suffix)", "count": "\(pass.count)"])
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
      position(row.pass.along), offset(of: row.pass),
      ordinal(of: row.pass), row.arrival.map(clock),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// `longest stretch without drinking water: 23.4 km (km 41.0–64.4)`, and what else to know about it.
  public func longest(_ gap: CategoryGap) -> String { text(of: gap, .longestGap) }

  /// `stretch without drinking water from one lap into the next: 8.2 km (km 48.0–4.1)`.
  public func joined(_ gap: CategoryGap) -> String { text(of: gap, .joinedGap) }

  private func text(of gap: CategoryGap, _ phrase: Phrase) -> String {
    let kind = wording.kind(gap.category)
    return [
      wording(
        phrase,
        [
          "kind": wording.language == .english ? kind.withArticle : kind,
          "length": length(gap.gap.length.metres), "range": range(gap.gap.from, gap.gap.to),
        ]), certainty(of: gap.gap),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// `uncertain`; `nil` if there is nothing to say.
  func certainty(of gap: RouteGap) -> String? {
    switch gap.certainty {
    case .sure: nil
    case .unknownInside: wording(.uncertain)
    case .none: wording(.noneAtAll)
    }
  }
}

extension String {
  /// `a supermarket`, `an atm`, but `drinking water` and `toilets`.
  fileprivate var withArticle: String {
    let masses = Category.Language.english.lines("grammar").words(of: "masses")
    if masses.contains(self) || hasSuffix("s") && !hasSuffix("ss") { return self }
    return ("aeiou".contains(first?.lowercased() ?? "") ? "an " : "a ") + self
  }
}
