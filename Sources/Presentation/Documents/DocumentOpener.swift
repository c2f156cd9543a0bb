import FoundationEssentials
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
    guard mode != .print else {
      try show(url)
      return
    }
    do throws(DocumentProblem) {
      guard urlOpener.canOpenURL(url) else { throw .noDesktop }
      try await urlOpener.open(url)
    } catch {
      try show(url)
      throw error
    }
  }
}
