import Foundation
import Geography

@testable import CivilTime
@testable import Input
@testable import Places
@testable import Positioning

/// Ends the program, so that libFuzzer keeps the input, unless the condition holds.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
  if !condition { fatalError(what()) }
}

/// Nothing made-up, and nothing that a later calculation or output could stumble over.
func expectSound(_ location: Location) {
  expect(location.coordinate.isValid, "a fix beyond the globe: \(location)")
  expect(location.accuracy.map { $0.isFinite && $0 >= 0 } ?? true, "an accuracy of \(location)")
  for number in [location.altitude, location.speed, location.course?.degrees] {
    expect(number?.isFinite ?? true, "no number in \(location)")
  }
  expect(location.course.map { 0..<360 ~= $0.degrees } ?? true, "a course of \(location)")
  if let time = location.time { expectSound(time) }
}

/// A time that can be written, and is the same when it is read again.
func expectSound(_ time: Date) {
  let text = Timestamp.text(of: time)
  let again = Timestamp.date(parsing: text)
  expect(
    again.map { abs($0.timeIntervalSince(time)) <= 0.001 } ?? false, "\(text) is \(String(describing: again))"
  )
}

func expectSound(_ place: PointOfInterest) {
  expect(place.coordinate.isValid, "a place beyond the globe: \(place)")
  expect(place.proximity.map { $0.metres.isFinite && $0.metres >= 0 } ?? true, "a proximity of \(place)")
}

extension [UInt8] {
  /// The bytes in pieces as a socket or a file would hand them over; the sizes come from the bytes themselves.
  var pieces: [[UInt8]] {
    let size = Int(first ?? 0) % 7 + 1
    return stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }

  /// Whether they are one JSON value; a number by itself is read without regard to what follows it.
  var isJSON: Bool {
    let list = Data("[".utf8) + Data(self) + Data("]".utf8)
    return (try? JSONSerialization.jsonObject(with: list) as? [Any])?.count == 1
  }

  /// Calls `body` with the path of a file that holds the bytes.
  func withFile<Value>(_ body: (String) -> Value) -> Value {
    let path = Scratch.path("input")
    Scratch.write(Data(self), to: path)
    return body(path)
  }
}

/// Files in the folder for temporary ones, which should take no room on a disk.
enum Scratch {
  static func path(_ name: String) -> String {
    "\(NSTemporaryDirectory())/poi-fuzz-\(getpid())-\(name)"
  }

  static func write(_ data: Data, to path: String) {
    expect(FileManager.default.createFile(atPath: path, contents: data), "\(path) cannot be written")
  }
}
