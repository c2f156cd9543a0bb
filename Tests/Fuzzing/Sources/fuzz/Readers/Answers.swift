import Foundation
import Geography

@testable import Places

let overpassElement =
  #"{"version":0.6,"osm3s":{"timestamp_osm_base":"2026-01-01T10:00:00Z","copyright":"c"},"elements":[{"type":"way","id":5,"center":{"lat":1,"lon":2},"tags":{"name":"A"}}],"remark":"runtime error"}"#

/// What a `/locations` server answers.
func checkLocations(_ bytes: [UInt8]) {
  let request = PointsOfInterestRequest(server: URL(filePath: "/"))
  if let records = try? request.parseResponse(data: Data(bytes)) { records.places.forEach(expectSound) }
}

/// What an Overpass server answers.
func checkOverpass(_ bytes: [UInt8]) {
  if let answer = try? OverpassAnswer(Data(bytes)) { expectSound(answer) }
  guard bytes.isJSON else { return }
  func node(_ id: Int) -> String { #"{"type":"node","id":\#(id),"lat":1,"lon":2}"# }
  let document = Array(#"{"elements":[\#(node(1)),"#.utf8) + bytes + Array(",\(node(2))]}".utf8)
  guard let answer = try? OverpassAnswer(Data(document)) else { fatalError("the answer is lost") }
  expectSound(answer)
  for id in ["node/1", "node/2"] {
    expect(answer.records.places.contains { $0.id == id }, "\(id) is lost")
  }
}

private func expectSound(_ answer: OverpassAnswer) {
  answer.records.places.forEach(expectSound)
  if let time = answer.dataTime { expectSound(time) }
}

/// A tag, a name and a category, a line each, on their way into Overpass QL, whose form has to stay.
func checkQuestion(_ bytes: [UInt8]) {
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    .map(String.init)
  func line(_ index: Int) -> String? { index < lines.count && !lines[index].isEmpty ? lines[index] : nil }
  let tags = line(0).map { [PlaceFilter.Tag(key: $0, value: line(1))] } ?? []
  let filter = PlaceFilter(categories: line(3).map { [$0] } ?? [], tags: tags, name: line(2))
  guard let selection = try? OverpassSelection(filter) else { return }
  let query = OverpassRequest.query(
    for: OverpassRequest.Question(
      selection: selection, centre: Coordinate(latitude: 1, longitude: -2), radius: Distance(metres: 500)))
  let string = #""([^"\\\x00-\x1f\x7f]|\\["\\])*""#
  let condition = #"\[(~?\#(string)((!?=|!?~)\#(string)(,i)?)?)\]"#
  let statement = #"nwr\(around:\d+,1\.0000000,-2\.0000000\)(\#(condition))+;"#
  let form = #"^\[out:json\]\[timeout:1\]\[maxsize:\d+\];\((\#(statement))+\);out body geom \d+;$"#
  expect(
    query.range(of: form, options: .regularExpression) != nil, "the question has lost its form: \(query)")
}
