import Geography
import Input

/// Distances as people type them beside what they look for, in eleven languages: `within 500 m of`, `im Umkreis von 2 km`.
enum DistanceWords {
  /// The first distance in words.
  struct Found {
    let range: Range<Int>
    /// Words that say the same on their own.
    let words: [String]
    let distance: Distance
    /// What follows it, with a word before a place from which it counts: `near Schaan` for `of Schaan`.
    let rest: [String]
  }

  static func found(in words: [String]) -> Found? {
    for start in words.indices {
      for reach in reaches where reach.isBehind || begins(words[start...], with: reach.words) {
        let measured = words[(start + (reach.isBehind ? 0 : reach.words.count))...]
        for count in 1...2 where count <= measured.count {
          guard let distance = distance(measured.prefix(count).joined(separator: " ")) else { continue }
          var rest = measured.dropFirst(count)
          if reach.isBehind {
            guard begins(rest, with: reach.words) else { continue }
            if !reach.isFrom {
              rest = rest.dropFirst(reach.words.count)
            } else if rest.count == reach.words.count {
              continue
            }
          }
          // `less than 500 m away`
          let further = reaches.first {
            !reach.isFrom && $0.isBehind && !$0.isFrom && begins(rest, with: $0.words)
          }
          if let further { rest = rest.dropFirst(further.words.count) }
          let range = start..<rest.startIndex
          return Found(
            range: range, words: (reach.isFrom ? ["within"] : []) + words[range], distance: distance,
            rest: placed(rest))
        }
      }
    }
    return nil
  }

  /// Words in which decimal commas before a unit are points: `1,5 km`.
  static func withPoints(_ words: [String]) -> [String] {
    words.indices.map { index in
      guard words[index].contains(",") else { return words[index] }
      let word = words[index].replacing(",", with: ".", maxReplacements: 1)
      let unit = index + 1 < words.count ? words[index + 1] : ""
      return distance(word) == nil && distance(word + " " + unit) == nil ? words[index] : word
    }
  }

  /// With a word before a place from which the distance counts.
  private static func placed(_ rest: ArraySlice<String>) -> [String] {
    let near = PlacedWords.Relation.near.rawValue
    if let from = froms.first(where: { begins(rest, with: $0) }), rest.count > from.count {
      return [near] + rest.dropFirst(from.count)
    }
    guard let place = rest.first.flatMap(PlacedWords.elided) else { return Array(rest) }
    return [near, place] + rest.dropFirst()
  }

  private static func begins(_ words: ArraySlice<String>, with phrase: [String]) -> Bool {
    words.starts(with: phrase) { CategoryWords.folded($0) == $1 }
  }

  /// A number with a unit, which may be written out: `500m`, `2 miles`. Nobody asks for millimetres: `1.500 m` is
  /// 1500 m, and so with feet and yards.
  private static func distance(_ text: String) -> Distance? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    let word = text[number.endIndex...].trimmed()
    guard !number.isEmpty, !word.isEmpty, word.allSatisfy(\.isLetter) else { return nil }
    let folded = CategoryWords.folded(word)
    let unit = units.first { folded.hasPrefix($0.beginning) }?.sign ?? folded
    let isGrouped = ["m", "yd", "ft"].contains(unit) && number.wholeMatch(of: /[0-9]{1,3}\.[0-9]{3}/) != nil
    return try? Distance(parsing: (isGrouped ? number.filter { $0 != "." } : String(number)) + unit)
  }

  private static let units = [("met", "m"), ("kilo", "km"), ("mile", "mi"), ("yard", "yd"), ("feet", "ft")]
    .map { (beginning: $0.0, sign: $0.1) }

  /// What stands before a distance, or behind it, the longest first; last what only stands before a place: `300 m from`.
  private static let reaches =
    phrases("reach").map { (words: $0.words, isBehind: $0.isBehind, isFrom: false) }
    + froms.map { (words: $0, isBehind: true, isFrom: true) }
  /// What stands between a distance and a place.
  private static let froms = phrases("from").filter { !$0.isBehind }.map(\.words)

  private static func phrases(_ key: String) -> [(words: [String], isBehind: Bool)] {
    Category.Language.allCases.flatMap { $0.lines("relations").words(of: key) }.map { phrase in
      (phrase.split(separator: " ").map { CategoryWords.folded($0) }, phrase.hasPrefix("-"))
    }.sorted { $0.words.count > $1.words.count }
  }
}
