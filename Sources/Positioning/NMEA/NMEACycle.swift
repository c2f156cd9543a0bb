/// Finds out where a receiver's cycle begins and ends, as gpsd does it.
///
/// NMEA 0183 marks neither. A cycle begins when the time of day moves. The timed sentence before such a move
/// ends the cycle from then on, so the decoder knows when a fix is complete.
struct NMEACycle {
  /// Whether a sentence is known to end the cycle; until then every position is reported at once.
  private(set) var hasKnownEnd = false

  /// Whether that sentence came when expected. A later cycle without it was cut off.
  private(set) var hasProvenEnd = false

  private var enders: UInt16 = 0
  private var lastTimed: NMEASentenceKind?
  private var clock = 0
  private var cyclesWithoutEnd = 0

  // gpsd treats times within 10 ms as one moment: some receivers round differently in different sentences.
  private static let sameMoment = 10
  // Logs get joined and receivers reconfigured: after this many cycles without it, forget the known end.
  private static let patience = 3

  /// Takes the next sentence, and the time of day in it (milliseconds), if it has one that counts.
  mutating func advance(_ kind: NMEASentenceKind, clock newClock: Int?) -> (begins: Bool, ends: Bool) {
    // Without a time, what follows the end of a cycle adds to the fix that it completed.
    guard let newClock else { return (false, noteEnd(lastTimed.map(isEnder) ?? false)) }
    let begins = abs(newClock - clock) > Self.sameMoment
    if begins {
      cyclesWithoutEnd += 1
      if cyclesWithoutEnd > Self.patience {
        enders = 0
        hasKnownEnd = false
      }
    }
    // A GLL may trail the cycle before, so the sentence before a GLL proves nothing.
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

  private mutating func noteEnd(_ ends: Bool) -> Bool {
    if ends {
      hasProvenEnd = true
      cyclesWithoutEnd = 0
    }
    return ends
  }

  private func isEnder(_ kind: NMEASentenceKind) -> Bool {
    enders & kind.bit != 0
  }
}
