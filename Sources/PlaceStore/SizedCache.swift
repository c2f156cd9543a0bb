/// What was read, up to some size; then it begins anew.
struct SizedCache<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  private var size = 0
  private let most: Int

  /// How many as large as the last one fit in any case, as a question may need all around it.
  private static var always: Int { 9 }

  init(most: Int) {
    self.most = most
  }

  subscript(_ key: Key) -> Value? { values[key] }

  /// Keeps a value that was not kept before.
  mutating func keep(_ value: Value, as key: Key, size added: Int) {
    size += added + 1
    if size > max(most, Self.always * added) { (values, size) = ([:], added + 1) }
    values[key] = value
  }
}
