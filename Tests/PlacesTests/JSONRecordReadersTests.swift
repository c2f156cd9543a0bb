import Foundation
import Geography
import TestSupport
import Testing

@testable import Places

@Suite struct JSONDocumentReaderTests {
  @Test("writes degrees in ids as printf does")
  func degreesInIDs() {
    var generator = SeededGenerator(seed: 5)
    let edges = [
      0, -0.0, 1e-7, -1e-7, 0.0000005, 1.0000005, 0.9999995, 52.1234565, 0.0000152587890625, 0.5,
      0.000030517578125,
      0.00390625, 0.001953125, 1.0 / 128, 3.0 / 128, 90.0078125, 179.9999999, -180, 90,
    ]
    for degrees in edges + (0..<20_000).map({ _ in Double.random(in: -180...180, using: &generator) })
      // Every tenth of those with seven decimals lies in the middle.
      + (0..<20_000).map({ _ in (Double.random(in: -180...180, using: &generator) * 1e7).rounded() / 1e7 })
    {
      var written: [UInt8] = []
      written.append(millionthsOf: degrees)
      #expect(String(decoding: written, as: UTF8.self) == String(format: "%.6f", degrees))
    }
  }

  @Test("finds the attribution before the list", arguments: [1, 5, .max])
  func attribution(pieceSize: Int) {
    let text = #"{"type":"FeatureCollection","attribution":"© us","features":[{"lat":1,"lon":2}]}"#
    #expect(JSONDocumentReader().records(of: text.utf8, pieceSize: pieceSize).attribution == "© us")
  }

