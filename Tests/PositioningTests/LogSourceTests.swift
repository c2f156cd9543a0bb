import CivilTime
import Foundation
import Geography
import Glibc
import Input
import Synchronization
import TestSupport
import Testing

@testable import Positioning

@Suite struct LogSourceTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Everything that a log reports, and how it ends.
  private struct Replay {
    var states: [ReceiverState] = []
    var batches: [[Location]] = []
    var end = PositionSourceEnd.complete(badLines: 0)

    var locations: [Location] { batches.flatMap(\.self) }
  }

  private func replay(_ path: String, until stop: Waker = Waker()) -> Replay {
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

  @Test("reads the same walk from gpsd JSON and from GPX", arguments: ["gps/walk.json", "gps/walk.gpx"])
  func walk(fixture: String) throws {
    let replay = replay(Fixtures.path(fixture))
    #expect(replay.locations.count == 849)
    #expect(
      replay.locations.first?.coordinate == Coordinate(latitude: 60.170599000, longitude: 24.941390333))
    #expect(replay.locations.first?.time == Timestamp.date(parsing: "2026-06-01T10:00:03Z"))
    #expect(replay.states == [.reporting])
    #expect(replay.end == .complete(badLines: 0))
  }

  @Test("of two receivers in a log, one is followed, which is said")
  func twoReceivers() throws {
    let reports = (0..<6).map { number in
      #"{"class":"TPV","device":"/dev/\#(number % 2)","mode":3,"lat":6\#(number % 2),"lon":25}"#
    }
    let path = try directory.write(reports.joined(separator: "\n"), as: "log")
    let told = Mutex<Set<String>>([])
    var latitudes: [Double] = []
    _ = LogSource(input: .file(path)) { said in told.withLock { _ = $0.insert(said) } }
      .run(until: Waker()) { event in
        if case .locations(let locations) = event { latitudes += locations.map(\.coordinate.latitude) }
      }
    #expect(latitudes == [60, 60, 60])
    #expect(told.withLock { $0 } == ["several receivers report positions; poi follows /dev/0"])
  }

  @Test(
    "a missing log, or a folder, is unreadable", arguments: [("missing", ENOENT), ("", EISDIR)])
  func unreadable(name: String, code: Int32) {
    let path = directory.url.appendingPathComponent(name).path
    let replay = replay(path)
    #expect(replay.states == [])
    #expect(replay.end == .failed(.logUnreadable(.file(path), code: code)))
  }

  @Test("distinguishes an empty log from one of an unknown format")
  func empty() throws {
    let path = try directory.write("", as: "log")
    #expect(replay(path).end == .failed(.logEmpty(.file(path))))
  }

  @Test("refuses a log of an unknown format", arguments: ["# only a comment\n", "\n", "lat,lon\n60,25\n"])
  func unknown(text: String) throws {
    let path = try directory.write(text, as: "log")
    #expect(replay(path).end == .failed(.logFormatUnknown(.file(path))))
  }

  @Test(
    "says of dates before 2017 what they are taken for, before the first fix",
    arguments: [
      (
        "050806",
        "poi reads 2006-08-05 as 2026-03-21, as gpsd does; if the log is that old, put this line first: # Date: 2006-08-05"
      ), ("010226", nil),
    ] as [(String, String?)])
  func movedDates(date: String, notice: String?) throws {
    let path = try directory.write(
      [Sample.rmc(date: date), Sample.rmc("120001", date: date)].map { nmea($0) + "\n" }.joined(), as: "log")
    let told = Mutex<[String]>([])
    _ = LogSource(input: .file(path)) { said in told.withLock { $0.append(said) } }
      .run(until: Waker()) { event in
        if case .locations = event { #expect(told.withLock { $0.first } == notice) }
      }
    #expect(Set(told.withLock { $0 }) == Set([notice].compactMap(\.self)))
  }

  @Test("says of a log without dates or times that no time can be told", arguments: ["dates", "times"])
  func noDates(what: String) throws {
    let text =
      what == "dates"
      ? nmea(Sample.gga("120000")) + "\n" + nmea(Sample.gga("120001")) + "\n"
      : track(#"<trkpt lat="60" lon="25"/>"#)
    let path = try directory.write(text, as: "log")
    let told = Mutex<Set<String>>([])
    _ = LogSource(input: .file(path)) { said in told.withLock { _ = $0.insert(said) } }.run(until: Waker()) {
      _ in
    }
    #expect(told.withLock { $0 } == ["the log has no \(what), so poi cannot tell how much time passes"])
  }

  @Test("stopping ends a replay")
  func stop() {
    let stop = Waker()
    stop.wake()
    #expect(replay(Fixtures.path("gps/walk.json"), until: stop).locations == [])
  }

  // MARK: gpsd JSON

  private func report(second: Int) -> String {
    #"{"class":"TPV","mode":2,"time":"2026-06-01T10:00:0\#(second)Z","lat":60,"lon":25}"#
  }

  @Test("counts bad lines, but not comments and empty lines, and continues")
  func badLines() throws {
    let replay = try replay(
      text: [
        "# a comment", report(second: 1), "{", "", #"{"class":"TPV","mode":"#, "garbage", report(second: 2),
      ].joined(separator: "\n"))
    #expect(replay.locations.count == 2)
    #expect(replay.end == .complete(badLines: BadLines(3, first: 3)))
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

  @Test("a log marked invalid throughout says how often")
  func invalid() throws {
    let invalid = "$GPRMC,100000,V,,,,,,,010626,,,N\n$GPGGA,100000,,,,,0,,,,,,,,\n$GPGSA,A,1,,,,,,,,,,,,,,,\n"
    let fix = "$GPRMC,100001,A,6010.0,N,02456.0,E,0,0,010626,,,A\n"
    let replay = try replay(text: invalid + invalid)
    guard case .complete(0, _, let count) = replay.end else { throw Failure(end: replay.end) }
    #expect(count == 4)
    guard case .complete(_, _, 0) = try self.replay(text: invalid + fix).end else {
      throw Failure(end: replay.end)
    }
  }

  private struct Failure: Error {
    let end: PositionSourceEnd
  }

  @Test("an overlong line is a bad line")
  func overlong() throws {
    let long = #"{"class":"SKY","x":""# + String(repeating: "x", count: InputLimits.line) + #""}"#
    let replay = try replay(text: [report(second: 1), long, report(second: 2)].joined(separator: "\n"))
    #expect(replay.locations.count == 2)
    #expect(replay.end == .complete(badLines: BadLines(1, first: 2)))
  }

  @Test("reads lines that end with a carriage return alone")
  func carriageReturns() throws {
    let sentences = (0..<2000).map { nmea(Sample.rmc("\(120_000 + $0 / 60 * 100 + $0 % 60)")) }
    let replay = try replay(text: "# x\r" + sentences.joined(separator: "\r"))
    #expect(replay.locations.count == 2000)
    #expect(replay.end == .complete(badLines: 0))
  }

  @Test("accepts a byte-order mark and CRLF")
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

  @Test("reads everything that a track point may contain")
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

  @Test("reads a route with times as a log")
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
    "refuses a route without times and waypoints alone, and names them",
    arguments: [
      (#"<rtept lat="60" lon="25"/><rtept lat="61" lon="25"/>"#, .route(points: 2)), ("", .waypoints(1)),
    ] as [(String, PositioningError.UnrecordedPoints)])
  func unrecorded(points: String, found: PositioningError.UnrecordedPoints) throws {
    let path = try directory.write(route(points), as: "plan.gpx")
    let replay = replay(path)
    #expect(replay.locations == [])
    #expect(replay.end == .failed(.logNotRecorded(.file(path), found)))
  }

  @Test("ignores a planned route beside a track")
  func routeBesideTrack() throws {
    let time = "<time>2026-06-01T10:00:03Z</time>"
    let replay = try replay(
      text:
        "<gpx><rte><rtept lat=\"1\" lon=\"2\">\(time)</rtept></rte><trk><trkseg><trkpt lat=\"60\" lon=\"25\"/></trkseg></trk></gpx>"
    )
    #expect(replay.locations.map(\.coordinate.latitude) == [60])
  }

  @Test("describes planned and marked points, and says what to do")
  func unrecordedWording() {
    let route = PositioningError.logNotRecorded(.file("plan.gpx"), .route(points: 2))
    #expect(
      route.description == "plan.gpx holds a planned route (2 points without times), and no recorded track")
    #expect(route.advice?.hasPrefix("--gps-log takes what a receiver recorded; ") == true)
    let waypoints = PositioningError.logNotRecorded(.standardInput, .waypoints(1))
    #expect(waypoints.description == "standard input holds 1 waypoint, and no recorded track")
    #expect(waypoints.advice?.contains("--source FILE") == true)
  }

  /// The point of a whole GPX document that has one.
  private func onlyPoint(of document: String) -> GPXPoint? {
    var pieces = [Array(document.utf8)][...]
    var points: [GPXPoint] = []
    let end = GPXReader.read(
      from: { pieces.popFirst() },
      take: { point, _ in
        points.append(point)
        return true
      })
    #expect(end == .complete(badPoints: 0))
    return points.count == 1 ? points[0] : nil
  }

  @Test("a point keeps what it needs of any number of elements")
  func endlessPoint() {
    let elements = (0..<10_000).map { "<e\($0)>x</e\($0)>" }.joined()
    let document = "<gpx><wpt lat='1' lon='2'>\(elements)<name>y</name><name>z</name></wpt></gpx>"
    #expect(onlyPoint(of: document)?[.name] == "y")
  }

  @Test("a text that is too long is left out whole")
  func longText() {
    let lines = [("A", 60_000), ("B", 6000), ("C", 100)].map { String(repeating: $0, count: $1) }
    let text =
      "<gpx><wpt lat='1' lon='2'><name>\(lines.joined(separator: "\n"))</name><desc>x</desc></wpt></gpx>"
    let point = onlyPoint(of: text)
    #expect(point?[.name] == nil)
    #expect(point?[.desc] == "x")
  }

  @Test(
    "reads the kind of fix, and its accuracy from the HDOP",
    arguments: [
      ("<hdop>2</hdop>", 38, nil), ("<fix>2d</fix><hdop>2</hdop>", 38, .twoDimensional),
      ("<fix>dgps</fix><hdop>2</hdop>", 9.5, .threeDimensional), ("<fix>3d</fix>", nil, .threeDimensional),
      ("<hdop>0</hdop>", nil, nil), ("<hdop>99.99</hdop>", nil, nil), ("<hdop>nan</hdop>", nil, nil),
      ("<hdop>1e308</hdop>", nil, nil), ("<hdop>-1</hdop>", nil, nil),
    ] as [(String, Double?, Location.Mode?)])
  func quality(elements: String, accuracy: Double?, mode: Location.Mode?) throws {
    let replay = try replay(text: track(#"<trkpt lat="60" lon="25">\#(elements)</trkpt>"#))
    #expect(replay.locations.first?.accuracy == accuracy)
    #expect(replay.locations.first?.mode == mode)
  }

  @Test("a speed and a course below 0 are unknown")
  func negativeMotion() throws {
    let motion = "<speed>-1</speed><course>-1</course>"
    let replay = try replay(text: track(#"<trkpt lat="60" lon="25">\#(motion)</trkpt>"#))
    #expect(replay.locations == [Location(coordinate: Coordinate(latitude: 60, longitude: 25))])
  }

  @Test(
    "hands over the last fix before a pipe is silent, and what comes late of its moment not again",
    arguments: [
      (
        LogFixes.Format.nmea,
        // Before, it is not known that GGA ends a cycle.
        [
          Sample.rmc(), Sample.gga(), Sample.rmc("120001"), Sample.gga("120001"), "", Sample.gga("120001"),
          Sample.rmc("120002"), Sample.gga("120002"),
        ].map { $0.isEmpty ? "" : nmea($0) + "\n" },
        [0, 0, 1, 0, 1, 0, 0, 0, 1]
      ),
      (
        .gpsdJSON,
        [0, nil, 0, 1].map { second in
          second.map {
            #"{"class":"TPV","mode":2,"time":"2026-06-01T10:00:0\#($0)Z","lat":60,"lon":25}"# + "\n"
          } ?? ""
        }, [0, 1, 0, 0, 1]
      ),
    ])
  func silence(format: LogFixes.Format, pieces: [String], expected: [Int]) {
    var rest = pieces[...]
    var counts: [Int] = []
    _ = LogFixes.read(format, from: { rest.popFirst().map { Array($0.utf8) } }) { fixes, _ in
      counts.append(fixes.count)
    }
    #expect(counts == expected)
  }

  @Test("reports the fix of a pipe that stays open", .timeLimit(.minutes(5)))
  func openPipe() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let report = #"{"class":"TPV","mode":2,"time":"2026-06-01T10:00:00Z","lat":60,"lon":25}"# + "\n"
    #expect(Array(report.utf8).writeAll(to: ends[1]) == nil)
    var fixes = 0
    _ = LogSource(input: .file("/dev/fd/\(ends[0])")).run(until: Waker()) { event in
      guard case .locations(let locations) = event else { return }
      fixes += locations.count
      close(ends[1])
    }
    #expect(fixes == 1)
  }

  @Test("skips a point without a fix, and does not count it as bad")
  func noFix() throws {
    let replay = try replay(text: track(#"<trkpt lat="60" lon="25"><fix>none</fix></trkpt>"#))
    #expect(replay.locations == [])
    #expect(replay.end == .complete(badLines: 0))
  }

  @Test("counts a point without a usable position, and continues")
  func badPoints() throws {
    let replay = try replay(
      text: track(
        """
        <trkpt lat="61" lon="25"/>
        <trkpt lat="91" lon="25"/><trkpt lon="25"/><trkpt lat="x" lon="25"/><trkpt lat="60" lon="25"/>
        """))
    #expect(replay.locations.count == 2)
    #expect(replay.end == .complete(badLines: BadLines(3, first: 4)))
  }

  @Test("keeps the points of a truncated track, and names the line where it ends")
  func truncated() throws {
    let whole = track("<trkpt lat=\"60\" lon=\"25\"/>\n<trkpt lat=\"61\" lon=\"25\"/>")
    let cut = try #require(whole.range(of: "61"))
    let path = try directory.write(String(whole[..<cut.lowerBound]), as: "log")
    let replay = replay(path)
    #expect(replay.locations.map(\.coordinate.latitude) == [60])
    #expect(
      replay.end == .failed(.logMalformed(.file(path), line: 4)))
  }

  @Test(
    "an XML document with another root is not a log",
    arguments: ["<kml/>", "<html><trkpt lat=\"1\" lon=\"2\"/>"])
  func foreign(text: String) throws {
    let path = try directory.write(text, as: "log")
    #expect(replay(path).end == .failed(.logFormatUnknown(.file(path))))
  }

  @Test("ignores prefixes, declared or not")
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
    "endless nesting or an endless tag ends the track, and does not fill the memory",
    arguments: [String(repeating: "<a>", count: 1000), "<a b=\"" + String(repeating: "x", count: 3_000_000)])
  func boundless(text: String) throws {
    let path = try directory.write(track(#"<trkpt lat="60" lon="25"/>"# + text), as: "log")
    let replay = replay(path)
    #expect(replay.locations.count == 1)
    #expect(
      replay.end == .failed(.logMalformed(.file(path), line: 3)))
  }

  @Test("so do entities that multiply")
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
