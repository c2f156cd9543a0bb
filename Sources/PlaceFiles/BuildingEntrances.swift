import Geography

/// The entrances of an extract, which are nodes of the outlines of its buildings.
struct BuildingEntrances {
  static let key = "entrance"

  /// Whether each is a main one.
  private var isMain: [Coordinate: Bool] = [:]
  private let limit: Int

  /// - Parameter limit: how many to keep; without the others, a building's place is inside it.
  init(limit: Int) {
    self.limit = limit
  }

  /// Not for visitors.
  private static let others: Set = ["emergency", "exit", "garage", "no", "service"]

  /// Takes a node, if it is an entrance.
  mutating func add(_ position: Coordinate, tags: [String: String]) {
    guard let kind = tags[Self.key], !Self.others.contains(kind), isMain.count < limit else { return }
    // There may be one above the other.
    isMain[position, default: false] = kind == "main" || isMain[position] == true
  }

  /// The only main entrance on the outline, else the only one; `nil` if it is not clear, or no building.
  func ofBuilding(tags: [String: String], outline: some Sequence<Coordinate>) -> Coordinate? {
    guard !isMain.isEmpty, let building = tags["building"], building != "no" else { return nil }
    let all = Set(outline.filter { isMain[$0] != nil })
    let main = all.filter { isMain[$0] == true }
    let candidates = main.isEmpty ? all : main
    return candidates.count == 1 ? candidates.first : nil
  }
}
