import Foundation
import Geography
import Presentation

@testable import Input
@testable import PlaceFiles
@testable import Places
@testable import Positioning

let jsonPlace =
  #"{"id":7,"name":"N","category":"cafe","lat":1.5,"lon":-2.5e0,"proximity":30,"tags":{"a":"b","n":1,"t":true}}"#
let jsonArea =
  #"{"type":"Feature","id":"way/1","properties":{"name":"A"},"geometry":{"type":"GeometryCollection","geometries":[{"type":"MultiPolygon","coordinates":[[[[0,0],[2,0],[2,2],[0,0]]]]},{"type":"LineString","coordinates":[[1,1],[1,3]]}]}}"#
let gpxPoint =
  #"<wpt lat="1" lon="2"><ele>3</ele><time>2026-01-01T10:00:00Z</time><hdop>1</hdop><extensions><x:Proximity>9</x:Proximity></extensions></wpt>"#

/// A file of places, of whatever format.
func checkPlaceFile(_ bytes: [UInt8]) {
  let records = bytes.withFile { path in try? PlaceFile(path: path).read() }
  guard let records else { return }
  records.places.forEach(expectSound)
  expectReadAgain(records.places)
}

/// What was read survives being written and read again.
private func expectReadAgain(_ places: [PointOfInterest]) {
  let shown = places.map { ShownPlace($0, isExact: true) }
  func again(_ text: String) -> [PointOfInterest] {
    (Array(text.utf8).withFile { try? PlaceFile(path: $0).read() })?.places ?? []
  }
  // Longer ones are skipped in formats with one place per line.
  guard shown.allSatisfy({ JSONLinesWriter().text(of: $0).utf8.count < InputLimits.line }) else { return }
  let lines = again(JSONLinesWriter().document(of: shown))
  expect(lines.map(\.rounded) == places.map(\.rounded), "JSON Lines: \(lines) instead of \(places)")
  let features = again(GeoJSONWriter().document(of: shown))
  expect(features.map(\.rounded) == places.map(\.rounded), "GeoJSON: \(features) instead of \(places)")
  let rows = again(CSVWriter(fields: PlaceColumn.ofPlace).document(of: shown))
  expect(rows.map(\.coordinate) == places.map(\.coordinate), "CSV: \(rows) instead of \(places)")
  let waypoints = again(GPXWriter().document(of: shown))
  expect(waypoints.count == places.count, "GPX: \(waypoints) instead of \(places)")
}

extension PointOfInterest {
  /// With a proximity to a millimetre, as it is written.
  fileprivate var rounded: PointOfInterest {
    PointOfInterest(
      id: id, name: name, category: category, coordinate: coordinate,
      proximity: proximity.map { Distance(metres: ($0.metres * 1000).rounded() / 1000) }, tags: tags)
  }
}

func checkJSONDocument(_ bytes: [UInt8]) {
  _ = expectEvenly(bytes, JSONDocumentReader())
  guard bytes.isJSON else { return }
  let first = #"{"type":"FeatureCollection","features":[{"id":"first","lat":1,"lon":2},"#
  let last = #",{"id":"last","lat":3,"lon":4}]}"#
  expectAround(Array(first.utf8) + bytes + Array(last.utf8), JSONDocumentReader())
}

func checkJSONLines(_ bytes: [UInt8]) {
  let stream =
    Array((#"{"id":"first","lat":1,"lon":2}"# + "\n").utf8) + bytes
    + Array(("\n" + #"{"id":"last","lat":3,"lon":4}"#).utf8)
  expectAround(stream, JSONTextsReader.lines())
}

func checkJSONSequence(_ bytes: [UInt8]) {
  let stream =
    Array(("\u{1E}" + #"{"id":"first","lat":1,"lon":2}"# + "\n\u{1E}").utf8) + bytes
    + Array(("\n\u{1E}" + #"{"id":"last","lat":3,"lon":4}"# + "\n").utf8)
  expectAround(stream, JSONTextsReader.sequence())
}

func checkCSV(_ bytes: [UInt8]) {
  _ = expectEvenly(bytes, CSVReader(beginning: bytes.span))
  // A quote takes what follows into its cell, up to the longest line.
  let stream =
    Array("lat,lon,id,name\n1,2,first,\n".utf8) + bytes.filter { $0 != UInt8(ascii: "\"") }
    + Array("\n3,4,last,\n".utf8)
  expectAround(stream, CSVReader(beginning: stream.span))
}

func checkGPX(_ bytes: [UInt8]) {
  func read(_ pieces: [[UInt8]]) -> (points: [GPXPoint], end: GPXReader.End) {
    var points: [GPXPoint] = []
    var rest = pieces[...]
    let end = GPXReader.read(
      from: { rest.popFirst() },
      take: { point, _ in
        points.append(point)
        return true
      })
    for point in points {
      expect(point.coordinate.isValid, "a point beyond the globe")
      if let location = point.location { expectSound(location) }
    }
    return (points, end)
  }
  _ = read([bytes])
  let stream =
    Array(#"<gpx><wpt lat="1" lon="2"/>"#.utf8) + bytes + Array(#"<wpt lat="3" lon="4"/></gpx>"#.utf8)
  let (points, end) = read([stream])
  expect(points.first?.coordinate == Coordinate(latitude: 1, longitude: 2), "the first point is lost")
  if case .complete = end {
    expect(points.last?.coordinate == Coordinate(latitude: 3, longitude: 4), "the last point is lost")
  }
  let again = read(stream.pieces)
  expect(again.end == end && again.points.count == points.count, "it depends on the sizes of the pieces")
}

/// Reads it at once and in pieces, and expects the same.
private func expectEvenly(_ bytes: [UInt8], _ reader: some PlaceRecordReading) -> PlaceRecords {
  func read(_ pieces: [[UInt8]]) -> PlaceRecords {
    var reader = reader
    var records = PlaceRecords()
    for piece in pieces { reader.read(piece.span, into: &records) }
    reader.finish(into: &records)
    return records
  }
  let records = read([bytes])
  records.places.forEach(expectSound)
  let again = read(bytes.pieces)
  expect(
    again.places == records.places && again.problemCount == records.problemCount
      && again.attribution == records.attribution, "it depends on the sizes of the pieces")
  return records
}

/// Expects the two places around the input.
private func expectAround(_ stream: [UInt8], _ reader: some PlaceRecordReading) {
  let records = expectEvenly(stream, reader)
  for id in ["first", "last"] {
    expect(records.places.contains { $0.id == id }, "\(id) is lost")
  }
}