  @Test("an empty list beside an error is no answer")
  func error() {
    let records = JSONDocumentReader().records(of: #"{"error":"quota exceeded","locations":[]}"#.utf8)
    #expect(records.problems.map(\.problem) == ["it reports an error: quota exceeded"])
  }

  @Test(
    "refuses GeoJSON whose positions are not in WGS 84, wherever it says so",
    arguments: [
      (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3067"}}"#, "urn:ogc:def:crs:EPSG::3067"),
      (#"{"type":"EPSG","properties":{"code":2056}}"#, "2056"),
      (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}"#, nil),
      (#"{"type":"name","properties":{"name":"EPSG:4326"}}"#, nil), ("null", nil),
    ] as [(String, String?)])
  func referenceSystem(crs: String, foreign: String?) {
    let features = #""features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[25,60]}}]"#
    for members in [#""crs":\#(crs),\#(features)"#, #"\#(features),"crs":\#(crs)"#] {
      let text = #"{"type":"FeatureCollection",\#(members)}"#
      let records = JSONDocumentReader().records(of: "\(text) \(text)".utf8, pieceSize: 9)
      #expect(records.places.count == (foreign == nil ? 2 : 0))
      #expect(
        records.problems.first?.problem
          == foreign.map {
            "the positions are in \($0), not WGS 84: convert them with ogr2ogr -t_srs EPSG:4326"
          })
    }
  }

  @Test(
    "an empty list has no places, and causes no report",
    arguments: [
      "[]", #"{"locations":[]}"#, #"{"type":"FeatureCollection","features":[ ]}"#,
      #"{"status":"OK","results":[]}"#,
    ]
  )
  func emptyList(text: String) {
    let records = JSONDocumentReader().records(of: text.utf8)
    #expect(records.places.isEmpty)
    #expect(records.complaints == [])
  }

  @Test("a place with an empty list in it is a place")
  func emptyMember() {
    let records = JSONDocumentReader().records(of: #"{"name":"Kiosk","lat":1,"lon":2,"aliases":[]}"#.utf8)
    #expect(records.names == ["Kiosk"])
  }

  @Test(
    "reports a document without a list of places",
    arguments: [
      "[1,2,3]", "[[60,24]]", "[}", #"{"error":"out of order"}"#, #"{"locations":["a"]}"#,
      #"{"locations":[]]"#,
      "nothing", #""text""#,
    ])
  func foreign(text: String) {
    #expect(JSONDocumentReader().records(of: text.utf8).problemCount == 1)
  }

  @Test(
    "reads every list of features, and every list of a list",
    arguments: [
      #"{"type":"FeatureCollection","features":[A],"features":[B]}"#,
      #"{"meta":[],"features":[A],"x":"y","features" : [ B ],"z":[C]}"#,
      #"{"features":[A]}, {"type":"FeatureCollection","features":[B]}"#,
      "[[A],[B]]", "\u{FEFF}[A]\n\u{FEFF}[B]",
    ], [1, 5, .max])
  func severalLists(text: String, pieceSize: Int) {
    let text = [("A", 1), ("B", 2), ("C", 3)].reduce(text) { text, place in
      text.replacingOccurrences(of: place.0, with: #"{"lat":\#(place.1),"lon":2}"#)
    }
    let records = JSONDocumentReader().records(of: text.utf8, pieceSize: pieceSize)
    #expect(records.places.map(\.coordinate.latitude) == [1, 2])
    #expect(records.complaints == [])
  }

  @Test("counts everything in a list that is no record", arguments: [1, 5, .max])
  func strayValues(pieceSize: Int) {
    let text = #"[{"lat":1,"lon":2},5,"x,y", "" ,{"lat":1,"lon":2},[1,2],null,-1.5,"\"",{"lat":1,"lon":2}]"#
    let records = JSONDocumentReader().records(of: text.utf8, pieceSize: pieceSize)
    #expect(records.places.count == 3 && records.problemCount == 7)
  }

  @Test(
    "reports what stands behind a document, or between records",
    arguments: [
      ("[A]\nrubbish", 2), ("{\"features\":[A]}\n\n\"a\" [A]", 3), ("[A,\n7,A]", 2), ("[A,null]", 1),
    ], [1, 5, .max])
  func strayText(example: (text: String, line: Int), pieceSize: Int) {
    let text = example.text.replacingOccurrences(of: "A", with: #"{"lat":1,"lon":2}"#)
    let records = JSONDocumentReader().records(of: text.utf8, pieceSize: pieceSize)
    #expect(records.places.count == text.split(separator: "lat").count - 1)
    #expect(records.complaints == ["line \(example.line): no JSON object"])
  }

  @Test("reports the line where the data is cut short")
  func cutOff() {
    let records = JSONDocumentReader().records(of: "[{\"lat\":1,\"lon\":2},\n{\"lat\":1,".utf8)
    #expect(records.cut != nil)
    #expect(records.places.count == 1)
    #expect(records.complaints == ["line 2: the data is cut short here"])
  }

  @Test("skips a record that is not a place, with its number")
  func unusable() {
    let records = JSONDocumentReader().records(of: #"[{"lat":1,"lon":2},{"lat":1},{"lat":3,"lon":4}]"#.utf8)
    #expect(records.complaints == ["record 2: no latitude and longitude"])
    #expect(records.places.map(\.id) == ["@1.000000,2.000000", "@3.000000,4.000000"])
  }

  @Test("nesting too deep for a place costs only its record")
  func deepNesting() {
    let depth = 100_000
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let records = JSONDocumentReader().records(
      of: #"[{"lat":1,"lon":2,"a":\#(nested)},{"lat":3,"lon":4}]"#.utf8)
    #expect(records.places.map(\.id) == ["@3.000000,4.000000"])
    #expect(records.problemCount == 1)
  }

  @Test("the sizes of the pieces make no difference", arguments: [1, 2, 3, 7, 1000])
  func pieces(size: Int) throws {
    let data = try Fixtures.data("api/geojson.json")
    let whole = JSONDocumentReader().records(of: data)
    #expect(JSONDocumentReader().records(of: data, pieceSize: size).places == whole.places)
  }
}

@Suite struct JSONTextsReaderTests {
  private static let lines = "{\"lat\":1,\"lon\":2}\n{\"lat\":3,\n\n{\"lat\":5,\"lon\":6}"

  @Test("a torn line costs only itself")
  func tornLine() {
    let records = JSONTextsReader.lines().records(of: Self.lines.utf8)
    #expect(records.places.map(\.coordinate.latitude) == [1, 5])
    #expect(records.complaints == ["line 2: not valid JSON"])
  }

  @Test("a torn last line is where the data is cut short")
  func tornEnd() {
    let records = JSONTextsReader.lines().records(of: "{\"lat\":1,\"lon\":2}\n{\"lat\":3,\"lo".utf8)
    #expect(records.places.count == 1)
    #expect(records.cut?.location == "line 2")
  }

  @Test("drops and counts a line over the limit, and keeps its neighbours")
  func overlongLine() {
    let long = String(repeating: "x", count: 4 * 1024 * 1024)
    let records = JSONTextsReader.lines().records(
      of: "{\"lat\":1,\"lon\":2}\n{\"a\":\"\(long)\"}\n{\"lat\":5,\"lon\":6}\n".utf8)
    #expect(records.places.map(\.coordinate.latitude) == [1, 5])
    #expect(records.complaints.map { $0.hasSuffix("longer than 4096 KiB") } == [true])
  }

  @Test("the texts of a sequence follow record separators, and may contain line feeds")
  func sequence() {
    let text = "\u{1E}{\"lat\":1,\n\"lon\":2}\n\u{1E}{\"lat\":3,\"lon\":4}\n"
    #expect(JSONTextsReader.sequence().records(of: text.utf8).places.map(\.coordinate.latitude) == [1, 3])
  }

  @Test("names a sequence's torn text by its number", arguments: [1, 2])
  func tornText(number: Int) {
    let texts = (1...2).map { $0 == number ? "{\"lat\":\n" : "{\"lat\":3,\"lon\":4}\n" }
    let records = JSONTextsReader.sequence().records(of: texts.map { "\u{1E}" + $0 }.joined().utf8)
    let problem = number == 2 ? "the data is cut short here" : "not valid JSON"
    #expect(records.complaints == ["record \(number): \(problem)"])
    #expect(records.places.count == 1)
  }

  @Test("the sizes of the pieces make no difference", arguments: [1, 2, 3, 7, 100])
  func pieces(size: Int) {
    let whole = JSONTextsReader.lines().records(of: Self.lines.utf8)
    let pieced = JSONTextsReader.lines().records(of: Self.lines.utf8, pieceSize: size)
    #expect(pieced.places == whole.places)
    #expect(pieced.complaints == whole.complaints)
  }
}
