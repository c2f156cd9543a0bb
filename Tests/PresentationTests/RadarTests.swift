import Foundation
import Geography
import Places
import TestSupport
import Testing

@testable import Presentation

@Suite struct RadarTests {
  private let terrain = Terrain()

  /// Places by their metres east and north of the position.
  private func places(_ offsets: [(east: Double, north: Double)], category: String? = nil) -> [ShownPlace] {
    offsets.enumerated().map { index, offset in
      let place = PointOfInterest(
        id: "\(index)", name: "place \(index + 1)", category: category,
        coordinate: terrain.coordinate(east: offset.east, north: offset.north))
      return ShownPlace(NearbyPlace(place, from: terrain.coordinate(east: 0)))
    }
  }

  private func picture(of places: [ShownPlace], width: Int? = 80, isASCII: Bool = false, up: Double = 0)
    -> String
  {
    var table = NearbyTable(wording: Wording(isASCII: isASCII), width: width)
    table.up = Bearing(degrees: up)
    return Radar(table: table, rows: 13 + places.count).picture(of: places)
  }

  @Test("draws the user in the middle, round rings, each place in its direction, and the list below")
  func directions() {
    #expect(
      picture(of: places([(0, 30), (70, 0), (-50, -50), (0, -100)])) == """
                    N
                · · · · ·
              ·          100 m
            ··      ·      ··
           ·    · · 1 place 1
          ·    ·       50 m   ·
        W ·    ·    ●    · 2  · E
          ·    ·         ·    ·
           ·   3 place 3     ·
            ·       ·       ·
             · ·         · ·
                 ·  4  ·
                    S
        1   30 m  ↑ N    place 1
        2   70 m  → E    place 2
        3   71 m  ↙ SW   place 3
        4  100 m  ↓ S    place 4

        """)
  }

  @Test("a ring of question marks shows where the data ends, and the list marks what is beyond")
  func endOfTheData() throws {
    let places = places([(0, 30), (0, -100)]).map { place in
      var place = place
      place.isBeyondKnown = place.distance.map { $0.metres > 75 } ?? false
      return place
    }
    let radar = Radar(table: NearbyTable(width: 80), rows: 15)
    let picture = radar.picture(of: places, knownWithin: Distance(metres: 75))
    #expect(picture.count { $0 == "?" } > 12, "\(picture)")
    #expect(picture.split(separator: "\n").last == "2  100 m?  ↓ S    place 2")
    for known in [0, 200] {
      let picture = radar.picture(of: places, knownWithin: Distance(metres: Double(known)))
      #expect(picture.count { $0 == "?" } == 1, "\(picture)")
    }
  }

  @Test("the heading is at the top, and the compass points turn with it")
  func headingUp() {
    #expect(
      picture(of: places([(70, 0)]), up: 90) == """
                    E
                · · · · ·
              ·          100 m
            ··      1 place 1
           ·    · ·   50 m   ·
          ·    ·         ·    ·
        N ·    ·    ●    ·    · S
          ·    ·         ·    ·
           ·    · ·   · ·    ·
            ·       ·       ·
             · ·         · ·
                 · · · ·
                    W
        1  70 m  ↑ E    place 1

        """)
  }

  @Test(
    "in the middle is where one goes, if that is known",
    arguments: [
      (nil, 0, false, "●"), (0, 0, false, "▲"), (90, 90, false, "▲"), (90, 0, false, "→"), (0, 0, true, "^"),
      (90, 0, true, "@"),
    ] as [(Double?, Double, Bool, String)])
  func heading(heading: Double?, up: Double, isASCII: Bool, sign: String) {
    var table = NearbyTable(wording: Wording(isASCII: isASCII), width: 80)
    table.up = Bearing(degrees: up)
    var radar = Radar(table: table, rows: 15)
    radar.heading = heading.map(Bearing.init(degrees:))
    let picture = radar.picture(of: places([(0, 60)])).split(separator: "\n").dropLast().joined()
    #expect(picture.contains(sign))
  }

  @Test(
    "the three nearest have their names in the picture, before the number where there is no room after it")
  func names() {
    let picture = picture(of: places([(0, 30), (80, 40), (0, -60), (-90, 0)]), width: 80)
    let lines = picture.split(separator: "\n").dropLast(4).joined(separator: "\n")
    for name in ["place 1 1", "2 place 2", "3 place 3"] { #expect(lines.contains(name), "\(picture)") }
    #expect(!lines.contains("place 4"))
  }

  @Test("is beside the list wherever there is room for a good picture", arguments: [(120, 40), (160, 45)])
  func wide(columns: Int, rows: Int) {
    let lines = Radar(table: NearbyTable(width: columns), rows: rows - 4).picture(of: around(12))
      .split(separator: "\n")
    // The list begins in the first line, behind the picture.
    #expect(lines[0].contains("N") && lines[0].contains("place 1"))
    #expect(lines.count > 20 && lines.count <= rows - 4)
  }

  @Test("is ASCII only if asked to")
  func ascii() {
    let picture = picture(of: places([(0, 30), (70, 0), (-50, -50)]), isASCII: true)
    #expect(picture.utf8.allSatisfy { $0 < 0x80 })
    #expect(picture.contains("@"))
  }

  @Test(
    "places that would overlap share a label, as long as it is readable",
    arguments: [
      ([80, 80], "1,2"), ([80, 80, 80], "1-3"), ([80, -80, 80], "1,3"), ([80, -80, 80, -80, 80], "1,3,5"),
      ([80, -80, 80, -80, 80, -80, 80, -80, 80], "1+"),
    ] as [([Double], String)])
  func shared(offsets: [Double], label: String) {
    #expect(picture(of: places(offsets.map { (0, $0) })).contains(" \(label) "))
  }

  @Test(
    "puts labels beside the user",
    arguments: [
      ([0, 0, 100], "● 1,2 "), ([-6, -6, 100], " 1,2 ● "), ([6, 6, 100], "● 1,2 "),
      ([-30, -30, 100], " 1,2 ● "),
    ] as [([Double], String)])
  func here(offsets: [Double], label: String) {
    #expect(picture(of: places(offsets.map { ($0, 0) })).contains(label))
  }

  @Test("fits any width", arguments: [5, 9, 13, 20, 40, 80, 200])
  func width(columns: Int) {
    let offsets = (0..<60).map { number -> (east: Double, north: Double) in
      let north = Double(number * 104_729 % 200)
      return (east: Double(number * 7919 % 200) - 100, north: north - 100)
    }
    for line in picture(of: places(offsets), width: columns).split(separator: "\n").prefix(13) {
      #expect(line.count <= columns, "\(line)")
    }
  }

  @Test("each category has the colour of its family, in the picture and in the list, without taking room")
  func colours() {
    let places = places([(0, 90)], category: "cafe") + places([(0, -90)], category: "bar")
    let palette = TerminalPalette(.cube, on: .black)
    let coloured = Radar(table: NearbyTable(width: 40, palette: palette), rows: 15).picture(of: places)
    for (text, family) in [("1", PlaceFamily.cafe), ("cafe", .cafe), ("2", .drink), ("bar", .drink)] {
      #expect(coloured.contains(text.styled(.family(family), in: palette)), "\(text)")
    }
    let plain = Radar(table: NearbyTable(width: 40), rows: 15).picture(of: places)
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  /// Places all around, as far apart as they can be.
  private func around(_ count: Int) -> [ShownPlace] {
    places(
      (0..<count).map { number in
        let angle = Double(number) * 2.4
        return (east: cos(angle) * Double(20 + 8 * number), north: sin(angle) * Double(20 + 8 * number))
      })
  }

  @Test(
    "is fully visible on a screen with room for it beside or above the list", arguments: 1...40)
  func room(count: Int) {
    for (columns, rows) in [(80, 24), (100, 30), (132, 50), (80, 43)] where count <= rows - 4 {
      let radar = Radar(table: NearbyTable(width: columns), rows: rows - 4)
      let lines = radar.picture(of: around(count)).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      #expect(lines.count <= rows - 4, "\(count) places at \(columns)×\(rows)")
      #expect(lines.allSatisfy { $0.count <= columns && $0.last != " " })
      #expect(lines.first?.contains("N") == true)
      #expect(lines.count { $0.contains(#/[←-↙] [A-Z]+ +place [0-9]+$/#) } == count)
    }
  }

  @Test("the list beside it comes first: it is cut only where the picture would be small")
  func listFirst() {
    for (length, isWhole) in [(60, true), (120, false)] {
      let name = String(repeating: "x", count: length)
      let place = PointOfInterest(id: "1", name: name, coordinate: Coordinate(latitude: 1, longitude: 1))
      let table = NearbyTable(width: 160)
      let picture = Radar(table: table, rows: 45).picture(
        of: [ShownPlace(NearbyPlace(place, from: Coordinate(latitude: 1, longitude: 1.001)))])
      #expect(picture.contains(name) == isWhole)
      #expect(picture.contains("W"))
    }
  }

  @Test("is small and above the list on a narrow and low screen")
  func narrowAndLow() {
    let lines = Radar(table: NearbyTable(width: 40), rows: 20).picture(of: around(10)).split(separator: "\n")
    #expect(lines.count == 19)
    #expect(lines.suffix(10).allSatisfy { $0.contains("place") })
  }

  @Test("a place's number stays apart from a ring's label", arguments: 0..<72)
  func ringLabels(step: Int) {
    let angle = Double(step) * 5 * .pi / 180
    for distance in [40.0, 50, 60, 90, 100] {
      let all = picture(of: places([(distance * sin(angle), distance * cos(angle)), (0, -100)]))
      let picture = all.split(separator: "\n").filter { !$0.contains("place") }.joined(separator: "\n")
      #expect(picture.contains(#/[0-9]+ m/#), "a ring has its label")
      #expect(!picture.contains(#/[0-9] {1,2}[0-9]+ m/#), "\(picture)")
      #expect(!picture.contains(#/ m {1,2}[0-9]/#), "\(picture)")
    }
  }

  @Test("without places, there is no picture")
  func empty() {
    #expect(picture(of: []) == "")
  }

  @Test(
    "has few rings, at round distances, out to the farthest place",
    arguments: [
      (0, .metric, ["2.5 m", "5 m", "7.5 m", "10 m"]), (63, .metric, ["20 m", "40 m", "60 m", "80 m"]),
      (100, .metric, ["25 m", "50 m", "75 m", "100 m"]), (1240, .metric, ["0.5 km", "1 km", "1.5 km"]),
      (999, .metric, ["250 m", "500 m", "750 m", "1000 m"]),
      (20_003_931, .metric, ["10000 km", "20000 km", "30000 km"]),
      (900, .imperial, ["250 yd", "500 yd", "750 yd", "1000 yd"]),
      (1000, .customary, ["0.2 mi", "0.4 mi", "0.6 mi", "0.8 mi"]),
      (1300, .nautical, ["0.2 nmi", "0.4 nmi", "0.6 nmi", "0.8 nmi"]),
    ] as [(Double, Units, [String])])
  func scale(metres: Double, units: Units, labels: [String]) {
    let scale = RadarScale(reaching: Distance(metres: metres), units: units)
    #expect((1...scale.rings).map(scale.label) == labels)
    #expect(scale.reach.metres >= metres)
  }
}
