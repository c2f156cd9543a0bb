import ArgumentParser
import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation
import TestSupport
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct ExitStatusTests {
  @Test(
    "the system's errors have their statuses",
    arguments: [
      (ENOENT, .noSuchInput), (EISDIR, .noSuchInput), (EACCES, .refused), (EPERM, .refused),
      (EIO, .readOrWriteFailed),
    ] as [(Int32, poi.ExitStatus)])
  func systemErrors(code: Int32, status: poi.ExitStatus) {
    #expect(poi.ExitStatus(errno: code) == status)
  }

  @Test("that a server's name is not known means that there is no network")
  func noNetwork() {
    let error = PlacesError.server(
      address: "https://overpass.example/api/interpreter", .connection(.unknownHost))
    #expect(CommandFailure(error).problem == "no network: cannot find overpass.example")
  }

  @Test("nothing is sure where a source knows nothing, or a server less far than was asked")
  func nothingKnown() {
    func status(
      of name: String = "server", within metres: Double, askedWithin radius: Distance? = nil
    ) -> poi.ExitStatus {
      var source = PlaceSource(name: name, knownWithin: Distance(metres: metres))
      source.isServer = name == "server"
      var answer = PlaceAnswer(places: [], source: source)
      if metres == 0 { answer.knowNothing() }
      var report = NearbyReport(location: Terrain().fix(east: 0, at: 0), provider: "fixed", answer: answer)
      report.radius = radius
      return poi.ExitStatus(report)
    }
    #expect(status(within: 100, askedWithin: Distance(metres: 2000)) == .tryLater)
    #expect(status(within: 0) == .tryLater)
    #expect(status(within: 100) == .tryLater)
    #expect(status(within: 100_000) == .nothingFound)
    #expect(status(within: 100, askedWithin: Distance(metres: 50)) == .nothingFound)
    for name in [PlaceSource.storeName, "region.osm.pbf"] {
      #expect(status(of: name, within: 0) == .tryLater)
      #expect(status(of: name, within: 100) == .nothingFound)
      #expect(status(of: name, within: 100, askedWithin: Distance(metres: 2000)) == .nothingFound)
    }
  }

  @Test("poi's man page lists every status")
  func documented() throws {
    let man = try String(contentsOfFile: "\(Fixtures.packageRoot)/man/poi.1", encoding: .utf8)
    let told = man.matches(of: /\.It ([0-9]+)\n/).compactMap { Int32($0.output.1) }
    #expect(told == poi.ExitStatus.allCases.map(\.rawValue))
  }

  @Test(
    "a server's errors have their statuses",
    arguments: [
      (.status(404, retryAfter: nil), .unreachable), (.status(429, retryAfter: 30), .tryLater),
      (.status(503, retryAfter: nil), .tryLater), (.status(504, retryAfter: nil), .tryLater),
      (.status(406, retryAfter: nil), .unreachable), (.gaveUp("x"), .tryLater), (.noLibrary, .unreachable),
      (.tooManyPlaces(limit: 1), .malformedInput), (.timedOut(seconds: 1), .unreachable),
      (.unexpectedType("text/html"), .malformedInput), (.malformed("x"), .malformedInput),
      (.tooLarge(limit: 1), .malformedInput),
    ] as [(RequestError, poi.ExitStatus)])
  func servers(error: RequestError, status: poi.ExitStatus) {
    #expect(CommandFailure(PlacesError.server(address: "here", error)).status == status)
  }

  @Test(
    "each reason for no fix has its status",
    arguments: [
      (.unknown, .unreachable), (.silent, .tryLater), (.noDevice, .tryLater),
      (.deviceLost("/dev/a"), .tryLater),
    ] as [(ReceiverState, poi.ExitStatus)])
  func noFix(state: ReceiverState, status: poi.ExitStatus) {
    let noFix = NearbyError.noFix(NoFix(state: state, waited: .seconds(3)))
    #expect(CommandFailure(noFix, from: .gpsd(GpsdAddress())).status == status)
  }

  @Test("a silent log is a temporary failure in any state")
  func silentLog() {
    let noFix = NearbyError.noFix(NoFix(state: .unknown, waited: .seconds(3)))
    #expect(CommandFailure(noFix, from: .log(.standardInput)).status == .tryLater)
  }
}
