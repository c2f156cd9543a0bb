import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby
@testable import Presentation

@Suite struct LiveScreenTests {
  private let terrain = Terrain(around: Coordinate(latitude: 0, longitude: 10))
  private static let palette = TerminalPalette(.cube, on: .black)

  private func screen(_ outage: PositionStatus.Outage? = nil, palette: TerminalPalette? = nil) -> LiveScreen {
    let fix = Location(
      coordinate: terrain.coordinate(east: 20), accuracy: 5, speed: 1.4, course: Bearing(degrees: 90),
      time: Terrain.start, satellites: 9)
    let places = (1...40).map { number in
      NearbyPlace(
        terrain.place("\(number)", east: Double(number) * 10, name: "Kiosk \(number)"), from: fix.coordinate)
    }
    var screen = LiveScreen(table: NearbyTable(palette: palette))
    screen.status = PositionStatus(location: fix, outage: outage)
    (screen.places, screen.message) = (places, "enter\u{1B}[2J")
    return screen
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  @Test("shows the fix at the top, the places below, and the last message at the bottom")
  func fresh() {
    let lines = screen().lines(columns: 60, rows: 10).map(trimmed)
    #expect(
      lines == [
        "20:26:40Z  ·  ±5 m  ·  9 satellites  ·  5.0 km/h → E", "0.00000, 10.00018", "",
        " 10 m  ← W    Kiosk 1", "  0 m  ·      Kiosk 2", " 10 m  → E    Kiosk 3", " 20 m  → E    Kiosk 4",
        " 30 m  → E    Kiosk 5", "", "enter�[2J",
      ])
  }

  @Test("names the street, and the date of a fix that was recorded on another day")
  func streetAndDay() {
    var screen = screen()
    screen.status.street = "on Main Street"
    screen.table.wording.began = Terrain.start.addingTimeInterval(3 * 86_400)
    let lines = screen.lines(columns: 80, rows: 10).map(trimmed)
    #expect(lines[0].contains(/^recorded \d{4}-\d\d-\d\d 20:26:40Z  ·/))
    #expect(lines[1] == "0.00000, 10.00018  ·  on Main Street")
    screen.table.wording.began = Terrain.start.addingTimeInterval(-3 * 86_400)
    #expect(screen.lines(columns: 80, rows: 10)[0].hasPrefix("20:26:40Z"))
  }

