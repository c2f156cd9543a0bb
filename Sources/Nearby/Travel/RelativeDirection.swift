import Geography

public struct RelativeDirection: Hashable, Sendable {
  /// The four that a word is enough for.
  public enum Quadrant: String, Hashable, CaseIterable, Sendable {
    case ahead, right, behind, left
  }

  /// The eight that a junction needs, clockwise.
  public enum Octant: String, Hashable, Sendable, CaseIterable {
    case ahead
    case aheadRight = "ahead right"
    case right
    case behindRight = "behind right"
    case behind
    case behindLeft = "behind left"
    case left
    case aheadLeft = "ahead left"

    /// Its place among them.
    public var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// Degrees clockwise from the direction of travel, −180 < degrees ≤ 180.
  public let degrees: Double

  /// The direction `bearing` for a traveller on the course `course`.
  public init(of bearing: Bearing, onCourse course: Bearing) {
    let difference = Bearing(degrees: bearing.degrees - course.degrees).degrees
    degrees = difference > 180 ? difference - 360 : difference
  }

  /// The same; `nil` if either is unknown.
  public init?(of bearing: Bearing?, onCourse course: Bearing?) {
    guard let bearing, let course else { return nil }
    self.init(of: bearing, onCourse: course)
  }

  /// Ahead and behind are 45° to either side, and left and right what is between.
  public var quadrant: Quadrant {
    switch degrees {
    case -45...45: .ahead
    case 45..<135: .right
    case -135 ..< -45: .left
    default: .behind
    }
  }

  /// Whether one would turn back for it.
  var isBack: Bool { [.behindRight, .behind, .behindLeft].contains(octant) }

  /// Each is 45° wide.
  public var octant: Octant {
    Octant.allCases[Bearing(degrees: degrees).sector(of: Octant.allCases.count)]
  }

  /// Where the hour hand points, with 12 straight ahead: 1…12; half past an hour is the next one.
  public var clockPosition: Int {
    let hour = Int(clamping: (degrees / 30 + 0.5).rounded(.down))
    return hour <= 0 ? hour + 12 : hour
  }

  /// Whether it lies more than so many degrees outside the sector, one of `count`, of another direction.
  func isOutside(sectorOf other: RelativeDirection, among count: Int, by margin: Double) -> Bool {
    let width = 360 / Double(count)
    let middle = width * Double(Bearing(degrees: other.degrees).sector(of: count))
    let away = RelativeDirection(of: Bearing(degrees: degrees), onCourse: Bearing(degrees: middle))
    return !away.isAhead(within: width + 2 * margin)
  }

  /// Whether it lies within an angle about straight ahead, half to either side.
  public func isAhead(within angle: Double) -> Bool {
    abs(degrees) <= angle / 2
  }
}
