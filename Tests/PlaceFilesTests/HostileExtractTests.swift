import Foundation
import Geography
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

/// Extracts of OpenStreetMap that are broken, or made to break their reader.
@Suite struct HostileExtractTests {
  @Test(
    "an extract truncated anywhere says so, and keeps what comes before",
    arguments: ["square.osm", "square.osm.pbf", "square.osm.gz", "square.osm.bz2"])
  func brokenOff(name: String) throws {
    let whole = Array(try Fixtures.data("places/\(name)"))
    let places = try OSMExtractTests.read(whole).places
    var unnoticed = 0
    for count in 1..<whole.count - 1 {
      guard let records = try Self.readOrRefuse(Array(whole[..<count])) else { continue }
      #expect(Set(records.places.map(\.id)).isSubset(of: places.map(\.id)))
      if records.cut == nil, records.places != places { unnoticed += 1 }
    }
    // Nothing states how many blobs there should be: this file has four.
    #expect(unnoticed == (name.hasSuffix(".pbf") ? 3 : 0))
  }

  @Test(
    "survives changed bytes",
    arguments: ["square.osm", "square.osm.pbf", "square.osm.gz", "square.osm.bz2"])
  func changedBytes(name: String) throws {
    let whole = Array(try Fixtures.data("places/\(name)"))
    var generator = SeededGenerator(seed: 15)
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      for place in try Self.readOrRefuse(bytes)?.places ?? [] { #expect(place.isSound) }
    }
  }

  @Test("names the position of malformed data, and reads what comes before")
  func malformed() throws {
    var file = Self.cafe
    let position = file.bytes.count
    file.addBlob([0xFF, 0xFF])
    let records = try OSMExtractTests.read(file.bytes)
    #expect(records.places.map(\.id) == ["node/1"])
    #expect(records.cut?.location == "byte \(position)")
  }

  @Test("malformed data after ways does not lose them")
  func malformedAfterWays() throws {
    var file = PBFFile()
    file.addBlock(strings: ["leisure", "park"]) { group in
      group.addNodes([1, 2, 3], tags: [[(1, 2)], [], []])
      group.addWay(7, nodes: [1, 2, 3], keys: [1], values: [2])
    }
    file.addBlob([0xFF, 0xFF])
    let records = try OSMExtractTests.read(file.bytes)
    #expect(records.places.map(\.id) == ["node/1", "way/7"])
    #expect(records.cut != nil)
  }

  @Test(
    "does not allocate memory for a blob that claims gigabytes", arguments: [Int(Int32.max), 33 << 20, -1])
  func largeBlob(claim: Int) throws {
    var file = Self.cafe
    file.addBlob(packed: [], claim: claim)
    #expect(try OSMExtractTests.read(file.bytes).cut != nil)
  }

  @Test(
    "does not allocate memory for a blob that claims to unpack to gigabytes",
    arguments: [Int64(Int32.max), -1])
  func largeUnfolding(claim: Int64) throws {
    var file = Self.cafe
    var blob = ProtocolBuffer()
    blob.add(claim, as: 2)
    blob.add([0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01], as: 3)
    file.addBlob(packed: blob.bytes)
    #expect(try OSMExtractTests.read(file.bytes).cut != nil)
  }

  @Test("refuses tags that repeat one long string, in an element and in a block")
  func unfoldingTags() throws {
    let long = String(repeating: "x", count: 500_000)
    var file = Self.cafe
    file.addBlock(strings: ["amenity", "cafe", long]) { group in
      group.addNodes([2], tags: [[(1, 2), (3, 3), (3, 3), (3, 3)]])
    }
    let passedOver = try OSMExtractTests.read(file.bytes)
    #expect(passedOver.complaints == ["node/2: it has too many tags, members or nodes for --memory"])

    file.addBlock(strings: ["amenity", "cafe", long]) { group in
      group.addNodes((3..<300).map { $0 }, tags: (3..<300).map { _ in [(1, 2), (3, 1)] })
    }
    #expect(try OSMExtractTests.read(file.bytes).cut != nil)
  }

  @Test("reads a relation of a million members, and skips a larger one")
  func manyMembers() throws {
    var file = PBFFile()
    file.addBlock(strings: ["leisure", "park"]) { group in
      group.addNodes([1, 2, 3], tags: [[], [], []])
      group.addWay(7, nodes: [1, 2, 3], keys: [], values: [])
      group.addRelation(8, ways: 0..<1_000_000, keys: [1], values: [2])
      group.addRelation(9, ways: 0..<1_050_000, keys: [1], values: [2])
    }
    let records = try OSMExtractTests.read(file.bytes)
    #expect(records.places.map(\.id) == ["relation/8"])
    #expect(records.complaints == ["relation/9: it has too many tags, members or nodes for --memory"])
  }

