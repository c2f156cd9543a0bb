import Foundation
import TestSupport
import Testing

/// `poi nearby` and the files that people hand to it.
@Suite(.timeLimit(.minutes(5))) struct PlaceFileTests {
  private let app = PoiApp()
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(
    "every format gives the same answer",
    arguments: [
      "helsinki.geojson", "helsinki.geojsonl", "helsinki.geojsonseq", "helsinki.csv", "helsinki.jsonl",
      "helsinki-garmin.csv", "helsinki.gpx",
    ])
  func formats(name: String) async throws {
    let outcome = try await nearby(
      Fixtures.path("places/\(name)"), "--name", "karl fazer", "--format", "plain", at: "60.1685,24.9477")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("Karl Fazer"))
  }

  @Test("names a missing file and a folder", arguments: ["missing.csv", "."])
  func noSuchFile(name: String) async throws {
    let path = directory.url.appendingPathComponent(name).path
    let outcome = try await nearby(path)
    expectFailure(outcome, status: 66, path)
  }

  @Test(
    "a file that it cannot parse is malformed input",
    arguments: [
      ([], "is empty"),
      (
        Array("just a text\n".utf8),
        "not a place file (expected GeoJSON"
      ),
      (Array("lat,lon\n91,2\n".utf8), "line 2: 91.0, 2.0 is out of range"),
      (Array("[[1,2]]".utf8), "a list, but not of objects"),
      ([0xFF, 0xFE, 0x7B, 0], "iconv -f UTF-16"),
      (Array("lat,lon,name\n1,2,caf".utf8) + [0xE9, 0x0A], "not UTF-8"),
      ([0x1F, 0x8B, 8, 0], "gunzip"),
      (Array("<html/>".utf8), "XML of the kind <html>"),
    ] as [([UInt8], String)])
  func malformed(bytes: [UInt8], words: String) async throws {
    let outcome = try await nearby(directory.write(Data(bytes), as: "places"))
    expectFailure(outcome, status: 65, words)
  }

  @Test(
    "reads an extract from a pipe, packed or not, as from its file",
    arguments: [
      "poi import --source-name square - < PIPE", "poi import --source-name square /dev/stdin < PIPE",
      "poi import --source-name square PIPE",
    ],
    [
      "cat square.osm.bz2", "bzip2 -c square.osm", "cat square.osm.gz", "cat square.osm",
      "cat square.osm.pbf",
    ])
  func piped(command: String, writing: String) async throws {
    let places = Fixtures.path("places")
    let app = PoiApp(workingDirectory: directory.url.path)
    func list(_ store: String) async throws -> String {
      try await app.runLine("poi places export --format jsonl --store \(store)").output
    }
    let file = try await app.runLine("poi import --store file.sqlite '\(places)/square.osm'")
    #expect(file.status == 0, "\(file)")
    let line =
      "mkfifo pipe && { (cd '\(places)' && \(writing)) > pipe & } && "
      + command.replacing("PIPE", with: "pipe") + " --store pipe.sqlite"
    let piped = try await app.runLine(line)
    #expect(piped.status == 0, "\(piped)")
    #expect(piped.messages.contains("places added"), "\(piped)")
    #expect(try await list("pipe.sqlite") == list("file.sqlite"))
    let sources = try await app.runLine("poi places sources --store pipe.sqlite")
    #expect(sources.output.contains("ODbL 1.0"), "\(sources)")
  }

  @Test("answers from an extract through a pipe")
  func pipedSource() async throws {
    let path = Fixtures.path("places/square.osm")
    let plain = try await app.runLine("poi nearby --source '\(path)' --at 10,20 --format jsonl")
    let piped = try await app.runLine(
      "bzip2 -c '\(path)' | poi nearby --source /dev/stdin --at 10,20 --format jsonl")
    #expect(piped.status == plain.status, "\(piped)")
    #expect(piped.output == plain.output)
    #expect(!piped.output.isEmpty)
  }

  @Test(
    "reads a pipe once, however often it looks into it",
    arguments: [
      ("helsinki.geojson", "nearby --at 47.17,9.54 --limit 2"),
      ("helsinki.geojson", "nearby --at 60.17,24.94 --address --limit 2"),
      ("helsinki.csv", "where --at 60.17,24.94"),
      ("helsinki.geojson", "nearby --near 'Hotelli Seurahuone' --limit 2"),
      ("kamppi.osm.pbf", "nearby --tag highway --at 60.168,24.93 --limit 2"),
    ])
  func pipedOnce(file: String, command: String) async throws {
    let path = Fixtures.path("places/\(file)")
    let fifo = "mkfifo pipe && { cat '\(path)' > pipe & } && timeout 60 poi \(command) --source pipe"
    let plain = try await app.runLine("poi \(command) --source '\(path)'")
    let app = PoiApp(workingDirectory: directory.url.path)
    for line in ["cat '\(path)' | poi \(command) --source /dev/stdin", fifo] {
      let piped = try await app.runLine(line)
      #expect(piped.status == plain.status, "\(piped)")
      #expect(piped.output == plain.output)
      #expect(!piped.output.isEmpty)
    }
  }

  @Test(
    "refuses a name that is not UTF-8, and makes no file of another name",
    arguments: [
      "poi import NAME --store places.sqlite", "poi nearby --at 60.17,24.94 --source NAME",
      "poi import places.csv --store NAME", "POI_STORE=NAME poi import places.csv",
      "poi watch --at 60.17,24.94 --source places.csv --state NAME",
    ])
  func notUTF8(line: String) async throws {
    _ = try directory.write("lat,lon,name\n60.17,24.94,Kiosk\n", as: "places.csv")
    let outcome = try await PoiApp(workingDirectory: directory.url.path)
      .runLine(line.replacing("NAME", with: #""$(printf 'caf\351.csv')""#))
    expectFailure(outcome, status: 64, #"caf\xe9.csv is not UTF-8"#)
    #expect(try directory.fileNames == ["places.csv"])
  }

  @Test("what is packed and no extract is not read from a pipe, either")
  func packedList() async throws {
    let piped = try await app.runLine(
      "gzip -c '\(Fixtures.path("places/helsinki.csv"))' | poi nearby --source /dev/stdin --at 60.17,24.94")
    #expect(piped.status == 65)
    #expect(piped.messages.contains("gunzip"), "\(piped)")
  }

  @Test(
    "shows the good records of a truncated file, and counts the others",
    arguments: [
      ("[{\"name\":\"Kiosk\",\"lat\":1,\"lon\":2},\n{\"lat", "line 2: the data is cut short here"),
      ("{\"name\":\"Kiosk\",\"lat\":1,\"lon\":2}\n{\"lat", "line 2: the data is cut short here"),
      ("name,lat,lon\nKiosk,1,2\n\"Oth", "line 3: a quote that is never closed"),
      (
        "<gpx>\n<wpt lat=\"1\" lon=\"2\"><name>Kiosk</name></wpt>\n<wpt lat=\"1\"",
        "line 3: the XML is not well-formed from here on"
      ),
    ])
  func truncated(text: String, complaint: String) async throws {
    let outcome = try await nearby(directory.write(text, as: "places"), "--format", "plain", at: "1,2")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == "0\t\tKiosk\t\tKiosk@1.000000,2.000000\n")
    #expect(outcome.messages.contains("skipped 1 of 2 records: \(complaint)"), "\(outcome)")
  }

  @Test("counts the values that it leaves out")
  func leftOut() async throws {
    let text = "{\"name\":\"Kiosk\",\"lat\":1,\"lon\":2,\"contact\":{\"phone\":\"1\"}}"
    let outcome = try await nearby(directory.write(text, as: "places"), "--format", "plain", at: "1,2")
    #expect(outcome.messages.contains("places: 1 value left out"), "\(outcome)")
  }

  @Test(
    "survives twenty megabytes without a line ending",
    arguments: [("x", 65), (",", 65), ("[", 65), ("\"", 65)]
      as [(String, Int32)])
  func hugeLine(unit: String, status: Int32) async throws {
    let path = try directory.write(
      String(repeating: unit, count: 20_000_000), as: "places")
    let outcome = try await PoiApp().runInLittleMemory(["nearby", "--at", "1,2", "--source", path])
    expectFailure(outcome, status: status, path)
  }

  @Test("text quoted in a message cannot disturb a terminal")
  func hostileMessages() async throws {
    let path = try directory.write("name,lat,lon\nA,\u{1B}[31m1,2\nB,1,2\n", as: "places.csv")
    let outcome = try await nearby(path, at: "1,2")
    #expect(outcome.messages.contains("latitude '�[31m1' is not a number"), "\(outcome)")
  }

  @Test(
    "names cannot disturb a terminal or break a format",
    arguments: ["table", "plain", "json", "jsonl"])
  func hostileNames(format: String) async throws {
    let names = [
      "a\u{1B}[2Jb", "tab\tbed", "two\nlines", "\u{202E}gnp.exe", "del\u{7F}\u{9B}31m", "\u{1B}]0;title\u{7}",
    ]
    let places = names.map { ["name": $0, "lat": 1, "lon": 2, "id": $0, "category": $0] as [String: Any] }
    let path = try directory.write(JSONSerialization.data(withJSONObject: places), as: "places.json")
    let outcome = try await nearby(path, "--format", format, at: "1,2")
    #expect(outcome.status == 0, "\(outcome)")
    let harmful = outcome.output.unicodeScalars.filter { scalar in
      scalar != "\n" && !(scalar == "\t" && format == "plain")
        && [.control, .format].contains(scalar.properties.generalCategory)
    }
    #expect(harmful.isEmpty, "\(outcome.output.debugDescription)")
    if format != "json" { #expect(outcome.output.filter { $0 == "\n" }.count == names.count) }
  }

  @Test("without a home directory, asks for --store")
  func noStore() async throws {
    expectFailure(try await app.nearby("--at", "1,2"), status: 64, "--store")
  }

  private func nearby(
    _ path: String, _ arguments: String..., at position: String = "60.17,24.94"
  ) async throws -> CommandRunner.Outcome {
    try await app.run(["nearby", "--source", path, "--at", position] + arguments)
  }

  private func expectFailure(
    _ outcome: CommandRunner.Outcome, status: Int32, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.messages.contains(words), "\(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(!outcome.messages.contains("nothing found"), sourceLocation: sourceLocation)
  }
}

/// Places in formats that gpsbabel reads.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gpsbabel"), "needs gpsbabel"),
  .timeLimit(.minutes(5)))
struct ConvertedFileTests {
  private static let kml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
    <Placemark><name>Hut &amp; Co</name><Point><coordinates>10.5,47.25,900</coordinates></Point></Placemark>
    <Folder><Placemark><name>Tap</name><Point><coordinates>10.6,47.3</coordinates></Point></Placemark></Folder>
    </Document></kml>
    """

  @Test("poi update updates bookmarks in KML and KMZ like any other source")
  func kml() async throws {
    let folder = try TemporaryDirectory()
    var app = PoiApp()
    app.environment["POI_STORE"] = folder.path(of: "places.sqlite")
    app.environment["PATH"] = "/usr/bin:/bin"
    let file = try folder.write(Self.kml, as: "doc.kml")
    let near = try await app.nearby(
      "--source", file, "--at", "47.25,10.5", "--format", "plain", "--fields", "name")
    #expect(near.output == "Hut & Co\nTap\n", "\(near)")
    let imported = try await app.run(["import", file])
    #expect(imported.messages == "poi: \(file): 2 places added\n")
    _ = try folder.write(Self.kml.replacing("Tap", with: "Spring"), as: "doc.kml")
    let updated = try await app.run(["update", "--replace-source"])
    #expect(updated.messages == "poi: doc: 2 places read, 1 added, 0 updated, 1 unchanged, 1 removed\n")
    let sources = try await app.run(["places", "sources"])
    #expect(sources.output.contains(file), "\(sources)")
    #expect(try folder.fileNames.allSatisfy { !$0.hasPrefix(".poi-") })
  }

  /// Archives of two documents, each with a place that is called like the document.
  private static let archives = [
    (
      name: "[a]*.kml",
      base64: """
      UEsDBBQAAAAIAAAAIVyJ9p8BfAAAAKIAAAAIAAAAW2FdKi5rbWxNjcEKwjAQRH9FchTZTQteZLv9hd7FQ6iLhjabkgTj5xvF
      Q4/z5jFD4zush5ek7KMOpgNrRqalscY1D+ZZynZBrLVC3EQfPoNKwWZgD71hmlY3S3BpYVIXhK/udoRWE/4iTdFrYZpjTHev
      rkjmzp7OlnCPCP8e7va+L/wBUEsDBBQAAAAIAAAAIVzxKmDleAAAAJ8AAAAFAAAAYi5rbWxNjUEKwzAMBL9SfC6WE+ilKMoX
      8gU3Fa1JLAXb1H1+ndBDbsvssIvjN66XD6ccVAbTWWdGwqWxxiUP5l3KdgeotVrdWF4hW+ECzYDe9oZwWv3M0aeFUHxketjW
      IRwZJw1SCGfV9AziC2fq3PXmEM4I4e/BaWy/oB9QSwECFAMUAAAACAAAACFcifafAXwAAACiAAAACAAAAAAAAAAAAAAAgAEA
      AAAAW2FdKi5rbWxQSwECFAMUAAAACAAAACFc8Spg5XgAAACfAAAABQAAAAAAAAAAAAAAgAGiAAAAYi5rbWxQSwUGAAAAAAIA
      AgBpAAAAPQEAAAAA
      """
    ),
    (
      name: "doc.kml",
      base64: """
      UEsDBBQAAAAIAAAAIVzxKmDleAAAAJ8AAAAFAAAAYi5rbWxNjUEKwzAMBL9SfC6WE+ilKMoX8gU3Fa1JLAXb1H1+ndBDbsvs
      sIvjN66XD6ccVAbTWWdGwqWxxiUP5l3KdgeotVrdWF4hW+ECzYDe9oZwWv3M0aeFUHxketjWIRwZJw1SCGfV9AziC2fq3PXm
      EM4I4e/BaWy/oB9QSwMEFAAAAAgAAAAhXM4loud5AAAAoQAAAAcAAABkb2Mua21sTY1BCsMwDAS/UnwulhPopSjKF/IF44jW
      JJaCbeo+v27pIcedHXZxfqf98uJcospkBuvMTLh11rmUyTxrPe4ArTWrB8sjFitcoRsw2tEQLrsPnHzeCMUnplWD7S3CL+Gi
      USphUM1rFF+50OCuN4dwRgh/D05z3xP6AFBLAQIUAxQAAAAIAAAAIVzxKmDleAAAAJ8AAAAFAAAAAAAAAAAAAACAAQAAAABi
      LmttbFBLAQIUAxQAAAAIAAAAIVzOJaLneQAAAKEAAAAHAAAAAAAAAAAAAACAAZsAAABkb2Mua21sUEsFBgAAAAACAAIAaAAA
      ADkBAAAAAA==
      """
    ),
  ]

  @Test("of the documents of a KMZ, doc.kml is read, else the first", arguments: archives)
  func archive(name: String, base64: String) async throws {
    let folder = try TemporaryDirectory()
    var app = PoiApp()
    app.environment["PATH"] = "/usr/bin:/bin"
    let file = try folder.write(
      try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)), as: "places.kmz")
    let near = try await app.nearby(
      "--source", file, "--at", "50,10", "--format", "plain", "--fields", "name")
    #expect(near.output == "\(name)\n", "\(near)")
  }

  @Test("counts lines, areas and pictures in KML as skipped")
  func shapes() async throws {
    let folder = try TemporaryDirectory()
    var app = PoiApp()
    app.environment["POI_STORE"] = folder.path(of: "places.sqlite")
    app.environment["PATH"] = "/usr/bin:/bin"
    let shapes = """
      <Placemark><name>Area</name><Polygon><outerBoundaryIs><LinearRing><coordinates>10,50 10.1,50 10.1,50.1 10,50
      </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><name>Line</name><LineString><coordinates>10,50 10.1,50</coordinates></LineString></Placemark>
      <Placemark><name>Two</name><MultiGeometry><Point><coordinates>10,50</coordinates></Point>
      <Point><coordinates>10,51</coordinates></Point></MultiGeometry></Placemark>
      <Placemark><name>Vaduz</name><address>Vaduz, Liechtenstein</address></Placemark>
      <NetworkLink><Link><href>http://localhost/places.kml</href></Link></NetworkLink>
      <PhotoOverlay id="p"><name>View</name><Point><coordinates>10,50</coordinates></Point></PhotoOverlay>
      <GroundOverlay><LatLonBox><north>51</north><south>50</south><east>11</east><west>10</west></LatLonBox>
      </GroundOverlay>
      <Placemark><name>Nowhere</name><Point><coordinates></coordinates></Point></Placemark>
      <!-- <Placemark><Point><coordinates>10,100</coordinates></Point></Placemark> -->
      <Folder><description><![CDATA[As <Placemark> <!-- or <Placemark>]]></description></Folder>
      </Document>
      """
    let file = try folder.write(Self.kml.replacing("</Document>", with: shapes), as: "doc.kml")
    let imported = try await app.run(["import", file])
    #expect(imported.status == 0)
    #expect(imported.messages.contains(": 2 places added"), "\(imported)")
    let skipped = ", 8 skipped ('Nowhere': no latitude and longitude; shape 1: a line or an area"
    #expect(imported.messages.contains(skipped), "\(imported)")
  }

  @Test("refuses KML with a position off the globe, which gpsbabel would move")
  func offTheGlobe() async throws {
    let folder = try TemporaryDirectory()
    var app = PoiApp()
    app.environment["PATH"] = "/usr/bin:/bin"
    let file = try folder.write(Self.kml.replacing("10.6,47.3", with: "10.6,110"), as: "doc.kml")
    let near = try await app.nearby("--source", file, "--at", "47.25,10.5")
    #expect(near.status == 65)
    #expect(near.messages.hasPrefix("poi: \(file): gpsbabel: line 4: 110.0, 10.6 is out of range"), "\(near)")
  }

  @Test("names a file that gpsbabel cannot read")
  func broken() async throws {
    let folder = try TemporaryDirectory()
    var app = PoiApp()
    app.environment["POI_STORE"] = folder.path(of: "places.sqlite")
    let file = try folder.write("<kml><Placemark>", as: "broken.kml")
    app.environment["PATH"] = "/usr/bin:/bin"
    let imported = try await app.run(["import", file])
    #expect(imported.status == 65, "\(imported)")
    #expect(imported.messages.hasPrefix("poi: \(file): gpsbabel: "), "\(imported)")
    app.environment["PATH"] = folder.url.path
    let missing = try await app.run(["import", file])
    #expect(missing.status == 66, "\(missing)")
    #expect(missing.messages.contains("sudo apt-get install gpsbabel"), "\(missing)")
  }
}
