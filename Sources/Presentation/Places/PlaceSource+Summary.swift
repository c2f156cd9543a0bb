import CivilTime
import FoundationEssentials
import Places

extension PlaceSource {
  /// Its name, a server's age or when its data came, and the attribution.
  public var summary: String {
    let age = isServer ? age.map { "\(Age.wording(seconds: $0)) old" } : nil
    let attribution = attribution.map { TerminalText.harmless($0) }
    return [name, age ?? arrival?.wording, attribution].compactMap(\.self).joined(separator: ", ")
  }

  /// One line about data on this machine that is more than 90 days old; `nil` for younger data, and a server's.
  ///
  /// - Parameter update: the command that updates it if it is the store.
  public func ageSummary(updatedBy update: String?) -> String? {
    guard !isServer, let age, age > Age.notable else { return nil }
    let advice = isStore ? update.map { "; to update it, run \($0)" } : "; look for newer data"
    return "the data in \(name) is \(Age.wording(seconds: age)) old\(advice ?? "")"
  }
}

extension PlaceSource.Unasked {
  /// Follows what is not known.
  public var clause: String {
    switch self {
    case .offline: "; without --offline, poi asks a server"
    case .failed(let error): ": \(error.brief)"
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
  /// `file of 2026-11-22`.
  fileprivate var wording: String {
    switch self {
    case .written(let date): "file of \(Self.day(date))"
    case .imported(let date): "imported \(Self.day(date))"
    case .fetched(let date): "fetched \(Self.day(date))"
    }
  }

  private static func day(_ date: Date) -> Substring {
    Timestamp.text(of: min(max(date, Timestamp.earliest), Timestamp.latest)).prefix(10)
  }
}
