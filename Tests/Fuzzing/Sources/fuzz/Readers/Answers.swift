import Foundation
import Geography

@testable import PlaceServers
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
  func node(_ id: Int) -> String {
    #"{"type":"node","id":\#(id),"lat":1,"lon":2,"tags":{"amenity":"cafe"}}"#
  }
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

/// A tag, a name and a category, one per line, for an Overpass query, whose form must not change.
func checkQuestion(_ bytes: [UInt8]) {
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    .map(String.init)
  func line(_ index: Int) -> String? { index < lines.count && !lines[index].isEmpty ? lines[index] : nil }
  let tags = line(0).map { [PlaceFilter.Tag(key: $0, value: line(1))] } ?? []
  let filter = PlaceFilter(categories: line(3).map { [$0] } ?? [], tags: tags, name: line(2))
  guard let selection = try? OverpassFilter(filter) else { return }
  let query = OverpassRequest.query(
    for: OverpassRequest.Question(
      selection: selection, centre: Coordinate(latitude: 1, longitude: -2), radius: Distance(metres: 500)))
  expect(QuestionForm.isKept(by: query), "the question has lost its form: \(query)")
}

/// The form of a query to Overpass, read by hand: a regular expression gives up on a long one.
private struct QuestionForm {
  private var rest: Substring.UTF8View

  static func isKept(by query: String) -> Bool {
    var form = QuestionForm(rest: query[...].utf8)
    return form.takeQuestion() && form.rest.isEmpty
  }

  private mutating func takeQuestion() -> Bool {
    guard take("[out:json][timeout:1][maxsize:"), takeNumber(), take("];(") else { return false }
    repeat {
      guard take("nwr(around:"), takeNumber(), take(",1.0000000,-2.0000000)"), takeCondition() else {
        return false
      }
      while rest.first == UInt8(ascii: "[") {
        guard takeCondition() else { return false }
      }
      guard take(";") else { return false }
    } while rest.first == UInt8(ascii: "n")
    return take(");out body geom ") && takeNumber() && take(";")
  }

  /// Like `["amenity"~"^cafe$",i]`.
  private mutating func takeCondition() -> Bool {
    guard take("[") else { return false }
    _ = take("~")
    guard takeString() else { return false }
    if ["!=", "!~", "=", "~"].contains(where: { take($0) }) {
      guard takeString() else { return false }
      _ = take(",i")
    }
    return take("]")
  }

  /// Between quotation marks, without control characters; a backslash stands before one of its kind or a mark.
  private mutating func takeString() -> Bool {
    guard take("\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst(), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") else {
          return false
        }
      case 0..<0x20, 0x7F: return false
      default: continue
      }
    }
    return false
  }

  private mutating func takeNumber() -> Bool {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    rest = rest.dropFirst(digits.count)
    return !digits.isEmpty
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }
}
