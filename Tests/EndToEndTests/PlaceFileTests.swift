import Foundation
import TestSupport
import Testing

/// `poi nearby` and the files that people hand to it.
@Suite struct PlaceFileTests {
  private let app = PoiApp()
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test(
    "every format answers the same question",
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

  @Test("a file that is not there, or is a folder, is named", arguments: ["missing.csv", "."])
  func noSuchFile(name: String) async throws {
    let path = directory.url.appendingPathComponent(name).path
    let outcome = try await nearby(path)
    expectFailure(outcome, status: 66, path)
  }

  @Test(
    "a file that cannot be understood is malformed input",
    arguments: [
      ([], "is empty"),
      (Array("just a text\n".utf8), "a header with the columns lat and lon is wanted"),
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
    "of a file that breaks off the good records are shown, and the others counted",
    arguments: [
      ("[{\"name\":\"Kiosk\",\"lat\":1,\"lon\":2},\n{\"lat", "line 2: the data breaks off here"),
      ("{\"name\":\"Kiosk\",\"lat\":1,\"lon\":2}\n{\"lat", "line 2: not valid JSON"),
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
    #expect(outcome.messages.contains("passed over 1 of 2 records: \(complaint)"), "\(outcome)")
  }

  @Test(
    "a hundred megabytes without a line ending do no harm",
    arguments: [("x", 65), (",", 65), ("[", 65), ("\"", 65)]
      as [(String, Int32)])
  func hugeLine(unit: String, status: Int32) async throws {
    let path = try directory.write(
      String(repeating: unit, count: 100_000_000 / unit.utf8.count), as: "places")
    let outcome = try await PoiApp().runInLittleMemory(["nearby", "--at", "1,2", "--source", path])
    expectFailure(outcome, status: status, path)
  }

  @Test("what a message quotes cannot disturb a terminal")
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

  @Test("one who has no home, and names no store, is told so")
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
