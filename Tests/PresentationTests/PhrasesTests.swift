import Geography
import Places
import Testing

@testable import Presentation

@Suite struct PhrasesTests {
  @Test(
    "every phrase has a text in each language, in as many forms as it has",
    arguments: Category.Language.allCases)
  func complete(language: Category.Language) {
    let lines = language.lines("answers")
    #expect(Set(lines.all.map(\.key)) == Set(Phrase.allCases.map(\.rawValue)))
    let all = PluralForm.all(in: language)
    let counts = all.filter { $0.isOfWholeNumbers(in: language) }.count
    for phrase in Phrase.allCases {
      let forms = lines[phrase.rawValue]?.split(separator: " | ").count ?? 0
      #expect([1, counts, all.count].contains(forms), "\(phrase)")
    }
    let words = Phrases(language)
    #expect(words.list(.weekdays).count == 7)
    #expect(words.list(.months).count == 12 && words.list(.shortMonths).count == 12)
  }

  @Test(
    "the form goes with the number",
    arguments: [
      (.english, 1, "1 place"), (.english, 0, "0 places"), (.french, 0, "0 lieu"), (.french, 2, "2 lieux"),
      (.polish, 1, "1 miejsce"), (.polish, 3, "3 miejsca"), (.polish, 12, "12 miejsc"),
      (.polish, 22, "22 miejsca"), (.polish, 5, "5 miejsc"), (.czech, 1, "1 místo"), (.czech, 4, "4 místa"),
      (.czech, 5, "5 míst"), (.finnish, 2, "2 paikkaa"),
    ] as [(Category.Language, Int, String)])
  func counts(language: Category.Language, count: Int, text: String) {
    #expect(Phrases(language)(.places, count: count) == text)
  }

  @Test("what is filled in stays as it is, wherever the language wants it")
  func values() {
    let values: KeyValuePairs = ["distance": "{place}", "place": "a {b} c"]
    #expect(Phrases()(.fromPlace, values) == "{place} from a {b} c")
    #expect(Phrases(.finnish)(.fromPlace, values) == "{place} päässä: a {b} c")
    #expect(Phrases(.polish)(.breaks, count: 2, ["length": "{count}"]).contains("({count} w linii prostej)"))
  }

  @Test(
    "numbers, directions and reasons are the language's own",
    arguments: [
      (.english, "1.2 km ↗ NE", "potability unknown"), (.german, "1,2 km ↗ NO", "Trinkbarkeit unbekannt"),
      (.czech, "1,2 km ↗ SV", "pitnost neznámá"), (.finnish, "1,2 km ↗ KO", "juomakelpoisuus ei tiedossa"),
    ] as [(Category.Language, String, String)])
  func wording(language: Category.Language, away: String, reason: String) {
    let wording = Wording(language: language)
    #expect("\(wording.length(.init(metres: 1234))) \(wording.direction(.init(degrees: 45)))" == away)
    #expect(wording.phrases.reason("potability unknown") == reason)
    #expect(wording.phrases.reason("said by nobody") == "said by nobody")
    #expect(Phrases().reason("by its name") == "judging by its name", "where English has better words, too")
  }

  @Test("a kind that is no category is called what it is at least, if the language has a word for that")
  func kinds() {
    let kinds = ["candle shop", "public_building", "relief", "cafe"].map(Phrases(.german).kind)
    #expect(kinds == ["Laden", "Gebäude", "relief", "Café"])
    #expect(Phrases().kind("candle shop") == "candle shop")
  }
}
