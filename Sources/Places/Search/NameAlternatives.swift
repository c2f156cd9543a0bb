import Input

/// What an unknown name was probably meant to be.
enum NameAlternatives {
  /// How many ways to read a name are tried.
  private static let limit = 3
  /// A shorter word occurs within many unrelated ones.
  private static let shortestPart = 4

  /// Names to look for instead: replaces each word that begins no known one by one that contains it, or is
  /// similar.
  ///
  /// - Parameter vocabulary: all words of names, as `NameWords` writes them.
  /// - Returns: empty if all words are known, or if one resembles no other.
  static func alternatives(to text: String, among vocabulary: [String]) -> [String] {
    let asked = NameWords.asked(text)
    var readings = [""]
    var isChanged = false
    for word in asked {
      var replacements = [word]
      if !vocabulary.contains(where: { $0.hasPrefix(word) }) {
        isChanged = true
        replacements = longer(than: word, among: vocabulary)
        if replacements.isEmpty {
          replacements = SpellingCorrection.nearest(to: word, among: vocabulary, limit: limit)
        }
      }
      readings = readings.flatMap { reading in replacements.map { "\(reading) \($0)" } }
      readings = Array(readings.prefix(limit))
    }
    return isChanged ? readings : []
  }

  /// The words that contain another, the shortest first.
  private static func longer(than word: String, among vocabulary: [String]) -> [String] {
    guard word.unicodeScalars.count >= shortestPart else { return [] }
    let found = vocabulary.filter { $0.contains(word) }
    return Array(found.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(limit))
  }
}
