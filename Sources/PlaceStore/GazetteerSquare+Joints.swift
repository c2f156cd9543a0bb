import Geography
import Places

extension GazetteerSquare {
  /// Metres within which lines keep their form.
  private static let tolerance = 1.0

  /// Leaves out the points of lines that neither their form nor what meets there needs, and barriers off the streets.
  ///
  /// All of the square's streets must be there. At its edges the steps that lead out stay as they are, so that the
  /// pieces of neighbouring squares share them.
  mutating func simplifyStreets(in square: GridSquare) {
    var passed: Set<Point> = []
    var joints: Set<Point> = []
    for point in pieces.lazy.flatMap(\.points) where !passed.insert(point).inserted { joints.insert(point) }
    features = features.filter { $0.code != Feature.barrier || passed.contains($0.point) }
    joints.formUnion(features.map(\.point))
    let corner = square.corner.coordinate
    let plane = LocalPlane(about: corner)
    for index in pieces.indices where pieces[index].points.count > 2 {
      let points = pieces[index].points
      let places = points.map { plane.point(of: $0.coordinate) }
      let isOutside = points.map { GridSquare(around: $0.coordinate) != square }
      func stays(_ place: Int) -> Bool {
        place == 0 || place == points.count - 1 || joints.contains(points[place])
          || isOutside[place - 1] || isOutside[place + 1] || isOutside[place]
      }
      var kept = [points[0]]
      var first = 0
      for last in points.indices.dropFirst() where stays(last) {
        let simple = simplified(Array(places[first...last]), tolerance: Self.tolerance)
        // Those that are left are some of them, in their order.
        var next = 1
        for place in first + 1...last where next < simple.count && places[place] == simple[next] {
          kept.append(points[place])
          next += 1
        }
        first = last
      }
      pieces[index].points = kept
    }
  }
}

// MARK: - As bytes

extension GazetteerSquare.Piece {
  /// What the number of a kind is greater by, for what is true of the street.
  private enum Flag {
    static let roundabout: UInt64 = 64
    static let oneWay: UInt64 = 128
    static let use: UInt64 = 256
    static let steps: UInt64 = 1024
    static let end: UInt64 = 2048
  }

  /// Appends its kind and what is known of its use, and of steps their number and the like.
  func appendKind(to bytes: inout [UInt8]) {
    let uses = StreetUse.allCases
    var kind = UInt64(StreetKind.allCases.firstIndex(of: kind) ?? 0)
    if isRoundabout { kind += Flag.roundabout }
    if isOneWay { kind += Flag.oneWay }
    if let use { kind += Flag.use * UInt64(1 + (uses.firstIndex(of: use) ?? 0)) }
    if steps != nil { kind += Flag.steps }
    bytes.append(variableLength: kind)
    guard let steps else { return }
    let answers = [steps.hasHandrail, steps.leadUp].reduce(0) { $0 * 3 + UInt64(answer: $1) }
    let count = UInt64(clamping: (steps.count ?? -1) + 1)
    bytes.append(variableLength: count * 9 + answers)
  }

  /// What `appendKind(to:)` wrote, as a piece without a place; `nil` if it is damaged.
  init?(_ rest: inout Slice<UnsafeRawBufferPointer>) {
    let (kinds, uses) = (StreetKind.allCases, StreetUse.allCases)
    guard let number = rest.popVariableLengthNumber(), number < Flag.end else { return nil }
    let kind = Int(number % Flag.roundabout)
    let use = Int(number / Flag.use % 4)
    guard kind < kinds.count, use <= uses.count else { return nil }
    var steps: Steps?
    if number >= Flag.steps {
      guard let number = rest.popVariableLengthNumber(), number / 9 <= Self.mostSteps + 1 else { return nil }
      let count = Int(number / 9)
      steps = Steps(
        count: count == 0 ? nil : count - 1, hasHandrail: Bool?(answer: number / 3 % 3),
        leadUp: Bool?(answer: number % 3))
    }
    self.init(
      id: 0, kind: kinds[kind], name: nil, ref: nil, points: [],
      isRoundabout: number & Flag.roundabout != 0, isOneWay: number & Flag.oneWay != 0,
      use: use == 0 ? nil : uses[use - 1], steps: steps)
  }

