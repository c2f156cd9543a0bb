import Foundation
import Geography
import Input
import Testing

@testable import Positioning

@Suite struct GpsdMessageTests {
  private typealias Device = GpsdMessage.Device

  @Test(
    "reads each class of message",
    arguments: [
      (#"{"class":"VERSION","release":"3.22","proto_major":3}"#, .version),
      (#"{ "class" : "VERSION" }"#, .version),
      (#"{"release":"3.22","class":"VERSION"}"#, .version),
      (#"{"class":"DEVICES","devices":[]}"#, .devices([])),
      (#"{"class":"ERROR","message":"No such device as /dev/x"}"#, .error("No such device as /dev/x")),
      (
        #"{"class":"SKY","satellites":[{"PRN":2,"used":true}]}"#,
        .sky(GpsdMessage.Sky(device: nil, used: 1))
      ),
      (#"{"class":"WATCH","enable":true}"#, .other),
      (#"{"class":"NEW-IN-3.30","x":{"y":[1,{"z":null}]}}"#, .other),
    ] as [(String, GpsdMessage)])
  func classes(line: String, message: GpsdMessage) throws {
    #expect(try decoded(line) == message)
  }

  @Test(
    "a device is active if it has a time other than 0",
    arguments: [
      (#","activated":"2026-06-01T10:00:00.000Z""#, true), (#","activated":1780308003.5"#, true),
      (#","activated":0"#, false), (#","activated":0.0"#, false), ("", false),
    ])
  func activation(field: String, isActive: Bool) throws {
    #expect(
      try decoded(#"{"class":"DEVICE","path":"/dev/gps0"\#(field)}"#)
        == .device(Device(path: "/dev/gps0", isActive: isActive)))
  }

  @Test("reads more devices than libgps has room for")
  func manyDevices() throws {
    let paths = (0..<20).map { "/dev/" + String(repeating: "x", count: 200) + "\($0)" }
    let list = paths.map { #"{"class":"DEVICE","path":"\#($0)","activated":1}"# }.joined(separator: ",")
    #expect(
      try decoded(#"{"class":"DEVICES","devices":[\#(list)]}"#)
        == .devices(paths.map { Device(path: $0, isActive: true) }))
  }

  @Test("reads everything that a report may contain")
  func fullReport() throws {
    let location = try fix(
      #""device":"/dev/gps0","mode":3,"time":"2026-06-01T10:00:03.000Z","lat":60.17,"lon":24.94,"altHAE":23.9,"altMSL":6.4,"alt":7,"track":122.5,"speed":1.25,"eph":21.28"#
    )
    #expect(
      location
        == Location(
          coordinate: Coordinate(latitude: 60.17, longitude: 24.94), accuracy: 21.28, altitude: 6.4,
          speed: 1.25, course: Bearing(degrees: 122.5), time: Date(timeIntervalSince1970: 1_780_308_003),
          mode: .threeDimensional))
  }

  @Test("leaves unknown what a report omits")
  func bareReport() throws {
    #expect(
      try fix(#""mode":2,"lat":60.17,"lon":24.94"#)
        == Location(coordinate: Coordinate(latitude: 60.17, longitude: 24.94), mode: .twoDimensional))
  }

  @Test("a speed below 0 is unknown")
  func negativeSpeed() throws {
    #expect(
      try fix(#""mode":2,"lat":60.17,"lon":24.94,"speed":-1"#)
        == Location(coordinate: Coordinate(latitude: 60.17, longitude: 24.94), mode: .twoDimensional))
  }

  @Test("reads a field after an unknown array or object")
  func unknownFields() throws {
    #expect(
      try fix(#""mode":2,"new":[1,[2]],"newer":{"lat":1,"x":{}},"lat":60.17,"lon":24.94"#)?.coordinate
        .latitude
        == 60.17)
  }

  @Test(
    "the accuracy is eph, or else epx and epy combined, or else unknown",
    arguments: [
      (#","eph":9,"epx":3,"epy":4"#, 9), (#","epx":3,"epy":4"#, 5), (#","epx":1e200,"epy":1"#, 20_100_000),
      (#","epx":3"#, nil), (#","epy":4"#, nil),
      ("", nil),
    ] as [(String, Double?)])
  func accuracy(fields: String, metres: Double?) throws {
    #expect(try fix(#""mode":3,"lat":60.17,"lon":24.94\#(fields)"#)?.accuracy == metres)
  }

  @Test("falls back on the deprecated alt for altMSL")
  func altitude() throws {
    #expect(try fix(#""mode":3,"lat":60.17,"lon":24.94,"alt":7"#)?.altitude == 7)
  }

  @Test(
    "there is no fix without a mode of 2 or 3 and a valid position",
    arguments: [
      #""lat":60.17,"lon":24.94"#, #""mode":0,"lat":60.17,"lon":24.94"#, #""mode":1,"lat":60.17,"lon":24.94"#,
      #""mode":2"#, #""mode":2,"lon":24.94"#, #""mode":2,"lat":60.17"#, #""mode":2,"lat":91,"lon":24.94"#,
      #""mode":2,"lat":60.17,"lon":-180.1"#, #""mode":3,"lat":null,"lon":null"#,
    ])
  func noFix(fields: String) throws {
    #expect(try fix(fields) == nil)
  }

  @Test("a bad time does not lose the fix")
  func strangeTime() throws {
    let location = try fix(#""mode":2,"lat":60.17,"lon":24.94,"time":"yesterday""#)
    #expect(location != nil)
    #expect(location?.time == nil)
  }

  @Test(
    "takes gpsd's count of used satellites, or else counts them",
    arguments: [
      (#""nSat":12,"uSat":9,"satellites":[{"PRN":2,"used":true}]"#, 9), (#""uSat":0"#, 0),
      (#""satellites":[{"PRN":2,"used":true},{"PRN":3,"used":false},{"PRN":5,"used":true}]"#, 2),
      (#""hdop":1.1"#, nil), (#""uSat":-1"#, nil), (#""uSat":"many""#, nil), (#""satellites":7"#, nil),
      (#""satellites":[{"PRN":2}]"#, 0),
    ] as [(String, Int?)])
  func satellites(fields: String, used: Int?) throws {
    guard case .sky(let sky) = try decoded(#"{"class":"SKY","device":"/dev/a",\#(fields)}"#) else {
      Issue.record("no SKY")
      return
    }
    #expect(sky == GpsdMessage.Sky(device: "/dev/a", used: used))
  }

  @Test(
    "refuses a line that is not a message",
    arguments: [
      "", "{", "[]", "null", "$GPRMC", #"{"class":"TPV""#, #"{"Class":"TPV"}"#, #"{"class":7}"#,
      #"{"class":"DEVICES"}"#, #"{"class":"ERROR"}"#, #"{"class":"TPV","lat":"north"}"#,
      #"{"class":"TPV","mode":2.5}"#,
      #"{"class":"TPV","lat":nan}"#, #"{"class":"TPV","lat":1e999}"#, #"{"class":"TPV"}{"class":"TPV"}"#,
      #"{"class":"SKY","x":"# + String(repeating: "[", count: 60_000),
      #"{"class":"SKY","x":"# + String(repeating: #"{"x":"#, count: 12_000),
    ])
  func broken(line: String) {
    #expect(throws: JSONProblem.self) { try decoded(line) }
  }

  @Test("refuses invalid UTF-8")
  func notUTF8() {
    let line: [UInt8] = Array(#"{"class":""#.utf8) + [0xFF, 0xC0] + Array(#""}"#.utf8)
    #expect(throws: JSONProblem.notUTF8) { try message(line) }
  }

  private func decoded(_ line: String) throws -> GpsdMessage {
    try message(Array(line.utf8))
  }

  private func message(_ line: [UInt8]) throws(JSONProblem) -> GpsdMessage {
    try JSONParser().parse(line.span, GpsdMessage.init)
  }

  private func fix(_ fields: String) throws -> Location? {
    guard case .report(let report) = try decoded(#"{"class":"TPV",\#(fields)}"#) else { return nil }
    return report.location
  }
}
