import Foundation
import Geography
import Input
import Testing

@testable import Positioning

@Suite struct GpsdDecoderTests {
  /// What gpsd says, and what is then known about the receiver.
  struct Story: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var wanted: String?
    let lines: [String]
    let state: ReceiverState
  }

  private static let lost = #"{"class":"DEVICE","path":"/dev/a","activated":0}"#
  private static let found = #"{"class":"DEVICE","path":"/dev/a","activated":"2026-06-01T10:00:00Z"}"#
  private static let missing = #"{"class":"ERROR","message":"No such device as /dev/a"}"#

  /// As gpsd 3.22 lists a serial line on which nothing has come.
  private static let opened =
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":"2026-06-01T10:00:00Z","native":0,"bps":38400}]}"#

  private static func devices(_ paths: String...) -> String {
    let list = paths.map { #"{"class":"DEVICE","path":"\#($0)","activated":1}"# }.joined(separator: ",")
    return #"{"class":"DEVICES","devices":[\#(list)]}"#
  }

  private static func report(from device: String, latitude: Double = 60) -> String {
    #"{"class":"TPV","device":"\#(device)","mode":2,"lat":\#(latitude),"lon":25}"#
  }

  static let stories = [
    Story(testDescription: "nothing said", lines: [], state: .unknown),
    Story(testDescription: "introduced alone", lines: [#"{"class":"VERSION"}"#], state: .silent),
    Story(testDescription: "no device", lines: [devices()], state: .noDevice),
    Story(testDescription: "a device", lines: [devices("/dev/a")], state: .reporting),
    Story(
      testDescription: "a device that another client opened, and that sends nothing", lines: [opened],
      state: .open),
    Story(
      testDescription: "a source in the network that sends nothing", lines: [devices("tcp://10.0.0.1:4001")],
      state: .open),
    Story(
      testDescription: "the same, then heard", lines: [opened, report(from: "/dev/a")], state: .reporting),
    Story(
      testDescription: "an open device whose driver is known",
      lines: [opened.replacing(#""bps""#, with: #""driver":"NMEA0183","bps""#)], state: .reporting),
    Story(
      testDescription: "a device that sleeps",
      lines: [#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a"}]}"#], state: .silent),
    Story(testDescription: "a device plugged in", lines: [devices(), found], state: .reporting),
    Story(testDescription: "lost", lines: [devices("/dev/a"), lost], state: .deviceLost("/dev/a")),
    Story(testDescription: "lost and found", lines: [devices("/dev/a"), lost, found], state: .reporting),
    Story(
      testDescription: "lost, and heard again", lines: [devices("/dev/a"), lost, report(from: "/dev/a")],
      state: .reporting),
    Story(
      testDescription: "a report without a fix", lines: [#"{"class":"TPV","device":"/dev/a","mode":1}"#],
      state: .reporting),
    Story(
      testDescription: "one of two lost", lines: [devices("/dev/a", "/dev/b"), lost], state: .reporting),
    Story(
      testDescription: "both lost",
      lines: [
        devices("/dev/a", "/dev/b"), lost, #"{"class":"DEVICE","path":"/dev/b","activated":0}"#,
      ], state: .deviceLost("/dev/b")),
    Story(
      testDescription: "an error about nothing asked for", lines: [devices("/dev/b"), missing],
      state: .reporting),
    Story(
      testDescription: "wanted and there", wanted: "/dev/a", lines: [devices("/dev/a")], state: .reporting),
    Story(
      testDescription: "wanted and missing, by an error", wanted: "/dev/a", lines: [missing],
      state: .deviceMissing("/dev/a")),
    Story(
      testDescription: "wanted, and no device at all", wanted: "/dev/a", lines: [devices()],
      state: .deviceMissing("/dev/a")),
    Story(
      testDescription: "wanted, and only others there", wanted: "/dev/a", lines: [devices("/dev/b")],
      state: .deviceMissing("/dev/a")),
    Story(
      testDescription: "wanted and lost, while another stays", wanted: "/dev/a",
      lines: [devices("/dev/a", "/dev/b"), lost], state: .deviceLost("/dev/a")),
    Story(
      testDescription: "wanted and missing, while another comes", wanted: "/dev/a",
      lines: [missing, #"{"class":"DEVICE","path":"/dev/b","activated":1}"#], state: .deviceMissing("/dev/a")),
    Story(
      testDescription: "wanted, and another lost", wanted: "/dev/b",
      lines: [devices("/dev/a", "/dev/b"), lost], state: .reporting),
    Story(
      testDescription: "wanted, and another error", wanted: "/dev/a",
      lines: [devices("/dev/a"), #"{"class":"ERROR","message":"Unrecognized request"}"#], state: .reporting),
  ]

  @Test("derives the receiver's state from the messages", arguments: stories)
  func state(_ story: Story) {
    var decoder = GpsdDecoder(wantedDevice: story.wanted)
    var locations: [Location] = []
    for line in story.lines {
      decoder.receive(Array(line.utf8).span, into: &locations)
    }
    #expect(decoder.state == story.state)
  }

  @Test(
    "takes only the fixes of the wanted device, or of the first",
    arguments: [(nil, [1]), ("/dev/b", [2])] as [(String?, [Double])])
  func filter(wanted: String?, latitudes: [Double]) {
    var decoder = GpsdDecoder(wantedDevice: wanted)
    var locations: [Location] = []
    for (device, latitude) in [("/dev/a", 1.0), ("/dev/b", 2), ("/dev/c", 3)] {
      decoder.receive(Array(Self.report(from: device, latitude: latitude).utf8).span, into: &locations)
    }
    #expect(locations.map(\.coordinate.latitude) == latitudes)
  }

  @Test(
    "follows one of two receivers, and the other once that is silent or lost; says so, and keeps saying it")
  func twoReceivers() {
    var decoder = GpsdDecoder()
    var locations: [Location] = []
    func receive(_ lines: String...) {
      for line in lines { decoder.receive(Array(line.utf8).span, into: &locations) }
    }
    // One without a fix, such as a receiver of ships' reports, does not count.
    receive(Self.devices("/dev/a", "/dev/b"), fix("/dev/b", 0, 2, mode: 1), fix("/dev/a", 0, 1))
    #expect(decoder.state == .reporting)
    // Its clock may be wrong.
    receive(
      fix("/dev/b", 0, 2), fix("/dev/a", 0, 1), fix("/dev/b", -999, 2), fix("/dev/a", 1, 1.1),
      fix("/dev/b", 11, 2))
    #expect(decoder.state == .reportingOne("/dev/a"))
    receive(Self.found, fix("/dev/a", 2, 1.2))
    #expect(decoder.state == .reportingOne("/dev/a"))
    receive(fix("/dev/b", 13, 2.1), fix("/dev/a", 13, 1.3), fix("/dev/b", 14, 2.2))
    receive(#"{"class":"DEVICE","path":"/dev/b","activated":0}"#, fix("/dev/a", 14, 1.4))
    decoder.finish(into: &locations)
    #expect(locations.map(\.coordinate.latitude) == [1, 1.1, 1.2, 2.1, 2.2, 1.4])
  }

  @Test("a report without a fix completes the last one of its device, and of no other")
  func lostFix() {
    var decoder = GpsdDecoder()
    var locations: [Location] = []
    for line in [fix("/dev/a", 0, 1), fix("/dev/b", 0, 2, mode: 1)] {
      decoder.receive(Array(line.utf8).span, into: &locations)
    }
    #expect(locations == [])
    decoder.receive(Array(fix("/dev/a", 1, 1, mode: 1).utf8).span, into: &locations)
    #expect(locations.map(\.coordinate.latitude) == [1])
    #expect(decoder.unfinishedEpoch == nil)
  }

  private func fix(_ device: String, _ second: Int, _ latitude: Double, mode: Int = 3) -> String {
    let time = Date(timeIntervalSince1970: 1.8e9 + Double(second)).formatted(.iso8601)
    return
      #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"\#(time)","lat":\#(latitude),"lon":25}"#
  }

  @Test("follows the other of two receivers after 100 of its fixes, whatever its clock says")
  func slowClock() {
    var decoder = GpsdDecoder()
    var locations: [Location] = []
    let lines = [fix("/dev/a", 1000, 1)] + (0..<102).map { fix("/dev/b", $0, 2) }
    for line in lines { decoder.receive(Array(line.utf8).span, into: &locations) }
    decoder.finish(into: &locations)
    #expect(locations.map(\.coordinate.latitude) == [1, 2, 2])
  }

  @Test("remembers no more devices than there can be, and follows the first")
  func manyDevices() {
    var decoder = GpsdDecoder()
    var locations: [Location] = []
    for number in 0..<100 {
      decoder.receive(Array(Self.report(from: "/dev/\(number)").utf8).span, into: &locations)
    }
    #expect(decoder.activeDevices.count == InputLimits.devices)
    #expect(locations.count == 1)
  }

  @Test("a fix has the satellites of its own device, until that is lost")
  func satellites() {
    var decoder = GpsdDecoder()
    var locations: [Location] = []
    let lines = [
      Self.report(from: "/dev/a"), #"{"class":"SKY","device":"/dev/a","uSat":9}"#,
      Self.report(from: "/dev/a"),
      #"{"class":"SKY","device":"/dev/a","hdop":1.1}"#, Self.report(from: "/dev/a"),
      Self.report(from: "/dev/b"),
      Self.lost, Self.report(from: "/dev/a"),
    ]
    for line in lines { decoder.receive(Array(line.utf8).span, into: &locations) }
    #expect(locations.map(\.satellites) == [nil, 9, 9, nil])
    #expect(decoder.end.badLines == 0)
  }

  @Test("counts a line that is not a message, and understands the next one")
  func badLines() {
    var decoder = GpsdDecoder()
    var locations: [Location] = []
    for line in ["{", "$GPRMC", Self.report(from: "/dev/a")] {
      decoder.receive(Array(line.utf8).span, into: &locations)
    }
    #expect(decoder.end.badLines == 2)
    #expect(locations.count == 1)
  }
}
