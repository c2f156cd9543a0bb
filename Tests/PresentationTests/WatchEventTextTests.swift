import Foundation
import Geography
import Nearby
import Places
import Positioning
import TestSupport
import Testing

@testable import Presentation

@Suite struct WatchEventTextTests {
  private let terrain = Terrain(around: Coordinate(latitude: 0, longitude: 10))

  /// The events of a path past a kiosk: initial, leave, enter, pass.
  private func events(name: String? = "Kahvila", times: Bool = true) -> [WatchEvent] {
    let kiosk = PointOfInterest(
      id: "node/1", name: name, category: "cafe", coordinate: terrain.coordinate(east: 0),
      tags: ["cuisine": "coffee_shop"])
    var rules = ProximityRules()
    rules.confirm = 1
    rules.cooldown = 0
    var monitor = ProximityMonitor(rules: rules)
    let fences = FenceIndex([kiosk], rules: rules)
    return terrain.track([10, 100, 20, 100, -100], every: times ? 10 : nil).flatMap {
      monitor.update(with: $0, among: fences).events
    }.map(WatchEvent.proximity)
  }

  private var fix: Location {
    Location(
      coordinate: Coordinate(latitude: 60.1706, longitude: 24.94139), accuracy: 21.28, altitude: 6.4,
      speed: 1.3535, course: Bearing(degrees: 122.02), time: Terrain.start, mode: .threeDimensional)
  }

  private static let place =
    #""place":{"id":"node/1","name":"Kahvila","category":"cafe","latitude":0.0,"longitude":10.0,"#
  private static let tags = #""tags":{"cuisine":"coffee_shop"}}"#

  @Test("JSON of entering and leaving has what, when, where, which place and why")
  func proximityJSON() {
    let lines = events().map(\.jsonLine)
    #expect(
      lines.first
        == #"{"event":"initial","time":"2026-05-28T20:26:40Z","position":{"latitude":0.0,"longitude":10.000089831528411,"time":"2026-05-28T20:26:40Z"},"#
        + Self.place + #""distance":10.0,"bearing":270.0,"# + Self.tags
        + #","reason":"within 50 m at the first fix"}"# + "\n")
  }

  @Test(
    "every event has its name",
    arguments: zip(0..., ["initial", "leave", "enter", "leave", "pass"]).map(\.self))
  func names(index: Int, name: String) {
    let event = events()[index]
    #expect(event.name == name)
    #expect(event.jsonLine.hasPrefix(#"{"event":"\#(name)","time":"#))
  }

