import Geography
import Positioning
import TestSupport
import Testing

@testable import Nearby
@testable import Places
@testable import Presentation

/// What lies on the way, for eyes, ears and programs.
@Suite struct WayWordingTests {
  private let terrain = Terrain()

  private func event(_ kind: WayEvent.Kind) -> WayEvent {
    WayEvent(
      kind: kind, location: terrain.fix(east: 0, at: 0, accuracy: 5),
      coordinate: terrain.coordinate(east: 34),
      distance: Distance(metres: 34), speed: 1.4)
  }

  private func arm(
    _ name: String?, _ degrees: Double, isDeadEnd: Bool = false, kind: StreetKind = .residential
  )
    -> WayEvent.Arm
  {
    let bearing = Bearing(degrees: degrees)
    return WayEvent.Arm(
      arm: Junction.Arm(name: name, kind: kind, bearing: bearing, isDeadEnd: isDeadEnd),
      direction: RelativeDirection(of: bearing, onCourse: .north))
  }

  private var junction: WayEvent {
    let arms = [
      arm("Herrengasse", 270), arm("Städtle", 0), arm("Äulestrasse", 90, isDeadEnd: true), arm(nil, 135),
    ]
    var crossing = Crossing(at: terrain.coordinate(east: 34))
    crossing.hasSignals = true
    return event(
      .junction(
        Junction(at: terrain.coordinate(east: 34), arms: arms.map(\.arm), crossings: [crossing]), arms: arms))
  }

  private func said(_ event: WayEvent, _ language: Category.Language = .english) -> String {
    SpokenWording(language: language).text(of: Callout(.ahead(event), time: nil))
  }

  @Test("a junction names its streets from the left to the right, for eyes and ears")
  func names() {
    #expect(
      said(junction)
        == "junction: Herrengasse on the left, Städtle ahead, Äulestrasse on the right (dead end).")
    #expect(
      said(junction, .german)
        == "Kreuzung: Herrengasse links, Städtle geradeaus, Äulestrasse rechts (Sackgasse).")
    #expect(
      WatchEvent.way(junction).line() == """
        2026-05-28T20:26:40Z  junction: Herrengasse on the left, Städtle ahead, Äulestrasse on the right \
        (dead end), 34 m

        """)
  }

  @Test("JSON has every arm, the nameless ones too, and the crossing")
  func json() {
    let line = WatchEvent.way(junction).jsonLine
    #expect(line.hasPrefix(#"{"event":"junction","time":"2026-05-28T20:26:40Z","position":{"#))
    #expect(line.contains(#""distance":34.0,"bearing":90"#), "\(line)")
    #expect(
      line.contains(
        #"{"name":"Äulestrasse","kind":"residential","direction":"right","bearing":90.0,"dead_end":true},"#
          + #"{"kind":"residential","direction":"behind right","bearing":135.0}],"crossing":{"signals":true}}"#
      ),
      "\(line)")
    #expect(
      WatchEvent.way(event(.uncertain(unsure, isNews: true))).jsonLine
        .hasSuffix(#""uncertain":true,"arms":[{"name":"Herrengasse"},{"name":"Städtle"}]}"# + "\n"))
  }

  private var unsure: Junction {
    Junction(
      at: terrain.coordinate(east: 34), arms: [arm("Städtle", 0).arm, arm("Herrengasse", 90).arm])
  }

  @Test("without a sure position only names are said, and once why")
  func uncertain() {
    #expect(
      said(event(.uncertain(unsure, isNews: true))) == "junction: Herrengasse, Städtle. Position uncertain.")
    #expect(said(event(.uncertain(unsure, isNews: false)), .french) == "carrefour : Herrengasse, Städtle.")
  }

  @Test("a street to both sides is said once, but not if one of them is a dead end")
  func bothSides() {
    func said(_ arms: [WayEvent.Arm]) -> String {
      let junction = Junction(at: terrain.coordinate(east: 34), arms: arms.map(\.arm))
      return self.said(event(.junction(junction, arms: arms)), .german)
    }
    #expect(
      said([arm("Bahnstrasse", 270), arm("Gasse", 0), arm("Bahnstrasse", 90)])
        == "Kreuzung: Bahnstrasse links und rechts, Gasse geradeaus.")
    #expect(
      said([arm("Bahnstrasse", 270), arm("Bahnstrasse", 90, isDeadEnd: true)])
        == "Kreuzung: Bahnstrasse links, Bahnstrasse rechts (Sackgasse).")
  }

  @Test("of a roundabout counts the exits, and leaves out paths")
  func roundabout() {
    let arms = [arm("East", 90), arm(nil, 0), arm("Path", 315, kind: .footway)]
    let ring = Junction(
      at: terrain.coordinate(east: 34), arms: arms.map(\.arm),
      roundabout: Junction.Roundabout(name: nil, radius: 15))
    let event = event(.junction(ring, arms: arms))
    #expect(said(event) == "roundabout with 2 exits: East on the right, street without a name ahead.")
    #expect(said(event, .polish) == "rondo, 2 zjazdy: East po prawej, ulica bez nazwy z przodu.")
  }

  @Test("of a junction of five hundred ways says six")
  func many() {
    let arms = (0..<500).map { arm("Street \($0)", 0) }
    let all = Junction(at: terrain.coordinate(east: 34), arms: arms.map(\.arm))
    #expect(said(event(.junction(all, arms: arms))).hasSuffix("Street 5 ahead, and 494 more."))
  }

  @Test("crossings, steps and lifts say what is known of them")
  func things() {
    var crossing = Crossing(at: terrain.coordinate(east: 34), across: "Städtle")
    #expect(said(event(.crossing(crossing))) == "crossing of Städtle.")
    crossing.hasSignals = true
    crossing.hasSound = true
    crossing.hasIsland = true
    crossing.kerb = .lowered
    #expect(
      said(event(.crossing(crossing)))
        == "crossing of Städtle, traffic lights, audible signal, island in the middle, lowered kerb.")
    let end = StepsEnd(
      at: terrain.coordinate(east: 34), way: 1, bearing: .north, leadsUp: false, count: 12, hasHandrail: true)
    #expect(said(event(.steps(end)), .finnish) == "portaat alas, 12 askelmaa, kaide.")
    #expect(said(event(.lift), .french) == "ascenseur.")
  }
}
