import Foundation
import Geography
import SQLite
import TestSupport
import Testing

@testable import PlaceFiles
@testable import PlaceStore
@testable import Places

/// Files from other programs.
@Suite struct ForeignFormatsTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func read(_ text: String, as name: String = "file") throws -> PlaceRecords {
    try PlaceFile(path: folder.write(text, as: name)).read()
  }

  @Test("OwnTracks waypoints have their own proximity, if it is valid")
  func ownTracks() throws {
    let records = try read(
      """
      {"_type":"waypoints","_creator":"test","waypoints":[
        {"_type":"waypoint","desc":"Home","lat":52.5,"lon":13.25,"rad":120,"tst":1700000000},
        {"_type":"waypoint","desc":"Work","lat":52.6,"lon":13.5,"rad":-1,"tst":1700000001,"rid":"ab12"},
        {"desc":"Old","lat":52.7,"lon":13.75,"rad":0,"tst":1700000002}]}
      """)
    #expect(records.places.map(\.name) == ["Home", "Work", "Old"])
    #expect(records.places.map(\.proximity) == [Distance(metres: 120), nil, nil])
    #expect(records.places.map(\.id) == ["Home@52.500000,13.250000", "ab12", "Old@52.700000,13.750000"])
    #expect(records.places.allSatisfy { $0.tags.isEmpty })
  }

  @Test("Overture places have their primary names and categories")
  func overture() throws {
    let records = try read(
      """
      {"type":"Feature","id":"08f1","geometry":{"type":"Point","coordinates":[10,53.5]},"properties":{"names":\
      {"primary":"Kaffee Eins","common":null},"categories":{"primary":"cafe","alternate":["bakery"]},\
      "confidence":0.93,"websites":["https://example.org/","https://example.com/"],"phones":["+49 40 1","+49 40 2"]}}
      """)
    let place = try #require(records.places.first)
    #expect(place.id == "08f1")
    #expect(place.name == "Kaffee Eins")
    #expect(place.category == "cafe")
    #expect(
      place.tags == [
        "confidence": "0.93", "website": "https://example.org/", "phone": "+49 40 1;+49 40 2",
      ], "\(place)")
    #expect(records.leftOut == 1, "the second website")
  }

  @Test(
    "with semicolons or tabs between cells, reads decimal commas",
    arguments: [
      "name;lat;lon;proximity\nHut, old;47,25;10,5;75,5\n",
      "name\tlat\tlon\tproximity\nHut, old\t47.25\t10,5\t75.5\n",
      "10,5;47,25;Hut, old;what it is\n",
    ])
  func decimalCommas(text: String) throws {
    let place = try #require(try read(text).places.first)
    #expect(place.coordinate == Coordinate(latitude: 47.25, longitude: 10.5))
    #expect(place.name == "Hut, old")
    if text.contains("proximity") { #expect(place.proximity == Distance(metres: 75.5)) }
  }

  @Test("reads a route's named points as places, not its bends; the document's time dates its data")
  func gpxRoute() throws {
    let records = try read(
      """
      <gpx version="1.1"><metadata><time>2022-05-01T10:00:00Z</time></metadata>
      <wpt lat="47" lon="10"><time>2021-01-01T00:00:00Z</time><name>Start</name></wpt>
      <rte><name>Tour</name><rtept lat="47.1" lon="10.1"><name>Hut</name></rtept><rtept lat="47.2" lon="10.2"/></rte>
      </gpx>
      """)
    #expect(records.places.map(\.name) == ["Start", "Hut"])
    #expect(records.dated == Date(timeIntervalSince1970: 1_651_399_200))
    let old = try read(
      "<gpx version=\"1.0\"><time>2022-05-01T10:00:00Z</time><wpt lat=\"47\" lon=\"10\"/></gpx>")
    #expect(old.dated == Date(timeIntervalSince1970: 1_651_399_200))
    let none = try read(
      "<gpx version=\"1.1\"><wpt lat=\"47\" lon=\"10\"><time>2021-01-01T00:00:00Z</time></wpt></gpx>")
    #expect(none.dated == nil)
  }

  @Test("the tracks of converted KML were lines and areas, and are counted")
  func shapes() throws {
    let path = try folder.write(
      """
      <gpx><wpt lat="50" lon="10"><name>K1</name></wpt>
      <wpt lat="0.000000000" lon="0.000000000"><name>K2</name></wpt>
      <trk><name>Area</name><trkseg><trkpt lat="50" lon="10"/><trkpt lat="51" lon="10"/></trkseg></trk>
      <trk><name>Line</name><trkseg><trkpt lat="50" lon="10"/><trkpt lat="51" lon="10"/></trkseg></trk></gpx>
      """, as: "file")
    var file = PlaceFile(path: path)
    #expect(try file.read().problemCount == 0)
    file.placemarks = 5
    let records = try file.read()
    #expect(records.places.map(\.name) == ["K1"])
    #expect(records.problemCount == 4)
    #expect(
      records.problems.map(\.description) == [
        "'K2': no latitude and longitude",
        "shape 1: a line or an area; poi takes only points here",
        "shape 2: a line or an area; poi takes only points here",
      ])
  }

  @Test("refuses a database, be it a store or not")
  func database() throws {
    let path = folder.path(of: "other.sqlite")
    try Connection(path: path).execute("CREATE TABLE letters (text TEXT)")
    #expect(PlaceStore.isDatabase(path))
    #expect(throws: PlacesError.formatUnknown(path: path, hint: "it is an SQLite database")) {
      try PlaceFile(path: path).read()
    }
  }

  @Test(
    "recognises formats for other programs by their first bytes",
    arguments: [
      ("<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"/>", ForeignPlaceFormat.kml),
      ("<TrainingCenterDatabase xmlns=\"x\"/>", .tcx), ("PK\u{3}\u{4}rest of a ZIP archive", .kmz),
      ("\u{E}\u{10}12345\u{0}.FIT rest", .fit), ("<gpx/>", nil), ("name,lat,lon\n", nil),
    ])
  func foreign(text: String, format: ForeignPlaceFormat?) throws {
    #expect(try PlaceFile(path: folder.write(text, as: "file")).foreignFormat() == format)
  }
}
