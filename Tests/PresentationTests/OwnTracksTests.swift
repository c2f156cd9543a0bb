import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby
@testable import Presentation

@Suite struct OwnTracksTests {
  private let terrain = Terrain()

  private func object(_ line: String?) throws -> [String: Any] {
    let line = try #require(line)
    #expect(line.hasSuffix("\n") && !line.dropLast().contains(where: \.isNewline))
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("a fix is a location with its known values, and nothing else")
  func location() throws {
    var fix = terrain.fix(east: 0, at: 3.7, accuracy: 4.2)
    fix.speed = 10
    fix.course = Bearing(degrees: 359.6)
    fix.altitude = 12.4
    let message = try object(WatchEvent.location(fix).ownTracksLine(tracker: "ab"))
    #expect(message["_type"] as? String == "location")
    #expect(message["acc"] as? Int == 5)
    #expect(message["vel"] as? Int == 36)
    #expect(message["alt"] as? Int == 12)
    #expect(message["tst"] as? Int == 1_780_000_003)
    #expect(message["tid"] as? String == "ab")
    let bare = try object(WatchEvent.location(terrain.fix(east: 0, at: nil)).ownTracksLine())
    #expect(Set(bare.keys) == ["_type", "lat", "lon"])
  }

  @Test("an accuracy is never 0, since Home Assistant ignores it")
  func accuracy() throws {
    let message = try object(
      WatchEvent.location(terrain.fix(east: 0, at: 0, accuracy: 0)).ownTracksLine())
    #expect(message["acc"] as? Int == 1)
  }

  @Test(
    "only entering and leaving are transitions",
    arguments: [
      (ProximityEvent.Kind.initial, "enter"), (.enter, "enter"), (.leave, "leave"), (.pass, nil),
    ] as [(ProximityEvent.Kind, String?)])
  func transition(kind: ProximityEvent.Kind, event: String?) throws {
    let place = terrain.place("node/1", east: 10, name: "Home")
    let fix = terrain.fix(east: 0, at: 1, accuracy: 3)
    let line = WatchEvent.proximity(
      ProximityEvent(
        kind: kind, location: fix, place: NearbyPlace(place, from: fix.coordinate),
        reason: .left(fixes: 2, radius: Distance(metres: 50)), closest: nil)
    ).ownTracksLine()
    guard let event else {
      #expect(line == nil)
      return
    }
    let message = try object(line)
    #expect(message["_type"] as? String == "transition")
    #expect(message["event"] as? String == event)
    #expect(message["desc"] as? String == "Home")
    #expect(message["rid"] as? String == "node/1")
    #expect(message["wtst"] as? Int == place.ownTracksNumber)
    #expect(WatchEvent.authorization(.reporting).ownTracksLine() == nil)
  }

  @Test("a nameless place gets its kind and id, and no name breaks the line")
  func descriptions() {
    func description(_ name: String?, _ category: String?) -> String {
      PointOfInterest(
        id: "node/7", name: name, category: category, coordinate: terrain.coordinate(east: 0)
      ).ownTracksDescription
    }
    #expect(description(nil, "drinking_water") == "drinking water node/7")
    #expect(description("  ", nil) == "node/7")
    #expect(description("two\nlines\u{1B}", nil) == "two lines")
  }

  @Test("waypoints are one line of distinct regions")
  func waypoints() throws {
    let places = (0..<500).map { number in
      ShownPlace(terrain.place("node/\(number)", east: Double(number), proximity: number == 0 ? 30.2 : nil))
    }
    let text = OwnTracksWriter(within: Distance(metres: 50)).document(of: places)
    let message = try object(text)
    let waypoints = try #require(message["waypoints"] as? [[String: Any]])
    #expect(waypoints.count == 500)
    #expect(waypoints.prefix(2).map { $0["rad"] as? Int } == [31, 50])
    #expect(Set(waypoints.compactMap { $0["tst"] as? Int }).count == 500)
    #expect(Set(waypoints.compactMap { $0["rid"] as? String }).count == 500)
    let empty = OwnTracksWriter(within: Distance(metres: 50)).document(of: [])
    #expect(try object(empty)["waypoints"] as? [String] == [])
  }
}
