import Geography
import TestSupport
import Testing

@Suite struct TypedPositionTests {
  @Test(
    "reads decimal degrees with a comma or a space, signs or hemispheres",
    arguments: [
      ("60.1699,24.9384", 60.1699, 24.9384), ("60.1699, 24.9384", 60.1699, 24.9384),
      (" 60.1699 24.9384 ", 60.1699, 24.9384), ("-33.8,+151.2", -33.8, 151.2), ("90,-180", 90, -180),
      ("60.1N,24.9E", 60.1, 24.9), ("33.8S 151.2E", -33.8, 151.2), ("S33.8,W70.6", -33.8, -70.6),
      ("60.1n 24.9w", 60.1, -24.9), ("60.1°N 24.9°E", 60.1, 24.9),
      ("60.1,24.9e", 60.1, 24.9), ("1e1,2", 10, 2),
    ] as [(String, Double, Double)])
  func parses(text: String, latitude: Double, longitude: Double) throws {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(try TypedPosition(parsing: text) == TypedPosition(coordinate: coordinate))
  }

  @Test(
    "reads a geo: URI, its uncertainty, and the other parts that RFC 5870 allows",
    arguments: [
      ("geo:60.1699,24.9384", nil), ("GEO:60.1699,24.9384", nil), ("geo:60.1699,24.9384,12.5", nil),
      ("geo:60.1699,24.9384;u=8", 8), ("geo:60.1699,24.9384,12.5;crs=wgs84;u=8.5", 8.5),
      ("geo:60.1699,24.9384;crs=WGS84", nil), ("geo:60.1699,24.9384;U=0", 0),
      ("geo:60.1699,24.9384;zoom=12;u=8", 8), ("geo:60.1699,24.9384?z=5", nil),
      ("geo:60.1699,24.9384;u=35?z=5", 35), ("geo:60.1699,24.9384?q=caf%C3%A9", nil),
      ("geo:0,0?q=60.1699,24.9384(Kahvila)", nil), ("geo:0,0?z=11&q=60.1699%2C24.9384", nil),
      ("geo:1,2;u=9?q=60.1699,24.9384", nil),
    ] as [(String, Double?)])
  func uri(text: String, accuracy: Double?) throws {
    let helsinki = Coordinate(latitude: 60.1699, longitude: 24.9384)
    #expect(
      try TypedPosition(parsing: text) == TypedPosition(coordinate: helsinki, accuracy: accuracy))
  }

  @Test(
    "refuses numbers beyond the globe as out of range",
    arguments: ["90.0001,0", "-91,0", "0,180.0001", "0,-181", "95N,0E", "geo:91,0", "60,1699"])
  func outOfRange(text: String) {
    #expect(throws: TypedPosition.ParsingError.outOfRange(text)) { try TypedPosition(parsing: text) }
  }

  @Test(
    "refuses any other form as malformed",
    arguments: [
      "", " ", ",", "60.1", "60.1,", "60.1,,24.9", "1,2,3", "60,1 24,9", "here,there", "60.1x,24.9",
      "N,E", "nan,0", "0,inf", "infinity,0", "60ß,24.9", "ŉ60,24.9",
      "0x10,0", "1e400,0", "٦٠,٢٤", "geo:", "geo:60.1", "geo:1,2,3,4", "geo:1,2;u", "geo:1,2;u=",
      "geo:1,2;u=-1", "geo:1,2;u=nan", "geo:1,nan",
    ])
  func malformed(text: String) {
    #expect(throws: TypedPosition.ParsingError.malformed(text)) { try TypedPosition(parsing: text) }
  }

  @Test(
    "a geo: URI that searches for words is no position",
    arguments: ["geo:0,0?q=Mannerheimintie+1", "geo:0,0?q=12,5th%20Avenue"])
  func search(text: String) throws {
    let error = #expect(throws: TypedPosition.ParsingError.self) { try TypedPosition(parsing: text) }
    #expect(
      error?.description
        == "'\(text)' is not a position: read as a geo: URI, with words to search for: it holds no position")
    #expect(
      try TypedPosition(parsing: "geo:0,0").coordinate == Coordinate(latitude: 0, longitude: 0))
  }

  @Test(
    "a Plus Code of a cell beyond the globe is no position",
    arguments: ["FFFFFFFF+", "X2X2X2X2+XX", "2W000000+"])
  func beyondTheGlobe(code: String) throws {
    let error = #expect(throws: TypedPosition.ParsingError.self) { try TypedPosition(parsing: code) }
    #expect(
      error?.description
        == "'\(code)' is not a position: read as Plus Code, code \(code): that is not on the globe")
  }

  @Test("reads or refuses any number in any notation, and what it reads is on the globe")
  func hostileNumbers() {
    for text in hostilePositions {
      guard let position = try? TypedPosition(parsing: text) else { continue }
      #expect(position.coordinate.isValid, "\(text)")
      #expect(position.accuracy.map { $0.isFinite && $0 >= 0 } ?? true, "\(text)")
      for notation in PositionNotation.allCases {
        #expect(!notation.text(of: position.coordinate, accuracy: position.accuracy).isEmpty, "\(text)")
      }
    }
  }

  @Test("refuses another reference system", arguments: ["geo:1,2;crs=moon-2011", "geo:1,2;crs"])
  func referenceSystem(text: String) {
    #expect(throws: TypedPosition.ParsingError.unknownReferenceSystem(text)) {
      try TypedPosition(parsing: text)
    }
  }

  @Test(
    "each message shows the text and says what to write",
    arguments: [
      (.malformed("x"), "'x' is not a position like 47.14,9.52"),
      (.outOfRange("x"), "'x' is out of range: latitude goes from -90 to 90"),
      (.unknownReferenceSystem("x"), "'x' is in a reference system other than WGS-84: leave out crs="),
    ] as [(TypedPosition.ParsingError, String)])
  func message(error: TypedPosition.ParsingError, beginning: String) {
    #expect(error.description.hasPrefix(beginning))
  }

  @Test(
    "a number that no coordinates are may be a postcode",
    arguments: ["9490", "00100", "AD500", "L-1234", "FL-9494", "114 55", "00-950", "1234-567", "13126-1234"])
  func postcode(text: String) {
    #expect(!TypedPosition.isLike(text))
  }

  @Test(
    "a letter beside a number, or a short word behind one, is a name",
    arguments: ["E2", "N3", "n 47", "2E", "12 S", "O2", "W105", "12 Elm"])
  func letterAndNumber(text: String) {
    #expect(!TypedPosition.isLike(text))
  }

  @Test(
    "what looks like coordinates is no name, right or wrong",
    arguments: [
      "47.1", "47 9", "47,9", "95,9", "N4712", "E-08001", "4712N", "47 123", "JN47q", "12°", "100,20",
      "31TCH785080712",
    ])
  func likePosition(text: String) {
    #expect(TypedPosition.isLike(text))
  }
}
