import Foundation
import Geography
import Positioning
import TestSupport
import Testing

@testable import Nearby

@Suite struct RouteReaderTests {
  private func read(_ text: String) throws -> RouteReader {
    let format = try #require(RouteFormat(beginning: Array(text.utf8)))
    var bytes: [UInt8]? = Array(text.utf8)
    return try RouteReader(in: format) { bytes.take() }
  }

  private func problem(of text: String) -> RouteFileProblem? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error as? RouteFileProblem
    }
  }

  private func gpx(_ content: String) -> String {
    "<?xml version=\"1.0\"?><gpx version=\"1.1\">\(content)</gpx>"
  }

  @Test(
    "recognises the format by the first bytes",
    arguments: [
      ("<?xml version=\"1.0\"?><gpx>", RouteFormat.gpx), ("\u{FEFF}<gpx", .gpx),
      ("{\"type\":\"FeatureCollection\"", .geoJSON), ("{\"class\":\"VERSION\"", .gpsdJSON),
      ("$GPGGA,1", .nmea), ("<?xml?><TrainingCenterDatabase xmlns=", .foreign("gtrnctr")),
      ("<?xml?><kml xmlns=", .foreign("kml")), ("PK", nil),
      ("{\"type\":\"Feature\",\"properties\":{\"class\":\"path\"}", .geoJSON),
      (" {\n \"class\" : \"TPV\"", .gpsdJSON), ("[", .geoJSON), ("05.0,N\r\n$GPRMC,1", .nmea),
      ("# a ride\n$GPRMC,1", .nmea), ("# a ride\n{\"class\":\"TPV\"", .gpsdJSON), ("a ride\n<gpx>", nil),
    ] as [(String, RouteFormat?)])
  func sniffing(text: String, format: RouteFormat?) {
    #expect(RouteFormat(beginning: Array(text.utf8)) == format)
  }

  @Test("recognises a FIT file by its header")
  func fit() {
    #expect(
      RouteFormat(beginning: [14, 16, 1, 2, 3, 4, 5, 6] + Array(".FIT".utf8) + [0, 0])
        == .foreign("garmin_fit"))
  }

  @Test(
    "knows what the file calls itself, or its first track",
    arguments: [
      ("<metadata><author><name>Me</name></author></metadata><trk><name> Tour </name>", "Tour"),
      ("<metadata><name>Week</name></metadata><trk><name>Monday</name>", "Week"),
      ("<wpt lat=\"1\" lon=\"1\"><name>Hut</name></wpt><trk>", nil), ("<trk><name></name>", nil),
    ] as [(String, String?)])
  func name(head: String, name: String?) throws {
    let track = "<trkseg><trkpt lat=\"1\" lon=\"1\"/><trkpt lat=\"1.01\" lon=\"1\"/></trkseg></trk>"
    #expect(try read(gpx(head + track)).name == name)
  }

  @Test(
    "knows the name of a GeoJSON feature, if that is text",
    arguments: [("{\"name\":\"Tour\"}", "Tour"), ("{\"name\":7}", nil), ("null", nil)] as [(String, String?)])
  func featureName(properties: String, name: String?) throws {
    let file = try read(
      """
      {"type":"Feature","properties":\(properties),"geometry":{"type":"LineString","coordinates":[[1,1],[1,1.01]]}}
      """)
    #expect(file.name == name)
  }

  @Test("keeps a track's segments apart, and prefers the track to a route in the same file")
  func trackAndRoute() throws {
    let file = try read(
      gpx(
        """
        <rte><rtept lat="1" lon="1"/><rtept lat="1.5" lon="1"/></rte>
        <trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="1.01" lon="1"/></trkseg>\
        <trkseg><trkpt lat="1.02" lon="1"/><trkpt lat="1.03" lon="1"/></trkseg></trk>
        """))
    #expect(file.kind == .track)
    #expect(file.hasRouteBesidesTrack)
    #expect(file.route.breaks.count == 1)
    #expect(!file.route.isRecorded)
  }

  @Test(
    "says of a log before 2017 what its dates are taken for",
    arguments: [("050806", true), ("010226", false)])
  func oldLog(date: String, isSaid: Bool) throws {
    let lines = (0..<3).map { "$GPRMC,12000\($0),A,470\($0).000,N,00900.000,E,9.0,0.0,\(date),,\n" }
    let notice = try read(lines.joined()).notice
    #expect(notice?.hasPrefix("poi reads 2006-08-05 as 2026-03-21") ?? false == isSaid, "\(notice ?? "")")
  }

  @Test("reads a planned route if there is no track")
  func route() throws {
    let file = try read(
      gpx("<wpt lat=\"9\" lon=\"9\"/><rte><rtept lat=\"1\" lon=\"1\"/><rtept lat=\"1.1\" lon=\"1\"/></rte>"))
    #expect(file.kind == .route)
    #expect(abs(file.route.length.metres - 11057.4) < 1)
  }

  @Test("reads a line of GeoJSON, alone or among features, and ignores everything else")
  func geoJSON() throws {
    let line = "{\"type\":\"LineString\",\"coordinates\":[[13,52,30],[13.1,52,40]]}"
    #expect(try read(line).kind == .line)
    let collection =
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"geometry\":null,\"properties\":{}},{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}},{\"type\":\"Feature\",\"properties\":{},\"geometry\":\(line)}]}"
    #expect(try read(collection).route.length == (try read(line)).route.length)
  }

  @Test(
    "a log is a route, too",
    arguments: ["walk.gpx", "walk.nmea", "walk.json"])
  func logs(name: String) throws {
    let file = try read(String(decoding: try Fixtures.data("gps/\(name)"), as: UTF8.self))
    #expect(file.route.isRecorded)
    let track = try read(String(decoding: try Fixtures.data("gps/walk.gpx"), as: UTF8.self))
    #expect(abs(file.route.length.metres - track.route.length.metres) < 0.02 * track.route.length.metres)
  }

  @Test("says why a file has no route")
  func bad() {
    #expect(problem(of: gpx("<wpt lat=\"1\" lon=\"1\"/>")) == .noRoute(.noPoints))
    #expect(problem(of: gpx("<rte><rtept lat=\"1\" lon=\"1\"/></rte>")) == .noRoute(.onePoint))
    #expect(problem(of: gpx("<trk><trkseg><trkpt lat=\"1\" lon=\"1\"/>")) == .malformed(line: 1))
    #expect(problem(of: "<html></html>") == .formatUnknown)
    #expect(problem(of: "{\"type\":\"Feat") == .notJSON)
    #expect(problem(of: "{\"type\":\"LineString\",\"coordinates\":[[1,200],[2,3]]}") == .notGeoJSON)
    #expect(problem(of: "{\"type\":\"Point\",\"coordinates\":[1,2]}") == .noRoute(.noPoints))
    #expect(problem(of: "$GPAAB,1\n$GPBBC,2\n$GPCCD,3\n") != nil)
  }

  @Test("counts points without a usable position")
  func badPoints() throws {
    let file = try read(
      gpx(
        "<trk><trkseg><trkpt lat=\"1\" lon=\"1\"/><trkpt lat=\"99\" lon=\"1\"/><trkpt lat=\"1.1\" lon=\"1\"/></trkseg></trk>"
      ))
    #expect(file.badPoints == BadLines(1, first: 1))
  }
}
