import CivilTime
import Testing

@testable import OpeningHours

@Suite struct SunTimesTests {
  /// From the Python package astral 3.2.
  @Test(
    "dawn, sunrise, sunset and dusk match another calculation within two minutes",
    arguments: [
      (60.17, 24.94, "2026-12-21", [504, 564, 912, 971]),
      (60.17, 24.94, "2026-03-20", [340, 382, 1114, 1156]),
      (60.17, 24.94, "2026-09-21", [379, 422, 1163, 1205]),
      (-0.18, -78.47, "2026-06-21", [349, 372, 1098, 1121]),
      (-36.85, 174.76, "2026-06-21", [424, 453, 1031, 1060]),
      (1.87, -157.43, "2026-03-20", [373, 394, 1120, 1141]),
    ] as [(Double, Double, String, [Int])])
  func times(latitude: Double, longitude: Double, date: String, minutes: [Int]) throws {
    let place = localities.locality(latitude: latitude, longitude: longitude)
    let day = try place.time("\(date) 12:00")
    let offset = try #require(place.offset(at: day))
    let sun = SunTimes(latitude: latitude, longitude: longitude)
    for (event, minute) in zip([SunEvent.dawn, .sunrise, .sunset, .dusk], minutes) {
      guard case .at(let found) = sun.clock(event, day: Day.floor(day + offset, 86_400), offset: offset)
      else {
        Issue.record("no \(event)")
        continue
      }
      #expect(abs(found - minute) <= 2, "\(event): \(found)")
    }
  }

  @Test("a polar night has no day, and a polar day has no night")
  func polar() throws {
    let utsjoki = localities.locality(latitude: 69.91, longitude: 27.03)
    #expect(try days("sunrise-sunset", from: "2026-12-20", count: 2, in: utsjoki) == ["c", "c"])
    #expect(try days("sunrise-sunset", from: "2026-06-25", count: 2, in: utsjoki) == ["o", "o"])
    #expect(try days("sunset-sunrise", from: "2026-12-20", count: 1, in: utsjoki) == ["o"])
    #expect(try days("sunset-sunrise", from: "2026-06-25", count: 1, in: utsjoki) == ["c"])
    #expect(try opening("10:00-sunset", "2026-12-20 11:00", in: utsjoki).reason == .noSunrise)
  }

  @Test("adds offsets to sun times, and a night continues past midnight")
  func offsets() throws {
    #expect(try days("(sunrise+01:00)-(sunset-00:30)", from: "2026-03-20", count: 1) == ["c15o22c11"])
    #expect(try days("sunset-01:00", from: "2026-03-20", count: 1) == ["o2c36o10"])
  }

  @Test("a time that ends before it begins is none, unless it ends in the morning or with the same event")
  func order() throws {
    let helsinki = localities.locality(latitude: 60.17, longitude: 24.94)
    let reykjavik = localities.locality(latitude: 64.1, longitude: -21.9)
    for (hours, day) in [
      ("16:00-sunset", "2026-12-10"), ("sunset-22:00", "2026-06-24"), ("(sunset+05:00)-dusk", "2026-12-10"),
    ] {
      #expect(try days(hours, from: day, count: 1, in: helsinki) == ["c"], "\(hours)")
    }
    for hours in ["sunset-00:00", "sunset-24:00"] {
      #expect(try opening(hours, "2026-06-21 12:00", in: reykjavik).state == .closed, "\(hours)")
    }
    for hours in [
      "sunset-02:00", "sunset-13:00", "sunset-sunrise", "dusk-dawn", "20:00-sunrise", "sunset-sunset",
    ] {
      #expect(try opening(hours, "2026-12-10 20:30", in: helsinki).state == .open, "\(hours)")
    }
  }

  @Test("without a position, sun times are unknown, never those of an average day")
  func noPosition() throws {
    let place = localities.locality(zone: "Europe/Helsinki")
    #expect(try opening("sunrise-sunset", "2026-06-01 12:00", in: place).reason == .noPosition)
    #expect(try opening("10:00-sunset", "2026-06-01 09:00", in: place).state == .closed)
  }
}
