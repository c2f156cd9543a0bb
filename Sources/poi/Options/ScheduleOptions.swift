import ArgumentParser
import FoundationEssentials
import Geography
import Nearby
import OpeningHours
import Places

struct ScheduleOptions: ParsableArguments {
  @Option(.any("speed", Pace.speed), help: "Your speed, for arrival times: 18km/h, 12mph, 5kn")
  var speed: Double?

  @Option(.any("pace", Pace.pace), help: "Your pace: 12min/km, 20min/mi or naismith")
  var pace: Double?

  @Option(.moment, help: "When you start: 08:00, \"Sat 08:00\" (default: now)") var start: PlannedTime?

  @Flag(help: "Hide places that will be closed when you arrive") var openOnArrival = false

  @OptionGroup var holidays: HolidayOptions

  /// When the journey starts, by the clocks there; `nil` if it is not given.
  ///
  /// - Throws: `CommandFailure` if those clocks are needed and unknown.
  func departure(in locality: Locality, now: Date) throws -> Date? {
    guard let start else { return nil }
    try start.check(in: locality)
    let now = Int(clamping: now.timeIntervalSince1970.rounded(.down))
    guard let seconds = start.seconds(in: locality, now: now) else {
      throw CommandFailure(
        "the time zone at the start of the route is unknown: give --start an offset, like 2026-05-01T08:00+02:00",
        .usage)
    }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  func validate() throws {
    guard speed == nil || pace == nil else {
      throw ValidationError("--speed and --pace contradict each other")
    }
  }
}

/// Reads how fast somebody goes.
enum Pace {
  /// Metres a second.
  static func speed(argument: String) throws -> Double {
    let units: [(String, Double)] = [
      ("km/h", 1000.0 / 3600), ("kmh", 1000.0 / 3600), ("mph", 1609.344 / 3600), ("kn", 1852.0 / 3600),
      ("m/s", 1),
    ]
    for (unit, factor) in units where argument.hasSuffix(unit) {
      let number = argument.dropLast(unit.count).filter { $0 != " " }
      if let speed = Double(number), (0.1...1000).contains(speed * factor) { return speed * factor }
    }
    throw ValidationError("'\(argument)' is not a speed; use 18km/h, 12mph, 5kn or 5m/s")
  }

  /// Seconds a metre.
  static func pace(argument: String) throws -> Double {
    if argument == "naismith" { return RouteSchedule.naismithPace }
    for (unit, metres) in [("/km", 1000.0), ("/mi", 1609.344)] where argument.hasSuffix(unit) {
      let time = argument.dropLast(unit.count)
      if let seconds = seconds(String(time)), (1...36_000).contains(seconds) { return seconds / metres }
    }
    throw ValidationError("'\(argument)' is not a pace; use 12min/km, 5:30/km, 20min/mi or naismith")
  }

  private static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, let minutes = Int(parts[0]), let seconds = Int(parts[1]), minutes >= 0,
      (0..<60).contains(seconds)
    {
      return Double(minutes) * 60 + Double(seconds)
    }
    guard text.hasSuffix("min"), let minutes = Double.decimal(text.dropLast(3).filter { $0 != " " }) else {
      return nil
    }
    return minutes * 60
  }
}
