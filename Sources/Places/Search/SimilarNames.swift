/// What an unknown name was probably meant to be.
package enum SimilarNames {
  /// How many ways to read a name are tried.
  private static let limit = 5
  /// A shorter word occurs within many unrelated ones.
  private static let shortestPart = 4

  /// Names to look for instead: replaces each word that begins no known one by one that contains it, or is
  /// similar.
  ///
  /// - Parameters:
  ///   - vocabulary: all words of names, as `NameWords` writes them.
  ///   - doubtsBeginnings: whether a word that only begins others may be a typo, too.
  /// - Returns: empty if all words are known, or if one resembles no other.
  /// - Throws: `PlacesError.similarNamesTookTooLong`.
  package static func alternatives(
    to text: String, among vocabulary: [String], doubtingBeginnings doubtsBeginnings: Bool = false
  ) throws(PlacesError) -> [String] {
    let seconds = QuestionBudget.current.similarNames
    let work = LimitedWork(seconds: seconds)
    let found = alternatives(to: text, among: vocabulary, doubtsBeginnings, by: work)
    if work.isOver { throw .similarNamesTookTooLong(seconds: seconds) }
    return found
  }

  /// Which of some things a text with a typo can have meant, the likeliest first, and whether it must be that one.
  ///
  /// - Parameter names: those of each thing.
  package static func meant(by text: String, among names: [[String]]) -> (things: [Int], isClear: Bool) {
    let asked = NameWords.asked(text)
    func changes(to name: String) -> (typed: [UInt8], meant: [UInt8], distance: Int)? {
      let words = NameWords.asked(name)
      let changed = zip(asked, words).filter { $0 != $1 }
      // Hardly anybody mistakes the first letter, or two in a word of a proper name: Berlin is not Merlin.
      let most = text.contains(where: \.isUppercase) ? 1 : .max
      guard words.count == asked.count, changed.allSatisfy({ $0.first == $1.first }),
        changed.allSatisfy({
          SpellingCorrection.distance(Array($0.utf8), Array($1.utf8), atMost: most) != nil
        })
      else { return nil }
      let (typed, meant) = (Array(changed.map(\.0).joined().utf8), Array(changed.map(\.1).joined().utf8))
      return SpellingCorrection.distance(typed, meant, atMost: SpellingCorrection.tolerance(of: typed))
        .map { (typed, meant, $0) }
    }
    let ranked = names.enumerated().compactMap { thing, names in
      names.compactMap(changes).min { $0.distance < $1.distance }.map { (thing: thing, change: $0) }
    }.sorted { ($0.change.distance, $0.thing) < ($1.change.distance, $1.thing) }
    guard let (_, first) = ranked.first else { return ([], false) }
    let isClear =
      ranked.count { $0.change.distance == first.distance } == 1
      && SearchTypo.isClear(first.typed, for: first.meant, first.distance, isOnly: ranked.count == 1)
    return (ranked.map(\.thing), isClear)
  }

  private static func alternatives(
    to text: String, among vocabulary: [String], _ doubtsBeginnings: Bool, by work: LimitedWork
  ) -> [String] {
    let asked = NameWords.asked(text)
    var readings = [""]
    var isChanged = false
    for word in asked {
      var replacements = [word]
      // A number that is not known is another number.
      if !word.contains(where: \.isNumber),
        !vocabulary.contains(where: { !work.mayGoOn() || $0.hasPrefix(word) })
      {
        isChanged = true
        replacements = longer(than: word, among: vocabulary, by: work)
        if replacements.isEmpty {
          let elided = NameWords.isElidedBefore(word) ? NameWords.mayBeElided(in: vocabulary) : []
          replacements = SpellingCorrection.nearest(
            to: word, among: vocabulary + elided, limit: limit, while: work.mayGoOn)
        }
      } else if doubtsBeginnings, !word.contains(where: \.isNumber), !vocabulary.contains(word) {
        let typos = SpellingCorrection.nearest(
          to: word, among: vocabulary.filter { !$0.hasPrefix(word) }, limit: limit - 1, while: work.mayGoOn)
        isChanged = isChanged || !typos.isEmpty
        replacements += typos
      }
      readings = readings.flatMap { reading in replacements.map { "\(reading) \($0)" } }
      // Enough for a typo in each of two words.
      readings = Array(readings.prefix(doubtsBeginnings ? limit * limit : limit))
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
