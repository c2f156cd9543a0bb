/// A square of the grid that was fetched whole.
public struct FetchedSquare: Hashable, Sendable {
  let square: GridSquare
}
