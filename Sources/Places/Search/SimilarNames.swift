import Input

/// What an unknown name was probably meant to be.
package enum SimilarNames {
  /// How many ways to read a name are tried.
  private static let limit = 3
  /// A shorter word occurs within many unrelated ones.
  private static let shortestPart = 4

  /// Names to look for instead: replaces each word that begins no known one by one that contains it, or is
  /// similar.
  ///
  /// - Parameter vocabulary: all words of names, as `NameWords` writes them.
  /// - Returns: empty if all words are known, or if one resembles no other.
  /// - Throws: `PlacesError.similarNamesTookTooLong`.
  package static func alternatives(
    to text: String, among vocabulary: [String]
  ) throws(PlacesError) -> [String] {
    let seconds = QuestionBudget.current.similarNames
    let work = LimitedWork(seconds: seconds)
    let found = alternatives(to: text, among: vocabulary, by: work)
    if work.isOver { throw .similarNamesTookTooLong(seconds: seconds) }
    return found
  }

  private static func alternatives(
    to text: String, among vocabulary: [String], by work: LimitedWork
  ) -> [String] {
    let asked = NameWords.asked(text)
    var readings = [""]
    var isChanged = false
    for word in asked {
      var replacements = [word]
      if !vocabulary.contains(where: { !work.mayGoOn() || $0.hasPrefix(word) }) {
        isChanged = true
        replacements = longer(than: word, among: vocabulary, by: work)
        if replacements.isEmpty {
          replacements = SpellingCorrection.nearest(
            to: word, among: vocabulary, limit: limit, while: work.mayGoOn)
        }
      }
      readings = readings.flatMap { reading in replacements.map { "\(reading) \($0)" } }
      readings = Array(readings.prefix(limit))
    }
    return isChanged ? readings : []
  }

  /// The words that contain another, the shortest first.
  private static func longer(
    than word: String, among vocabulary: [String], by work: LimitedWork
  ) -> [String] {
    guard word.unicodeScalars.count >= shortestPart else { return [] }
    let found = vocabulary.filter { work.mayGoOn() && $0.contains(word) }
    return Array(found.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(limit))
  }
}
