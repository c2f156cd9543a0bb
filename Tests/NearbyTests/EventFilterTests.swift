import Foundation
import Geography
import Places
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct EventFilterTests {
  private let terrain = Terrain()

  private func place(_ id: String = "a", east: Double = 10, open hours: String = "24/7") -> PointOfInterest {
    PointOfInterest(
      id: id, name: nil, coordinate: terrain.coordinate(east: east), tags: ["opening_hours": hours])
  }

  private func event(
    _ kind: ProximityEvent.Kind, _ place: PointOfInterest, from east: Double = 0,
    course degrees: Double? = nil
  ) -> ProximityEvent {
    let fix = terrain.fix(east: east, at: 0)
    return ProximityEvent(
      kind: kind, location: fix, place: NearbyPlace(place, from: fix.coordinate),
      reason: .left(fixes: 2, radius: Distance(metres: 50)), closest: nil, course: degrees.map(Bearing.init))
  }

  private func event(_ kind: TravelEvent.Kind, _ place: PointOfInterest) -> TravelEvent {
    TravelEvent(kind, place, at: terrain.fix(east: 0, at: 0), course: nil)
  }

  private let openOnes = OpeningCondition(.now, now: Terrain.start, hours: PlaceHours())

  @Test("reports a closed place only if open ones were not asked for")
  func closed() {
    var filter = EventFilter(travelFilter: nil)
    #expect(filter.verdict(on: event(.enter, place(open: "off")), opening: nil) == .report)
    #expect(
      filter.verdict(on: event(.enter, place(open: "off")), opening: openOnes) == .suppress(reason: "closed")
    )
    #expect(filter.verdict(on: event(.enter, place("b")), opening: openOnes) == .report)
  }

  @Test("reports the leaving of a place only if it reported the entering")
  func leaving() {
    var filter = EventFilter(travelFilter: nil)
    let closed = place("closed", open: "off")
    _ = filter.verdict(on: event(.enter, closed), opening: openOnes)
    _ = filter.verdict(on: event(.enter, place("open")), opening: openOnes)
    #expect(filter.verdict(on: event(.leave, closed), opening: openOnes) == .suppress(reason: nil))
    #expect(filter.verdict(on: event(.leave, place("open")), opening: openOnes) == .report)
    // The second leaving belongs to an entering before the watch.
    #expect(filter.verdict(on: event(.leave, closed), opening: openOnes) == .report)
  }

  @Test("passing a closed place does not suppress the next leaving")
  func passing() {
    var filter = EventFilter(travelFilter: nil)
    let closed = place(open: "off")
    #expect(filter.verdict(on: event(.pass, closed), opening: openOnes) == .suppress(reason: "closed"))
    #expect(filter.verdict(on: event(.leave, closed), opening: openOnes) == .report)
  }

  @Test("a place that has opened since is reported, with its leaving")
  func opened() {
    var filter = EventFilter(travelFilter: nil)
    _ = filter.verdict(on: event(.enter, place(open: "off")), opening: openOnes)
    #expect(filter.verdict(on: event(.enter, place()), opening: openOnes) == .report)
    #expect(filter.verdict(on: event(.leave, place()), opening: openOnes) == .report)
  }

  @Test("reports only places ahead, and says where the others are")
  func ahead() {
    var filter = EventFilter(travelFilter: TravelFilter(angle: 90))
    filter.travelFilter?.update(with: terrain.fix(east: 0, at: 0))
    #expect(filter.verdict(on: event(.enter, place(), course: 90), opening: nil) == .report)
    #expect(
      filter.verdict(on: event(.enter, place(), course: 270), opening: nil)
        == .suppress(reason: "not ahead, behind"))
    #expect(
      filter.verdict(on: event(.enter, place()), opening: nil)
        == .suppress(reason: "the direction of travel is unknown"))
  }

  @Test("a place passed between two fixes was ahead of the first")
  func passedBetweenFixes() {
    var filter = EventFilter(travelFilter: TravelFilter(angle: 90))
    filter.travelFilter?.update(with: terrain.fix(east: 0, at: 0))
    filter.travelFilter?.update(with: terrain.fix(east: 20, at: 1))
    #expect(filter.verdict(on: event(.pass, place(), from: 20, course: 90), opening: nil) == .report)
  }

  @Test("reports the passing of a place only if it reported the approach")
  func approaching() {
    var filter = EventFilter(travelFilter: nil)
    let closed = place("closed", open: "off")
    #expect(filter.verdict(on: event(.approach, closed), opening: openOnes) == .suppress(reason: "closed"))
    #expect(filter.verdict(on: event(.passed, closed), opening: openOnes) == .suppress(reason: nil))
    #expect(filter.verdict(on: event(.approach, place("open")), opening: openOnes) == .report)
    #expect(filter.verdict(on: event(.passed, place("open")), opening: openOnes) == .report)
  }
}