  @Test("a pass says how near, and when")
  func passJSON() {
    #expect(
      events().last?.jsonLine.hasSuffix(
        #""reason":"came within 50 m between two fixes","closest":{"distance":0.0,"time":"2026-05-28T20:27:15Z"}}"#
          + "\n") == true)
  }

  @Test("a fix without a time has none in JSON")
  func timeless() {
    #expect(events(times: false).first?.jsonLine.contains(#""time""#) == false)
  }

  @Test("writes a location as JSON")
  func locationJSON() {
    #expect(
      WatchEvent.location(fix).jsonLine
        == #"{"event":"location","time":"2026-05-28T20:26:40Z","position":{"latitude":60.1706,"longitude":24.94139,"accuracy":21.28,"altitude":6.4,"speed":1.354,"course":122.02,"mode":3,"time":"2026-05-28T20:26:40Z"}}"#
        + "\n")
  }

  @Test(
    "writes an authorization as JSON, with a reason if there is one",
    arguments: [
      (
        ReceiverState.noDevice,
        #"{"event":"authorization","status":"restricted","reason":"connected, but gpsd has no device"}"#
      ),
      (.reporting, #"{"event":"authorization","status":"authorized"}"#),
    ])
  func authorizationJSON(state: ReceiverState, line: String) {
    #expect(WatchEvent.authorization(state).jsonLine == line + "\n")
  }

  /// The loss of a signal and its end, as a monitor reports them.
  private func signalEvents() -> [WatchEvent] {
    var monitor = FixLossMonitor()
    return [0, 70].flatMap { monitor.update(with: terrain.fix(east: 0, at: $0)) }.map(WatchEvent.signal)
  }

  @Test("writes a lost and regained signal as JSON, with both times and the position")
  func signalJSON() {
    let position = #""position":{"latitude":0.0,"longitude":10.0,"time":"#
    #expect(
      signalEvents().map(\.jsonLine) == [
        #"{"event":"signal","time":"2026-05-28T20:26:45Z","status":"lost","since":"2026-05-28T20:26:40Z","#
          + position + #""2026-05-28T20:26:40Z"}}"# + "\n",
        #"{"event":"signal","time":"2026-05-28T20:27:50Z","status":"regained","since":"2026-05-28T20:26:40Z","#
          + position + #""2026-05-28T20:27:50Z"}}"# + "\n",
      ])
  }

  @Test("writes a lost and regained signal as lines")
  func signalLines() {
    #expect(
      signalEvents().map { $0.line() } == [
        "2026-05-28T20:26:45Z  position lost: no position since 2026-05-28T20:26:40Z\n",
        "2026-05-28T20:27:50Z  position found again after 70 s\n",
      ])
    var monitor = FixLossMonitor()
    _ = monitor.update(with: terrain.fix(east: 0, at: nil))
    let timeless = [monitor.lose()].compactMap(\.self) + monitor.update(with: terrain.fix(east: 0, at: nil))
    #expect(timeless.map { $0.summary(Wording()) } == ["position lost", "position found again"])
    #expect(timeless.map { WatchEvent.signal($0).jsonLine.contains(#""since""#) } == [false, false])
  }

  @Test("writes a featured place as JSON")
  func featuredJSON() {
    let fix = terrain.fix(east: 10, at: nil)
    let place = NearbyPlace(terrain.place("a", name: "Kiosk"), from: fix.coordinate)
    #expect(
      WatchEvent.featured(place, at: fix).jsonLine
        == #"{"event":"featured","position":{"latitude":0.0,"longitude":10.000089831528411},"place":{"id":"a","name":"Kiosk","latitude":0.0,"longitude":10.0,"distance":10.0,"bearing":270.0,"tags":{}}}"#
        + "\n")
  }

  @Test("writes events as lines for people")
  func lines() {
    #expect(
      events().map { $0.line() } == [
        "2026-05-28T20:26:40Z  at Kahvila · cafe, 10 m W\n",
        "2026-05-28T20:26:50Z  left Kahvila · cafe, 100 m W\n",
        "2026-05-28T20:27:00Z  reached Kahvila · cafe, 20 m W\n",
        "2026-05-28T20:27:10Z  left Kahvila · cafe, 100 m W\n",
        "2026-05-28T20:27:20Z  passed Kahvila · cafe, 0 m at the closest\n",
      ])
  }

  @Test(
    "a brief title leaves out a category that the name has",
    arguments: [
      ("Café Engel", "cafe", "Café Engel"), ("Hotel Kämp", "hotel", "Hotel Kämp"),
      ("Kulma", "cafe", "Kulma · cafe"), (nil, "toilets", "toilets"),
    ] as [(String?, String, String)])
  func briefTitle(name: String?, category: String, title: String) {
    let place = PointOfInterest(
      id: "1", name: name, category: category, coordinate: Coordinate(latitude: 60, longitude: 25))
    var brief = Wording()
    brief.isBrief = true
    #expect(place.summary(askedAs: nil, brief) == title)
  }

  @Test("a brief line has only the time of day, if there is one")
  func briefLines() {
    var brief = Wording()
    brief.isBrief = true
    #expect(events().first?.line(brief).hasPrefix("20:26:40Z  at Kahvila · cafe") == true)
    #expect(events(times: false).first?.line(brief).hasPrefix("at Kahvila") == true)
  }

  @Test(
    "writes the other events as lines",
    arguments: [
      (WatchEvent.authorization(.noDevice), "authorization  restricted  connected, but gpsd has no device\n"),
      (.authorization(.reporting), "authorization  authorized\n"),
      (
        .location(Location(coordinate: Coordinate(latitude: 1, longitude: -2))),
        "1.00000, -2.00000\n"
      ),
      (
        .location(
          Location(coordinate: Coordinate(latitude: 1, longitude: -2), accuracy: 4.6, time: Terrain.start)),
        "2026-05-28T20:26:40Z  1.00000, -2.00000, ±5 m\n"
      ),
    ])
  func otherLines(event: WatchEvent, line: String) {
    #expect(event.line() == line)
  }

  @Test("writes distances in the chosen units")
  func units() {
    #expect(events().first?.line(Wording(units: .imperial)).contains(", 11 yd W") == true)
  }

  @Test("shows a nameless place's category")
  func nameless() {
    #expect(events(name: nil).first?.line().contains("  at cafe, ") == true)
  }

  @Test(
    "a hostile name stays on its line and does not move the cursor",
    arguments: ["a\u{1B}[2Jb\nc", "\u{202E}x\r\u{9B}y"])
  func harmless(name: String) throws {
    let event = try #require(events(name: name).first)
    for line in [event.line(), event.jsonLine] {
      let controls = line.unicodeScalars.filter {
        [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
      }
      #expect(controls.map(\.value) == [0x0A], "\(line.debugDescription)")
    }
  }

  @Test("explains a suppression in one harmless line")
  func suppression() {
    var monitor = ProximityMonitor(rules: ProximityRules())
    let fences = FenceIndex([terrain.place("a", name: "Bar\u{1B}[1m")], rules: monitor.rules)
    let suppressions = [
      terrain.fix(east: 100, at: 0), terrain.fix(east: 0, at: 10),
      terrain.fix(east: 0, at: nil, accuracy: 300),
    ].flatMap { monitor.update(with: $0, among: fences).suppressions }
    #expect(
      suppressions.map { $0.explanation(Wording()) } == [
        "2026-05-28T20:26:50Z Bar�[1m: 1 of 2 fixes within 50 m",
        "fix ignored: accurate only to 300 m, not to 100 m",
      ])
  }

  @Test("explains on request which rule made an event")
  func explanation() {
    #expect(
      events().last?.explanation(Wording())
        == "2026-05-28T20:27:20Z pass Kahvila · cafe: came within 50 m between two fixes")
    #expect(WatchEvent.location(fix).explanation(Wording()) == nil)
  }

  @Test("ASCII and feet lose nothing")
  func wording() {
    let wording = Wording(units: .customary, isASCII: true)
    #expect(
      events().first?.line(wording)
        == "2026-05-28T20:26:40Z  at Kahvila | cafe, 33 ft W\n")
    #expect(
      WatchEvent.location(fix).line(wording)
        == "2026-05-28T20:26:40Z  60.17060, 24.94139, +-70 ft\n")
  }
}
