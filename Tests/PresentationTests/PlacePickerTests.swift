import Geography
import Places
import Testing

@testable import Presentation

@Suite struct PlacePickerTests {
  private static func picker(_ count: Int, table: NearbyTable = NearbyTable(fields: [.name])) -> PlacePicker {
    let places = (1...count).map { number in
      ShownPlace(
        PointOfInterest(
          id: "\(number)", name: "place \(number)", coordinate: Coordinate(latitude: 60, longitude: 25)))
    }
    return PlacePicker(places: places, table: table)
  }

  /// What the keys decide, and where the cursor is then.
  private static func result(of keys: [Key], among count: Int = 12) -> (PlacePicker.Outcome?, cursor: Int) {
    var picker = picker(count)
    _ = picker.screen(columns: 40, rows: 7)
    var outcome: PlacePicker.Outcome?
    for key in keys { outcome = picker.take(key) }
    return (outcome, picker.cursor)
  }

  @Test(
    "the cursor stays on the list",
    arguments: [
      ([.down, .down, .up], 1), ([.up], 0), ([.character("j"), .character("j"), .character("k")], 1),
      ([.end], 11), ([.end, .down], 11), ([.character("G"), .home], 0),
      ([.character("G"), .character("g")], 0),
      ([.pageDown], 5), ([.pageDown, .pageDown, .pageDown], 11), ([.end, .pageUp], 6), ([.pageUp], 0),
      ([.character("x"), .character("é")], 0),
    ] as [([Key], Int)])
  func moves(keys: [Key], cursor: Int) {
    #expect(Self.result(of: keys) == (nil, cursor))
  }

  @Test(
    "a number moves the cursor to its row, digit by digit",
    arguments: [("3", 2), ("12", 11), ("13", 2), ("1", 0), ("0", 0), ("10", 9), ("123", 2), ("90", 8)])
  func numbers(digits: String, cursor: Int) {
    #expect(Self.result(of: digits.map(Key.character)) == (nil, cursor))
  }

  @Test("another key ends a number")
  func numberEnds() {
    #expect(Self.result(of: [.character("1"), .down, .character("2")]) == (nil, 1))
  }

  @Test(
    "a key decides what happens to the selected row",
    arguments: [
      (.enter, .chosen(index: 1, .show)), (.character("s"), .chosen(index: 1, .show)),
      (.character("o"), .chosen(index: 1, .open)), (.character("p"), .chosen(index: 1, .print)),
      (.escape, .cancelled), (.character("q"), .cancelled),
    ] as [(Key, PlacePicker.Outcome)])
  func decides(key: Key, outcome: PlacePicker.Outcome) {
    #expect(Self.result(of: [.down, key]) == (outcome, 1))
  }

  @Test("shows the rows around the cursor, and the keys")
  func screen() {
    var picker = Self.picker(12)
    let help = "Enter shows  o opens  p prints  q quits"
    #expect(
      picker.screen(columns: 40, rows: 5) == [">  1  place 1", "   2  place 2", "   3  place 3", "", help])
    _ = picker.take(.end)
    #expect(
      picker.screen(columns: 40, rows: 5) == ["  10  place 10", "  11  place 11", "> 12  place 12", "", help])
    _ = picker.take(.up)
    #expect(picker.screen(columns: 40, rows: 5)[1] == "> 11  place 11")
    _ = picker.take(.home)
    #expect(picker.screen(columns: 40, rows: 5)[0] == ">  1  place 1")
  }

  @Test("works on a screen of any size", arguments: [1, 2, 5, 10, 24])
  func sizes(size: Int) {
    var picker = Self.picker(12)
    let lines = picker.screen(columns: 4 * size + 6, rows: size)
    #expect(lines.allSatisfy { TerminalText.width(of: $0) < 4 * size + 6 })
    #expect(lines.count <= max(3, size))
  }

  @Test("on a narrow screen, shows a nameless place's category as its name")
  func namelessAndNarrow() {
    let places = ["bench", "memorial"].map { category in
      ShownPlace(
        NearbyPlace(
          PointOfInterest(
            id: category, name: category == "bench" ? nil : "A memorial of a very long name",
            category: category,
            coordinate: Coordinate(latitude: 60.001, longitude: 25)),
          from: Coordinate(latitude: 60, longitude: 25)))
    }
    var picker = PlacePicker(places: places, table: NearbyTable())
    #expect(
      picker.screen(columns: 40, rows: 5).prefix(2) == [
        "> 1  111 m  ↑ N    bench", "  2  111 m  ↑ N    A memorial of a ver…",
      ])
  }

  @Test("with colours, highlights the whole selected row")
  func colours() {
    var picker = Self.picker(
      2, table: NearbyTable(palette: TerminalPalette(.sixteen, on: nil), fields: [.name]))
    let lines = picker.screen(columns: 20, rows: 10)
    #expect(lines[0] == "\u{1B}[7m> 1  place 1       \u{1B}[0m")
    #expect(lines[1] == "  2  \u{1B}[1mplace 2\u{1B}[0m")
  }
}
