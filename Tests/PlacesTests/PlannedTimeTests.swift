import Geography
import OpeningHours
import Testing

@testable import Places

@Suite struct PlannedTimeTests {
  private static let localities = Localities()
  private static let helsinki = localities.locality(zone: "Europe/Helsinki")
  /// Saturday 2026-11-21 19:33:20 in Helsinki.
  private static let now = 1_795_282_400

  @Test(
    "times use the place's time zone unless they have an offset",
    arguments: [
      ("19:34", "2026-11-21T19:34:00+02:00"), ("19:33", "2026-11-21T19:33:00+02:00"),
      ("19:32", "2026-11-22T19:32:00+02:00"), ("8:05", "2026-11-22T08:05:00+02:00"),
      ("Sat 20:00", "2026-11-21T20:00:00+02:00"), ("sa 10:00", "2026-11-28T10:00:00+02:00"),
      ("Monday 09:00", "2026-11-23T09:00:00+02:00"), ("2026-12-24 10:00", "2026-12-24T10:00:00+02:00"),
      ("2026-07-01T10:00", "2026-07-01T10:00:00+03:00"), ("2026-07-01T10:00:59", "2026-07-01T10:00:00+03:00"),
      ("2026-07-01T10:00:00Z", "2026-07-01T13:00:00+03:00"),
      ("So 20:00", "2026-11-22T20:00:00+02:00"), ("Sonntag 20 Uhr", "2026-11-22T20:00:00+02:00"),
      ("tomorrow 9am", "2026-11-22T09:00:00+02:00"), ("24.12. 20 Uhr", "2026-12-24T20:00:00+02:00"),
      ("in 2 hours", "2026-11-21T21:33:20+02:00"), ("1.3. 8:00", "2027-03-01T08:00:00+02:00"),
      ("12/24 8pm", "2026-12-24T20:00:00+02:00"), ("24. Dezember 20.30", "2026-12-24T20:30:00+02:00"),
      ("dimanche 20h30", "2026-11-22T20:30:00+02:00"),
      ("domingo a las 8 de la tarde", "2026-11-22T20:00:00+02:00"),
      ("domenica alle 20", "2026-11-22T20:00:00+02:00"), ("amanhã às 9h", "2026-11-22T09:00:00+02:00"),
      ("zondag 20 uur", "2026-11-22T20:00:00+02:00"), ("niedziela o 20", "2026-11-22T20:00:00+02:00"),
      ("neděle v 20", "2026-11-22T20:00:00+02:00"), ("söndag kl 20", "2026-11-22T20:00:00+02:00"),
      ("sunnuntaina klo 20", "2026-11-22T20:00:00+02:00"), ("2 tunnin päästä", "2026-11-21T21:33:20+02:00"),
      ("tonight", "2026-11-21T20:00:00+02:00"), ("tonight at 8", "2026-11-21T20:00:00+02:00"),
      ("heute Abend 8 Uhr", "2026-11-21T20:00:00+02:00"), ("at 9 tonight", "2026-11-21T21:00:00+02:00"),
      ("ce soir à 8h30", "2026-11-21T20:30:00+02:00"), ("tonight 20:30", "2026-11-21T20:30:00+02:00"),
      ("tonight 8pm", "2026-11-21T20:00:00+02:00"), ("tonight 1am", "2026-11-22T01:00:00+02:00"),
      ("tonight at 2", "2026-11-22T02:00:00+02:00"), ("tonight at 12", "2026-11-22T00:00:00+02:00"),
      ("tonight until midnight", "2026-11-21T23:59:00+02:00"), ("tonight late", "2026-11-21T22:00:00+02:00"),
      ("tomorrow evening at 7", "2026-11-22T19:00:00+02:00"), ("Sat", "2026-11-28T12:00:00+02:00"),
      ("12am", "2026-11-22T00:00:00+02:00"), ("noon", "2026-11-22T12:00:00+02:00"),
      ("demain matin 9h", "2026-11-22T09:00:00+02:00"), ("24.12.2026 10:00", "2026-12-24T10:00:00+02:00"),
      ("2026-07-01T10:00-05:00", "2026-07-01T18:00:00+03:00"),
      ("2026-07-01 10:00-05:00", "2026-07-01T18:00:00+03:00"),
      ("2026-07-01 10:00Z", "2026-07-01T13:00:00+03:00"),
      ("2026-07-01 10:00+01", "2026-07-01T12:00:00+03:00"), ("now", "2026-11-21T19:33:20+02:00"),
      ("den 3. Dezember 15 Uhr", "2026-12-03T15:00:00+02:00"),
      ("3 december at 15:00", "2026-12-03T15:00:00+02:00"),
      ("le 3 décembre à 15h", "2026-12-03T15:00:00+02:00"),
      ("il 3 dicembre alle 15", "2026-12-03T15:00:00+02:00"),
      ("op 3 december om 19 uur", "2026-12-03T19:00:00+02:00"),
      ("den 3 december kl 15", "2026-12-03T15:00:00+02:00"),
      ("w 3 grudnia o 15", "2026-12-03T15:00:00+02:00"),
      ("el 3 de diciembre a las 15:00", "2026-12-03T15:00:00+02:00"),
      ("no 25 de dezembro às 15h", "2026-12-25T15:00:00+02:00"),
      ("in an hour", "2026-11-21T20:33:20+02:00"), ("in einer Stunde", "2026-11-21T20:33:20+02:00"),
      ("en una hora", "2026-11-21T20:33:20+02:00"), ("dans une heure", "2026-11-21T20:33:20+02:00"),
      ("fra un'ora", "2026-11-21T20:33:20+02:00"), ("over een uur", "2026-11-21T20:33:20+02:00"),
      ("om en timme", "2026-11-21T20:33:20+02:00"), ("tunnin päästä", "2026-11-21T20:33:20+02:00"),
      ("za hodinu", "2026-11-21T20:33:20+02:00"), ("za godzinę", "2026-11-21T20:33:20+02:00"),
      ("daqui a uma hora", "2026-11-21T20:33:20+02:00"),
      // The clocks skip the hour from 03:00, and show that from 03:00 twice.
      ("2026-03-29 03:30", "2026-03-29T04:30:00+03:00"), ("2026-10-25 03:30", "2026-10-25T03:30:00+03:00"),
    ])
  func resolved(text: String, expected: String) throws {
    let seconds = try #require(try PlannedTime(parsing: text).seconds(in: Self.helsinki, now: Self.now))
    let offset = try #require(Self.helsinki.offset(at: seconds))
    #expect(PlaceTime(seconds: seconds, offset: offset).description == expected)
  }

