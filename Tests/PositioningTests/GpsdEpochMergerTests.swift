import Foundation
import Geography
import Testing

@testable import Positioning

@Suite struct GpsdEpochMergerTests {
  @Test("joins reports of one time to one fix: the later wins, the earlier fills its gaps")
  func merges() {
    var later = fix(at: 1, latitude: 60.100001)
    later.accuracy = 5
    later.mode = .threeDimensional
    var earlier = fix(at: 1, latitude: 60.1)
    earlier.accuracy = 50
    earlier.altitude = 12
    earlier.speed = 3
    earlier.course = Bearing(degrees: 90)
    earlier.mode = .twoDimensional
    var expected = later
    expected.altitude = 12
    expected.speed = 3
    expected.course = Bearing(degrees: 90)
    #expect(merged([earlier, later]) == [expected])
  }

  @Test("another time completes the fix before")
  func nextEpoch() {
    let fixes = [fix(at: 1), fix(at: 2)]
    var merger = GpsdEpochMerger()
    var locations: [Location] = []
    merger.add(fixes[0], into: &locations)
    #expect(locations == [])
    #expect(merger.pending == fixes[0])
    merger.add(fixes[1], into: &locations)
    #expect(locations == [fixes[0]])
  }

  @Test("passes on a fix without a time at once, after the one that waits")
  func withoutTime() {
    let fixes = [fix(at: 1), fix(at: nil)]
    var merger = GpsdEpochMerger()
    var locations: [Location] = []
    merger.add(fixes[0], into: &locations)
    merger.add(fixes[1], into: &locations)
    #expect(locations == fixes)
    #expect(merger.pending == nil)
  }

  @Test("drops a late report of an epoch that was already passed on")
  func late() {
    var merger = GpsdEpochMerger()
    var locations: [Location] = []
    merger.add(fix(at: 1, latitude: 60.1), into: &locations)
    merger.flush(into: &locations)
    merger.add(fix(at: 1, latitude: 60.100001), into: &locations)
    merger.flush(into: &locations)
    #expect(locations == [fix(at: 1, latitude: 60.1)])
  }

  @Test("loses none of the positions of a receiver whose clock stands still")
  func standingClock() {
    let fixes = (0..<5).map { fix(at: 1, latitude: 60 + Double($0) / 10_000) }
    #expect(merged(fixes) == fixes)
  }

  @Test("gives nothing if nothing waits")
  func nothing() {
    #expect(merged([]) == [])
  }

  private func merged(_ fixes: [Location]) -> [Location] {
    var merger = GpsdEpochMerger()
    var locations: [Location] = []
    for fix in fixes { merger.add(fix, into: &locations) }
    merger.flush(into: &locations)
    return locations
  }

  private func fix(at seconds: Double?, latitude: Double = 60) -> Location {
    Location(
      coordinate: Coordinate(latitude: latitude, longitude: 25),
      time: seconds.map(Date.init(timeIntervalSince1970:)))
  }
}
