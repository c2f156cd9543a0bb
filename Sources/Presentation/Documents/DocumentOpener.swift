import FoundationEssentials
import Geography
import Places

/// Opens places elsewhere, or shows where they can be opened.
@MainActor
public struct DocumentOpener {
  private let urlOpener: any URLOpening
  private let show: (URL) throws -> Void

  /// - Parameter show: takes the URL if it is not opened, for the user to do so.
  public init(urlOpener: any URLOpening, show: @escaping (URL) throws -> Void) {
    self.urlOpener = urlOpener
    self.show = show
  }

  /// Opens a place.
  ///
  /// - Throws: `DocumentProblem`, after the URL has been shown; and what `show` throws.
  public func open(_ place: PointOfInterest, mode: OpenMode) async throws {
    guard let url = mode.url(of: place) else { throw DocumentProblem.noAddress }
    guard mode != .print else { return try show(url) }
    do throws(DocumentProblem) {
      guard urlOpener.canOpenURL(url) else { throw .noDesktop }
      try await urlOpener.open(url)
    } catch {
      try show(url)
      throw error
    }
  }
}

/// Passes URLs to the programs for them: the desktop.
@MainActor
public protocol URLOpening {
  func canOpenURL(_ url: URL) -> Bool

  func open(_ url: URL) async throws(DocumentProblem)
}

/// Why a URL is not open.
public enum DocumentProblem: Error, Equatable, CustomStringConvertible {
  case noAddress
  /// There is nothing that could open it.
  case noDesktop
  /// The program that should have opened it failed.
  case failed(program: String, how: String)

  public var description: String {
    switch self {
    case .noAddress: "the place has no address that could be opened"
    case .noDesktop: "there is no desktop to open it on"
    case .failed(let program, let how): "\(program) \(how)"
    }
  }
}

/// How a place is opened.
public enum OpenMode: String, CaseIterable, Sendable {
  /// Its page of OpenStreetMap, or a marker on the map there, in a browser.
  case browser
  /// Its position in a map program, by a `geo:` URI (RFC 5870).
  case geo
  /// As `browser`, but only the URL is shown.
  case print

  public func url(of place: PointOfInterest) -> URL? {
    let latitude = place.coordinate.latitude.withoutNoise.decimal
    let longitude = place.coordinate.longitude.withoutNoise.decimal
    return switch self {
    case .geo: URL(string: "geo:\(latitude),\(longitude)")
    case .browser, .print:
      URL(
        string: place.isOfOpenStreetMap
          ? "https://www.openstreetmap.org/\(place.id)"
          : "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)"
      )
    }
  }
}

extension PointOfInterest {
  /// Whether the id is one of OpenStreetMap's, like `node/123`.
  fileprivate var isOfOpenStreetMap: Bool {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && ["node", "way", "relation"].contains(parts[0])
      && !parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber }
  }
}
