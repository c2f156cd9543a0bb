import Foundation
import Geography
import Glibc
import Input
import TestSupport
import Testing

@testable import Positioning

@Suite struct LogSourceTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// All that a log reports, and how it ends.
  private struct Replay {
    var states: [ReceiverState] = []
    var batches: [[Location]] = []
    var end = PositionSourceEnd.complete(badLines: 0)

    var locations: [Location] { batches.flatMap(\.self) }
  }

  private func replay(_ path: String, until stop: ThreadSignal = ThreadSignal()) -> Replay {
    var replay = Replay()
    replay.end = LogSource(input: .file(path)).run(until: stop) { event in
      switch event {
      case .state(let state): replay.states.append(state)
      case .locations(let locations): replay.batches.append(locations)
      }
    }
    return replay
  }

  private func replay(text: String) throws -> Replay {
    replay(try directory.write(text, as: "log"))
  }

  @Test("the same walk as gpsd JSON and as GPX", arguments: ["gps/walk.json", "gps/walk.gpx"])
  func walk(fixture: String) throws {
    let replay = replay(Fixtures.path(fixture))
    #expect(replay.locations.count == 849)
    #expect(
      replay.locations.first?.coordinate == Coordinate(latitude: 60.170599000, longitude: 24.941390333))
    #expect(replay.locations.first?.time == Timestamp.date(parsing: "2026-06-01T10:00:03Z"))
    #expect(replay.states == [.reporting])
    #expect(replay.end == .complete(badLines: 0))
  }

  @Test(
    "a log that is not there, or is no file, is unreadable", arguments: [("missing", ENOENT), ("", EISDIR)])
  func unreadable(name: String, code: Int32) {
    let path = directory.url.appendingPathComponent(name).path
    let replay = replay(path)
    #expect(replay.states == [])
    #expect(replay.end == .failed(.logUnreadable(.file(path), code: code)))
  }

  @Test("an empty log is told from one of an unknown format")
  func empty() throws {
    let path = try directory.write("", as: "log")
    #expect(replay(path).end == .failed(.logEmpty(.file(path))))
  }

  @Test("a log of an unknown format is refused", arguments: ["# only a comment\n", "\n", "lat,lon\n60,25\n"])
  func unknown(text: String) throws {
    let path = try directory.write(text, as: "log")
    #expect(replay(path).end == .failed(.logFormatUnknown(.file(path))))
  }

  @Test("a stop ends a replay")
  func stop() {
    let stop = ThreadSignal()
    stop.give()
    #expect(replay(Fixtures.path("gps/walk.json"), until: stop).locations == [])
  }

  // MARK: gpsd JSON

  private func report(second: Int) -> String {
    #"{"class":"TPV","mode":2,"time":"2026-06-01T10:00:0\#(second)Z","lat":60,"lon":25}"#
  }

  @Test("bad lines are counted, comments and empty lines are none, and the rest goes on")
  func badLines() throws {
    let replay = try replay(
      text: [
        "# a comment", report(second: 1), "{", "", #"{"class":"TPV","mode":"#, "garbage", report(second: 2),
      ].joined(separator: "\n"))
    #expect(replay.locations.count == 2)
    #expect(replay.end == .complete(badLines: 3))
  }

  @Test(
    "the reports without a fix at the end of a log say how long it went on",
    arguments: [
      ([#"{"class":"TPV","mode":1,"time":"2026-06-01T10:00:30Z"}"#], "2026-06-01T10:00:30Z"),
      ([#"{"class":"TPV","mode":0}"#], nil), ([], nil),
    ] as [([String], String?)])
  func silentEnd(lines: [String], until: String?) throws {
    let silence = #"{"class":"TPV","mode":1,"time":"2026-06-01T10:00:00Z"}"#
    let replay = try replay(text: ([silence, report(second: 1)] + lines).joined(separator: "\n"))
    #expect(replay.locations.count == 1)
    #expect(replay.end == .complete(badLines: 0, until: until.flatMap { Timestamp.date(parsing: $0) }))
  }

  @Test("an overlong line is a bad line")
  func overlong() throws {
    let long = #"{"class":"SKY","x":""# + String(repeating: "x", count: InputLimits.line) + #""}"#
    let replay = try replay(text: [report(second: 1), long, report(second: 2)].joined(separator: "\n"))
    #expect(replay.locations.count == 2)
    #expect(replay.end == .complete(badLines: 1))
  }

  @Test("a byte-order mark and CRLF are no obstacle")
  func byteOrderMark() throws {
    let replay = try replay(text: "\u{FEFF}# x\r\n" + report(second: 1) + "\r\n" + report(second: 2) + "\r\n")
    #expect(replay.locations.count == 2)
    #expect(replay.end == .complete(badLines: 0))
  }

  // MARK: GPX

  private func track(_ points: String) -> String {
    """
    <?xml version="1.0"?>
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    \(points)
    </trkseg></trk></gpx>
    """
  }

  @Test("all that a track point may know")
  func fullPoint() throws {
    let replay = try replay(
      text: track(
        """
        <trkpt lat="60.17" lon="24.94"><ele> 6.4 </ele><time>2026-06-01T10:00:03Z</time><fix>3d</fix>
        <sat>9</sat><hdop>2</hdop><speed>1.25</speed><course>122.5</course></trkpt>
        """))
    #expect(
      replay.locations == [
        Location(
          coordinate: Coordinate(latitude: 60.17, longitude: 24.94), accuracy: 38, altitude: 6.4, speed: 1.25,
          course: Bearing(degrees: 122.5), time: Date(timeIntervalSince1970: 1_780_308_003),
          mode: .threeDimensional, satellites: 9)
      ])
  }

  private func route(_ points: String) -> String {
    "<gpx><wpt lat=\"1\" lon=\"2\"/><rte>\(points)</rte></gpx>"
  }

  @Test("a route with times is a log")
  func timedRoute() throws {
    let points = (1...300).map { number in
      "<rtept lat=\"60\" lon=\"25\"><time>2026-06-01T10:0\(number / 60):\(10 + number % 50)Z</time></rtept>"
    }
    let replay = try replay(text: route(points.joined()))
    #expect(replay.locations.count == 300)
    #expect(replay.locations.first?.time == Timestamp.date(parsing: "2026-06-01T10:00:11Z"))
    #expect(replay.end == .complete(badLines: 0))
  }

  @Test(
    "a route without times, and waypoints alone, are no log, and are called what they are",
    arguments: [
      (#"<rtept lat="60" lon="25"/><rtept lat="61" lon="25"/>"#, .route(points: 2)), ("", .waypoints(1)),
    ] as [(String, PositioningError.UnrecordedPoints)])
  func unrecorded(points: String, found: PositioningError.UnrecordedPoints) throws {
    let path = try directory.write(route(points), as: "plan.gpx")
    let replay = replay(path)
    #expect(replay.locations == [])
    #expect(replay.end == .failed(.logNotRecorded(.file(path), found)))
  }

  @Test("where there is a track, the route that was planned for it is none of it")
  func routeBesideTrack() throws {
    let time = "<time>2026-06-01T10:00:03Z</time>"
    let replay = try replay(
      text:
        "<gpx><rte><rtept lat=\"1\" lon=\"2\">\(time)</rtept></rte><trk><trkseg><trkpt lat=\"60\" lon=\"25\"/></trkseg></trk></gpx>"
    )
    #expect(replay.locations.map(\.coordinate.latitude) == [60])
  }

  @Test("what was planned or marked is told in the user's words, with what to do")
  func unrecordedWording() {
    let route = PositioningError.logNotRecorded(.file("plan.gpx"), .route(points: 2))
    #expect(
      route.description == "plan.gpx holds a planned route (2 points without times), and no recorded track")
    #expect(route.advice?.hasPrefix("--gps-log takes what a receiver recorded; ") == true)
    let waypoints = PositioningError.logNotRecorded(.standardInput, .waypoints(1))
    #expect(waypoints.description == "standard input holds 1 waypoint, and no recorded track")
    #expect(waypoints.advice?.contains("--source FILE") == true)
  }

  @Test("of a point with more elements than any has, the first ones count")
  func endlessPoint() {
    let elements = (0..<10_000).map { "<e\($0)>x</e\($0)>" }.joined()
    var pieces = [Array("<gpx><wpt lat='1' lon='2'>\(elements)</wpt></gpx>".utf8)][...]
    var points: [GPXPoint] = []
    let end = GPXReader.read(
      from: { pieces.popFirst() },
      take: { point in
        points.append(point)
        return true
      })
    #expect(end == .complete(badPoints: 0))
    #expect(points.first?["e0"] == "x")
    #expect(points.first?["e9999"] == nil)
  }

  @Test(
    "the kind of fix, and the accuracy that it makes of the HDOP",
    arguments: [
      ("<hdop>2</hdop>", 38, nil), ("<fix>2d</fix><hdop>2</hdop>", 38, .twoDimensional),
      ("<fix>dgps</fix><hdop>2</hdop>", 9.5, .threeDimensional), ("<fix>3d</fix>", nil, .threeDimensional),
      ("<hdop>nan</hdop>", nil, nil), ("<hdop>1e308</hdop>", nil, nil), ("<hdop>-1</hdop>", nil, nil),
    ] as [(String, Double?, Location.Mode?)])
  func quality(elements: String, accuracy: Double?, mode: Location.Mode?) throws {
    let replay = try replay(text: track(#"<trkpt lat="60" lon="25">\#(elements)</trkpt>"#))
    #expect(replay.locations.first?.accuracy == accuracy)
    #expect(replay.locations.first?.mode == mode)
  }

  @Test("a point whose recorder had no fix is none, and no bad one")
  func noFix() throws {
    let replay = try replay(text: track(#"<trkpt lat="60" lon="25"><fix>none</fix></trkpt>"#))
    #expect(replay.locations == [])
    #expect(replay.end == .complete(badLines: 0))
  }

  @Test("a point without a usable position is counted, and the rest goes on")
  func badPoints() throws {
    let replay = try replay(
      text: track(
        """
        <trkpt lat="91" lon="25"/><trkpt lon="25"/><trkpt lat="x" lon="25"/><trkpt lat="60" lon="25"/>
        """))
    #expect(replay.locations.count == 1)
    #expect(replay.end == .complete(badLines: 3))
  }

  @Test("a truncated track gives what it has, and says on which line it breaks off")
  func truncated() throws {
    let whole = track("<trkpt lat=\"60\" lon=\"25\"/>\n<trkpt lat=\"61\" lon=\"25\"/>")
    let cut = try #require(whole.range(of: "61"))
    let path = try directory.write(String(whole[..<cut.lowerBound]), as: "log")
    let replay = replay(path)
    #expect(replay.locations.map(\.coordinate.latitude) == [60])
    #expect(
      replay.end == .failed(.logMalformed(.file(path), line: 4, problem: "the XML is not well-formed")))
  }

  @Test(
    "an XML document with another root is no log",
    arguments: ["<kml/>", "<html><trkpt lat=\"1\" lon=\"2\"/>"])
  func foreign(text: String) throws {
    let path = try directory.write(text, as: "log")
    #expect(replay(path).end == .failed(.logFormatUnknown(.file(path))))
  }

  @Test("prefixes, declared or not, are passed over")
  func prefixes() throws {
    let replay = try replay(
      text: """
        <g:gpx><g:trk><g:trkseg><g:trkpt lat="60" lon="25"><g:ele>5</g:ele>
        <g:extensions><gpxtpx:hr>120</gpxtpx:hr></g:extensions></g:trkpt></g:trkseg></g:trk></g:gpx>
        """)
    #expect(replay.locations.first?.altitude == 5)
    #expect(replay.end == .complete(badLines: 0))
  }

  @Test(
    "what would fill the memory breaks the track off: elements without an end within each other, or a tag",
    arguments: [String(repeating: "<a>", count: 1000), "<a b=\"" + String(repeating: "x", count: 3_000_000)])
  func boundless(text: String) throws {
    let path = try directory.write(track(#"<trkpt lat="60" lon="25"/>"# + text), as: "log")
    let replay = replay(path)
    #expect(replay.locations.count == 1)
    #expect(
      replay.end == .failed(.logMalformed(.file(path), line: 3, problem: "the XML is not well-formed")))
  }

  @Test("entities that multiply do not")
  func entities() throws {
    let entities = (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }
      .joined()
    let path = try directory.write(
      """
      <?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a0 "x">\(entities)]>
      <gpx><trk><trkseg><trkpt lat="60" lon="25"><name>&a9;</name></trkpt></trkseg></trk></gpx>
      """, as: "log")
    #expect(replay(path).locations.count <= 1)
  }
}
