import FoundationEssentials

/// Passes URLs to the programs for them: the desktop.
@MainActor
public protocol URLOpening {
  /// Whether it can open URLs at all.
  func canOpenURL(_ url: URL) -> Bool

  /// Opens the URL.
  func open(_ url: URL) async throws(DocumentProblem)
}
