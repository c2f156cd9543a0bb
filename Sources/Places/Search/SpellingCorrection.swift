/// What a mistyped word was probably meant to be.
public enum SpellingCorrection {
  /// The words most similar to one that is not among them, the nearest first; none if nothing is similar.
  ///
  /// - Parameter mayGoOn: asked before each comparison; `false` ends the search with what it has found.
  public static func nearest(
    to word: String, among words: [String], limit: Int = 3, while mayGoOn: () -> Bool = { true }
  ) -> [String] {
    nearest(to: word, among: words.lazy.map { [$0] }, limit: limit, while: mayGoOn) { $0.lowercased() }
  }

  /// Asks whether one of some words was meant: `did you mean cafe, care or cave?`
  public static func question(_ words: [String]) -> String {
    let others = words.dropLast().joined(separator: ", ")
    return "did you mean \(others.isEmpty ? "" : "\(others) or ")\(words.last ?? "")?"
  }

  /// The same question of the word most similar to one that is not among them; `nil` if nothing is similar.
  public static func question(nearestTo word: String, among words: [String]) -> String? {
    nearest(to: word, among: words, limit: 1).first.map { question([$0]) }
  }

  /// The same for things with several names, each suggested by its nearest one.
  package static func nearest(
    to word: String, among things: some Sequence<[String]>, limit: Int, while mayGoOn: () -> Bool = { true },
    normalised: (String) -> String
  ) -> [String] {
    let asked = Array(normalised(word).unicodeScalars)
    guard limit > 0, mayBeTypo(asked) else { return [] }
    var nearest: [(distance: Int, length: Int, name: String)] = []
    for names in things {
      guard mayGoOn() else { break }
      let ranked = names.compactMap { name -> (distance: Int, length: Int, name: String)? in
        let letters = Array(normalised(name).unicodeScalars)
        let rank =
          isBeginning(asked, of: letters) ? 1 : distance(letters, asked, atMost: tolerance(of: asked))
        return rank.map { ($0, letters.count, name) }
      }
      if let best = ranked.min(by: { ($0.distance, $0.length) < ($1.distance, $1.length) }) {
        nearest.append(best)
      }
    }
    return nearest.sorted { $0 < $1 }.prefix(limit).map(\.name)
  }

  /// Whether a text is no longer than a typo: comparing it would take long.
  package static func mayBeTypo(_ asked: [some Any]) -> Bool { (2...40).contains(asked.count) }

  /// The words that differ from one by a letter inserted, removed, replaced or swapped with the next, behind the first.
  package static func typos(of word: String) -> [String] {
    let letters = Array(word)
    let others = Set("abcdefghijklmnopqrstuvwxyz " + word)
    return letters.indices.dropFirst().flatMap { index in
      let (before, after) = (String(letters[..<index]), String(letters[(index + 1)...]))
      let swapped = after.first.map { ["\(before)\($0)\(letters[index])\(after.dropFirst())"] } ?? []
      return [before + after] + swapped
        + others.flatMap { ["\(before)\($0)\(after)", "\(before)\($0)\(letters[index])\(after)"] }
    } + others.map { "\(word)\($0)" }
  }

  /// In how many letters a word like the one that was typed may differ.
  package static func tolerance(of asked: [some Any]) -> Int { min(max(asked.count / 3, 1), 3) }

  /// Whether so much of a name was typed that its rest can be guessed.
  package static func isBeginning<Letter: Equatable>(_ asked: [Letter], of name: [Letter]) -> Bool {
    asked.count >= 3 && name.starts(with: asked)
  }

  /// How many letters must be inserted, removed, replaced or swapped with their neighbour; `nil` if more than `most`.
  package static func distance<Letter: Equatable>(
    _ one: [Letter], _ other: [Letter], atMost most: Int
  ) -> Int? {
    guard abs(one.count - other.count) <= most else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, otherLetter) in other.enumerated() {
        var distance = min(
          last[column] + (letter == otherLetter ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
          distance = min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count] <= most ? last[other.count] : nil
  }
}
