/// What is known about a place at a moment.
public enum OpeningState: String, Hashable, Codable, Sendable, CaseIterable {
  case open
  case closed
  case unknown
}
