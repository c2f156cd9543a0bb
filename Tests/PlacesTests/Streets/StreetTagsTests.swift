import Geography
import Testing

@testable import Places

@Suite("What tags say of streets and what is on them")
struct StreetTagsTests {
  private let rule = GazetteerRule(parts: [.streets])
  private let here = Coordinate(latitude: 60, longitude: 24)

  private func street(_ tags: [String: String]) -> Street? {
    rule.street(id: 1, tags, line: [here, Coordinate(latitude: 60.001, longitude: 24)])
  }

  @Test("a sidewalk without a name has that of its street, as far as tags tell it")
  func sidewalks() {
    for (tags, name) in [
      (["footway": "sidewalk"], nil), (["footway": "sidewalk", "street:name": "A"], "A"),
      (["is_sidepath": "yes", "is_sidepath:of:name": "A"], "A"),
      (["footway": "sidewalk", "is_sidepath:of:name": "A", "name": "B"], "B"), (["street:name": "A"], nil),
    ] as [([String: String], String?)] {
      #expect(street(tags.merging(["highway": "footway"]) { $1 })?.name == name, "\(tags)")
    }
  }

  @Test("a street that is one-way against its line is turned round")
  func oneWay() {
    let there = Coordinate(latitude: 60.001, longitude: 24)
    for (value, isOneWay, first) in [
      ("yes", true, here), ("no", false, here), ("-1", true, there), ("reversible", false, here),
    ] {
      let street = street(["highway": "residential", "oneway": value])
      #expect(street?.isOneWay == isOneWay && street?.line.first == first, "\(value)")
    }
  }

  @Test("steps")
  func steps() {
    for (tags, steps) in [
      ([:], nil), (["step_count": "12", "incline": "up"], Steps(count: 12, leadUp: true)),
      (["step_count": "many", "handrail": "no"], Steps(hasHandrail: false)),
      (
        ["handrail": "no", "handrail:left": "yes", "incline": "down"], Steps(hasHandrail: true, leadUp: false)
      ),
      (["incline": "up", "oneway": "-1"], Steps(leadUp: false)),
      (["incline": "down", "oneway": "-1"], Steps(leadUp: true)),
      (["step_count": "-3"], nil), (["step_count": "99999999999"], nil),
    ] as [([String: String], Steps?)] {
      #expect(street(tags.merging(["highway": "steps"]) { $1 })?.steps == steps, "\(tags)")
    }
  }

  @Test("crossings")
  func crossings() {
    func crossing(_ change: (inout Crossing) -> Void) -> Crossing {
      var crossing = Crossing(at: here)
      change(&crossing)
      return crossing
    }
    for (tags, expected) in [
      ([:], crossing { _ in }),
      (
        ["crossing": "traffic_signals", "traffic_signals:sound": "walk"],
        crossing {
          $0.hasSignals = true; $0.hasSound = true
        }
      ),
      (
        ["crossing": "uncontrolled", "crossing_ref": "zebra"],
        crossing {
          $0.hasSignals = false; $0.marking = .zebra
        }
      ),
      (
        ["crossing": "unmarked", "tactile_paving": "no"],
        crossing {
          $0.hasSignals = false; $0.marking = .unmarked; $0.hasTactilePaving = false
        }
      ),
      (
        ["crossing:markings": "zebra:double", "crossing:signals": "yes"],
        crossing {
          $0.hasSignals = true; $0.marking = .zebra
        }
      ),
      (
        ["crossing:island": "yes", "kerb": "lowered"],
        crossing {
          $0.hasIsland = true; $0.kerb = .lowered
        }
      ),
    ] {
      let tags = tags.merging(["highway": "crossing"]) { $1 }
      #expect(rule.feature(tags, at: here) == .crossing(expected), "\(tags)")
    }
  }

  @Test("lifts, lights and barriers, but no fences")
  func others() {
    #expect(rule.feature(["highway": "elevator"], at: here) == .lift(here))
    #expect(rule.feature(["highway": "traffic_signals"], at: here) == .signals(here))
    #expect(rule.feature(["barrier": "gate"], at: here) == .barrier(StreetBarrier("gate", at: here)))
    for (kerb, kind) in [("lowered", "kerb=lowered"), ("no", "kerb=no"), ("high", "kerb"), (nil, "kerb")] {
      let tags = ["barrier": "kerb"].merging(kerb.map { ["kerb": $0] } ?? [:]) { $1 }
      #expect(rule.feature(tags, at: here) == .barrier(StreetBarrier(kind, at: here)))
    }
    #expect(rule.feature(["barrier": "fence"], at: here) == nil)
    #expect(GazetteerRule(parts: [.addresses]).feature(["highway": "crossing"], at: here) == nil)
  }
}
