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

  /// The same for things with several names, each suggested by its nearest one.
  package static func nearest(
    to word: String, among things: some Sequence<[String]>, limit: Int, while mayGoOn: () -> Bool = { true },
    normalised: (String) -> String
  ) -> [String] {
    let asked = Array(normalised(word).unicodeScalars)
    // A longer text is not a typo, and comparing it would take long.
    guard limit > 0, asked.count > 1, asked.count <= 40 else { return [] }
    var nearest: [(distance: Int, length: Int, name: String)] = []
    for names in things {
      guard mayGoOn() else { break }
      let ranked = names.compactMap { name -> (distance: Int, length: Int, name: String)? in
        let letters = Array(normalised(name).unicodeScalars)
        guard let distance = rank(of: letters, for: asked) else { return nil }
        return (distance, letters.count, name)
      }
      if let best = ranked.min(by: { ($0.distance, $0.length) < ($1.distance, $1.length) }) {
        nearest.append(best)
      }
    }
    return nearest.sorted { $0 < $1 }.prefix(limit).map(\.name)
  }

  /// How similar a name is to a word: the edit distance, or 1 for its beginning; `nil` if far.
  private static func rank(of name: [Unicode.Scalar], for asked: [Unicode.Scalar]) -> Int? {
    if asked.count >= 3, name.starts(with: asked) { return 1 }
    let tolerance = min(max(asked.count / 3, 1), 3)
    guard abs(name.count - asked.count) <= tolerance else { return nil }
    let distance = editDistance(name, asked)
    return distance <= tolerance ? distance : nil
  }

  /// How many letters must be inserted, removed, replaced or swapped with their neighbour.
  package static func editDistance<Letter: Equatable>(_ one: [Letter], _ other: [Letter]) -> Int {
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
    return last[other.count]
  }
}
