/// What is known about a place at a moment.
public enum OpeningState: String, Hashable, Sendable {
  case open
  case closed
  case unknown
}
