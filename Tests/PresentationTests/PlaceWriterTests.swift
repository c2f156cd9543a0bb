import Foundation
import Geography
import PlaceFiles
import Places
import Presentation
import TestSupport
import Testing

@Suite struct PlaceWriterTests {
  private static let position = Coordinate(latitude: 60.1699, longitude: 24.9384)
  private static let cafe = PointOfInterest(
    id: "node/1", name: "Kahvila \"Engel\", <1>", category: "fast_food",
    coordinate: Coordinate(latitude: 60.17, longitude: 24.94), proximity: Distance(metres: 75),
    tags: [
      "website": "https://example.org/?a=1&b=2", "addr:street": "Katu", "addr:housenumber": "5",
      "ele": "12.5",
    ])
  private static let nameless = PointOfInterest(
    id: "2", coordinate: Coordinate(latitude: -0.00001, longitude: 180))
  private static let byThemselves = [ShownPlace(cafe), ShownPlace(nameless)]

  // MARK: The formats

  @Test("GeoJSON has one feature per line, after the attribution")
  func geoJSON() {
    #expect(
      GeoJSONWriter(attribution: "© us").document(of: Self.byThemselves) == """
        {"type":"FeatureCollection","attribution":"© us","features":[
        {"type":"Feature","id":"node/1","geometry":{"type":"Point","coordinates":[24.94,60.17]},\
        "properties":{"id":"node/1","name":"Kahvila \\"Engel\\", <1>","category":"fast_food",\
        "proximity":75.0,"tags":{"addr:housenumber":"5","addr:street":"Katu","ele":"12.5",\
        "website":"https://example.org/?a=1&b=2"}}},
        {"type":"Feature","id":"2","geometry":{"type":"Point","coordinates":[180.0,-1e-05]},\
        "properties":{"id":"2","tags":{}}}
        ]}

        """)
  }

  @Test("GPX has the elements in its schema's order, and longitudes below 180°")
  func gpx() {
    let lines = GPXWriter(attribution: "\"us\"").document(of: Self.byThemselves).split(separator: "\n")
    #expect(lines.first == #"<?xml version="1.0" encoding="UTF-8"?>"#)
    let rest = """
      <metadata><copyright author="&quot;us&quot;"/></metadata>
      <wpt lat="60.17" lon="24.94"><ele>12.5</ele><name>Kahvila &quot;Engel&quot;, &lt;1&gt;</name>\
      <desc>fast food, Katu 5</desc><link href="https://example.org/?a=1&amp;b=2"/>\
      <sym>Fast Food</sym><type>fast_food</type>\
      <extensions><gpxx:WaypointExtension><gpxx:Proximity>75.0</gpxx:Proximity></gpxx:WaypointExtension>\
      <poi:PlaceID>node/1</poi:PlaceID><poi:Made desc="fast food, Katu 5" sym="Fast Food"/>\
      <poi:Tags>{"addr:housenumber":"5","addr:street":"Katu"}</poi:Tags></extensions></wpt>
      <wpt lat="-0.00001" lon="-180.0"><extensions><poi:PlaceID>2</poi:PlaceID></extensions></wpt>
      </gpx>
      """
    #expect(lines.dropFirst(2).joined(separator: "\n") == rest)
  }

  @Test(
    "GPX has the symbol of the category it was found as, or else of its main tag",
    arguments: [
      ("toilets", "Restroom"), ("museum", "Museum"), ("sight", "Museum"), (nil, "Museum"),
    ] as [(String?, String)])
  func symbols(category: String?, symbol: String) {
    let place = PointOfInterest(
      id: "1", category: category, coordinate: Self.position, tags: ["tourism": "museum", "toilets": "yes"])
    #expect(GPXWriter().text(of: ShownPlace(place)).contains("<sym>\(symbol)</sym>"))
  }

  @Test("a lake is not written as water to drink")
  func lake() {
    let lake = ShownPlace(
      PointOfInterest(id: "way/1", coordinate: Self.position, tags: ["natural": "water"]))
    #expect(
      CSVWriter(fields: [.name, .tag("name"), .tag("id"), .geometry, .tag("wkt")]).header
        == "name,tag:name,id,geometry,tag:wkt\r\n")
    #expect(CSVWriter(fields: [.tag("line")]).headerOfLines == "line,tag:line\r\n")
    #expect(RouteCSVWriter(fields: [.along, .place(.tag("along"))]).header == "along,tag:along\r\n")
    #expect(CSVWriter(fields: [.id, .category]).text(of: lake) == "way/1,body_of_water\r\n")
    let waypoint = GPXWriter().text(of: lake)
    #expect(waypoint.contains("<sym>Waypoint</sym><type>body_of_water</type>"), "\(waypoint)")
    let tap = ShownPlace(
      PointOfInterest(
        id: "node/1", coordinate: Self.position, tags: ["man_made": "water_tap", "drinking_water": "no"]))
    #expect(GPXWriter().text(of: tap).contains("<sym>Waypoint</sym>"))
  }

  @Test("computed centres are rounded to a centimetre, and written positions are not")
  func decimals() {
    let centre = Coordinate(latitude: 60.170599999999993, longitude: -24.93837912345678)
    let shown = [ShownPlace(PointOfInterest(id: "way/1", coordinate: centre))]
    let kept = [ShownPlace(PointOfInterest(id: "way/1", coordinate: centre), isExact: true)]
    #expect(JSONLinesWriter().document(of: kept).contains("60.17059999999999,"))
    let written = Coordinate(latitude: 60.123456789, longitude: -1e-09)
    let exact = [ShownPlace(PointOfInterest(id: "1", coordinate: written))]
    #expect(
      CSVWriter(fields: [.latitude, .longitude]).document(of: exact).contains("60.123456789,-0.000000001"))
    let latitude = "60.1706"
    let longitude = "-24.9383791"
    #expect(
      JSONLinesWriter().document(of: shown).contains(#""latitude":\#(latitude),"longitude":\#(longitude),"#))
    #expect(GeoJSONWriter().document(of: shown).contains("[\(longitude),\(latitude)]"))
    #expect(GPXWriter().document(of: shown).contains("lat=\"\(latitude)\" lon=\"\(longitude)\""))
    #expect(
      CSVWriter(fields: [.latitude, .longitude]).document(of: shown).contains("\(latitude),\(longitude)"))
  }

  @Test("leaves out GPX elements that the schema forbids")
  func invalidElements() {
    let place = PointOfInterest(
      id: "1", coordinate: Self.position,
      tags: ["ele": "12 m", "time": "yesterday", "website": "www.example.org", "sym": "Bar"])
    let text = GPXWriter().text(of: ShownPlace(place))
    for element in ["<ele>", "<time>", "<link", "<sym>"] {
      #expect(!text.contains(element))
    }
  }

  @Test("GPX and CSV say why a place may not serve, and no symbol vouches for it")
  func caveats() {
    let spring = PointOfInterest(
      id: "1", category: "water", coordinate: Self.position, tags: ["natural": "spring"],
      caveat: "potability unknown")
    let shown = ShownPlace(spring)
    let text = GPXWriter().text(of: shown)
    #expect(text.contains("<desc>water (potability unknown)</desc>"))
    #expect(!text.contains("<sym>"))
    let unasked = PointOfInterest(id: "1", coordinate: Self.position, tags: ["natural": "spring"])
    #expect(GPXWriter().text(of: ShownPlace(unasked)).contains("<sym>Waypoint</sym>"))
    #expect(CSVWriter(fields: [.id, .caveat]).text(of: shown) == "1,potability unknown\r\n")
  }

  @Test("CSV ends rows with CRLF, and has plain numbers")
  func csv() {
    #expect(
      CSVWriter(fields: PlaceColumn.ofPlace).document(of: Self.byThemselves)
        == "id,name,category,latitude,longitude,proximity\r\n"
        + "node/1,\"Kahvila \"\"Engel\"\", <1>\",fast_food,60.17,24.94,75.0\r\n"
        + "2,,,-0.00001,180.0,\r\n")
  }

  @Test("CSV has the chosen columns in their order")
  func fields() {
    let near = ShownPlace(NearbyPlace(Self.cafe, from: Self.position))
    #expect(
      CSVWriter(fields: [.tag("ele"), .direction, .distance, .bearing, .tag("none")]).document(of: [near])
        == "ele,direction,distance,bearing,none\r\n12.5,E,89.518,82.85,\r\n")
  }

  @Test(
    "no cell can become a formula, and numbers stay numbers",
    arguments: [
      ("=1+1", "'=1+1"), ("+358 (0)9 1-2; +1 5", "+358 (0)9 1-2; +1 5"), ("+cmd", "'+cmd"), ("-x", "'-x"),
      ("@SUM(A1)", "'@SUM(A1)"), ("  =1", "'  =1"), ("' =1", "'' =1"), (" -5", " -5"),
      ("\t=1", "'\t=1"), ("\n=1", "\"'\n=1\""), ("＝1", "'＝1"), ("=\u{301}1", "'=\u{301}1"),
      ("'=1", "''=1"), ("\u{1}=1", "'=1"), ("=1,2", "\"'=1,2\""),
      ("-33.9", "-33.9"), ("+358", "+358"), ("-1e5", "-1e5"), ("-1-1", "'-1-1"), ("-", "'-"),
      ("'t Hoekje", "'t Hoekje"), ("x\"\u{301},=1", "\"x\"\"\u{301},=1\""),
    ])
  func formulas(name: String, cell: String) {
    let place = PointOfInterest(id: "1", name: name, coordinate: Self.position)
    #expect(CSVWriter(fields: [.name]).text(of: ShownPlace(place)) == cell + "\r\n")
  }

  // MARK: Read back

  private static let writers: [any PlaceWriter] = [
    JSONLinesWriter(), GeoJSONWriter(attribution: "us"), GPXWriter(), CSVWriter(fields: PlaceColumn.ofPlace),
    CSVWriter(fields: PlaceColumn.ofView), CSVWriter(fields: PlaceColumn.ofWholePlace),
  ]
  private static let names = [
    "Café ☕ 日本", "a\"b,c;d", "two\nlines", "tab\there", "=1+1", "'=1", "<&>]]>", "&amp;", "\\n", "👩‍👩‍👧", "-5",
  ]

  @Test("reads back what it writes", arguments: writers.indices)
  func readBack(index: Int) throws {
    let places = Self.names.enumerated().map { number, name in
      PointOfInterest(
        id: "node/\(number)", name: name, category: "cafe",
        coordinate: Coordinate(latitude: 60.123456789 + Double(number), longitude: -1e-7),
        proximity: Distance(metres: 12.5))
    }
    let read = try Self.read(Self.writers[index].document(of: places.map(Self.view)))
    #expect(read.map(\.name) == places.map(\.name))
    #expect(read.map(\.id) == places.map(\.id))
    #expect(read.map(\.category) == places.map(\.category))
    #expect(read.map(\.coordinate) == places.map(\.coordinate))
    #expect(read.map(\.proximity) == places.map(\.proximity))
    #expect(read.allSatisfy { $0.tags["distance"] == nil && $0.tags["bearing"] == nil })
  }

  @Test("unknown values are still unknown when read back", arguments: writers.indices)
  func unknowns(index: Int) throws {
    let place = PointOfInterest(id: "1", coordinate: Self.position)
    #expect(try Self.read(Self.writers[index].document(of: [Self.view(place)])) == [place])
  }

  @Test("an id keeps the spaces around it", arguments: [0, 1, 2, 3, 5])
  func spacedID(index: Int) throws {
    let shown = Self.view(PointOfInterest(id: " 1 ", coordinate: Self.position))
    #expect(try Self.read(Self.writers[index].document(of: [shown])).map(\.id) == [" 1 "])
    var writer = Self.writers[index]
    let text = writer.text(of: shown)
    #expect(writer.holds(shown, in: text))
  }

  @Test("JSON, GPX and the column of tags keep the tags", arguments: [0, 1, 2, 5])
  func tags(index: Int) throws {
    let tags = ["amenity": "cafe", "distance": "12", "name": "Kahvila", "id": "x"]
    let place = PointOfInterest(id: "1", name: "Café", coordinate: Self.position, tags: tags)
    #expect(try Self.read(Self.writers[index].document(of: [Self.view(place)])) == [place])
  }

  private static let hostileTexts = [
    "two\nlines", "\r\n", "a\"b", "'", "=1+1", "'=1", "-1-1", " padded\t", "\u{1}\u{0}", "\u{1B}[2J",
    "\u{202E}", "\u{AD}",
    "\u{FFFE}\u{FFFF}", "a\u{2028}b", "{\"a\":1}", "x,y;z", "👩‍👩‍👧", "]]>&amp;", "\\u0041", "e\u{301}",
  ]
  private static let hostileKeys = [
    "type", "id", "Name", "lat", "tags", "distance", "Telefon", "=k", "k,k", "", " k", "k\nk", "\u{1}", "1",
    "ключ",
    "desc", "sym", "cmt", "src", "time", "ele", "website", "url", "description",
  ]

  @Test("tags are read back, whatever is in them")
  func hostileTags() throws {
    let keys = Self.hostileKeys + ["operator", "note"]
    let places = Self.hostileTexts.enumerated().map { number, text in
      PointOfInterest(
        id: "\(number)", name: number.isMultiple(of: 2) ? "Place" : nil, coordinate: Self.position,
        tags: Dictionary(uniqueKeysWithValues: keys.map { ($0, text) }))
    }
    var columns = TagColumns()
    for place in places { columns.count(place) }
    #expect(
      columns.fields
        == ["cmt", "desc", "description", "ele", "note", "operator", "src", "sym", "time", "url", "website"]
        .map(PlaceColumn.tag))
    let table = CSVWriter(fields: PlaceColumn.ofPlace + columns.fields + [.tags])
    for writer in Self.writers.prefix(3) + [table as any PlaceWriter] {
      let read = try Self.read(writer.document(of: places.map { ShownPlace($0) }))
      for (place, copy) in zip(places, read) {
        #expect(copy == place && copy.tags.bytes == place.tags.bytes, "\(type(of: writer)): \(place)")
      }
      #expect(read.count == places.count)
    }
  }

  @Test("a table has columns for the most frequent tags, and JSON for the others")
  func tagColumns() throws {
    let keys = (0..<150).map { "key\($0)" }
    var columns = TagColumns()
    for (number, key) in keys.enumerated() {
      for _ in 0...number {
        columns.count(PointOfInterest(id: "1", coordinate: Self.position, tags: [key: "x", "type": "y"]))
      }
    }
    #expect(columns.fields == keys.suffix(100).sorted().map(PlaceColumn.tag))
    let place = PointOfInterest(
      id: "1", coordinate: Self.position, tags: ["key9": "a", "key99": "b", "type": "c"])
    #expect(
      CSVWriter(fields: [.id, .tag("key99"), .tags]).document(of: [ShownPlace(place)])
        == "id,key99,tags\r\n1,b,\"{\"\"key9\"\":\"\"a\"\",\"\"type\"\":\"\"c\"\"}\"\r\n")
  }

  @Test("what another program changes in a waypoint is read")
  func editedWaypoint() throws {
    let text = GPXWriter().document(of: [ShownPlace(Self.cafe)])
      .replacing("<desc>fast food, Katu 5</desc>", with: "<desc>good soup</desc>")
      .replacing("<type>fast_food</type>", with: "<type>cafe</type>")
      .replacing("href=\"https://example.org/?a=1&amp;b=2\"", with: "href=\"https://example.net/\"")
    let place = try #require(try Self.read(text).first)
    #expect(place.category == "cafe")
    #expect(
      place.tags == [
        "desc": "good soup", "website": "https://example.net/", "ele": "12.5", "addr:street": "Katu",
        "addr:housenumber": "5",
      ])
  }

  @Test("GPX keeps the attribution, and a foreign waypoint's link, whose type is not the place's")
  func foreignWaypoint() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      """
      <gpx><metadata><copyright author=" © us "><year>2026</year></copyright></metadata>
      <wpt lat="1" lon="2"><name>Hut</name><link href="https://example.org/"><text>page</text>\
      <type>text/html</type></link><type>hut</type></wpt>
      <wpt lat="1" lon="3"><url>https://example.net/</url></wpt></gpx>
      """, as: "huts.gpx")
    let records = try PlaceFile(path: file).read()
    #expect(records.attribution == "© us")
    #expect(records.places.map(\.category) == ["hut", nil])
    #expect(records.places.map { $0.tags["website"] } == ["https://example.org/", "https://example.net/"])
  }

  @Test("a writer knows what its format does not hold")
  func losses() {
    func losers(_ place: PointOfInterest) -> [Int] {
      let shown = ShownPlace(place)
      return Self.writers.indices.filter { index in
        var writer = Self.writers[index]
        let text = writer.text(of: shown)
        return !writer.holds(shown, in: text)
      }
    }
    #expect(losers(Self.cafe) == [])
    let name = PointOfInterest(id: "1", name: "a\u{AD}b", coordinate: Self.position)
    #expect(losers(name) == [2, 3, 4, 5])
    for (length, expected) in [(70_000, [2]), (5_000_000, [0, 2, 5])] {
      let tags = PointOfInterest(
        id: "1", coordinate: Self.position, tags: ["note": String(repeating: "x", count: length)])
      #expect(losers(tags) == expected)
    }
  }

  @Test("an empty document is valid")
  func empty() throws {
    #expect(JSONLinesWriter().document(of: []) == "")
    #expect(CSVWriter(fields: [.id, .name]).document(of: []) == "id,name\r\n")
    #expect(
      GeoJSONWriter().document(of: []) == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
    #expect(try Self.read(GPXWriter().document(of: [])) == [])
  }

  @Test("no format outputs what a terminal would obey", arguments: writers.indices)
  func harmless(index: Int) {
    let name = "a\u{1B}[2Jb\u{7}\u{9B}31m\u{202E}c\u{7F}\u{0}\u{FFFE}\rd"
    let place = PointOfInterest(id: name, name: name, category: name, coordinate: Self.position)
    let text = Self.writers[index].document(of: [ShownPlace(place)]).replacing("\r\n", with: "\n")
    let harmful = text.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(harmful.isEmpty, "\(text.debugDescription)")
  }

  private static func view(_ place: PointOfInterest) -> ShownPlace {
    ShownPlace(NearbyPlace(place, from: position))
  }

  private static func read(_ text: String) throws -> [PointOfInterest] {
    let directory = try TemporaryDirectory()
    let records = try PlaceFile(path: directory.write(text, as: "places")).read()
    #expect(records.problemCount == 0, "\(records.problems)")
    return records.places
  }
}

extension [String: String] {
  /// What tells texts apart that are equal to Unicode.
  fileprivate var bytes: [String: [UInt8]] { mapValues { Array($0.utf8) } }
}
