import Foundation
import Geography
import Nearby
import OpeningHours
import Places
import Positioning
import Testing

@testable import Presentation

@Suite struct ShownOpeningTests {
  private static let helsinki = Coordinate(latitude: 60.17, longitude: 24.94)
  /// Saturday 2026-11-21 17:50 in Helsinki.
  private static let now = Date(timeIntervalSince1970: 1_795_276_200)

  private static func place(_ hours: String?, name: String = "Kahvila") -> PointOfInterest {
    var tags: [String: String] = [:]
    tags["opening_hours"] = hours
    return PointOfInterest(id: "1", name: name, category: "cafe", coordinate: helsinki, tags: tags)
  }

  private static func openings(_ moment: PlannedTime = .now, isAsked: Bool = false) -> Openings {
    Openings(OpeningCondition(moment, now: now, hours: PlaceHours()), isAsked: isAsked)
  }

  @Test(
    "describes a state and its next change",
    arguments: [
      ("Sa 08:00-18:00", "closes in 10 min"), ("Sa 08:00-19:00", "open until 19:00"),
      ("Sa 08:00-02:00", "open until 02:00"), ("Mo-Su 08:00-12:00,17:00-24:00", "open until 00:00"),
      ("24/7", "open"), ("Sa 18:00-20:00", "closed, opens in 10 min"),
      ("Sa 20:00-22:00", "closed, opens 20:00"),
      ("Mo-Fr 09:00-17:00", "closed, opens Mon 09:00"),
      ("2027 Jan 1-2027 Dec 31 10:00-12:00", "closed until 1 Jan 2027 at least"),
      ("Dec 10-20 10:00-12:00", "closed, opens 10 Dec"), ("off", "closed"),
      ("\"by appointment\"", "hours unknown: by appointment"),
      ("Sa 12:00+", "hours unknown: no closing time given"),
      ("who knows", "hours unknown: not understood"), ("Su 12:00+", "closed until Sun 12:00 at least"),
    ])
  func wording(hours: String, text: String) {
    #expect(Self.openings().opening(of: Self.place(hours))?.text(Phrases()) == text)
  }

  @Test(
    "a clock alone is that of this day, or of the night after it",
    arguments: [
      ("Tu-Su 05:00-12:00", "2026-11-30 02:00", "closed, opens Tue 05:00"),
      ("Tu-Su 05:00-12:00", "2026-11-30 05:01", "closed, opens 05:00"),
      ("Mo 00:00-24:00; Tu 00:00-04:00", "2026-11-30 01:00", "open until Tue 04:00"),
      ("Mo 00:00-24:00; Tu 00:00-04:00", "2026-11-30 20:00", "open until 04:00"),
    ])
  func nights(hours: String, time: String, text: String) throws {
    let opening = Self.openings(try PlannedTime(parsing: time)).opening(of: Self.place(hours))
    #expect(opening?.text(Phrases()) == text)
  }

  @Test(
    "the last minute is one minute",
    arguments: [(1, "closes in 1 min"), (59, "closes in 1 min"), (60, "closes in 1 min")])
  func lastMinute(seconds: Double, text: String) {
    let now = Self.now.addingTimeInterval(600 - seconds)
    let openings = Openings(OpeningCondition(.now, now: now, hours: PlaceHours()))
    #expect(openings.opening(of: Self.place("Sa 08:00-18:00"))?.text(Phrases()) == text)
  }

  @Test("near a border, the country of a place's address decides")
  func address() {
    let hours = PlaceHours()
    func locality(_ tags: [String: String]) -> [String] {
      hours.locality(
        of: PointOfInterest(
          id: "1", coordinate: Coordinate(latitude: 47.141, longitude: 9.5215), tags: tags)
      ).countries
    }
    #expect(locality([:]).count > 1)
    #expect(locality(["addr:country": "LI"]) == ["LI"])
    #expect(locality(["addr:country": "Atlantis"]) == locality([:]))
  }

  @Test("counts minutes only for the present")
  func otherMoment() throws {
    let moment = try PlannedTime(parsing: "Sat 17:55")
    let shown = Self.openings(moment, isAsked: true).opening(of: Self.place("Sa 08:00-18:00"))
    #expect(shown?.text(Phrases()) == "open until 18:00")
  }

