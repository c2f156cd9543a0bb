import Foundation
import TestSupport
import Testing

/// Ten minutes in the middle of Helsinki, as a blind walker hears them.
///
/// The files are judged line by line; to renew them, write the script of the walk there and read it aloud.
@Suite(.timeLimit(.minutes(5))) struct GoldenWalkTests {
  /// Along Mikonkatu, Aleksanterinkatu, Mannerheimintie and Kaivokatu.
  private static let way = [
    (60.16981, 24.94540), (60.16890, 24.94555), (60.16880, 24.94179), (60.16875, 24.94156),
    (60.16848, 24.94084), (60.16906, 24.94000), (60.16924, 24.93968), (60.16987, 24.93874),
    (60.17021, 24.93961), (60.17027, 24.93984), (60.17035, 24.94278),
  ]
  private static let seconds = 600

  /// What gpsd would tell at 1.4 m/s; the last seconds at rest.
  private static func log(accuracy: Double) -> String {
    let (north, east) = (110_574.0, 55_400.0)
    let lines = (0..<seconds).map { second in
      var left = 1.4 * Double(second)
      var (latitude, longitude) = way[way.count - 1]
      for (from, to) in zip(way, way.dropFirst()) {
        let step = (north: (to.0 - from.0) * north, east: (to.1 - from.1) * east)
        let length = (step.north * step.north + step.east * step.east).squareRoot()
        guard left > length else {
          (latitude, longitude) = (
            from.0 + left / length * step.north / north, from.1 + left / length * step.east / east
          )
          break
        }
        left -= length
      }
      // As far off as a receiver is, the same each time.
      latitude += 2.5 * sin(7.1 * Double(second)) / north
      longitude += 2.5 * sin(4.3 * Double(second) + 1) / east
      let time = Terrain.start.addingTimeInterval(Double(second)).ISO8601Format()
      return
        #"{"class":"TPV","mode":3,"time":"\#(time)","lat":\#(latitude),"lon":\#(longitude),"eph":\#(accuracy)}"#
    }
    return ([#"{"class":"VERSION","release":"3.25","proto_major":3,"proto_minor":15}"#] + lines)
      .joined(separator: "\n") + "\n"
  }

  private let app = PoiApp(workingDirectory: Fixtures.path(""))
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// The arguments for a watch of the walk, with a store that has the streets.
  private func watch(accuracy: Double = 5) async throws -> [String] {
    let store = folder.path(of: "store")
    let outcome = try await app.run(["import", "--store", store, "places/kamppi.osm.pbf"])
    try #require(outcome.status == 0, "\(outcome)")
    let log = try folder.write(Self.log(accuracy: accuracy), as: "walk.json")
    return ["watch", "--store", store, "--source", "store", "--gps-log", log, "--profile", "walk-blind"]
  }

  @Test("the walk is said as it was judged, in three languages, and never hastily")
  func script() async throws {
    let watch = try await watch()
    for language in ["en", "de", "fr"] {
      let outcome = try await app.run(watch + ["--speak-script", "--language", language])
      let judged = try String(contentsOfFile: Fixtures.path("speech/walk-\(language).txt"), encoding: .utf8)
      #expect(outcome.output == judged)
      let sentences = outcome.output.split(separator: "\n").count
      #expect(sentences <= Self.seconds / 4)
    }
  }

  @Test("with a poor receiver the streets that meet are named, and no side of one is told")
  func uncertain() async throws {
    let outcome = try await app.run(try await watch(accuracy: 19) + ["--speak-script", "--language", "en"])
    let judged = try String(contentsOfFile: Fixtures.path("speech/walk-uncertain.txt"), encoding: .utf8)
    #expect(outcome.output == judged)
    let junctions = outcome.output.split(separator: "\n").filter { $0.contains("junction:") }
    #expect(junctions.count > 4)
    #expect(junctions.allSatisfy { line in !["left", "right", "ahead"].contains(where: line.contains) })
    #expect(junctions.count { $0.contains("uncertain") } == 1)
  }

  @Test("what is spoken is what the script has")
  func spoken() async throws {
    let socket = try TemporaryDirectory.forSocket()
    let server = try FakeSpeechDispatcher(.polite, at: socket.path(of: "s"))
    var app = app
    app.environment["SPEECHD_ADDRESS"] = "unix_socket:\(server.path)"
    let outcome = try await app.run(
      try await watch() + ["--speak", "--speak-script", "--replay-speed", "1000", "--language", "en"])
    let written = Set(
      outcome.output.split(separator: "\n").compactMap { $0.split(separator: "  ").last.map(String.init) })
    let said = server.said.messages
    #expect(!said.isEmpty)
    // Which of them are still worth saying at this pace depends on the machine.
    #expect(said.allSatisfy(written.contains))
  }
}
