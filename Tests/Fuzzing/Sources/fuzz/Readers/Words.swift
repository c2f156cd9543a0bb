import Foundation
import Geography

@testable import CivilTime
@testable import Input
@testable import PlaceServers
@testable import Places
@testable import Positioning

let wordSeeds = [
  "60.1699,24.9384", "33.8S 151.2E", "geo:60.1699,24.9384;u=20", "1.5km", "2026-01-01T10:00:00.5+01:00",
  "[::1]:2947:/dev/ttyUSB0", "bus stops", "Sun, 06 Nov 1994 08:49:37 GMT", "X-Token: secret",
  "Saint-Malo d’Aç", "48°51'24\"N 2°21'03\"E", "32U PU 91603 34780", "32n 691603 5334780",
  "9G8F5WVX+PR", "5WVX+PR 60.17,24.94", "9G000000+", "KP20le33", "https://osm.org/go/0EEQjE--",
  "https://www.openstreetmap.org/#map=17/60.17/24.94", "Sat 10:00", "2026-12-24 10:00",
  "2026-12-24T10:00+02:00",
]

/// Words of the command line, of headers and of names.
func checkWords(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let position = try? TypedPosition(parsing: text) {
    let coordinate = position.coordinate
    expect(coordinate.isValid, "a position beyond the globe: \(position)")
    expect(position.accuracy.map { $0.isFinite && $0 >= 0 } ?? true, "an accuracy of \(position)")
    let again = try? TypedPosition(parsing: "\(coordinate.latitude),\(coordinate.longitude)")
    expect(again?.coordinate == coordinate, "\(coordinate) is read as \(String(describing: again))")
    for notation in PositionNotation.allCases {
      _ = notation.text(of: coordinate, accuracy: position.accuracy)
    }
  }
  if let distance = try? Distance(parsing: text) {
    expect(distance.metres.isFinite && distance.metres >= 0, "a distance of \(distance)")
  }
  if let time = Timestamp.date(parsing: text) { expectSound(time) }
  if let planned = try? PlannedTime(parsing: text) {
    let again = try? PlannedTime(parsing: "\(planned)")
    expect(again == planned, "\(planned) is read as \(String(describing: again))")
  }
  if let address = try? GpsdAddress(parsing: text) {
    let again = try? GpsdAddress(parsing: "\(address)")
    expect(again?.host == address.host && again?.port == address.port, "\(address) is read otherwise")
  }
  if let seconds = RetryAfter.seconds(text, now: Date(timeIntervalSince1970: 1_767_261_600)) {
    expect(seconds >= 0, "a wait of \(seconds) s")
  }
  _ = try? RequestHeader.parse(text)
  _ = Category.named(text)
  _ = Category.suggestions(for: text)
  let words = NameWords.asked(text)
  // A place can be found by its own name.
  let name = PointOfInterest(id: "1", name: text, coordinate: Coordinate(latitude: 0, longitude: 0))
  expect(words.isEmpty || NamePattern(text).matches(name), "\(text) is not found by its own name")
}
