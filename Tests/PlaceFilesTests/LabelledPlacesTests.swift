import Foundation
import Places
import TestSupport
import Testing

/// Measures every category against places that people have judged by their tags.
@Suite struct LabelledPlacesTests {
  private struct LabelledPlace {
    let category: String
    let counts: Bool
    let origin: String
    let tags: [String: String]
  }

  private struct Score {
    var found = 0
    var missed = 0
    var wronglyFound = 0
    var rightlyLeftOut = 0

    var precision: Double { Double(found) / Double(max(1, found + wronglyFound)) }
    var recall: Double { Double(found) / Double(max(1, found + missed)) }
  }

  private static func places() throws -> [LabelledPlace] {
    let text = try String(contentsOfFile: Fixtures.path("categories/objects.tsv"), encoding: .utf8)
    var category = ""
    var places: [LabelledPlace] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        category = String(line.dropFirst(3))
      } else if !line.hasPrefix("#") {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
        try #require(cells.count > 2 && ["+", "-"].contains(cells[0]), "\(line)")
        var tags: [String: String] = [:]
        for cell in cells.dropFirst(2) {
          let parts = cell.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          try #require(parts.count == 2, "\(line)")
          tags[String(parts[0])] = String(parts[1])
        }
        places.append(
          LabelledPlace(category: category, counts: cells[0] == "+", origin: String(cells[1]), tags: tags))
      }
    }
    return places
  }

  @Test("at most one in twenty places is wrong or missing in a category")
  func precisionAndRecall() throws {
    var scores: [String: Score] = [:]
    for place in try Self.places() {
      let category = try #require(Category.named(place.category), "\(place.category)")
      #expect(category.word == place.category)
      var score = scores[place.category] ?? Score()
      let verdict = category.verdict(tags: place.tags)
      #expect(verdict.isMeant == category.matches(tags: place.tags))
      switch (place.counts, verdict.isMeant) {
      case (true, true): score.found += 1
      case (true, false): score.missed += 1
      case (false, true): score.wronglyFound += 1
      case (false, false): score.rightlyLeftOut += 1
      }
      if verdict.isMeant != place.counts {
        print("\(place.category): \(place.origin): \(verdict.explanation(tags: place.tags))")
      }
      scores[place.category] = score
    }
    for category in Category.all {
      let score = try #require(scores[category.word], "no labelled places for \(category.word)")
      let judged =
        "\(score.found + score.missed) that count, \(score.wronglyFound + score.rightlyLeftOut) not"
      print(
        "\(category.word): precision \(rounded(score.precision)), recall \(rounded(score.recall)) (\(judged))"
      )
      #expect(score.precision >= 0.95 && score.recall >= 0.95, "\(category.word)")
      #expect(score.found + score.missed >= 3, "\(category.word)")
      #expect(score.wronglyFound + score.rightlyLeftOut >= 4, "\(category.word)")
    }
  }

  private func rounded(_ share: Double) -> Double { (share * 100).rounded() / 100 }
}
