import Foundation
import Presentation

/// A desktop that opens nothing.
public final class MockURLOpener: MockBase<MockURLOpener.Call>, URLOpening {
  /// The calls that it may get.
  public enum Call: Equatable, Sendable {
    case canOpen(String)
    case open(String)
  }

  /// Whether it says that it can open URLs.
  public var hasHope = true
  /// The error when it opens one.
  public var problem: DocumentProblem?

  public func canOpenURL(_ url: URL) -> Bool {
    consume(.canOpen(url.absoluteString))
    return hasHope
  }

  public func open(_ url: URL) async throws(DocumentProblem) {
    consume(.open(url.absoluteString))
    if let problem { throw problem }
  }
}