  @Test("tonight is now once its usual hour is past")
  func lateTonight() throws {
    let late = Self.now + 4 * 3600
    #expect(try PlannedTime(parsing: "heute Abend").seconds(in: Self.helsinki, now: late) == late)
    let beforeTwo = Self.now + 6 * 3600
    #expect(
      try PlannedTime(parsing: "tonight at 2").seconds(in: Self.helsinki, now: beforeTwo)
        == PlannedTime(parsing: "02:00").seconds(in: Self.helsinki, now: beforeTwo))
    for hour in [3, 8] {
      let night = Self.now + hour * 3600
      #expect(try PlannedTime(parsing: "tonight late").seconds(in: Self.helsinki, now: night) == night)
    }
  }

  @Test(
    "a date and time that the clocks skip is none, and meanwhile as much later as they skip",
    arguments: [
      ("Europe/Helsinki", "2026-03-29 03:30", "2026-03-29T04:30:00+03:00"),
      ("Pacific/Apia", "2011-12-30 12:00", "2011-12-31T12:00:00+14:00"),
    ])
  func skipped(zone: String, text: String, shown: String) throws {
    let locality = Self.localities.locality(zone: zone)
    let moment = try PlannedTime(parsing: text)
    #expect(throws: PlacesError.skippedTime(text)) { try moment.check(in: locality) }
    try moment.check(in: Localities.nowhere)
    try moment.check(in: Self.localities.locality(zone: "Asia/Tokyo"))
    let seconds = try #require(moment.seconds(in: locality, now: Self.now))
    let offset = try #require(locality.offset(at: seconds))
    #expect(PlaceTime(seconds: seconds, offset: offset).description == shown)
  }

  @Test(
    "a moment is written as it is read",
    arguments: [
      "now", "09:05", "Sun 03:00", "2026-12-24 10:00", "0999-01-02 00:00", "24.12. 20:00",
      "tomorrow 09:00", "today 20:00", "tonight", "day after tomorrow 09:00", "in 120 min",
      "2026-07-01T10:00:00Z",
    ])
  func written(text: String) throws {
    #expect("\(try PlannedTime(parsing: text))" == text)
  }

  @Test("the same words mean another moment in another time zone")
  func elsewhere() throws {
    let tokyo = Self.localities.locality(zone: "Asia/Tokyo")
    let moment = try PlannedTime(parsing: "Sun 10:00")
    let here = try #require(moment.seconds(in: Self.helsinki, now: Self.now))
    #expect(try #require(moment.seconds(in: tokyo, now: Self.now)) == here - 7 * 3600)
    #expect(moment.seconds(in: Localities.nowhere, now: Self.now) == nil)
  }

  @Test("the user's language decides between two days of one name, and writes the date")
  func languages() throws {
    func text(_ text: String, _ language: Category.Language) throws -> String? {
      try PlannedTime(parsing: text, in: language).text(at: Self.helsinki, now: Self.now, in: language)
    }
    #expect(try text("So 20:00", .german) == "Sonntag, 22. November, 20:00")
    #expect(try text("am 3. Dezember 15 Uhr", .german) == "Donnerstag, 3. Dezember, 15:00")
    #expect(try text("dimanche matin", .french) == "dimanche 22 novembre, 10:00")
    #expect(try text("dom 20:00", .portuguese) == "domingo, 22 de novembro, 20:00")
    #expect(try text("so 20:00", .polish) == "sobota 21 listopada, 20:00")
    #expect(try text("Sunday 8pm", .english) == "Sunday 22 November, 20:00")
  }

  @Test(
    "refuses text that is not a time",
    arguments: [
      "", "24:00", "12:60", "1230", "12:5", "S 10:00", "Xyz 10:00", "2026-02-29 10:00",
      "2026-13-01 10:00", "2026-12-24 10:00:60", "31.2. 10:00", "7", "2 hours", "in 2", "13am",
      "2026-12-24T10:00:00+25:00", "Sat 10:00 11:00", "١٢:٣٠", "-1:30", "now now",
    ])
  func refused(text: String) {
    #expect(throws: PlannedTime.ParsingError(text: text)) { try PlannedTime(parsing: text) }
  }
}