  @Test(
    "a place without hours has no state, unless asked for open ones", arguments: [nil, ""] as [String?])
  func noHours(hours: String?) {
    #expect(Self.openings().opening(of: Self.place(hours)) == nil)
    let asked = Self.openings(isAsked: true).opening(of: Self.place(hours))
    #expect(asked?.text(Phrases()) == "hours unknown")
    #expect(asked?.isUnknown == true)
    let shown = ShownPlace(Self.place(hours), openings: Self.openings(isAsked: true))
    #expect(!JSONLinesWriter().text(of: shown).contains("\"opening\""))
  }

  @Test("an event and a sentence say that a place may be closed, if open ones were asked for")
  func doubt() throws {
    var rules = ProximityRules()
    rules.confirm = 1
    var monitor = ProximityMonitor(rules: rules)
    let place = Self.place("\"by appointment\"")
    let fences = FenceIndex([place], rules: rules)
    func line(_ latitude: Double, after seconds: Double = 0, _ openings: Openings?) throws -> String {
      let fix = Location(
        coordinate: Coordinate(latitude: latitude, longitude: place.coordinate.longitude),
        time: Self.now.addingTimeInterval(seconds))
      let event = try #require(monitor.update(with: fix, among: fences).events.first)
      return WatchEvent.proximity(event).line(openings: openings)
    }
    let inside = try line(60.17, Self.openings(isAsked: true))
    #expect(inside.hasSuffix("at Kahvila · cafe, 0 m, hours unknown: by appointment\n"), "\(inside)")
    let outside = try line(60.171, after: 60, Self.openings(isAsked: true))
    #expect(outside.hasSuffix("left Kahvila · cafe, 111 m S\n"), "who leaves need not know")
    monitor = ProximityMonitor(rules: rules)
    #expect(try line(60.17, Self.openings()).hasSuffix("at Kahvila · cafe, 0 m\n"))

    let callout = Callout(.inside(place), time: Self.now)
    #expect(
      SpokenWording().text(of: callout, openings: Self.openings(isAsked: true))
        == "at Kahvila, hours unknown."
    )
    #expect(SpokenWording().text(of: callout, openings: Self.openings()) == "at Kahvila.")
    let open = Callout(.inside(Self.place("24/7")), time: Self.now)
    #expect(SpokenWording().text(of: open, openings: Self.openings(isAsked: true)) == "at Kahvila.")
  }

  @Test("a foreign comment in the hours cannot disturb a terminal")
  func harmless() {
    let shown = Self.openings().opening(of: Self.place("\"call \u{1B}[31mus\""))
    #expect(shown?.text(Phrases()) == "hours unknown: call \u{FFFD}[31mus")
  }

  @Test("JSON has times in the place's time zone, and only known values")
  func json() {
    func opening(_ hours: String) -> String {
      let line = JSONLinesWriter().text(of: ShownPlace(Self.place(hours), openings: Self.openings()))
      return String(line.drop { $0 != "{" }.split(separator: "\"opening\":").last?.prefix { $0 != "}" } ?? "")
        + "}"
    }
    #expect(
      opening("Sa 08:00-18:00; Su off") == """
        {"state":"open","since":"2026-11-21T08:00:00+02:00","until":"2026-11-21T18:00:00+02:00","next":"closed",\
        "rule":"Sa 08:00-18:00"}
        """)
    #expect(opening("24/7") == #"{"state":"open","rule":"24/7"}"#)
    #expect(
      opening("\"by appointment\"")
        == #"{"state":"unknown","rule":"\"by appointment\"","reason":"by appointment"}"#)
  }

  @Test("CSV and plain text have states and times for programs")
  func fields() throws {
    let fields = try ["name", "opening", "opening:until", "opening:next", "opening:rule", "opening:reason"]
      .map(PlaceColumn.init(parsing:))
    let shown = [
      ShownPlace(Self.place("Sa 08:00-18:00"), openings: Self.openings()),
      ShownPlace(Self.place(nil), openings: Self.openings()),
    ]
    #expect(
      CSVWriter(fields: fields).document(of: shown) == """
        name,opening,opening:until,opening:next,opening:rule,opening:reason\r
        Kahvila,open,2026-11-21T18:00:00+02:00,closed,Sa 08:00-18:00,\r
        Kahvila,,,,,\r

        """)
    #expect(
      NearbyTable(fields: fields).plain(shown)
        == "Kahvila\topen\t2026-11-21T18:00:00+02:00\tclosed\tSa 08:00-18:00\t\nKahvila\t\t\t\t\t\n")
  }

  // MARK: In a table

  private static func rows(_ width: Int?, isAsked: Bool = false, name: String = "Kahvila") -> [String] {
    let places = ["Sa 08:00-18:00", "Mo-Fr 09:00-17:00", "\"by appointment\"", nil].map { hours in
      ShownPlace(
        NearbyPlace(place(hours, name: name), from: Coordinate(latitude: 60.169, longitude: 24.94)),
        openings: openings(isAsked: isAsked))
    }
    return NearbyTable(width: width).rows(of: places)
  }

  @Test("a table shows it in as many words as fit")
  func table() {
    #expect(
      Self.rows(80) == [
        "111 m  ↑ N    Kahvila  cafe  closes in 10 min",
        "111 m  ↑ N    Kahvila  cafe  closed, opens Mon 09:00",
        "111 m  ↑ N    Kahvila  cafe  hours unknown: by appointment",
        "111 m  ↑ N    Kahvila  cafe",
      ])
    #expect(
      Self.rows(40) == [
        "111 m  ↑ N    Kahvila  cafe  open", "111 m  ↑ N    Kahvila  cafe  closed",
        "111 m  ↑ N    Kahvila  cafe  unknown", "111 m  ↑ N    Kahvila  cafe",
      ])
    #expect(Self.rows(45)[0] == "111 m  ↑ N    Kahvila  cafe  closes in 10 min")
    #expect(Self.rows(45)[1] == "111 m  ↑ N    Kahvila  cafe  closed")
    // Where there is no room for all, a closed door matters most, and then it is said that others are open.
    #expect(Self.rows(31)[0] == "111 m  ↑ N    Kahvila  open")
    #expect(Self.rows(31)[1] == "111 m  ↑ N    Kahvila  closed")
  }

  @Test("without a terminal, shows it only if asked to")
  func pipe() {
    #expect(Self.rows(nil)[0] == "111 m  ↑ N    Kahvila  cafe")
    #expect(Self.rows(nil, isAsked: true)[0] == "111 m  ↑ N    Kahvila  cafe  closes in 10 min")
    #expect(Self.rows(nil, isAsked: true)[3] == "111 m  ↑ N    Kahvila  cafe  hours unknown")
  }

  @Test("never shortens the name for it", arguments: 1...140, [false, true])
  func name(width: Int, isAsked: Bool) {
    let name = "Historia, Oikeustiede, Filosofia, Taide"
    let places = [
      ShownPlace(
        NearbyPlace(Self.place("24/7", name: name), from: Coordinate(latitude: 60.169, longitude: 24.94)))
    ]
    func shown(_ row: String) -> Int {
      (1...name.count).last { row.contains(name.prefix($0)) } ?? 0
    }
    let without = NearbyTable(width: width).rows(of: places)[0]
    for row in Self.rows(width, isAsked: isAsked, name: name) {
      #expect(TerminalText.width(of: row) <= width)
      #expect(shown(row) >= shown(without), "\(row)")
    }
  }

  // MARK: Counting

  @Test("one line counts what is left out and what is unknown")
  func summary() {
    let shown = [Self.place("24/7"), Self.place(nil), Self.place("\"by appointment\"")]
    #expect(
      Self.openings(isAsked: true).summary(closed: 3, shown: shown, Phrases())
        == "3 hidden as closed; 2 may be closed: hours unknown")
    #expect(Self.openings(isAsked: true).summary(closed: 0, shown: [shown[0]], Phrases()) == nil)
    #expect(Self.openings().summary(closed: 0, shown: shown, Phrases()) == nil)
  }
}
