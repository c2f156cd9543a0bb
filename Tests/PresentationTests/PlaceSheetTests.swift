import Geography
import Places
import Presentation
import Testing

@Suite struct PlaceSheetTests {
  private static let position = Coordinate(latitude: 60.17, longitude: 24.94)

  @Test("shows everything known about a place")
  func everything() {
    let place = PointOfInterest(
      id: "node/1", name: "Kahvila", category: "fast_food",
      coordinate: Coordinate(latitude: 60.171, longitude: 24.94), proximity: Distance(metres: 75),
      tags: ["wheelchair": "yes", "opening_hours": "24/7"])
    let near = ShownPlace(NearbyPlace(place, from: Self.position))
    #expect(
      PlaceSheet(wording: Wording()).text(of: near) == """
        Kahvila
        fast food · 111 m ↑ N · 60.17100, 24.94000 · within 75 m · node/1
          opening_hours  24/7
          wheelchair     yes

        """)
  }

  @Test("leaves out what is not known")
  func unknowns() {
    let place = PointOfInterest(id: "1", coordinate: Self.position)
    #expect(
      PlaceSheet(wording: Wording(isASCII: true)).text(of: ShownPlace(place))
        == "-\n60.17000, 24.94000 | 1\n")
  }

  @Test("nothing in it disturbs a terminal")
  func harmless() {
    let text = "a\u{1B}[2J\nb\u{202E}"
    let place = PointOfInterest(
      id: text, name: text, category: text, coordinate: Self.position, tags: [text: text])
    let shown = PlaceSheet(wording: Wording()).text(of: ShownPlace(place))
    #expect(shown.split(separator: "\n").count == 3)
    #expect(!shown.unicodeScalars.contains("\u{1B}") && !shown.unicodeScalars.contains("\u{202E}"))
  }
}