  /// More than any steps have.
  private static let mostSteps: UInt64 = 1_000_000

  func with(id: Int64, name: String?, ref: String?, points: [GazetteerSquare.Point]) -> Self {
    .init(
      id: id, kind: kind, name: name, ref: ref, points: points, isRoundabout: isRoundabout,
      isOneWay: isOneWay, use: use, steps: steps)
  }
}

extension GazetteerSquare.Feature {
  /// What is no crossing; crossings have the numbers that follow.
  private static let lift: UInt64 = 0
  private static let signals: UInt64 = 1
  static let barrier: UInt64 = 2
  private static let crossings: UInt64 = 3

  /// - Parameter feature: not the end of steps.
  init(_ feature: StreetFeature) {
    let point = GazetteerSquare.Point(feature.coordinate)
    switch feature {
    case .lift, .steps: self.init(point: point, code: Self.lift, barrier: nil)
    case .signals: self.init(point: point, code: Self.signals, barrier: nil)
    case .barrier(let barrier): self.init(point: point, code: Self.barrier, barrier: barrier.kind)
    case .crossing(let crossing):
      self.init(point: point, code: Self.crossings + crossing.number, barrier: nil)
    }
  }

  /// `nil` for a number of a later version.
  var feature: StreetFeature? {
    switch code {
    case Self.lift: .lift(point.coordinate)
    case Self.signals: .signals(point.coordinate)
    case Self.barrier: barrier.map { .barrier(StreetBarrier($0, at: point.coordinate)) }
    default: Crossing(number: code - Self.crossings, at: point.coordinate).map(StreetFeature.crossing)
    }
  }

  static func isBefore(_ left: Self, _ right: Self) -> Bool {
    (left.point, left.code, left.barrier ?? "") < (right.point, right.code, right.barrier ?? "")
  }
}

extension SquareReader {
  mutating func features(from start: GazetteerSquare.Point) -> [GazetteerSquare.Feature]? {
    guard let count = count(ofAtLeast: 3) else { return nil }
    var features: [GazetteerSquare.Feature] = []
    features.reserveCapacity(count)
    for _ in 0..<count {
      guard let point = point(after: features.last?.point ?? start),
        let code = rest.popVariableLengthNumber()
      else { return nil }
      var barrier: String?
      if code == GazetteerSquare.Feature.barrier {
        guard let kind = textOfTable()?.text else { return nil }
        barrier = kind
      }
      let feature = GazetteerSquare.Feature(point: point, code: code, barrier: barrier)
      guard feature.feature != nil else { return nil }
      features.append(feature)
    }
    return features
  }
}

extension Crossing {
  /// All that is known of it as a number; part of the store's format.
  fileprivate var number: UInt64 {
    func place<Value: CaseIterable & Equatable>(of value: Value?) -> UInt64 {
      guard let value else { return 0 }
      return 1 + UInt64(Array(Value.allCases).firstIndex(of: value) ?? 0)
    }
    let answers = [hasSignals, hasIsland, hasSound, hasTactilePaving].reduce(0) {
      $0 * 3 + UInt64(answer: $1)
    }
    return (answers * 4 + place(of: marking)) * 6 + place(of: kerb)
  }

  fileprivate init?(number: UInt64, at coordinate: Coordinate) {
    guard number < 81 * 4 * 6 else { return nil }
    func value<Value: CaseIterable>(_ place: UInt64) -> Value? {
      place == 0 ? nil : Array(Value.allCases)[Int(place) - 1]
    }
    self.init(at: coordinate)
    kerb = value(number % 6)
    marking = value(number / 6 % 4)
    let answers = number / 24
    hasTactilePaving = Bool?(answer: answers % 3)
    hasSound = Bool?(answer: answers / 3 % 3)
    hasIsland = Bool?(answer: answers / 9 % 3)
    hasSignals = Bool?(answer: answers / 27)
  }
}

extension UInt64 {
  /// 0 for what is not known, 1 for no, 2 for yes.
  fileprivate init(answer: Bool?) { self = answer.map { $0 ? 2 : 1 } ?? 0 }
}

extension Optional<Bool> {
  fileprivate init(answer: UInt64) { self = answer == 0 ? nil : answer == 2 }
}