  @Test("on a high screen, has the picture above a list that would be cut beside it")
  func highScreen() throws {
    var screen = screen()
    screen.places = (1...40).map { number in
      NearbyPlace(
        terrain.place(
          "\(number)", east: Double(number) * 10, name: "The Kiosk of \(number) Long Names, Inc."),
        from: terrain.coordinate(east: 20))
    }
    let lines = screen.lines(columns: 80, rows: 50)
    #expect(lines.contains { $0.contains("● ") })
    let rows = lines.filter { $0.contains("Long Names, Inc.") && $0.contains(#/^ ?\d+ +\d/#) }
    #expect((15...30).contains(rows.count), "\(lines)")
    #expect(screen.lines(columns: 80, rows: 30).allSatisfy { !$0.contains("Long Names, Inc.") })
  }

  @Test("says where the data ends, and marks the places beyond")
  func endOfTheData() {
    var screen = screen()
    screen.knownWithin = Distance(metres: 15)
    let lines = screen.lines(columns: 60, rows: 10).map(trimmed)
    #expect(lines[2] == "the data is complete only to 15 m: places may be missing")
    #expect(lines[5...6] == [" 10 m   → E    Kiosk 3", " 20 m?  → E    Kiosk 4"])
    screen.knownWithin = .zero
    #expect(screen.lines(columns: 30, rows: 10).map(trimmed)[2] == "the data is complete only to…")
    screen.status.outage = .init(seconds: 12)
    #expect(screen.lines(columns: 60, rows: 10).map(trimmed)[2] == "", "an old position says nothing of here")
  }

  @Test("without a fix, says for how long, hides speed and course, and dims the rest")
  func outage() {
    let lines = screen(.init(seconds: 12, reason: "gpsd is gone")).lines(columns: 60, rows: 10).map(trimmed)
    #expect(lines[0] == "no position for 12 s  ·  gpsd is gone")
    #expect(lines[1] == "last 0.00000, 10.00018 at 20:26:40Z")
    #expect(lines[3] == " 10 m  ← W    Kiosk 1")
    let coloured = screen(.init(seconds: 12), palette: Self.palette).lines(columns: 60, rows: 10)
    #expect(coloured[0].hasPrefix("\u{1B}[1mno position for 12 s"))
    #expect(coloured[1].hasPrefix("\("last ".styled(.dim, in: Self.palette).dropLast(4))"))
    for row in 3...7 {
      #expect(coloured[row].hasPrefix("x".styled(.dim, in: Self.palette).prefix { $0 != "x" }))
      #expect(coloured[row].count { $0 == "\u{1B}" } == 2, "nothing in it is bright")
    }
  }

  @Test("with a fix, dims only what is always dim")
  func notDim() {
    let lines = screen(palette: Self.palette).lines(columns: 60, rows: 10)
    #expect(!lines[0].contains("\u{1B}"))
    #expect(lines[3].contains("\u{1B}[1mKiosk 1"))
  }

  @Test("before the first fix, dims nothing")
  func noFixYet() {
    var screen = LiveScreen()
    screen.message = "no fix yet; waiting"
    let lines = screen.lines(columns: 40, rows: 8).map(trimmed)
    #expect(lines == ["no position yet", "", "", "", "", "", "", "no fix yet; waiting"])
  }

  @Test("a long message takes two lines, and is cut after them")
  func longMessage() {
    var screen = LiveScreen()
    screen.message = "gpsd cannot be reached; is it running? Try: systemctl start gpsd"
    #expect(
      screen.lines(columns: 40, rows: 8).suffix(3).map(trimmed) == [
        "", "gpsd cannot be reached; is it running?", "Try: systemctl start gpsd",
      ])
    #expect(screen.lines(columns: 40, rows: 7).last == "gpsd cannot be reached; is it running?…")
    #expect(
      screen.lines(columns: 20, rows: 8).suffix(2) == ["gpsd cannot be     ", "reached; is it run…"])
    screen.message = String(repeating: "x", count: 50)
    #expect(
      screen.lines(columns: 20, rows: 8).suffix(2).map(trimmed) == [
        "", String(repeating: "x", count: 18) + "…",
      ])
  }

  @Test("fills a terminal of any size, but never the last column", arguments: [1, 2, 3, 5, 8, 24, 60])
  func sizes(rows: Int) {
    for columns in [1, 2, 20, 80] {
      for screen in [screen(), screen(.init(seconds: 90)), LiveScreen()] {
        let lines = screen.lines(columns: columns, rows: rows)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { TerminalText.width(of: $0) <= max(1, columns - 1) })
      }
    }
  }

  @Test(
    "the parts share the lines without overlapping",
    arguments: [
      (1, false, LiveScreenRows(header: 0..<1, strip: 1..<1, body: 1..<1, reports: 1..<1, footer: 1..<1)),
      (2, true, LiveScreenRows(header: 0..<1, strip: 1..<1, body: 1..<1, reports: 1..<2, footer: 2..<2)),
      (7, true, LiveScreenRows(header: 0..<1, strip: 1..<1, body: 1..<6, reports: 6..<7, footer: 7..<7)),
      (8, false, LiveScreenRows(header: 0..<2, strip: 2..<2, body: 3..<6, reports: 6..<8, footer: 8..<8)),
      (8, true, LiveScreenRows(header: 0..<2, strip: 2..<2, body: 3..<6, reports: 6..<7, footer: 7..<8)),
      (
        24, false,
        LiveScreenRows(header: 1..<3, strip: 3..<3, body: 4..<20, reports: 21..<24, footer: 24..<24)
      ),
      (
        24, true, LiveScreenRows(header: 1..<3, strip: 3..<3, body: 4..<19, reports: 20..<23, footer: 23..<24)
      ),
      (
        30, true, LiveScreenRows(header: 1..<3, strip: 3..<3, body: 4..<24, reports: 25..<29, footer: 29..<30)
      ),
    ])
  func layout(rows: Int, hasKeys: Bool, layout: LiveScreenRows) {
    #expect(LiveScreenRows(rows: rows, keys: hasKeys ? 1 : 0) == layout)
    #expect(LiveScreen.placeCapacity(rows: rows, hasKeys: hasKeys) == layout.body.count)
  }

  @Test("what keys do takes two lines where one is too short")
  func keys() throws {
    var screen = try routeScreen(columns: 60)
    screen.keys = Wording()(.keys)
    let lines = screen.lines(columns: 60, rows: 24).suffix(2).map(trimmed)
    #expect(lines.joined(separator: " ") == screen.keys)
    #expect(screen.lines(columns: 80, rows: 24).last.map(trimmed) == screen.keys)
  }

  // MARK: On a route

  private static let columns = [40, 80, 132]

  /// The screen a third of the way along a route with a kiosk every kilometre.
  private func routeScreen(
    columns: Int, palette: TerminalPalette? = nil, categories: [String] = []
  ) throws -> LiveScreen {
    var screen = screen(palette: palette)
    let route = try Route(
      segments: [
        (0...6).map {
          RoutePoint(coordinate: terrain.coordinate(east: Double($0) * 1000), altitude: Double($0 * $0))
        }
      ], isRecorded: false)
    let corridor = RouteCorridor(route: route, within: Distance(metres: 100))
    let passes = (1...5).flatMap { number in
      let place = PointOfInterest(
        id: "\(number)", name: "Kiosk \(number)", category: number % 2 == 0 ? "drinking_water" : "cafe",
        coordinate: terrain.coordinate(east: Double(number) * 1000, north: 50),
        tags: ["amenity": number % 2 == 0 ? "drinking_water" : "cafe"])
      return corridor.stretches(along: place.coordinate).map {
        RoutePass(place: place, stretch: $0, number: 1, count: 1)
      }
    }
    var follower = RouteFollower(
      route, passes: passes, filter: PlaceFilter(categories: categories), approach: Distance(metres: 500))
    for second in 0...420 {
      _ = follower.update(
        with: terrain.fix(east: Double(second) * 5, at: Double(second), accuracy: 5),
        course: Bearing(degrees: 90))
    }
    screen.table.wording.directions = .relative
    screen.table.course = Bearing(degrees: 90)
    screen.outlook = follower.outlook(at: Terrain.start)
    screen.earlier = ["earlier", "later"]
    screen.keys = "q quits"
    screen.strip = RouteStrip(
      of: RouteReport(route: route, source: nil, rows: passes.map { RouteRow($0) }, gaps: []),
      in: 0...route.length.metres, wording: RouteWording(wording: Wording()), width: columns - 1,
      palette: palette)
    return screen
  }

  @Test(
    "on a route, shows what is next, the strip with a mark, the next passes, and the last events",
    arguments: columns)
  func route(columns: Int) throws {
    let lines = try routeScreen(columns: columns).lines(columns: columns, rows: 24).map(trimmed)
    #expect(lines[0].hasPrefix("Route ──"))
    #expect(lines[1].hasPrefix("20:26:40Z"))
    #expect(lines[1].hasSuffix("5.0 km/h → E"))
    #expect(
      lines[2]
        == (columns > 40
          ? "next: Kiosk 3 900 m (3 min); then none for 1.0 km" : "Kiosk 3 900 m; then none for 1.0 km"))
    let mark = try #require(lines[4].firstIndex(of: "▲"))
    let part = Double(lines[4].distance(from: lines[4].startIndex, to: mark)) / Double(columns - 2)
    #expect(abs(part - 1.0 / 3) < 0.04)
    #expect(lines[3].contains("▁"))
    #expect(lines[5].hasSuffix("6.0 km"))
    #expect(lines[6].hasPrefix("Nearby ──"))
    let body = lines[7..<19].joined(separator: "\n")
    for number in 3...5 { #expect(body.contains("Kiosk \(number)")) }
    #expect(body.contains("50 m left"))
    #expect(lines[19].hasPrefix("Events ──"))
    #expect(lines[20...] == ["earlier", "later", "enter�[2J", "q quits"])
    // The user in the middle of the radar, going east, which is up.
    #expect(body.contains("▲") == (columns > 40))
  }

  @Test("on a route, no line is as wide as the terminal, in colour or without", arguments: columns)
  func routeWidth(columns: Int) throws {
    for rows in [3, 8, 12, 16, 24, 50] {
      for palette in [nil, Self.palette] {
        var screen = try routeScreen(columns: columns, palette: palette)
        for outage in [nil, PositionStatus.Outage(seconds: 30)] {
          screen.status.outage = outage
          let lines = screen.lines(columns: columns, rows: rows)
          #expect(lines.count == rows)
          let plain = lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
          #expect(plain.allSatisfy { TerminalText.width(of: $0) < columns }, "\(rows) rows")
        }
      }
    }
  }

  @Test("with less room, a row of the route drops whole parts")
  func narrowRows() throws {
    let screen = try routeScreen(columns: 80)
    let passes = try #require(screen.outlook).upcoming
    func row(_ width: Int) throws -> String {
      let rows = RouteRows(wording: Wording(), palette: nil, time: Terrain.start, openings: nil)
      return trimmed(try #require(rows.rows(of: passes, width: width).first))
    }
    #expect(try row(60).contains(/^ 900 m   3 min  Kiosk 3  cafe +50 m left$/))
    #expect(try row(36) == " 900 m   3 min  Kiosk 3  50 m left")
    #expect(try row(26) == " 900 m   3 min  Kiosk 3")
    #expect(try row(20) == " 900 m  Kiosk 3")
    #expect(try row(3) == "Ki…")
    for width in 1...60 { #expect(TerminalText.width(of: try row(width)) <= width) }
  }

  @Test(
    "several kinds get a line each if they do not fit into one, in fewer words if necessary",
    arguments: [
      (40, ["cafe 900 m; then none for 2.0 km", "water 1.9 km; then none for 2.0 km"]),
      (
        80,
        [
          "next: cafe 900 m (3 min); then none for 2.0 km",
          "water 1.9 km (6 min); then none for the remaining 2.0 km",
        ]
      ),
      (
        132,
        [
          "next: cafe 900 m (3 min); then none for 2.0 km · water 1.9 km (6 min); then none for the remaining 2.0 km"
        ]
      ),
    ] as [(Int, [String])])
  func severalKinds(columns: Int, next: [String]) throws {
    let screen = try routeScreen(columns: columns, categories: ["cafe", "water"])
    let lines = screen.lines(columns: columns, rows: 24).map(trimmed)
    #expect(Array(lines[2..<2 + next.count]) == next)
    // Below them is the strip with the heights first.
    #expect(lines[2 + next.count].hasPrefix("▁"), "\(lines)")
    // A lower screen has one line for all.
    #expect(screen.lines(columns: columns, rows: 16)[2].contains("▲"))
  }

  @Test("a short name near the end leaves room for the long ones before it")
  func namesAtTheEnd() throws {
    let route = try Route(
      segments: [[0.0, 6000].map { RoutePoint(coordinate: terrain.coordinate(east: $0)) }], isRecorded: false)
    let corridor = RouteCorridor(route: route, within: Distance(metres: 100))
    let names = [
      ("Bar", 4343.0), ("Hotel & Restaurant Alpenrose", 4461), ("Bäckerei", 5174),
      ("Café am Marktplatz", 5207),
    ]
    let rows = names.flatMap { name, along in
      let place = terrain.place(name, east: along, north: 50, name: name)
      return corridor.stretches(along: place.coordinate).map {
        RouteRow(RoutePass(place: place, stretch: $0, number: 1, count: 1))
      }
    }
    let strip = RouteStrip(
      of: RouteReport(route: route, source: nil, rows: rows, gaps: []), in: 0...route.length.metres,
      wording: RouteWording(wording: Wording()), width: 80)
    for name in ["Bar ╯", "Hotel & Restaurant Alpe… ╯", "Bäckerei ╯", "Café am Marktplatz ╯"] {
      #expect(strip.picture.contains(name), "\(strip.picture)")
    }
  }

  @Test("says that it is off the route")
  func offRoute() throws {
    var screen = try routeScreen(columns: 80)
    screen.outlook = nil
    let lines = screen.lines(columns: 80, rows: 24).map(trimmed)
    #expect(lines[2] == "off the route")
    #expect(!lines[4].contains("▲"))
  }
}
