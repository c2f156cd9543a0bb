import FoundationEssentials
import Geography
import Positioning

extension Location {
  /// One line about a fix: where, from what, how accurate, how old.
  ///
  /// - Parameter now: what the age is counted from; `nil` for a recorded fix, which shows its time instead.
  public func summary(from origin: String, now: Date?, _ wording: Wording) -> String {
    var parts = ["\(degrees) (\(origin))", accuracy.map(wording.accurate) ?? wording(.accuracyUnknown)]
    if let time {
      parts.append(
        now.map { Self.age(of: time, at: $0, wording) }
          ?? wording(.recorded, ["time": wording.clocks.text(of: time, at: coordinate)]))
    }
    return parts.joined(separator: ", ")
  }

  /// Seconds by which its time is behind this machine's clock, or ahead of it if negative; `nil` if that is no more
  /// than a live fix's may be.
  public func clockLag(at now: Date) -> Double? {
    time.map { now.timeIntervalSince($0) }.flatMap { abs($0) > Self.usualLag ? $0 : nil }
  }

  private static let usualLag = 60.0

  /// One line about a receiver's fix whose time is far from this machine's clock: nobody knows which is right.
  public func clockNotice(at now: Date, _ wording: Wording) -> String? {
    clockLag(at: now).map {
      wording(.clocksDiffer, ["duration": Age.text(seconds: abs($0), wording.phrases)])
    }
  }

  /// Five decimals are a metre.
  static func degrees(_ value: Double) -> String {
    DecimalText.fixed(value, decimals: 5)
  }

  private static func age(of time: Date, at now: Date, _ wording: Wording) -> String {
    let seconds = now.timeIntervalSince(time)
    // A Raspberry Pi has no clock of its own: before it is set, the receiver's time lies ahead.
    guard seconds > -1 else { return wording(.clockAhead) }
    return wording(.age, ["duration": Age.text(seconds: seconds, wording.phrases)])
  }

  /// `60.17060, 24.94139, ±21 m`.
  func summary(_ wording: Wording) -> String {
    let accuracy = accuracy.map { ", \(wording.accuracy($0))" } ?? ""
    return degrees + accuracy
  }
}

extension Wording {
  /// `accurate to 21 m`.
  func accurate(to metres: Double) -> String {
    let phrase: Phrase =
      switch metres {
      case 5000...: .onlyRegion
      case 1000...: .accurateOnlyTo
      default: .accurateTo
      }
    return phrases(phrase, ["distance": length(Distance(metres: metres))])
  }
}
