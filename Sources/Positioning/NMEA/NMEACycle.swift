/// The five letters that name a sentence: two of who talks, `GP`, `GN`, `II` …, and three of what is said.
struct NMEATag: Equatable {
  private let letters: UInt64

  /// Packs the letters, the first one highest.
  init(letters: UInt64) {
    self.letters = letters
  }

  /// The second letter of the talker, by which gpsd tells the satellite systems apart.
  var system: UInt8 { UInt8(truncatingIfNeeded: letters >> 24) }

  /// The letters behind the talker.
  var formatter: UInt64 { letters & 0xFF_FFFF }

  /// Garmin's configuration, which is no RMC though it ends like one.
  static let garminSettings = NMEATag(letters: 0x50_4752_4D43)
}

/// The sentences that are understood.
enum NMEAKind: UInt8 {
  case rmc, gga, gll, gns, gsa, gst, vtg, zda, gbs

  /// The kind of a sentence, whoever talks.
  init?(_ tag: NMEATag) {
    switch tag.formatter {
    case 0x52_4D43 where tag != .garminSettings: self = .rmc
    case 0x47_4741: self = .gga
    case 0x47_4C4C: self = .gll
    case 0x47_4E53: self = .gns
    case 0x47_5341: self = .gsa
    case 0x47_5354: self = .gst
    case 0x56_5447: self = .vtg
    case 0x5A_4441: self = .zda
    case 0x47_4253: self = .gbs
    default: return nil
    }
  }

  /// The fewest fields, with the tag, that gpsd takes the sentence for whole.
  var leastFields: Int {
    switch self {
    case .gga, .gns: 13
    case .gsa: 18
    case .rmc, .gst: 8
    case .gll, .gbs: 7
    case .vtg: 5
    case .zda: 4
    }
  }

  fileprivate var bit: UInt16 { 1 << UInt16(rawValue) }
}

/// Finds out where a receiver's cycle begins and ends, as gpsd does it.
///
/// NMEA 0183 marks neither. A cycle begins when the time of day moves. The timed sentence that stood before
/// such a move ends the cycle from then on, so a fix can be told when it is complete.
struct NMEACycle {
  /// Whether a sentence is known to end the cycle; until then every position is told at once.
  private(set) var hasKnownEnd = false

  /// Whether such a sentence has come when it was expected. What does not reach it later is a cycle cut off.
  private(set) var hasProvenEnd = false

  private var enders: UInt16 = 0
  private var lastTimed: NMEAKind?
  private var clock = 0
  private var cyclesWithoutEnd = 0

  // gpsd takes 10 ms for the same moment: some receivers round differently in different sentences.
  private static let sameMoment = 10
  // Logs are joined and receivers set anew: after so many cycles without it, the known end is a thing of the past.
  private static let patience = 3

  /// Takes the next sentence, and the time of day in it (milliseconds), if it has one that counts.
  mutating func advance(_ kind: NMEAKind, clock newClock: Int?) -> (begins: Bool, ends: Bool) {
    // Without a time, what follows the end of a cycle adds to the fix that it completed.
    guard let newClock else { return (false, noteEnd(lastTimed.map(isEnder) ?? false)) }
    let begins = abs(newClock - clock) > Self.sameMoment
    if begins {
      missEnd()
    }
    // A GLL may trail the cycle before, so what stood before a GLL proves nothing.
    if begins, kind != .gll, let lastTimed, !isEnder(lastTimed) {
      enders |= lastTimed.bit
      hasKnownEnd = true
    }
    clock = newClock
    lastTimed = kind
    return (begins, noteEnd(isEnder(kind)))
  }

  /// Forgets that the end is known: a receiver that has lost the time has no cycle.
  mutating func loseTrack() {
    hasKnownEnd = false
  }

  private mutating func missEnd() {
    cyclesWithoutEnd += 1
    if cyclesWithoutEnd > Self.patience {
      enders = 0
      hasKnownEnd = false
    }
  }

  private mutating func noteEnd(_ ends: Bool) -> Bool {
    if ends {
      hasProvenEnd = true
      cyclesWithoutEnd = 0
    }
    return ends
  }

  private func isEnder(_ kind: NMEAKind) -> Bool {
    enders & kind.bit != 0
  }
}
