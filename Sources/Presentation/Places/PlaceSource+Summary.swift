import CivilTime
import FoundationEssentials
import Places

extension PlaceSource {
  /// `10 places from your data (June 2026)`.
  ///
  /// - Parameters:
  ///   - places: how many, in words.
  ///   - now: what its age is counted from.
  public func summary(of places: String, _ wording: Wording, now: Date = Date()) -> String {
    let found =
      isStore
      ? wording(.inYourData, ["places": places])
      : wording(.inSource, ["places": places, "source": TerminalText.harmless(name)])
    let dated =
      isServer
      ? age.map { wording(.age, ["duration": Age.text(seconds: $0, wording.phrases)]) }
      : (arrival?.date ?? age.map { now - $0 }).map(wording.month)
    return found + (dated.map { " (\($0))" } ?? "")
  }

  /// Whether it is data on this machine that is more than a year old, so that what it says may be wrong by now.
  public var isOutdated: Bool { !isServer && (age ?? 0) > Age.year }

  /// Seconds after which people want to know the age of data: 90 days.
  private static let notableAge = 90 * 86400.0

  /// One line about data on this machine that is more than 90 days old; `nil` for younger data, and a server's.
  ///
  /// - Parameter update: the command that updates it if it is the store.
  public func ageSummary(_ wording: Wording, updatedBy update: String?) -> String? {
    guard !isServer, let age, age > Self.notableAge else { return nil }
    let duration = Age.text(seconds: age, wording.phrases)
    guard isStore else {
      return wording(.oldFile, ["source": TerminalText.harmless(name), "duration": duration])
    }
    return wording(.oldData, ["duration": duration])
      + (update.map { "; \(wording(.updates, ["command": $0]))" } ?? "")
  }
}

extension PlaceSource.Unasked {
  /// Follows what is not known.
  public func clause(_ wording: Wording) -> String {
    switch self {
    case .offline: "; \(wording(.offline))"
    case .unable: ""
    case .failed(let error): "; \(wording(.noServer, ["reason": error.brief]))"
    }
  }
}

extension PlacesError {
  /// What is wrong, in a few words.
  public var brief: String {
    if case .server(_, let error) = self { error.brief } else { description }
  }
}

extension PlaceSource.Arrival {
  fileprivate var date: Date {
    switch self {
    case .written(let date), .imported(let date), .fetched(let date): date
    }
  }
}

extension Wording {
  /// `June 2026`.
  fileprivate func month(of date: Date) -> String {
    let parts = Timestamp.text(of: min(max(date, Timestamp.earliest), Timestamp.latest)).prefix(7)
      .split(separator: "-").compactMap { Int($0) }
    return parts.count == 2 ? "\(phrases.list(.months)[parts[1] - 1]) \(parts[0])" : ""
  }
}
