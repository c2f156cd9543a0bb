import Testing

@testable import Places

@Suite struct TypedAddressTests {
  @Test(
    "a name can be written in other ways",
    arguments: [
      ("Kirchstr.", "kirchstrasse"), ("Kirchstraße", "kirchstr"), ("Kirch Str.", "kirchstrasse"),
      ("C/ Mayor", "calle mayor"), ("Avda. Carlemany", "avinguda carlemany"),
      ("av. Carlemany", "avenida carlemany"),
      ("N Main St", "north main street"), ("bd Voltaire", "boulevard voltaire"), ("ul. Długa", "ulica dluga"),
      ("V.le Europa", "viale europa"), ("Kerkstr.", "kerkstraat"), ("Fredrikink.", "fredrikinkatu"),
      ("Storg.", "storgatan"), ("nám. Míru", "namesti miru"), ("rte de Lyon", "route de lyon"),
      ("rue de la Gare", "rue gare"), ("St. Gallen", "sankt gallen"), ("Staedtle", "stadtle"),
      ("W First St", "west 1st street"), ("East 10th Street", "east tenth street"),
    ])
  func spellings(written: String, other: String) throws {
    let typed = try #require(TypedAddress(written))
    #expect(typed.spellings(typed.all).contains(other))
  }

  @Test("a name may have a comma in it, but first counts what stands between commas; a town has none")
  func commas() throws {
    let typed = try #require(TypedAddress("Kaivopiha, Mannerheimintie 5"))
    #expect(typed.names.map(typed.text).prefix(2) == ["Mannerheimintie 5", "Kaivopiha"])
    #expect(typed.names.map(typed.text).contains("Kaivopiha Mannerheimintie"))
    #expect(typed.towns(beside: 2..<3).map(typed.text) == ["Kaivopiha", "Mannerheimintie"])
  }

  @Test(
    "the number of a Chinese house may follow its street without a space",
    arguments: [
      "中山路12号": ["中山路", "12号"], "人民路12巷5号, 上海": ["人民路12巷", "5号", "上海"], "中山路１２": ["中山路", "12"],
      "中山路12号院": ["中山路12号院"], "Route 66": ["Route", "66"],
    ])
  func withoutSpace(text: String, words: [String]) throws {
    let typed = try #require(TypedAddress(text))
    #expect(typed.words.map(\.text) == words)
  }

  @Test("a part of a name can stand for it")
  func parts() throws {
    let main = try #require(TypedAddress("Main"))
    #expect(main.longerNames(main.all).contains("main street"))
    #expect(!main.longerNames(main.all).contains("main first"))
    let lane = try #require(TypedAddress("Carrer Vall"))
    #expect(lane.longerNames(lane.all).contains("carrer de la vall"))
  }

  /// The doubt about all words beside the first two, of a house in Schaan.
  private func doubt(_ rest: String, postcode: String? = "9494") throws -> Int? {
    let typed = try #require(TypedAddress("Landstrasse 27 \(rest)"))
    var known = TypedAddress.Known(city: "Schaan", postcodes: Set([postcode].compactMap(\.self)))
    (known.areas, known.settlements) = (["Liechtenstein", "LI"], [["Schaan"], ["Vaduz"]])
    return typed.explanation(beside: [0..<1, 1..<2], knowing: known)?.doubt
  }

  @Test(
    "what is known of a house explains the rest of an address",
    arguments: [
      "", "9494", "9494 Schaan", "Schaan, 9494", "FL-9494 Schaan", "Liechtenstein-9494 Schaan", "Innenhof",
      "Gemeinde Schaan", ", Schaan",
      "3. Stock, Schaan",
      ", 2º, Schaan", "Top 4 Schaan", "#5, Schaan", "#5 B", ", 2º C",
      ", 2n B, Schaan", "4t 1a", ", 1r-2a", "s/n.", "2nd floor", "1st Floor, Schaan", "# 5, Schaan", "Rm 12",
      "Bldg C", "Rear", ", S/N, 9494 Schaan",
    ])
  func explained(rest: String) throws {
    #expect(try doubt(rest) == 0)
  }

