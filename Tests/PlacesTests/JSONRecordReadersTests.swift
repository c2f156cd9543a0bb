import Foundation
import Geography
import TestSupport
import Testing

@testable import Places

@Suite struct JSONDocumentReaderTests {
  @Test("degrees in ids are those that printf writes")
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

  @Test("the attribution stands before the list", arguments: [1, 5, .max])
  func attribution(pieceSize: Int) {
    let text = #"{"type":"FeatureCollection","attribution":"© us","features":[{"lat":1,"lon":2}]}"#
    #expect(JSONDocumentReader().records(of: text.utf8, pieceSize: pieceSize).attribution == "© us")
  }

  @Test(
    "an empty list holds no places, and is nothing to complain about",
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

  @Test("a place with an empty list among its members is a place")
  func emptyMember() {
    let records = JSONDocumentReader().records(of: #"{"name":"Kiosk","lat":1,"lon":2,"aliases":[]}"#.utf8)
    #expect(records.names == ["Kiosk"])
  }

  @Test(
    "what holds no list of places is complained about",
    arguments: [
      "[1,2,3]", "[[60,24]]", "[}", #"{"error":"out of order"}"#, #"{"locations":["a"]}"#,
      #"{"locations":[]]"#,
      "nothing", #""text""#,
    ])
  func foreign(text: String) {
    #expect(JSONDocumentReader().records(of: text.utf8).problemCount == 1)
  }

  @Test("data that breaks off says at which line")
  func cutOff() {
    let records = JSONDocumentReader().records(of: "[{\"lat\":1,\"lon\":2},\n{\"lat\":1,".utf8)
    #expect(records.cut != nil)
    #expect(records.places.count == 1)
    #expect(records.complaints == ["line 2: the data is cut short here"])
  }

  @Test("a record that is no place is passed over, with its number")
  func unusable() {
    let records = JSONDocumentReader().records(of: #"[{"lat":1,"lon":2},{"lat":1},{"lat":3,"lon":4}]"#.utf8)
    #expect(records.complaints == ["record 2: no latitude and longitude"])
    #expect(records.places.map(\.id) == ["@1.000000,2.000000", "@3.000000,4.000000"])
  }

  @Test("nesting too deep for any place costs its record only")
  func deepNesting() {
    let depth = 100_000
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let records = JSONDocumentReader().records(
      of: #"[{"lat":1,"lon":2,"a":\#(nested)},{"lat":3,"lon":4}]"#.utf8)
    #expect(records.places.map(\.id) == ["@3.000000,4.000000"])
    #expect(records.problemCount == 1)
  }

  @Test("pieces of any size make no difference", arguments: [1, 2, 3, 7, 1000])
  func pieces(size: Int) throws {
    let data = try Fixtures.data("api/geojson.json")
    let whole = JSONDocumentReader().records(of: data)
    #expect(JSONDocumentReader().records(of: data, pieceSize: size).places == whole.places)
  }
}

@Suite struct JSONTextsReaderTests {
  private static let lines = "{\"lat\":1,\"lon\":2}\n{\"lat\":3,\n\n{\"lat\":5,\"lon\":6}"

  @Test("a torn line costs itself only")
  func tornLine() {
    let records = JSONTextsReader.lines().records(of: Self.lines.utf8)
    #expect(records.places.map(\.coordinate.latitude) == [1, 5])
    #expect(records.complaints == ["line 2: not valid JSON"])
  }

  @Test("a last line without an ending that is torn is counted")
  func tornEnd() {
    let records = JSONTextsReader.lines().records(of: "{\"lat\":1,\"lon\":2}\n{\"lat\":3,\"lo".utf8)
    #expect(records.places.count == 1)
    #expect(records.problemCount == 1)
  }

  @Test("a line over the limit is dropped and counted, its neighbours stay")
  func overlongLine() {
    let long = String(repeating: "x", count: 64 * 1024)
    let records = JSONTextsReader.lines().records(
      of: "{\"lat\":1,\"lon\":2}\n{\"a\":\"\(long)\"}\n{\"lat\":5,\"lon\":6}\n".utf8)
    #expect(records.places.map(\.coordinate.latitude) == [1, 5])
    #expect(records.complaints.map { $0.hasSuffix("longer than 64 KiB") } == [true])
  }

  @Test("a sequence's texts stand behind record separators, and may have lines of their own")
  func sequence() {
    let text = "\u{1E}{\"lat\":1,\n\"lon\":2}\n\u{1E}{\"lat\":3,\"lon\":4}\n"
    #expect(JSONTextsReader.sequence().records(of: text.utf8).places.map(\.coordinate.latitude) == [1, 3])
  }

  @Test("a text of a sequence that is torn is named by its number", arguments: [1, 2])
  func tornText(number: Int) {
    let texts = (1...2).map { $0 == number ? "{\"lat\":\n" : "{\"lat\":3,\"lon\":4}\n" }
    let records = JSONTextsReader.sequence().records(of: texts.map { "\u{1E}" + $0 }.joined().utf8)
    #expect(records.complaints == ["record \(number): not valid JSON"])
    #expect(records.places.count == 1)
  }

  @Test("pieces of any size make no difference", arguments: [1, 2, 3, 7, 100])
  func pieces(size: Int) {
    let whole = JSONTextsReader.lines().records(of: Self.lines.utf8)
    let pieced = JSONTextsReader.lines().records(of: Self.lines.utf8, pieceSize: size)
    #expect(pieced.places == whole.places)
    #expect(pieced.complaints == whole.complaints)
  }
}