  @Test("an area of rings that cross each other has its point inside")
  func crossingRings() throws {
    // Two combs of a thousand teeth, one turned by half a tooth.
    func comb(from first: Int, shift: Double) -> (nodes: String, way: String) {
      let corners =
        (0..<2000).map { (Double($0) * 0.01 + shift, $0.isMultiple(of: 2) ? 1.0 : 9) } + [(10, -1)]
      let nodes = corners.enumerated().map { index, corner in
        #"<node id="\#(first + index)" lat="\#(corner.1)" lon="\#(corner.0)"/>"#
      }
      let references = (Array(first..<first + corners.count) + [first]).map { #"<nd ref="\#($0)"/>"# }
      return (nodes.joined(), #"<way id="\#(first)">\#(references.joined())</way>"#)
    }
    let combs = [comb(from: 1, shift: 0), comb(from: 10_000, shift: 0.005)]
    let records = try OSMExtractTests.read(
      combs.map(\.nodes).joined() + combs.map(\.way).joined()
        + #"<relation id="1"><member type="way" ref="1" role="outer"/><member type="way" ref="10000" role="outer"/>"#
        + #"<tag k="type" v="multipolygon"/><tag k="leisure" v="park"/></relation>"#)
    let point = try #require(records.places.first?.coordinate)
    #expect((-1.0...9).contains(point.latitude) && (0.0...20.005).contains(point.longitude), "\(point)")
  }

  @Test("a relation that is named again and again breaks the extract off")
  func repeatedRelation() throws {
    let members = (0..<100_000).map { #"<member type="node" ref="\#($0)" role=""/>"# }.joined()
    let museum = #"<tag k="type" v="site"/><tag k="tourism" v="museum"/>"#
    let wanted = (2...100).map {
      #"<relation id="\#($0)"><member type="relation" ref="1" role=""/>\#(museum)</relation>"#
    }
    let records = try OSMExtractTests.read(
      #"<node id="7" lat="1" lon="1"><tag k="amenity" v="cafe"/></node><relation id="1">\#(members)</relation>"#
        + wanted.joined())
    #expect(records.places.first?.id == "node/7")
    #expect(records.cut != nil)
  }

  @Test("skips a relation of more parts than any real one has")
  func manyParts() throws {
    let museum = #"<tag k="type" v="site"/><tag k="tourism" v="museum"/>"#
    // Each level of relations names the one node as often as it may, below the limit for one relation.
    let members = String(repeating: #"<member type="node" ref="7" role=""/>"#, count: 70_000)
    let nested = (1...4).map { #"<relation id="\#($0)">\#(members)</relation>"# }.joined()
    let all = (1...4).map { #"<member type="relation" ref="\#($0)" role=""/>"# }.joined()
    let records = try OSMExtractTests.read(
      #"<node id="7" lat="1" lon="1"/>\#(nested)<relation id="5">\#(all)\#(museum)</relation>"#
        + #"<relation id="6"><member type="node" ref="7" role=""/>\#(museum)</relation>"#)
    #expect(records.places.map(\.id) == ["relation/6"])
    #expect(records.complaints == ["relation/5: it has too many tags, members or nodes for --memory"])
  }

  @Test("reads relations in relations beyond the memory for them")
  func manyNested() throws {
    let count = 3000
    let nodes = (1...count).map { #"<node id="\#($0)" lat="1" lon="\#(Double($0) / 100)"/>"# }.joined()
    let nested = (1...count).map {
      #"<relation id="\#($0)"><member type="node" ref="\#($0)" role=""/></relation>"#
    }.joined()
    let all = (1...count).map { #"<member type="relation" ref="\#($0)" role=""/>"# }.joined()
    let museum = #"<tag k="type" v="site"/><tag k="tourism" v="museum"/>"#
    let text = nodes + nested + #"<relation id="9000">\#(all)\#(museum)</relation>"#
    let places = try OSMExtractTests.read(text, memory: 0).places
    #expect(places.map(\.id) == ["relation/9000"])
    #expect(try OSMExtractTests.read(text).places == places)
  }

  @Test("handles numbers that overflow, and missing string indices")
  func wildNumbers() throws {
    var file = Self.cafe
    file.addBlock(strings: ["amenity", "cafe"]) { group in
      group.addWay(.min, nodes: [.max, .min, 0], keys: [1], values: [2])
      group.addRelation(.max, ways: [.max, .min, 0], keys: [1], values: [2])
    }
    let records = try OSMExtractTests.read(file.bytes)
    #expect(records.places.map(\.id) == ["node/1"])
    #expect(records.problemCount == 2)
    file.addBlock(strings: ["amenity"]) { $0.addWay(1, nodes: [1], keys: [1], values: [9]) }
    #expect(try OSMExtractTests.read(file.bytes).cut != nil)
  }

  @Test(
    "XML with entities, or with deep nesting, is malformed",
    arguments: [
      "<?xml version=\"1.0\"?><!DOCTYPE osm [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><osm><node id=\"1\" lat=\"1\" lon=\"1\"><tag k=\"name\" v=\"&b;\"/></node></osm>",
      "<osm>" + String(repeating: "<a>", count: 1000),
      "<osm><node id=\"1\" lat=\"1\" lon=\"1\"><tag k=\"name\" v=\"" + String(repeating: "a", count: 3 << 20),
    ])
  func hostileXML(text: String) throws {
    #expect(throws: PlacesError.self) { try OSMExtractTests.read(Array(text.utf8)) }
  }

  @Test(
    "names a feature that it does not support",
    arguments: [
      ("HistoricalInformation", OSMExtractProblem.unsupported("HistoricalInformation")),
      ("New\u{1B}Feature", .unsupported("New\u{1B}Feature")),
    ])
  func unsupported(feature: String, problem: OSMExtractProblem) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Data(PBFFile { $0.add(feature.utf8, as: 4) }.bytes), as: "extract")
    #expect(throws: PlacesError.extract(path: path, problem)) { try PlaceFile(path: path).read() }
  }

  @Test(
    "refuses the history of elements in XML, of which the last version may be a deletion",
    arguments: [
      #"<node id="1" version="1" visible="true" lat="1" lon="1"><tag k="amenity" v="cafe"/></node>"#
        + #"<node id="1" version="2" visible="false"/>"#,
      #"<way id="1" visible="true"><nd ref="1"/></way><way id="1" visible="true"><nd ref="2"/></way>"#,
    ])
  func history(elements: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("<osm>\(elements)</osm>", as: "extract")
    #expect(throws: PlacesError.extract(path: path, .unsupported("HistoricalInformation"))) {
      try PlaceFile(path: path).read()
    }
  }

  @Test("files of editors, which say what is visible and deleted, are no histories")
  func visible() throws {
    let cafe = #"lat="1" lon="1"><tag k="amenity" v="cafe"/></node>"#
    let places = try OSMExtractTests.read(
      Array(
        (#"<osm><node id="1" visible="true" \#(cafe)<node id="2" visible="false"/><node id="3" visible="true" "#
          + #"action="delete" \#(cafe)<way id="1" visible="true"><nd ref="1"/><tag k="shop" v="yes"/></way></osm>"#)
          .utf8)
    ).places
    #expect(places.map(\.id) == ["node/1", "way/1"])
  }

  @Test("names a missing scratch folder")
  func noScratchFolder() throws {
    let directory = try TemporaryDirectory()
    let nodes = (0..<40_000).map { #"<node id="\#($0)" lat="1" lon="1"/>"# }.joined()
    let references = (0..<40_000).map { #"<nd ref="\#($0)"/>"# }.joined()
    let text = #"<osm>\#(nodes)<way id="1">\#(references)<tag k="amenity" v="cafe"/></way></osm>"#
    let path = try directory.write(text, as: "extract")
    let missing = directory.path(of: "missing")
    #expect(throws: PlacesError.unreadable(path: missing, code: ENOENT)) {
      try PlaceFile(path: path, memory: 0, scratchFolder: missing).read()
    }
  }

  /// `nil` if it is refused as a whole, with one of the intended errors.
  private static func readOrRefuse(_ bytes: [UInt8]) throws -> PlaceRecords? {
    do {
      return try OSMExtractTests.read(bytes)
    } catch let error as PlacesError {
      switch error {
      case .formatUnknown, .nothingUsable, .extract: return nil
      default: throw error
      }
    }
  }

  private static var cafe: PBFFile {
    var file = PBFFile()
    file.addBlock(strings: ["amenity", "cafe"]) { $0.addNodes([1], tags: [[(1, 2)]]) }
    return file
  }
}
