import Geography

/// Distances as people type them beside what they look for, in eleven languages: `within 500 m of`, `im Umkreis von 2 km`.
enum DistanceWords {
  /// The first distance in words.
  struct Found {
    let range: Range<Int>
    let distance: Distance
    /// What follows it, with a word before a place from which it counts: `near Schaan` for `of Schaan`.
    let rest: [String]
  }

  static func found(in words: [String]) -> Found? {
    for start in words.indices {
      for phrase in phrases where begins(words[start...], with: phrase.before) {
        let measured = words[(start + phrase.before.count)...]
        for count in 1...2 where count <= measured.count {
          guard let distance = distance(measured.prefix(count).joined(separator: " ")) else { continue }
          let rest = measured.dropFirst(count)
          // Only what stands behind says so in Finnish.
          guard !phrase.before.isEmpty || begins(rest, with: phrase.behind) else { continue }
          let end = phrase.before.isEmpty ? rest.startIndex + phrase.behind.count : rest.startIndex
          return Found(range: start..<end, distance: distance, rest: placed(rest, behind: phrase.behind))
        }
      }
    }
    return nil
  }

  private static func placed(_ rest: ArraySlice<String>, behind: [String]) -> [String] {
    if begins(rest, with: behind) {
      let place = rest.dropFirst(behind.count)
      return place.isEmpty ? [] : [PlacedWords.Relation.near.rawValue] + place
    }
    guard behind == ["de"], let place = rest.first.flatMap(PlacedWords.elided) else { return Array(rest) }
    return [PlacedWords.Relation.near.rawValue, place] + rest.dropFirst()
  }

  private static func begins(_ words: ArraySlice<String>, with phrase: [String]) -> Bool {
    words.starts(with: phrase) { CategoryWords.folded($0) == $1 }
  }

  /// A number with a unit, which may be written out: `500m`, `2 miles`.
  private static func distance(_ text: String) -> Distance? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    let unit = CategoryWords.folded(text[number.endIndex...])
    guard !number.isEmpty, !unit.isEmpty else { return nil }
    return try? Distance(parsing: number + (units.first { unit.hasPrefix($0.beginning) }?.sign ?? unit))
  }

  private static let units = [("met", "m"), ("kilo", "km"), ("mile", "mi"), ("yard", "yd"), ("feet", "ft")]
    .map { (beginning: $0.0, sign: $0.1) }

  /// What stands before a distance, and between it and a place, as poi itself says it.
  private static let phrases: [(before: [String], behind: [String])] = Category.Language.allCases
    .flatMap { language -> [(before: [String], behind: [String])] in
      let understood = language.lines("understood")
      return [understood["withinOf"], language.lines("answers")["within"]].compactMap { template in
        guard let template, let distance = template.firstRange(of: "{distance}") else { return nil }
        let behind = template[distance.upperBound...].replacing("{place}", with: "")
        return (folded(template[..<distance.lowerBound]), folded(behind))
      }
    }

  private static func folded(_ text: some StringProtocol) -> [String] {
    text.split(separator: " ").map { CategoryWords.folded($0) }.filter { !$0.isEmpty }
  }
}
