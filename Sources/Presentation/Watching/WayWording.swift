import Geography
import Nearby
import Places

extension WayEvent {
  /// What `--events` calls it.
  var name: String {
    switch kind {
    case .junction, .uncertain: "junction"
    case .crossing: "crossing"
    case .steps: "steps"
    case .lift: "lift"
    }
  }

  /// Arms that anybody remembers.
  private static let mostArms = 6

  /// `junction: Herrengasse on the left, Städtle ahead`, for eyes and ears.
  ///
  /// - Parameter harmless: makes a stranger's words safe.
  func sentence(_ wording: Wording, _ harmless: (String) -> String) -> String {
    switch kind {
    case .junction(let junction, let arms):
      let roads = arms.filter { !$0.arm.kind.isForFeet }
      guard junction.roundabout != nil, roads.count > 1 else {
        return wording(
          .junction, ["arms": Self.list(arms.filter { $0.arm.name != nil }, wording, harmless)])
      }
      return wording(.roundabout, count: roads.count, ["arms": Self.list(roads, wording, harmless)])
    case .uncertain(let junction, let isNews):
      let names = wording(.junction, ["arms": Self.list(junction.names.map(harmless), wording)])
      let doubt = wording(.positionUncertain)
      return isNews ? "\(names). \(doubt.prefix(1).uppercased())\(doubt.dropFirst())" : names
    case .crossing(let crossing):
      let street = crossing.street.map(harmless) ?? ""
      let title = street.isEmpty ? wording(.crossing) : wording(.crossingOf, ["street": street])
      return ([title] + crossing.details.map { wording($0) }).joined(separator: ", ")
    case .steps(let end):
      let title = end.leadsUp.map { wording($0 ? .stepsUp : .stepsDown) } ?? wording(.stepsAhead)
      let parts = [
        title, end.name.map(harmless), end.count.map { wording(.stepCount, count: $0) },
        end.hasHandrail == true ? wording(.handrail) : nil,
      ]
      return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    case .lift: return wording(.lift)
    }
  }

  private static func list(_ arms: [Arm], _ wording: Wording, _ harmless: (String) -> String) -> String {
    let sides = wording.language.lines("directions").words(of: "sides")
    var texts: [String] = []
    for (index, arm) in arms.enumerated() {
      let name = arm.arm.name.map(harmless) ?? ""
      var side = sides[arm.direction.octant.index]
      // A street that one comes upon from the side goes both ways: that is one thing to hear.
      func goes(_ octant: RelativeDirection.Octant, _ other: Arm) -> Bool {
        !name.isEmpty && other.direction.octant == octant && other.arm.name == arm.arm.name
          && !other.arm.isDeadEnd
          && !arm.arm.isDeadEnd
      }
      if arm.direction.octant == .right, arms[..<index].contains(where: { goes(.left, $0) }) { continue }
      if arm.direction.octant == .left, arms[index...].contains(where: { goes(.right, $0) }) {
        side = sides[8]
      }
      let text = "\(name.isEmpty ? wording(.nameless) : name) \(side)"
      let whole = arm.arm.isDeadEnd ? "\(text) (\(wording(.deadEnd)))" : text
      // Two ways of one name that lead the same way are one for whoever walks.
      if texts.last != whole { texts.append(whole) }
    }
    return list(texts, wording)
  }

  private static func list(_ texts: [String], _ wording: Wording) -> String {
    let rest = texts.count - mostArms
    let more = rest > 0 ? [wording(.more, ["count": "\(rest)"])] : []
    return (texts.prefix(mostArms) + more).joined(separator: ", ")
  }

  /// The members of its JSON beside time and position.
  var members: JSONValue {
    let place = JSONValue.place(coordinate, distance, bearing)
    switch kind {
    case .junction(let junction, let arms):
      return place.adding(
        .known([
          "arms": .array(arms.map { $0.arm.json($0.direction) }),
          "roundabout": junction.roundabout.map(\.jsonValue),
          "crossing": junction.crossings.first.map(\.jsonValue),
        ]))
    case .uncertain(let junction, _):
      let arms = junction.names.map { JSONValue.known(["name": .string($0)]) }
      return place.adding(["uncertain": .boolean(true), "arms": .array(arms)])
    case .crossing(let crossing): return place.adding(["crossing": crossing.jsonValue])
    case .steps(let end):
      return place.adding(
        .known([
          "name": end.name.map(JSONValue.string), "up": end.leadsUp.map(JSONValue.boolean),
          "count": end.count.map(JSONValue.integer), "handrail": end.hasHandrail.map(JSONValue.boolean),
        ]))
    case .lift: return place
    }
  }
}

extension Junction {
  /// As seen from a position.
  func json(from position: Coordinate) -> JSONValue {
    let away = WGS84.inverse(from: position, to: coordinate)
    return JSONValue.place(coordinate, away.distance, away.bearing).adding(
      .known(["arms": .array(arms.map { $0.json() }), "roundabout": roundabout.map(\.jsonValue)]))
  }
}

extension JSONValue {
  fileprivate static func place(_ coordinate: Coordinate, _ distance: Distance, _ bearing: Bearing?) -> Self {
    .known([
      "latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude),
      "distance": .rounded(distance.metres), "bearing": bearing.map { .rounded($0) },
    ])
  }
}

extension Junction.Roundabout {
  fileprivate var jsonValue: JSONValue {
    .known(["name": name.map(JSONValue.string), "radius": .rounded(radius)])
  }
}

extension Junction.Arm {
  fileprivate func json(_ direction: RelativeDirection? = nil) -> JSONValue {
    .known([
      "name": name.map(JSONValue.string), "kind": .string(kind.rawValue),
      "direction": direction.map { .string($0.octant.rawValue) }, "bearing": .rounded(bearing),
      "dead_end": isDeadEnd ? .boolean(true) : nil,
    ])
  }
}

extension Crossing {
  /// What is worth knowing before one crosses, in the order of its weight.
  fileprivate var details: [Phrase] {
    let kerbs: [Kerb: Phrase] = [.raised: .kerbRaised, .lowered: .kerbLowered, .flush: .kerbFlush]
    return [
      hasSignals == true ? .crossingLights : nil, hasSound == true ? .crossingSound : nil,
      marking == .zebra ? .crossingZebra : marking == .unmarked ? .crossingUnmarked : nil,
      hasIsland == true ? .crossingIsland : nil, hasTactilePaving == true ? .crossingTactile : nil,
      kerb.flatMap { kerbs[$0] },
    ].compactMap(\.self)
  }

  fileprivate var jsonValue: JSONValue {
    .known([
      "street": street.map(JSONValue.string), "signals": hasSignals.map(JSONValue.boolean),
      "marking": marking.map { .string($0.rawValue) }, "island": hasIsland.map(JSONValue.boolean),
      "sound": hasSound.map(JSONValue.boolean), "tactile_paving": hasTactilePaving.map(JSONValue.boolean),
      "kerb": kerb.map { .string($0.rawValue) },
    ])
  }
}
