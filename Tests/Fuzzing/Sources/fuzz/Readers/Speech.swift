import Foundation
import Geography
import Input

@testable import Places
@testable import Presentation

let speechSeeds = [
  "208 OK CLIENT NAME SET\r\n225-21\r\n225 OK MESSAGE QUEUED\r\n702-21\r\n702-3\r\n702 END\r\n",
  "500 ERR INVALID COMMAND\r\n300-a\r\n300-b\r\n300 ERR INTERNAL\r\n",
  "Café <speak>[[h@'loU]]</speak>\r\n.\r\nSTOP all", "東京 5 Łódź$GPWPL,*\\",
]

/// Answers of speech-dispatcher, and names to speak or to turn into waypoints.
func checkSpeech(_ bytes: [UInt8]) {
  let whole = replies([bytes])
  expect(whole == replies(bytes.pieces), "it depends on the sizes of the pieces")
  expect(whole.allSatisfy { (100...999).contains($0.code) && $0.details.count <= 100 }, "no answer")
  let name = String(decoding: bytes, as: UTF8.self)
  checkSpoken(name)
  checkWaypoint(name)
}

/// The answers before the first problem.
private func replies(_ pieces: [[UInt8]]) -> [SSIPReply] {
  var reader = SSIPReader()
  var replies: [SSIPReply] = []
  for piece in pieces {
    guard let more = try? reader.read(piece.span) else { return [] }
    replies += more
  }
  return replies
}

private func checkSpoken(_ name: String) {
  let spoken = SpokenName.cleaned(name)
  let isPlain = spoken.unicodeScalars.allSatisfy { scalar in
    ![.control, .format, .lineSeparator, .paragraphSeparator, .mathSymbol, .otherSymbol].contains(
      scalar.properties.generalCategory) || scalar == "+" || scalar == "°"
  }
  expect(isPlain && !spoken.contains { "<>[]{}|\\`$".contains($0) }, "\(spoken.debugDescription) is spoken")
  expect(spoken.unicodeScalars.count <= SpokenName.longest + 1, "\(spoken.count) letters are spoken")
  let message = SSIPCommand.message(spoken.isEmpty ? name : spoken)
  let lines = String(decoding: message, as: UTF8.self).components(separatedBy: "\r\n")
  expect(lines.count == 3 && lines[1] == "." && lines[0] != ".", "\(lines) is no message of a line")
}

private func checkWaypoint(_ name: String) {
  let coordinate = Coordinate(latitude: 12.5, longitude: -7.25)
  let places = [name, name].map {
    ShownPlace(PointOfInterest(id: "x", name: $0, category: $0, coordinate: coordinate))
  }
  let lines = NMEAWriter().document(of: places).components(separatedBy: "\r\n")
  expect(lines.count == 3 && lines[2].isEmpty, "\(lines) are no two sentences")
  for line in lines.dropLast() {
    expect(line.utf8.count <= 80 && line.utf8.allSatisfy { (0x20...0x7D).contains($0) }, line)
    expect(line.split(separator: ",", omittingEmptySubsequences: false).count == 6, line)
    expect(line.utf8.count { $0 == UInt8(ascii: "*") } == 1, line)
  }
  expect(lines[0] != lines[1], "two waypoints are one: \(lines[0])")
}
