import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Presentation

@Suite struct PositionStatusTests {
  private let terrain = Terrain(around: Coordinate(latitude: 0, longitude: 10))

  private var fix: Location {
    Location(
      coordinate: terrain.coordinate(east: 20), accuracy: 5, speed: 1.4, course: Bearing(degrees: 90),
      time: Terrain.start, satellites: 9)
  }

  private func nearest(_ name: String) -> NearbyPlace {
    NearbyPlace(terrain.place("a", name: name), from: fix.coordinate)
  }

  private func line(_ status: PositionStatus, _ nearest: NearbyPlace? = nil, width: Int = 100) -> String {
    String(
      status.statusLine(next: nearest?.summary(Wording()), wording: Wording(), width: width).reversed().drop {
        $0 == " "
      }
      .reversed())
  }

  @Test("the status line shows the fix, its accuracy, satellites and time, the speed, and the nearest place")
  func everything() {
    #expect(
      line(PositionStatus(location: fix), nearest("Kiosk"))
        == "0.00000, 10.00018, ±5 m, 5.0 km/h, 9 satellites, 20:26:40Z  ·  20 m ← W  Kiosk")
  }

  @Test(
    "without room for everything, the status line shows the place",
    arguments: [
      (
        100,
        "0.00000, 10.00018, ±5 m, 5.0 km/h, 9 satellites, 20:26:40Z  ·  20 m ← W  A kiosk of a very long name"
      ),
      (80, "±5 m, 5.0 km/h, 9 satellites, 20:26:40Z  ·  20 m ← W  A kiosk of a very long na…"),
      (65, "±5 m, 5.0 km/h, 20:26:40Z  ·  20 m ← W  A kiosk of a very long n…"),
      (60, "±5 m, 5.0 km/h, 20:26:40Z  ·  20 m ← W  A kiosk of a very l…"),
      (50, "±5 m, 5.0 km/h  ·  20 m ← W  A kiosk of a very lo…"),
      (45, "5.0 km/h  ·  20 m ← W  A kiosk of a very lon…"), (30, "20 m ← W  A kiosk of a very l…"),
      (12, "20 m ← W  A…"),
    ])
  func narrow(width: Int, text: String) {
    #expect(line(PositionStatus(location: fix), nearest("A kiosk of a very long name"), width: width) == text)
  }

  @Test("the status line has exactly the given width", arguments: [1, 2, 10, 40, 79, 200])
  func width(columns: Int) {
    let nearest = nearest("日本語カフェ ☕ 👩‍👩‍👧 and a long name on top of that")
    for outage in [nil, PositionStatus.Outage(seconds: 12, reason: "the device /dev/ttyUSB0 is gone")] {
      for place in [nearest, nil] {
        let status = PositionStatus(location: fix, outage: outage)
        let line = status.statusLine(next: place?.summary(Wording()), wording: Wording(), width: columns)
        #expect(TerminalText.width(of: line) == columns)
      }
    }
  }

  @Test("without a fix, the status line hides speed and nearest place, and names the last position")
  func outage() {
    #expect(
      line(PositionStatus(location: fix, outage: .init(seconds: 12)), nearest("Kiosk"))
        == "no position for 12 s  ·  last 0.00000, 10.00018 at 20:26:40Z")
    #expect(
      line(PositionStatus(location: fix, outage: .init(seconds: 300, reason: "the device \u{1B}[2J is gone")))
        == "no position for 5 min  ·  the device �[2J is gone  ·  last 0.00000, 10.00018 at 20:26:40Z")
  }

  @Test("before the first fix, the status line says so")
  func noFixYet() {
    #expect(line(PositionStatus()) == "no position yet")
    #expect(
      line(PositionStatus(outage: .init(seconds: 7, reason: "connected, but gpsd has no device")))
        == "no position yet  ·  connected, but gpsd has no device")
  }

  @Test("ASCII and feet lose nothing")
  func wording() {
    let wording = Wording(units: .customary, isASCII: true)
    #expect(
      PositionStatus(location: fix).statusLine(
        next: nearest("Kiosk").summary(wording), wording: wording, width: 84)
        == "0.00000, 10.00018, +-16 ft, 3.1 mph, 9 satellites, 20:26:40Z  |  66 ft W  Kiosk     ")
  }
}
