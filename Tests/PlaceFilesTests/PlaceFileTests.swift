import Foundation
import Geography
import Input
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

@Suite struct PlaceFileTests {
  @Test(
    "recognises every format by its content",
    arguments: [
      ("helsinki.geojson", 465), ("helsinki.geojsonl", 34), ("helsinki.geojsonseq", 34), ("helsinki.csv", 32),
      ("helsinki.jsonl", 30), ("helsinki-garmin.csv", 30), ("helsinki.gpx", 30),
    ])
  func formats(name: String, count: Int) throws {
    let records = try PlaceFile(path: Fixtures.path("places/\(name)")).read()
    #expect(records.places.count == count)
    #expect(records.complaints == [])
  }

  @Test("the formats agree on the places and their positions")
  func agreement() throws {
    let named = ["helsinki.jsonl", "helsinki-garmin.csv", "helsinki.gpx"].map { "places/" + $0 }
    let contents = try named.map { name in
      try PlaceFile(path: Fixtures.path(name)).read().places.map { "\($0.name ?? "") \($0.coordinate)" }
    }
    #expect(contents[1] == contents[0])
    #expect(contents[2] == contents[0])
  }

  @Test("reads the attribution")
  func attribution() throws {
    let records = try PlaceFile(path: Fixtures.path("places/helsinki.geojson")).read()
    #expect(
      records.attribution == "© OpenStreetMap contributors, ODbL 1.0"
    )
  }

  @Test("reads a waypoint's elements, and not those of others within it")
  func waypoint() throws {
    let records = try Self.read(
      """
      <gpx><wpt lat="60.17" lon="24.94"><x:cache xmlns:x="x"><x:name>Cache</x:name><x:desc>Box</x:desc></x:cache>
      <ele>12</ele><name>Kiosk &amp; Co</name><sym>Bar</sym><type>kiosk</type>
      <extensions><x:Proximity xmlns:x="x">75</x:Proximity></extensions></wpt>
      <trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
      """)
    #expect(
      records.places == [
        PointOfInterest(
          id: "Kiosk & Co@60.170000,24.940000", name: "Kiosk & Co", category: "kiosk",
          coordinate: Coordinate(latitude: 60.17, longitude: 24.94), proximity: Distance(metres: 75),
          tags: ["ele": "12", "sym": "Bar"])
      ])
  }

  @Test("what Garmin's programs call all waypoints of their users says nothing of the kind of place")
  func userWaypoint() throws {
    let records = try Self.read(
      #"<gpx><wpt lat="1" lon="2"><name>001</name><sym>Drinking Water</sym><type>user</type></wpt></gpx>"#)
    #expect(records.places.map(\.category) == ["Drinking Water"])
    #expect(records.places.map(\.tags) == [["type": "user"]])
  }

  @Test("a point of an extension is none of GPX's")
  func pointOfExtension() throws {
    let records = try Self.read(
      """
      <gpx xmlns:x="x"><wpt lat="60.17" lon="24.94"><extensions><wpt xmlns="x" lat="1" lon="1"><name>Inner</name></wpt>
      </extensions><x:name>Foreign</x:name><name>Kiosk</name></wpt>
      <extensions><x:wpt lat="2" lon="2"><name>Outer</name></x:wpt></extensions></gpx>
      """)
    #expect(records.places.map(\.name) == ["Kiosk"])
    #expect(records.places.map(\.coordinate) == [Coordinate(latitude: 60.17, longitude: 24.94)])
  }

  @Test(
    "reads waypoints in the encoding that the file declares",
    arguments: [
      ("UTF-8", "Café № 1", Array("Café № 1".utf8)), ("iso-8859-1", "Café", [0x43, 0x61, 0x66, 0xE9]),
      ("windows-1252", "5 €", [0x35, 0x20, 0x80]), ("windows-1251", "Кафе", [0xCA, 0xE0, 0xF4, 0xE5]),
    ])
  func encoding(encoding: String, name: String, bytes: [UInt8]) throws {
    let records = try Self.read(
      Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><gpx><wpt lat=\"1\" lon=\"2\"><name>".utf8)
        + bytes + Array("</name></wpt></gpx>".utf8))
    #expect(records.places.map(\.name) == [name])
    #expect(records.complaints == [])
  }

  @Test(
    "reads XML in UTF-16, whichever half of a character comes first",
    arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian],
    [
      #"<gpx><wpt lat="1" lon="2"><name>Kiosk №</name></wpt></gpx>"#,
      #"<osm><node id="1" lat="1" lon="2"><tag k="shop" v="kiosk"/><tag k="name" v="Kiosk №"/></node></osm>"#,
    ])
  func utf16(encoding: String.Encoding, document: String) throws {
    let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n\(document)"
    let records = try Self.read(Array(try #require(text.data(using: encoding))))
    #expect(records.places.map(\.name) == ["Kiosk №"])
    #expect(records.complaints == [])
  }

  @Test("no text has more marks in a row than can be put in order at once", arguments: 0..<5)
  func marks(format: Int) throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 500)
    let text = [
      #"[{"lat":1,"lon":2,"id":"e\#(marks)","name":"e\#(marks)","e\#(marks)":"e\#(marks)"}]"#,
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"\#(marks)"}}"#,
      "lat,lon,name,e\(marks)\n1,2,e\(marks),e\(marks)\n",
      "<gpx><wpt lat=\"1\" lon=\"2\"><name>e\(marks)</name><desc>e\(marks)</desc></wpt></gpx>",
      "<osm><node id=\"1\" lat=\"1\" lon=\"2\"><tag k=\"shop\" v=\"e\(marks)\"/><tag k=\"name\" v=\"e\(marks)\"/></node></osm>",
    ][format]
    let place = try #require(try Self.read(Array(text.utf8)).places.first)
    for text in [place.id, place.name ?? ""] + place.tags.flatMap({ [$0, $1] }) {
      let runs = text.unicodeScalars.split { $0.properties.canonicalCombiningClass == .notReordered }
      #expect(runs.allSatisfy { $0.count <= 30 })
      #expect(text == text.streamSafe)
    }
    #expect(place.name?.unicodeScalars.count { $0 == "\u{316}" } == 500)
  }

  @Test("cannot read a missing file or a folder")
  func unreadable() throws {
    let directory = try TemporaryDirectory()
    let missing = directory.url.appendingPathComponent("missing.csv").path
    #expect(throws: PlacesError.unreadable(path: missing, code: ENOENT)) {
      try PlaceFile(path: missing).read()
    }
    #expect(throws: PlacesError.unreadable(path: directory.url.path, code: EISDIR)) {
      try PlaceFile(path: directory.url.path).read()
    }
  }

  @Test("refuses a file without read permission", .enabled(if: getuid() != 0))
  func forbidden() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("lat,lon\n1,2\n", as: "places")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(throws: PlacesError.unreadable(path: path, code: EACCES)) { try PlaceFile(path: path).read() }
  }

  @Test("a file without content is empty", arguments: ["", " \n\t\r\n", "\u{FEFF}"])
  func empty(text: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, as: "places")
    #expect(throws: PlacesError.empty(path: path)) { try PlaceFile(path: path).read() }
  }

  @Test(
    "names the kind of another file",
    arguments: [
      ([0x1F, 0x8B, 8, 0], "it is compressed; unpack it with gunzip, which says if it is damaged"),
      ([0xFF, 0xFE, 0x7B, 0], "it is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8"),
      (
        Array(#"{"version":0.6,"elements":[{"type": "way","id":1,"tags":{"amenity":"cafe"}}]}"#.utf8),
        "it is Overpass JSON; ask Overpass for XML with all nodes: [out:xml]; … (._;>;); out;"
      ),
      ([0xFE, 0xFF, 0, 0x7B], "it is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8"),
      ([0x7F, 0x45, 0x4C, 0x46, 0], "it is binary"),
      (
        Array(#"{"type": "Topology","objects":{"a":{"geometries":[{"type":"Point"}]}},"arcs":[]}"#.utf8),
        "it is TopoJSON; convert it with: ogr2ogr OUT.geojson FILE"
      ),
      (
        Array(#"<osm><action type="create"><node id="1" lat="1" lon="2"/></action></osm>"#.utf8),
        nil
      ),
      (Array("<html><body/></html>".utf8), "it is XML of the kind <html>"),
      (Array("<?xml version=\"1.0\"?><svg/>".utf8), "it is XML of the kind <svg>"),
      (
        Array("<?xml version=\"1.0\"?><kml/>".utf8),
        "it is KML, which gpsbabel converts from a file, not from a pipe"
      ),
    ] as [([UInt8], String?)])
  func foreign(bytes: [UInt8], hint: String?) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Data(bytes), as: "places")
    #expect(throws: PlacesError.formatUnknown(path: path, hint: hint)) { try PlaceFile(path: path).read() }
  }

  @Test(
    "keeps the good records of a truncated file, and counts the bad ones",
    arguments: [
      (
        "{\"features\":[\n{\"lat\":1,\"lon\":2},\n{\"lat\":91,\"lon\":2},\n{\"lat\":1,",
        [
          "record 2: 91.0, 2.0 is out of range (latitude -90…90, longitude -180…180)",
          "line 4: the data is cut short here",
        ]
      ),
      (
        "<gpx>\n<wpt lat=\"1\" lon=\"2\"/>\n<wpt lat=\"91\" lon=\"2\"/>\n<wpt lat=\"1\"",
        [
          "line 3: 91.0, 2.0 is out of range (latitude -90…90, longitude -180…180)",
          "line 4: the XML is not well-formed from here on",
        ]
      ),
      (
        "lat,lon\n1,2\n91,2\n\"1,2\n",
        [
          "line 3: 91.0, 2.0 is out of range (latitude -90…90, longitude -180…180)",
          "line 4: a quote that is never closed",
        ]
      ),
    ])
  func truncated(text: String, complaints: [String]) throws {
    let records = try Self.read(text)
    #expect(records.places.map(\.coordinate) == [Coordinate(latitude: 1, longitude: 2)])
    #expect(records.complaints == complaints)
  }

  @Test(
    "a file without a good record is an error that explains the first bad one",
    arguments: [
      ("lat,lon\nx,2\n1,y\n", "line 2: latitude 'x' is not a number"),
      ("[{\"lat\":1},{}]", "record 1: no latitude and longitude"),
      ("{\"lat\":1}\n{}\n", "line 1: no latitude and longitude"),
      ("\u{1E}{\"lat\":1}\n", "record 1: no latitude and longitude"),
      ("<gpx><wpt lat=\"x\" lon=\"2\"/></gpx>", "line 1: latitude 'x' is not a number"),
      ("<gpx><wpt lat=\"0x3c\" lon=\"2\"/></gpx>", "line 1: latitude '0x3c' is not a number"),
      ("<gpx>\n\n<wpt lat=\"1\" lon=\"nan\">\n</wpt></gpx>", "line 3: longitude 'nan' is not a number"),
      ("<gpx><wpt lat=\"1\"/></gpx>", "line 1: no latitude and longitude"),
    ])
  func nothingUsable(text: String, first: String) throws {
    #expect {
      try Self.read(text)
    } throws: { error in
      guard case .nothingUsable(_, let problem) = error as? PlacesError else { return false }
      return problem.description == first
    }
  }

  @Test("what is no table of places either is of no known format")
  func foreign() {
    #expect {
      try Self.read("hello, world\n")
    } throws: { error in
      if case .formatUnknown = error as? PlacesError { true } else { false }
    }
  }

  @Test(
    "a file of a known format may have no places",
    arguments: ["[]", "{\"type\":\"FeatureCollection\",\"features\":[]}\n", "lat,lon\n", "<gpx/>"])
  func noPlaces(text: String) throws {
    #expect(try Self.read(text).places.isEmpty)
  }

  @Test(
    "reads JSON with a byte-order mark",
    arguments: ["[{\"lat\":1,\"lon\":2}]", "{\"lat\":1,\"lon\":2}\n{\"lat\":1,\"lon\":2}\n"])
  func byteOrderMark(text: String) throws {
    let records = try Self.read("\u{FEFF}" + text)
    #expect(!records.places.isEmpty)
    #expect(records.complaints == [])
  }

  @Test("reads a feature on one line, however long", arguments: [1000, 2000, 10_000])
  func longLine(corners: Int) throws {
    let directory = try TemporaryDirectory()
    let line = (0..<corners).map { "[\(24 + Double($0) / 1_000_000),60.123456789012]" }.joined(separator: ",")
    let path = try directory.write(
      #"{"type":"Feature","properties":{"name":"Way"},"geometry":{"type":"LineString","coordinates":["#
        + line + "]}}\n", as: "way.geojson")
    #expect(try PlaceFile(path: path).read().places.map(\.name) == ["Way"])
  }

  @Test("reads lines whose objects contain an empty list")
  func linesWithLists() throws {
    let line = "{\"lat\":1,\"lon\":2,\"aliases\":[]}\n"
    #expect(try Self.read(line + line).places.count == 2)
  }

  private static func read(_ text: String) throws -> PlaceRecords {
    try read(Array(text.utf8))
  }

  private static func read(_ bytes: [UInt8]) throws -> PlaceRecords {
    let directory = try TemporaryDirectory()
    return try PlaceFile(path: directory.write(Data(bytes), as: "places")).read()
  }
}
