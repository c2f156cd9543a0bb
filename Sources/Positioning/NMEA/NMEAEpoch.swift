import FoundationEssentials
import Geography

/// What one sentence says. What it does not say is nil.
struct NMEAReading {
  var kind: NMEASentenceKind
  /// The time of day that tells cycles apart, in milliseconds.
  var clock: Int?
  /// UTC in milliseconds since 1970.
  var time: Int?
  var mode: NMEAMode?
  var quality: NMEAQuality?
  var coordinate: Coordinate?
  /// Metres above mean sea level.
  var altitude: Double?
  /// Metres a second.
  var speed: Double?
  /// Degrees from true north.
  var course: Double?
  var hdop: Double?
  /// How many satellites the fix is made of.
  var satellites: Int?
  /// Whether its position is none, such as one with 75 minutes.
  var isImpossible = false
  /// Whether the receiver has lost even the time.
  var losesTime = false
}

/// What kind of fix there is, by gpsd's numbers.
enum NMEAMode: Int, Comparable {
  case unseen, noFix, twoDimensional, threeDimensional

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// How the fix was made, in the order of gpsd's numbers.
enum NMEAQuality: Comparable {
  case unknown, gps, dgps, rtkFixed, rtkFloat, deadReckoning, gnssDeadReckoning, surveyed, simulated, pps

  /// The quality indicator of GGA (NMEA 0183 v4.11).
  init(indicator: Int) {
    self =
      switch indicator {
      case 1: .gps
      case 2: .dgps
      case 3: .pps
      case 4: .rtkFixed
      case 5: .rtkFloat
      case 6: .deadReckoning
      case 7: .surveyed
      case 8: .simulated
      default: .unknown
      }
  }

  /// The FAA mode indicator of RMC, GLL and GNS (NMEA 0183 v2.3 and later).
  init(faaMode letter: UInt8) {
    self =
      switch letter {
      case 0, UInt8(ascii: "C"), UInt8(ascii: "N"), UInt8(ascii: "U"): .unknown
      case UInt8(ascii: "D"), UInt8(ascii: "P"): .dgps
      case UInt8(ascii: "E"): .deadReckoning
      case UInt8(ascii: "F"): .rtkFloat
      case UInt8(ascii: "R"): .rtkFixed
      case UInt8(ascii: "M"), UInt8(ascii: "S"): .simulated
      default: .gps
      }
  }
}

/// What the sentences of one cycle have said together.
struct NMEAEpoch {
  /// The time of day of the cycle, in milliseconds.
  private(set) var clock: Int?
  private(set) var time: Int?
  private(set) var mode = NMEAMode.unseen
  private(set) var altitude: Double?
  private(set) var coordinate: Coordinate?
  private var quality = NMEAQuality.unknown
  private var speed: Double?
  private var course: Double?
  private var hdop: Double?
  private var satellites: Int?
  private var accuracy: Double?

  /// Adds the next sentence; in a contradiction, the later one wins.
  mutating func merge(_ reading: NMEAReading) {
    clock = reading.clock ?? clock
    time = reading.losesTime ? nil : reading.time ?? time
    coordinate = reading.coordinate ?? coordinate
    mode = reading.mode ?? mode
    // Not every sentence knows of a correction, so the best report counts.
    quality = max(quality, reading.quality ?? .unknown)
    altitude = reading.altitude ?? altitude
    speed = reading.speed ?? speed
    course = reading.course ?? course
    hdop = reading.hdop ?? hdop
    satellites = reading.satellites ?? satellites
    if accuracy == nil, mode >= .twoDimensional, let hdop {
      accuracy = hdop * Location.accuracyPerHDOP(isDifferential: quality == .dgps)
    }
  }

  /// The fix, if there is one; numbers have the decimals that gpsd prints.
  var location: Location? {
    guard let mode = Location.Mode(rawValue: mode.rawValue), let coordinate else { return nil }
    return Location(
      coordinate: coordinate,
      accuracy: accuracy.map { rounded($0, toParts: 1e3) },
      altitude: altitude.map { rounded($0, toParts: 1e4) },
      speed: speed.map { rounded($0, toParts: 1e3) },
      course: course.map { Bearing(degrees: rounded($0, toParts: 1e4)) },
      time: time.map { Date(timeIntervalSince1970: Double($0) / 1000) },
      mode: mode,
      satellites: satellites)
  }
}

/// What gpsd remembers about earlier moments, to distinguish 2-D from 3-D if a sentence does not.
struct NMEAMemory {
  /// The mode of the last fix whose time was known.
  private(set) var mode = NMEAMode.unseen
  private var time: Int?
  private var hasAltitude = false
  private var hadAltitudeBefore = false

  // gpsd's threshold for a new moment, in milliseconds.
  private static let newMoment = 10

  /// Whether the last or the last but one moment had an altitude.
  var knowsAltitude: Bool { hasAltitude || hadAltitudeBefore }

  mutating func note(_ epoch: NMEAEpoch) {
    guard let now = epoch.time else { return }
    if time.map({ abs(now - $0) >= Self.newMoment }) ?? true {
      hadAltitudeBefore = hasAltitude
    }
    time = now
    mode = epoch.mode
    hasAltitude = epoch.altitude != nil
  }
}

/// Counts the satellites of GSA sentences: one group of them may come from several systems.
struct NMEASatellites {
  var count = 0
  private var lastTalker: UInt8 = 0
  private var sawOtherSystems = false

  /// Whether the fix has an altitude of its own.
  var areEnoughForThreeDimensions: Bool { count > 3 }

  /// Takes any other sentence, which ends a group.
  mutating func endGroup() {
    lastTalker = 0
  }

  /// Takes the system of the next GSA, and says whether others of the group tell more than it does.
  mutating func note(talker: UInt8) -> Bool {
    // Mixed systems and Quectel's share one talker among the sentences of a group.
    let mayContinue = talker == UInt8(ascii: "N") || talker == UInt8(ascii: "Q")
    if lastTalker == 0 || (lastTalker == talker && !mayContinue) {
      count = 0
    }
    lastTalker = talker
    let isGPS = talker == UInt8(ascii: "P")
    sawOtherSystems = sawOtherSystems || !isGPS
    return isGPS && sawOtherSystems
  }
}
