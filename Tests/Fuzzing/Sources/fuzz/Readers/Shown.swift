import Geography
import PlaceFiles
import Places
import Presentation

@testable import Positioning

/// Places as shown: harmless to a terminal.
func checkShown(_ bytes: [UInt8]) {
  let records = bytes.withFile { path in try? PlaceFile(path: path).read() }
  guard let places = records?.places.prefix(5), !places.isEmpty else { return }
  let position = Coordinate(latitude: 60.17, longitude: 24.94)
  let nearby = places.map { NearbyPlace($0, from: position) }
  let shown = nearby.map { ShownPlace($0) }
  let keys = places.flatMap { $0.tags.keys.prefix(2) }
  let table = NearbyTable(width: 80, fields: PlaceColumn.ofView + keys.map(PlaceColumn.tag))
  expectHarmless(table.table(of: shown))
  expectHarmless(table.plain(shown))
  expectHarmless(NearbyTable().table(of: shown))
  expectHarmless(CSVWriter(fields: PlaceColumn.ofView + keys.map(PlaceColumn.tag)).document(of: shown))
  expectHarmless(JSONLinesWriter().document(of: shown))
  expectHarmless(GeoJSONWriter(attribution: places.first?.name).document(of: shown))
  expectHarmless(GPXWriter(attribution: places.first?.name).document(of: shown))
  expectHarmless(PlaceSheet(wording: Wording()).text(of: shown[0]))
  for place in nearby {
    expectHarmless(place.summary(Wording()))
    let status = PositionStatus(location: Location(coordinate: position))
    expectHarmless(status.statusLine(next: place.summary(Wording()), wording: Wording(), width: 40))
  }
}

/// Line endings and tabs aside, no control character, and none that changes the direction of writing.
func expectHarmless(_ text: String) {
  for scalar in text.unicodeScalars where !["\n", "\r", "\t"].contains(scalar) {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      fatalError("U+\(String(scalar.value, radix: 16)) in: \(text.debugDescription)")
    case .format where scalar != "\u{200C}" && scalar != "\u{200D}":
      fatalError("U+\(String(scalar.value, radix: 16)) in: \(text.debugDescription)")
    default: continue
    }
  }
}
