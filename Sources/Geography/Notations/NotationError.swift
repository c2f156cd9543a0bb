/// Why a text that looks like a position is not one.
public struct NotationError: Error, Equatable, CustomStringConvertible {
  /// What the notation is called.
  public let notation: String
  /// What was understood of the text.
  public let understood: String
  /// What is wrong with that.
  public let problem: String

  /// One clause for the user.
  public var description: String {
    "read as \(notation), \(understood): \(problem)"
  }
}
