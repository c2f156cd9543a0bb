import Geography
import Testing

@testable import Places

@Suite struct JSONPlaceDecoderTests {
  private static let point = #""geometry":{"type":"Point","coordinates":[24.94,60.17]}"#
  private static let position = Coordinate(latitude: 60.17, longitude: 24.94)

  @Test(
    "reads a position under each of its names, as numbers or as strings",
    arguments: [
      #"{"lat":60.17,"lon":24.94}"#, #"{"lat":60.17,"lng":24.94}"#, #"{"lat":60.17,"long":24.94}"#,
      #"{"latitude":60.17,"longitude":24.94}"#, #"{"y":60.17,"x":24.94}"#, #"{"lat":"60.17","lon":"24.94"}"#,
      #"{"lat":" 60.17 ","lon":"2.494e1"}"#, #"{"type":"Feature",\#(point)}"#,
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.94,60.17,12.5]}}"#,
    ])
  func positions(text: String) throws {
    #expect(try Self.place(text).coordinate == Self.position)
  }

  @Test(
    "reads numbers of any length as they are",
    arguments: [
      "0.0e300", "0." + String(repeating: "0", count: 40), "1.5e-400",
      "60.1699517123456789012345678901234567890",
      "-0." + String(repeating: "0", count: 310) + "68305230304258323871234567890e-300", "0.0006017e5", "-0",
      "9e0",
    ])
  func numbers(text: String) throws {
    #expect(try Self.place("{\"lat\":\(text),\"lon\":1}").coordinate.latitude == Double(text))
  }

  @Test(
    "says why an object has no usable position",
    arguments: [
      (#"{"type":"Feature","geometry":null,"properties":{"name":"a"}}"#, .noPosition),
      (#"{"type":"Feature","properties":{"lat":1,"lon":2}}"#, .noPosition),
      (#"{"lat":1}"#, .noPosition),
      (#"{"lat":null,"lon":2}"#, .noPosition),
      (#"{"lat":[1],"lon":2}"#, .noPosition),
      (#"{"lat":"north","lon":2}"#, .notANumber(field: "latitude", text: "north")),
      (#"{"lat":true,"lon":2}"#, .notANumber(field: "latitude", text: "yes")),
      (#"{"lat":91,"lon":2}"#, .outOfRange(Coordinate(latitude: 91, longitude: 2))),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.94,90000000000000000000]}}"#,
        .outOfRange(Coordinate(latitude: 9e19, longitude: 24.94))
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[24.94,-91]}}"#,
        .outOfRange(Coordinate(latitude: -91, longitude: 24.94))
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]}}"#, .malformed("an empty geometry")
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Circle","coordinates":[]}}"#,
        .malformed("'Circle' is not a type of geometry")
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":["a"]}}"#,
        .malformed("unexpected value at geometry.coordinates.0")
      ),
      (#"{"lat":1,"#, .malformed("not valid JSON")),
      (
        #"{"type":"Feature","crs":{"type":"link"},\#(point)}"#,
        .malformed(
          "the positions are in another reference system, not WGS 84: convert them with ogr2ogr -t_srs EPSG:4326"
        )
      ),
    ] as [(String, PlaceRecord.Problem)])
  func unusable(text: String, problem: PlaceRecord.Problem) {
    #expect(throws: problem) { try Self.place(text) }
  }

  @Test("reports invalid UTF-8")
  func encoding() {
    let bytes = Array(#"{"lat":1,"lon":2,"name":"caf"#.utf8) + [0xE9] + Array("\"}".utf8)
    #expect(throws: PlaceRecord.Problem.notUTF8) {
      var record = PlaceRecord()
      try JSONPlaceDecoder().read(bytes.span, into: &record)
    }
  }

  @Test(
    "takes the id from any of its members and types",
    arguments: [
      (#"{"type":"Feature","id":"node/1",\#(point)}"#, "node/1"),
      (#"{"type":"Feature","id":42,\#(point)}"#, "42"),
      (#"{"type":"Feature",\#(point),"properties":{"@id":"way/3"}}"#, "way/3"),
      (#"{"type":"Feature",\#(point),"properties":{"osm_id":7}}"#, "7"),
      (#"{"type":"Feature","id":"node/1",\#(point),"properties":{"@id":"way/3"}}"#, "node/1"),
      (#"{"lat":1,"lon":2,"id":9007199254740993}"#, "9007199254740993"),
      (#"{"lat":1,"lon":2,"id":null}"#, "@1.000000,2.000000"),
      (#"{"lat":1,"lon":2}"#, "@1.000000,2.000000"),
    ])
  func ids(text: String, id: String) throws {
    #expect(try Self.place(text).id == id)
  }

  @Test(
    "converts values of any type to tags",
    arguments: [
      (#""yes""#, "yes"), ("true", "yes"), ("false", "no"), ("3", "3"), ("2.5", "2.5"), ("null", nil),
      ("18446744073709551616", "18446744073709551616"),
      (#""""#, nil),
      (#"{"b":1}"#, nil), ("[1]", "1"),
    ] as [(String, String?)])
  func values(json: String, tag: String?) throws {
    let place = try Self.place(#"{"type":"Feature",\#(Self.point),"properties":{"a":\#(json)}}"#)
    #expect(place.tags["a"] == tag)
  }

  @Test("null properties give no tags")
  func nullProperties() throws {
    #expect(try Self.place(#"{"type":"Feature",\#(Self.point),"properties":null}"#).tags == [:])
  }

  @Test("the name and the category are not tags; a feature's other properties are")
  func featureProperties() throws {
    let place = try Self.place(
      #"{"type":"Feature",\#(Self.point),"properties":{"name":"Kiosk","category":"kiosk","type":"route","lat":"1"}}"#
    )
    #expect(place.name == "Kiosk")
    #expect(place.category == "kiosk")
    #expect(place.tags == ["type": "route", "lat": "1"])
  }

  @Test("of several parts of a feature with one name the first one counts, and the others are counted")
  func repeatedParts() throws {
    let properties = #""properties":{"name":"A"},"properties":{"name":"B"}"#
    let record = try Self.record(#"{"type":"Feature",\#(Self.point),\#(properties),\#(Self.point)}"#)
    #expect(record.leftOut == 2)
    #expect(try record.place().name == "A")
  }

  @Test("unpacks an object of tags, and takes the place's name from it")
  func tagsObject() throws {
    let place = try Self.place(
      #"{"lat":60.17,"lon":24.94,"tags":{"name":"Kiosk","shop":"kiosk","level":0}}"#)
    #expect(place.name == "Kiosk")
    #expect(place.category == "kiosk")
    #expect(place.tags == ["shop": "kiosk", "level": "0"])
  }

  @Test("always takes the same of two members for the same thing")
  func twoNames() throws {
    let text =
      #"{"lat":1,"lon":2,"title":"b","name":"a","type":"d","category":"c","osm_id":2,"id":1,"tags":{"name":"e"}}"#
    for _ in 0..<20 {
      let place = try Self.place(text)
      #expect(place.name == "a")
      #expect(place.category == "c")
      #expect(place.id == "1")
    }
  }

  @Test("refuses a proximity below zero")
  func proximityBelowZero() throws {
    #expect(throws: PlaceRecord.Problem.belowZero(field: "proximity", text: "-5")) {
      try Self.place(#"{"lat":1,"lon":2,"radius":-5}"#)
    }
  }

  @Test("reads a plain object's own proximity")
  func proximity() throws {
    #expect(try Self.place(#"{"lat":1,"lon":2,"radius":75}"#).proximity == Distance(metres: 75))
  }

  @Test("a feature's proximity is its own, and its radius is a tag")
  func featureProximity() throws {
    let place = try Self.place(
      #"{"type":"Feature",\#(Self.point),"properties":{"proximity":75,"radius":5}}"#)
    #expect(place.proximity == Distance(metres: 75))
    #expect(place.tags == ["radius": "5"])
  }

  @Test("with an object of tags, distance and bearing of a view are not tags")
  func view() throws {
    let members = #""distance":12.5,"bearing":30,"level":"1""#
    #expect(
      try Self.place(#"{"lat":1,"lon":2,\#(members),"tags":{"distance":"9"}}"#).tags
        == ["distance": "9", "level": "1"])
    #expect(
      try Self.place(#"{"lat":1,"lon":2,"distance":"5 km","tags":{"level":"1"}}"#).tags
        == ["distance": "5 km", "level": "1"])
    #expect(
      try Self.place(#"{"lat":1,"lon":2,\#(members)}"#).tags
        == ["distance": "12.5", "bearing": "30", "level": "1"])
  }

  @Test(
    "beside the point that poi writes, a shape's tags keep a latitude of their own",
    arguments: [("2", ["latitude": "north"]), ("50", ["latitude": "north", "longitude": "1"])])
  func pointOfShape(latitude: String, tags: [String: String]) throws {
    let place = try Self.place(
      #"""
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,2]]},
      "properties":{"latitude":\#(latitude),"longitude":1,"tags":{"latitude":"north"}}}
      """#)
    #expect(place.tags == tags)
  }

  @Test(
    "joins lists of texts as OpenStreetMap does, and counts what is left out",
    arguments: [
      (#""cuisine":["cake","coffee"]"#, ["cuisine": "cake;coffee"], 0),
      (#""fee":"no","fee":"yes","tags":{"x":"1","x":"2"}"#, ["fee": "no", "x": "1"], 2),
      (#""tags":{"cuisine":["cake",7,null,true],"x":{"y":1}}"#, ["cuisine": "cake;7;yes"], 1),
      (#""cuisine":["cake",["coffee"]],"contact":{"phone":"1"}"#, ["cuisine": "cake"], 2),
      (#""empty":[],"none":null,"opening":{"state":"open"},"category":["a","b"]"#, ["category": "a;b"], 0),
    ] as [(String, [String: String], Int)])
  func nested(members: String, tags: [String: String], leftOut: Int) throws {
    for text in [
      #"{"lat":60.17,"lon":24.94,\#(members)}"#,
      #"{"type":"Feature",\#(Self.point),"properties":{\#(members)}}"#,
    ] {
      let record = try Self.record(text)
      #expect(try record.place().tags == tags)
      #expect(record.leftOut == leftOut)
    }
    #expect(try Self.place(#"{"lat":60.17,"lon":24.94,"name":["Kiosk","Kioski"]}"#).name == "Kiosk;Kioski")
  }

  private static func place(_ text: String) throws -> PointOfInterest {
    try record(text).place()
  }

  private static func record(_ text: String) throws -> PlaceRecord {
    var record = PlaceRecord()
    try JSONPlaceDecoder().read(Array(text.utf8).span, into: &record)
    return record
  }
}