  @Test("what is only around a house, or not known, is in doubt, and other words are not explained")
  func doubts() throws {
    #expect(try doubt("Schaan Liechtenstein") == 1)
    #expect(try doubt("Vaduz") == 3)
    #expect(try doubt("9490 Schaan") == 20)
    #expect(try doubt("9490 Schaan", postcode: nil) == 1)
    for rest in ["Triesen", "Schaan Triesen", "12", "Schaan 5", "& Feldstrasse", "/ Feldstrasse", "and 2nd"] {
      #expect(try doubt(rest) == nil, "\(rest)")
    }
  }

  @Test(
    "a number, its letter and parts of a street's name are no postcode, and say something",
    arguments: [
      "20/5", "20bis", "7 1/2", "350 E", "51 W.", "4th St.", "5 Xyz", "1234 Xy", "350 Old", "C", "M", "N.",
      "bis", "30-34", "100-104",
    ])
  func noPostcodes(rest: String) throws {
    #expect(try doubt(rest) == nil)
    #expect(try doubt(rest, postcode: nil) == nil)
  }

  @Test(
    "postcodes of any country may be meant, but are told if they are not known",
    arguments: [
      "9490", "FI-00530", "00-950", "114 55", "1012 AB", "SW1A 1AA", "sw1a 1aa", "13126-1234",
    ])
  func postcodes(code: String) throws {
    let typed = try #require(TypedAddress("Landstrasse 27, \(code) Schaan"))
    let known = TypedAddress.Known(city: "Schaan", postcodes: ["9494"])
    let explanation = try #require(typed.explanation(beside: [0..<1, 1..<2], knowing: known))
    #expect(explanation.ignored.map(typed.text) == [code])
    let ofNone = try #require(typed.explanation(beside: [0..<1, 1..<2], knowing: .init(city: "Schaan")))
    #expect(ofNone.ignored.map(typed.text) == [code])
  }

  @Test("an article may stay away, but a letter in front is none")
  func articles() throws {
    let typed = try #require(TypedAddress("A Main Street, La Main Street"))
    #expect(!typed.spellings(0..<3).contains("main street"))
    #expect(typed.spellings(3..<6).contains("main street"))
  }

  @Test("a number can follow a word for it, and a comma within it parts no words")
  func numbers() throws {
    let typed = try #require(TypedAddress("Calle Mayor nº 5, 207;209,28013 Madrid"))
    #expect(typed.words.map(\.text) == ["Calle", "Mayor", "nº", "5", "207;209", "28013", "Madrid"])
    #expect(typed.number(2..<4)?.text == "5")
    #expect(TypedAddress("No.5 Main St")?.number(0..<1)?.text == "5")
  }

  @Test("digits and commas of other scripts are as those of ASCII, but names are looked up with either")
  func scripts() throws {
    for comma in ["،", "؛", "，", "、", "；"] {
      let typed = try #require(TypedAddress("شارع ١٥ ٧½\(comma)دبي"))
      #expect(typed.words.map(\.part) == [0, 0, 0, 1])
      #expect(typed.number(2..<3)?.text == "7 1/2" && typed.numbers(beside: 0..<2).contains(2..<3))
      #expect(typed.spellings(0..<2) == ["شارع ١٥", "شارع 15"])
    }
    let ordinal = try #require(TypedAddress("٥th Avenue"))
    #expect(
      ordinal.spellings(0..<2).contains("5th avenue") && ordinal.spellings(0..<2).contains("fifth avenue"))
  }

  @Test(
    "the first street of a crossing may begin with a word that says what it is",
    arguments: ["The Strand & Aldwych", "corner of Strand & Aldwych"])
  func crossings(text: String) throws {
    let typed = try #require(TypedAddress(text))
    let streets = typed.crossings.map { typed.text($0.one) + "|" + typed.text($0.other) }
    #expect(streets.contains("Strand|Aldwych"))
    #expect(streets.contains("The Strand|Aldwych") == text.hasPrefix("The"))
    for (one, other, saying) in typed.crossings {
      #expect(([one, other] + saying).map(\.count).reduce(0, +) <= typed.words.count)
    }
  }

  @Test("more words than an address has are none")
  func bounded() {
    for text in ["", " , ", String(repeating: "a,", count: 50_000), String(repeating: "a ", count: 25)] {
      #expect(TypedAddress(text) == nil)
    }
  }
}
