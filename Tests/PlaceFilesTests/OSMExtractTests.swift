import Foundation
import Geography
import Synchronization
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

/// What elements become places, and where.
@Suite struct OSMExtractTests {
  @Test(
    "an extract has the same places in every format",
    arguments: ["square.osm", "square.osm.pbf", "square.osm.gz", "square.osm.bz2"])
  func formats(name: String) throws {
    let records = try PlaceFile(path: Fixtures.path("places/\(name)")).read()
    #expect(
      records.places.map { "\($0.id) \($0.name ?? "") \($0.category ?? "")" } == [
        "node/1  drinking_water", "node/6 Corner cafe", "node/7  crossing", "way/8 Corner cafe",
        "relation/10 Square park",
      ])
    #expect(records.places.first?.coordinate == Coordinate(latitude: 10, longitude: 20))
    #expect(
      records.places.first { $0.id == "node/7" }?.coordinate == Coordinate(latitude: 10, longitude: 20.01))
    for place in records.places.dropFirst() where place.id != "node/7" {
      #expect(
        abs(place.coordinate.latitude - 10.002) < 1e-9 && abs(place.coordinate.longitude - 20.002) < 1e-9)
    }
    #expect(records.places.last?.tags == ["type": "multipolygon", "leisure": "park"])
    #expect(records.complaints == [])
    #expect(records.attribution == "© OpenStreetMap contributors")
    #expect(try PlaceFile(path: Fixtures.path("places/\(name)")).isOSMExtract())
  }

  @Test(
    "bzip2 unpacks to the same places in memory, in a file, and if no file can be made",
    arguments: [(64 << 20, "/var/tmp"), (0, "/var/tmp"), (1 << 20, "/nowhere")])
  func bzip2(memory: Int, folder: String) async throws {
    let directory = try TemporaryDirectory()
    // More than the memory holds, packed or not, of numbers that look like nothing in particular.
    var random = SeededGenerator(seed: 9)
    let nodes = (1...40_000).map { id in
      let x = Int.random(in: 0..<10_000_000, using: &random)
      let y = Int.random(in: 0..<10_000_000, using: &random)
      return #"<node id="\#(id)" lon="1.\#(x)" lat="1.\#(y)"/>"#
    }
    let ways = (1...500).map { id in
      let ends = (1...4).map { #"<nd ref="\#(id * $0 * 7)"/>"# }.joined()
      return #"<way id="\#(id)">\#(ends)<tag k="amenity" v="cafe"/></way>"#
    }
    let plain = try directory.write(
      "<osm>" + nodes.joined(separator: "\n") + ways.joined(separator: "\n") + "</osm>", as: "region.osm")
    let packing = try await CommandRunner.run("/usr/bin/bzip2", ["-k", plain])
    try #require(packing.status == 0)
    let expected = try PlaceFile(path: plain, memory: 64 << 20).read().places
    let places = try PlaceFile(path: "\(plain).bz2", memory: memory, scratchFolder: folder).read().places
    #expect(places == expected)
    #expect(places.count == 500)
  }

  @Test(
    "other files are not extracts",
    arguments: ["places/helsinki.geojson", "places/helsinki.csv", "places/helsinki.gpx", "gps/walk.nmea"])
  func otherFiles(name: String) throws {
    #expect(try !PlaceFile(path: Fixtures.path(name)).isOSMExtract())
  }

  @Test("a multipolygon of split ways has its point beside its hole")
  func multipolygon() throws {
    let records = try Self.read(
      Self.grid
        + """
        <way id="1"><nd ref="11"/><nd ref="15"/><nd ref="55"/></way>
        <way id="2"><nd ref="11"/><nd ref="51"/><nd ref="55"/></way>
        <way id="3"><nd ref="22"/><nd ref="24"/><nd ref="44"/><nd ref="42"/><nd ref="22"/></way>
        <relation id="4">
          <member type="way" ref="3" role="inner"/><member type="way" ref="2" role="outer"/>
          <member type="way" ref="1" role="outer"/><member type="way" ref="1" role="outer"/>
          <tag k="type" v="multipolygon"/><tag k="natural" v="water"/><tag k="name" v="Ring Lake"/>
        </relation>
        """)
    let point = try #require(records.places.first?.coordinate)
    #expect(records.names == ["Ring Lake"])
    #expect((1...5).contains(point.latitude) && (1...5).contains(point.longitude))
    #expect(!((2...4).contains(point.latitude) && (2...4).contains(point.longitude)), "\(point)")
  }

  @Test(
    "a building's point is its main entrance, else the only one for visitors, however little memory there is",
    arguments: [
      (["15": "main", "55": "yes", "11": "main;service"], (1.0, 5.0)),
      (["55": "staircase", "51": "exit"], (5, 5)),
      // Nothing is clear, or on the outline.
      (["15": "main", "55": "main"], nil), (["15": "yes", "55": "yes"], nil), (["15": "service"], nil),
      (["33": "main"], nil), ([:], nil),
    ] as [([String: String], (Double, Double)?)])
  func entrances(kinds: [String: String], expected: (latitude: Double, longitude: Double)?) throws {
    var grid = Self.grid
    for (id, kind) in kinds {
      let node = #"<node id="\#(id)" lat="\#(id.prefix(1))" lon="\#(id.suffix(1))""#
      grid = grid.replacing(node + "/>", with: node + #"><tag k="entrance" v="\#(kind)"/></node>"#)
    }
    let outline = ["11", "15", "55", "51", "11"].map { #"<nd ref="\#($0)"/>"# }.joined()
    let cafe = #"<tag k="amenity" v="cafe"/>"#
    let places = try Self.read(
      """
      \(grid)<way id="1">\(outline)\(cafe)<tag k="building" v="yes"/></way>
      <way id="2">\(outline)\(cafe)</way>
      <relation id="3"><member type="way" ref="2" role="outer"/><tag k="type" v="multipolygon"/>
        \(cafe)<tag k="building" v="yes"/></relation>
      """, memory: 0
    ).places
    let middle = Coordinate(latitude: 3, longitude: 3)
    let point = expected.map(Coordinate.init(latitude:longitude:)) ?? middle
    #expect(places.filter { $0.tag("amenity") != nil }.map(\.coordinate) == [point, middle, point])
  }

  @Test("says that there are more entrances than it may keep")
  func manyEntrances() throws {
    let nodes = (1...65_537).map {
      #"<node id="\#($0)" lat="1" lon="\#(Double($0) / 1e5)"><tag k="entrance" v="yes"/></node>"#
    }
    let doubts = try [65_536, 65_537].map {
      try Self.read(nodes.prefix($0).joined(), memory: 0).doubt?.location
    }
    #expect(doubts == [nil, "node/65537"])
  }

  @Test("an object with missing nodes or members uses those it has")
  func missingMembers() throws {
    let records = try Self.read(
      Self.grid
        + """
        <way id="1"><nd ref="11"/><nd ref="12"/><nd ref="99"/><tag k="waterway" v="river"/><tag k="name" v="Cut"/></way>
        <way id="2"><nd ref="98"/><nd ref="99"/><tag k="amenity" v="parking"/></way>
        <way id="3"><nd ref="11"/><nd ref="15"/><nd ref="55"/><nd ref="11"/></way>
        <way id="7"><nd ref="11"/><nd ref="97"/><nd ref="13"/><nd ref="33"/><nd ref="11"/><tag k="amenity" v="bar"/></way>
        <relation id="4"><member type="way" ref="77" role="outer"/><member type="way" ref="3" role="outer"/>
          <tag k="type" v="multipolygon"/><tag k="leisure" v="park"/></relation>
        <relation id="5"><member type="way" ref="77" role="outer"/>
          <tag k="type" v="multipolygon"/><tag k="leisure" v="park"/></relation>
        <relation id="6"><member type="node" ref="33" role=""/><member type="way" ref="77" role=""/>
          <tag k="type" v="site"/><tag k="tourism" v="museum"/></relation>
        """)
    #expect(records.places.first?.coordinate == Coordinate(latitude: 1, longitude: 1.5))
    // Where it is cut, nobody knows what is inside.
    let cut = try #require(records.places.dropFirst().first?.extent)
    #expect(!cut.isArea && cut.lines == [[(1, 3), (3, 3), (1, 1)].map(Coordinate.init(latitude:longitude:))])
    #expect(records.places.map(\.id) == ["way/1", "way/7", "relation/4", "relation/6"])
    #expect(records.places.map { $0.extent?.isArea } == [false, false, false, nil])
    #expect(records.doubt?.location == "relation/4")
    #expect(records.doubt?.problem.contains("a part of its shape (places like this: 3)") == true)
    #expect(
      records.complaints == [
        "way/2: none of its nodes is in the file", "relation/5: none of its nodes is in the file",
      ])
  }

  @Test("where ways carry positions, a node that the file lacks is a gap")
  func positionsOnWays() throws {
    // What osmium add-locations-to-ways --ignore-missing-nodes writes for a missing node.
    let missing = (latitude: Int64(Int32.max), longitude: Int64(Int32.max))
    let nodes = (0..<5).map { (latitude: Int64(100_000_000), longitude: 200_000_000 + 10_000 * Int64($0)) }
    var file = PBFFile { $0.add("LocationsOnWays".utf8, as: 5) }
    file.addBlock(strings: ["waterway", "river", "amenity", "bar"]) { group in
      let cut = [nodes[0], nodes[1], missing, nodes[3], nodes[4]]
      group.addWay(7, nodes: 1...5, at: cut, keys: [1], values: [2])
      let bar = [nodes[0], nodes[1], missing, nodes[0]]
      group.addWay(8, nodes: [1, 2, 9, 1], at: bar, keys: [3], values: [4])
      group.addWay(9, nodes: [8, 9], at: [missing, missing], keys: [3], values: [4])
    }
    let records = try Self.read(file.bytes)
    #expect(records.places.map(\.id) == ["way/7", "way/8"])
    func line(_ longitudes: Double...) -> [Coordinate] {
      longitudes.map { Coordinate(latitude: 10, longitude: $0) }
    }
    #expect(records.places[0].extent?.lines == [line(20, 20.001), line(20.003, 20.004)])
    #expect(records.places[1].extent?.isArea == false)
    #expect(records.doubt?.problem.contains("a part of its shape (places like this: 2)") == true)
    #expect(records.complaints == ["way/9: none of its nodes is in the file"])
  }

  @Test("where the outline of an area is missing, nobody is inside its holes")
  func missingOutline() throws {
    let records = try Self.read(
      Self.grid
        + """
        <way id="1"><nd ref="11"/><nd ref="15"/><nd ref="55"/><nd ref="11"/></way>
        <relation id="2"><member type="way" ref="9" role="outer"/><member type="way" ref="1" role="inner"/>
          <tag k="type" v="multipolygon"/><tag k="leisure" v="park"/></relation>
        """)
    #expect(records.places.map(\.id) == ["relation/2"])
    #expect(records.places.first?.extent?.isArea == false)
  }

  @Test("of several tags of one key the last one counts, and the others are counted")
  func repeatedTags() throws {
    let tags = ["A", "B", "C"].map { #"<tag k="name" v="\#($0)"/>"# }.joined()
    let records = try Self.read(
      #"<node id="1" lat="1" lon="2"><tag k="shop" v="kiosk"/>\#(tags)</node>"#)
    #expect(records.names == ["C"])
    #expect(records.leftOut == 2 && records.doubt == nil)
  }

  @Test("a relation of relations has its point at their members")
  func nested() throws {
    let relations = (1...3).map { number in
      """
      <relation id="\(number)"><member type="relation" ref="\(number % 3 + 1)" role=""/>
      \(number == 3 ? #"<member type="node" ref="33" role=""/>"# : "")
      <tag k="type" v="site"/>\(number == 1 ? #"<tag k="tourism" v="museum"/>"# : "")</relation>
      """
    }
    let records = try Self.read(Self.grid + relations.joined())
    #expect(records.places.map(\.id) == ["relation/1"])
    #expect(records.places.first?.coordinate == Coordinate(latitude: 3, longitude: 3))
  }

  @Test("reads ids of any size and order, and ignores deleted elements")
  func ids() throws {
    let records = try Self.read(
      """
      <node id="13000000000" lat="1" lon="1"/>
      <node id="-5" lat="1" lon="3"><tag k="amenity" v="cafe"/></node>
      <node id="2" lat="3" lon="3"/>
      <node id="3" lat="3" lon="3" action="delete"><tag k="amenity" v="cafe"/></node>
      <node id="4" lat="3" lon="3" visible="false"><tag k="amenity" v="cafe"/></node>
      <node id="5" lat="91" lon="3"><tag k="amenity" v="cafe"/></node>
      <way id="-7"><nd ref="13000000000"/><nd ref="-5"/><tag k="natural" v="cliff"/><tag k="name" v="Edge"/></way>
      """)
    #expect(records.places.map(\.id) == ["node/-5", "way/-7"])
    #expect(records.places.last?.coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(records.complaints == ["node/5: its position is out of range"])
  }

  @Test("reads the data's time, its box and its replication server")
  func header() throws {
    var file = PBFFile { header in
      var box = ProtocolBuffer()
      for (field, degrees) in [(1, 9.4), (2, 9.7), (3, 47.3), (4, 47)] {
        box.add(Int64(degrees * 1e9) * 2, as: field)
      }
      header.add(box.bytes, as: 1)
      header.add(1_700_000_000, as: 32)
      header.add(4000, as: 33)
      header.add("https://example.org/updates".utf8, as: 34)
    }
    file.addBlock(strings: ["amenity", "cafe"]) { $0.addNodes([1], tags: [[(1, 2)]]) }
    let header = try #require(try Self.read(file.bytes).extract)
    #expect(header.time == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(header.replicationURL == "https://example.org/updates")
    #expect(header.replicationSequence == 4000)
    #expect(header.boundingBox == BoundingBox(west: 9.4, south: 47, east: 9.7, north: 47.3))
  }

  @Test("without a header, the data is as old as its newest element")
  func newestElement() throws {
    let records = try Self.read(
      """
      <bounds minlat="1" minlon="2" maxlat="3" maxlon="4"/>
      <node id="1" lat="1" lon="1" timestamp="2020-01-01T00:00:00Z"><tag k="amenity" v="cafe"/></node>
      <node id="2" lat="1" lon="1" timestamp="2021-01-01T00:00:00Z"/>
      <node id="3" lat="1" lon="1" timestamp="2019-01-01T00:00:00Z"/>
      """)
    let header = try #require(records.extract)
    #expect(header.time == Date(timeIntervalSince1970: 1_609_459_200))
    #expect(header.boundingBox == BoundingBox(west: 2, south: 1, east: 4, north: 3))
    #expect(header.replicationURL == nil && header.replicationSequence == nil)
  }

  @Test("a small memory budget makes no difference")
  func smallMemory() throws {
    let side = 120
    var text = ""
    for row in 0..<side {
      for column in 0..<side {
        text +=
          #"<node id="\#(row * side + column)" lat="\#(Double(row) / 100)" lon="\#(Double(column) / 100)"/>"#
      }
    }
    for row in 0..<side - 1 {
      // Every other one backwards, so that the ids do not only rise.
      let columns = row % 2 == 0 ? Array(0..<side) : (0..<side).reversed()
      let nodes = columns.map { #"<nd ref="\#(row * side + $0)"/>"# }.joined()
      text += #"<way id="\#(row)">\#(nodes)<tag k="waterway" v="river"/><tag k="name" v="\#(row)"/></way>"#
      text += """
        <relation id="\(row)"><member type="way" ref="\(row)" role=""/><member type="way" ref="\(side - 2 - row)" role=""/>
        <tag k="type" v="waterway"/><tag k="name" v="r\(row)"/></relation>
        """
    }
    let large = try Self.read(text)
    let small = try Self.read(text, memory: 0)
    #expect(large.places.count == 2 * (side - 1))
    #expect(small.places == large.places)
  }

  static func read(_ elements: String, memory: Int? = nil) throws -> PlaceRecords {
    try read(Array("<?xml version=\"1.0\"?>\n<osm version=\"0.6\">\(elements)</osm>".utf8), memory: memory)
  }

  static func read(_ bytes: [UInt8], memory: Int? = nil) throws -> PlaceRecords {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Data(bytes), as: "extract")
    return try PlaceFile(path: path, memory: memory, scratchFolder: directory.url.path).read()
  }

  /// Nodes at each degree from 1 to 5; 23 lies at 2° N 3° E.
  private static let grid = (1...5).flatMap { latitude in
    (1...5).map { #"<node id="\#(latitude)\#($0)" lat="\#(latitude)" lon="\#($0)"/>"# }
  }.joined(separator: "\n")
}

/// Whose updates a header names.
@Suite struct OSMHeaderTests {
  @Test(
    "recognises updates of the planet by their address",
    arguments: [
      ("https://planet.openstreetmap.org/replication/minute", true),
      ("https://planet.openstreetmap.org/replication/day/", true),
      ("https://download.openstreetmap.fr/replication/europe/andorra/minute/", false),
      ("https://download.geofabrik.de/europe/andorra-updates", false), ("", false),
    ])
  func planet(url: String, isPlanet: Bool) throws {
    let header = try JSONDecoder().decode(OSMHeader.self, from: JSONEncoder().encode(["replication": url]))
    #expect(header.isUpdatedFromPlanet == isPlanet)
  }
}

/// What an extract's answer says besides the places.
@Suite struct ExtractProviderTests {
  @Test("an answer is as old as the data")
  func age() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      #"<osm><node id="1" lat="1" lon="1" timestamp="2020-01-01T00:00:00Z"><tag k="amenity" v="cafe"/></node></osm>"#,
      as: "extract")
    let provider = PlaceFileProvider(
      file: PlaceFile(path: path), now: { Date(timeIntervalSince1970: 1_577_836_800 + 3600) })
    let answer = try await provider.places(
      near: Coordinate(latitude: 1, longitude: 1), matching: PlaceQuery(limit: 1))
    #expect(answer.places.map(\.place.id) == ["node/1"])
    #expect(answer.source.age == 3600)
  }

  @Test("a question for tags finds what is no place, and the next one does not")
  func tags() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      """
      <osm><node id="1" lat="1" lon="1"><tag k="amenity" v="cafe"/></node>
      <node id="2" lat="1" lon="1"><tag k="highway" v="give_way"/><tag k="direction" v="forward"/></node>
      <node id="3" lat="1" lon="1"><tag k="highway" v="give_way"/></node>
      <node id="4" lat="1" lon="1"><tag k="oneway" v="no"/></node></osm>
      """, as: "extract")
    let provider = PlaceFileProvider(file: PlaceFile(path: path))
    func ids(_ tags: PlaceFilter.Tag...) async throws -> [String] {
      try await provider.places(
        near: Coordinate(latitude: 1, longitude: 1), matching: PlaceQuery(filter: PlaceFilter(tags: tags))
      ).places.map(\.place.id)
    }
    #expect(try await ids(.init(key: "highway", value: "give_way")) == ["node/2", "node/3"])
    #expect(try await ids() == ["node/1"])
    #expect(
      try await ids(.init(key: "highway", value: "give_way"), .init(key: "direction")) == ["node/2"])
    #expect(try await ids(.init(key: "oneway")) == ["node/4"])
    #expect(try await ids(.init(key: "amenity", value: "cafe")) == ["node/1"])
    #expect(try await ids() == ["node/1"])
  }

  @Test("many clients get only the usual places, and no question makes the others wait")
  func served() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      """
      <osm><node id="1" lat="1" lon="1"><tag k="amenity" v="cafe"/><tag k="lit" v="yes"/></node>
      <node id="2" lat="1" lon="1"><tag k="highway" v="give_way"/><tag k="lit" v="yes"/></node></osm>
      """, as: "extract")
    let reads = Mutex(0)
    let provider = PlaceFileProvider(
      file: PlaceFile(path: path),
      read: { file throws(PlacesError) in
        reads.withLock { $0 += 1 }
        return try file.read()
      })
    func ids(_ tags: PlaceFilter.Tag...) async throws -> [String] {
      try await QuestionBudget.$current.withValue(.served) {
        try await provider.places(
          near: Coordinate(latitude: 1, longitude: 1), matching: PlaceQuery(filter: PlaceFilter(tags: tags))
        ).places.map(\.place.id)
      }
    }
    #expect(try await ids(.init(key: "lit", value: "yes")) == ["node/1"])
    await #expect(throws: PlacesError.onlyPlaces(tag: "highway=give_way")) {
      try await ids(.init(key: "lit"), .init(key: "highway", value: "give_way"))
    }
    #expect(try await ids() == ["node/1"])
    #expect(reads.withLock(\.self) == 1)
  }
}
