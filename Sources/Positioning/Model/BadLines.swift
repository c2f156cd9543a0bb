/// Lines, or points, that were not understood: how many, and where the first is.
public struct BadLines: Hashable, Sendable, ExpressibleByIntegerLiteral {
  public private(set) var count: Int
  /// The number of the first line, from 1; `nil` if there is none, or nobody knows.
  public private(set) var first: Int?

  public init(_ count: Int, first: Int? = nil) {
    self.count = count
    self.first = first
  }

  public init(integerLiteral count: Int) { self.init(count) }
}
