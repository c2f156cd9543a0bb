/// The five letters that name a sentence: two for the talker, `GP`, `GN`, `II` …, and three for the kind.
struct NMEATag: Equatable {
  private let letters: UInt64

  /// Packs the letters, the first one highest.
  init(letters: UInt64) {
    self.letters = letters
  }

  /// The second letter of the talker, by which gpsd tells the satellite systems apart.
  var system: UInt8 { UInt8(truncatingIfNeeded: letters >> 24) }

  /// The letters after the talker.
  var formatter: UInt64 { letters & 0xFF_FFFF }

  /// Garmin's configuration, which is not an RMC although it ends like one.
  static let garminSettings = NMEATag(letters: 0x50_4752_4D43)
}

/// The sentences that are understood.
enum NMEASentenceKind: UInt8 {
  case rmc, gga, gll, gns, gsa, gst, vtg, zda, gbs

  /// The kind of a sentence, from any talker.
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

  /// The fewest fields, including the tag, with which gpsd accepts the sentence.
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

  var bit: UInt16 { 1 << UInt16(rawValue) }
}
