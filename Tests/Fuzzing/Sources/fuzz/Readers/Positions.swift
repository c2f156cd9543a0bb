import Foundation
import Geography

@testable import Input
@testable import Positioning

let gpsdSeeds = [
  #"{"class":"VERSION","release":"3.22"}"# + "\n"
    + #"{"class":"DEVICES","devices":[{"path":"/dev/a","activated":"2026-01-01T10:00:00Z"}]}"#
    + "\n" + #"{"class":"DEVICE","path":"/dev/a","activated":0}"# + "\n"
    + #"{"class":"ERROR","message":"No such device"}"#,
  #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-01-01T10:00:00.000Z","lat":1.5,"lon":-2.5,"alt":3,"altMSL":3.5,"epx":1,"epy":2,"eph":3,"track":359.9,"speed":1.2}"#,
]

/// What gpsd says on a socket, between two reports that must arrive whatever is between them: those without a device
/// count whatever receiver is followed.
func checkGpsd(_ bytes: [UInt8]) {
  func report(_ latitude: Double) -> [UInt8] {
    Array(#"{"class":"TPV","mode":2,"lat":\#(latitude),"lon":7}"#.utf8)
  }
  let newline = [UInt8(ascii: "\n")]
  let stream = report(12) + newline + bytes + newline + report(34) + newline
  let conversation = converse([stream])
  for location in conversation.locations { expectSound(location) }
  for latitude in [12.0, 34] {
    expect(
      conversation.locations.contains { $0.coordinate == Coordinate(latitude: latitude, longitude: 7) },
      "the report at \(latitude) is lost")
  }
  let again = converse(stream.pieces)
  expect(again == conversation, "it depends on the sizes of the pieces")
}

private struct Conversation: Equatable {
  var locations: [Location] = []
  var badLines = 0
  var state = ReceiverState.unknown
}

private func converse(_ pieces: [[UInt8]]) -> Conversation {
  var conversation = GpsdDecoder()
  var result = Conversation()
  var splitter = LineSplitter()
  for piece in pieces {
    splitter.split(piece.span) { line, _ in conversation.receive(line, into: &result.locations) }
  }
  conversation.finish(into: &result.locations)
  result.badLines = conversation.end.badLines
  result.state = conversation.state
  return result
}

/// Sentences of a receiver, amid good cycles.
func checkNMEA(_ bytes: [UInt8]) {
  // Checksums would keep almost all changes from being read at all.
  let hostile = bytes.split(separator: UInt8(ascii: "\n")).flatMap { line in
    Array(line.prefix { $0 != UInt8(ascii: "*") }) + [UInt8(ascii: "\n")]
  }
  func cycles(_ seconds: Range<Int>, degrees: Int) -> [UInt8] {
    Array(
      seconds.map { second in
        let time = "1200\(second)"
        return "$GPRMC,\(time),A,\(degrees)00.0\(second),N,00700.0,E,1.0,90.0,010126,,,A\n"
          + "$GPGGA,\(time),\(degrees)00.0\(second),N,00700.0,E,1,08,1.0,10.0,M,,M,,\n"
      }.joined().utf8)
  }
  let stream = cycles(10..<16, degrees: 12) + hostile + cycles(30..<40, degrees: 34)
  let fixes = decode([stream])
  for location in fixes.locations { expectSound(location) }
  expect(fixes.locations.contains { Int($0.coordinate.latitude) == 12 }, "the fixes before it are lost")
  expect(fixes.locations.contains { Int($0.coordinate.latitude) == 34 }, "the fixes after it are lost")
  expect(decode(stream.pieces) == fixes, "it depends on the sizes of the pieces")
}

private struct Decoded: Equatable {
  var locations: [Location] = []
  var badLines = 0
}

private func decode(_ pieces: [[UInt8]]) -> Decoded {
  var decoder = NMEADecoder()
  var decoded = Decoded()
  var splitter = LineSplitter()
  for piece in pieces {
    splitter.split(piece.span) { line, _ in decoder.decode(line, into: &decoded.locations) }
  }
  splitter.finish { line, _ in decoder.decode(line, into: &decoded.locations) }
  decoder.finish(into: &decoded.locations)
  decoded.badLines = decoder.end.badLines
  return decoded
}

/// A recorded log of any format.
func checkLog(_ bytes: [UInt8]) {
  bytes.withFile { path in
    _ = LogSource(input: .file(path)).run(until: Waker()) { event in
      if case .locations(let locations) = event { locations.forEach(expectSound) }
    }
  }
}
