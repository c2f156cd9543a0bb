import Testing

@testable import Serving

@Suite struct QueryParametersTests {
  @Test(
    "forms and scripts encode alike",
    arguments: [
      ("a=bus+stop", ["bus stop"]), ("a=bus%20stop", ["bus stop"]), ("a=%2B", ["+"]), ("a=x%3Dy", ["x=y"]),
      ("a=x=y", ["x=y"]), ("a=caf%C3%A9&b=2&a=", ["café", ""]), ("a", [""]), ("", []), ("&&b=1", []),
    ])
  func decoding(query: String, values: [String]) throws {
    #expect(try QueryParameters(decoding: query).values(of: "a") == values)
  }

  @Test("refuses what does not decode", arguments: ["a=%", "a=%G0", "a=%FF", "a=%00", "%C3=1"])
  func undecodable(query: String) {
    #expect(throws: QueryParameters.Problem.self) { try QueryParameters(decoding: query) }
  }

  @Test("no text has more marks in a row than can be put in order at once")
  func marks() throws {
    let query = "a=e" + String(repeating: "%CC%81%CC%96", count: 700)
    let text = try #require(try QueryParameters(decoding: query).values(of: "a").first)
    #expect(
      text.unicodeScalars.split { $0.value != 0x301 && $0.value != 0x316 }.allSatisfy { $0.count <= 30 })
  }

  @Test("names typos and second values")
  func naming() throws {
    let parameters = try QueryParameters(decoding: "limt=3&lat=1&lat=2")
    #expect(
      throws: QueryParameters.Problem(
        field: "limt", message: "no such parameter; the parameters are lat, limit")
    ) {
      try parameters.allow(only: [["limit"], ["lat"]])
    }
    #expect(throws: QueryParameters.Problem(field: "limt", message: "this path takes no parameters")) {
      try parameters.allow(only: [[]])
    }
    #expect(throws: QueryParameters.Problem(field: "lat", message: "give lat once")) {
      try parameters.value(of: "lat")
    }
  }

  @Test(
    "reads flags",
    arguments: [("", false), ("open", true), ("open=1", true), ("open=true", true), ("open=0", false)])
  func flags(query: String, isSet: Bool) throws {
    #expect(try QueryParameters(decoding: query).flag("open") == isSet)
  }

  @Test("refuses too many parameters") func many() {
    #expect(throws: QueryParameters.Problem.self) {
      try QueryParameters(decoding: String(repeating: "a=1&", count: 65))
    }
  }
}
