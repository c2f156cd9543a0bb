import FoundationEssentials
import Geography
import Glibc

/// Reads recorded NMEA 0183: the sentences of a receiver's cycle become one fix, as gpsd 3.27.5 reports it.
struct NMEADecoder: LogDecoding {
  private(set) var end = LogFixes.End()

  private var sentence = NMEASentence()
  private var calendar = NMEACalendar()
  private var cycle = NMEACycle()
  private var epoch = NMEAEpoch()
  private var memory = NMEAMemory()
  private var satellites = NMEASatellites()
  private var lastGGA = (talker: UInt8(0), clock: Int?.none)
  private var isClockStuck = false
  private var deviation: (clock: Int, accuracy: Double)?
  /// The fix of the current cycle, kept until the next cycle begins since later sentences may add to it.
  private var pending: (location: Location, clock: Int?)?
  /// The time of day of the last fix that a pause completed: more of its cycle may come late.
  private var pausedClock: Int?
  /// The tag of the sentence that the pending fix began with.
  private var firstTag: NMEATag?

  mutating func decode(_ line: Span<UInt8>, into locations: inout [Location]) {
    var start: Int? = 0
    while let first = start {
      switch sentence.scan(line, from: first) {
      case .whole: read(line, into: &locations)
      case .damaged: end.badLines += 1
      case .absent: readOther(line)
      }
      start = sentence.glued
    }
  }

  mutating func finish(into locations: inout [Location]) {
    if !cycle.hasProvenEnd {
      holdUnreported()
    }
    complete(into: &locations)
    if let last = locations.last, last.time == nil {
      end.notice = end.notice ?? "the log has no dates, so poi cannot tell how much time passes"
    }
    epoch = NMEAEpoch()
  }

  mutating func pause(into locations: inout [Location]) {
    // Until it is known which sentence ends a cycle, more of this one may come.
    guard cycle.hasProvenEnd, let last = pending else { return }
    complete(into: &locations)
    pausedClock = last.clock
  }

  // MARK: - Lines

  private mutating func read(_ line: Span<UInt8>, into locations: inout [Location]) {
    let tag = sentence.tag(in: line)
    let kind = tag.flatMap(NMEASentenceKind.init)
    if kind != .gsa {
      satellites.endGroup()
    }
    guard let tag, let kind else { return }
    guard sentence.fieldCount >= kind.leastFields else {
      // With a checksum the receiver meant it so; without one the line was cut.
      end.badLines += sentence.hasChecksum ? 0 : 1
      return
    }
    var reading = NMEAReading(kind: kind)
    switch kind {
    case .rmc: readRMC(line, &reading)
    case .gga: readGGA(line, talker: tag.system, &reading)
    case .gll: readGLL(line, &reading)
    case .gns: readGNS(line, &reading)
    case .gsa: readGSA(line, talker: tag.system, &reading)
    case .gst: readGST(line)
    case .vtg: readVTG(line, &reading)
    case .zda: readZDA(line, &reading)
    case .gbs: reading.clock = sentence.clock(1, in: line)
    }
    guard !reading.isImpossible else { return end.badLines += 1 }
    if reading.mode == .noFix {
      if kind != .gsa, reading.coordinate == nil { end.invalidFixes += 1 }
      noteSilence(until: reading.time)
    } else if reading.coordinate != nil {
      end.silentUntil = nil
    }
    apply(&reading, tag: tag, into: &locations)
  }

  private mutating func readOther(_ line: Span<UInt8>) {
    guard let first = line.firstPrintable else { return }
    switch first {
    case UInt8(ascii: "#"):
      if let year = line.yearOfDateComment {
        calendar.noteRecordingYear(year)
      }
    // gpspipe puts JSON before the sentences.
    case UInt8(ascii: "{"): break
    default:
      // AIS sentences begin with an exclamation mark, after a logger's stamp perhaps.
      if line.firstIndex(of: UInt8(ascii: "!"), from: 0) == nil {
        end.badLines += 1
      }
    }
  }

  // MARK: - Cycles

  private mutating func apply(_ reading: inout NMEAReading, tag: NMEATag, into locations: inout [Location]) {
    keepThirdDimension(of: &reading)
    let mayBeCutOff = cycle.hasProvenEnd
    let step = cycle.advance(reading.kind, clock: reading.clock)
    let beginsAgain = reading.clock == nil && reading.coordinate != nil && tag == firstTag
    if step.begins, !mayBeCutOff {
      holdUnreported()
    }
    if step.begins || beginsAgain {
      complete(into: &locations)
    }
    if step.begins {
      epoch = NMEAEpoch()
    }
    epoch.merge(reading)
    memory.note(epoch)
    if reading.losesTime {
      cycle.loseTrack()
    }
    let tellsFix = reading.coordinate != nil || reading.mode != nil
    if step.ends || (tellsFix && !cycle.hasKnownEnd) {
      report(tag: tag, into: &locations)
    } else if reading.kind == .vtg {
      addMotion()
    }
  }

  /// Most sentences cannot tell 2-D from 3-D, so a 3-D fix stays one as long as there is any fix.
  private func keepThirdDimension(of reading: inout NMEAReading) {
    if let mode = reading.mode, mode != .noFix, epoch.mode == .threeDimensional, memory.knowsAltitude {
      reading.mode = .threeDimensional
    }
  }

  private mutating func report(tag: NMEATag, into locations: inout [Location]) {
    guard let location = epoch.location else { return }
    if let pending, pending.location.coordinate != location.coordinate {
      complete(into: &locations)
    }
    if pending == nil {
      firstTag = tag
    }
    pending = (location, epoch.clock)
  }

  /// A VTG that comes last still belongs to the fix.
  private mutating func addMotion() {
    guard let motion = epoch.location, pending?.location.coordinate == motion.coordinate else { return }
    pending?.location.speed = motion.speed
    pending?.location.course = motion.course
  }

  /// Keeps a cycle that gpsd would have reported at its end, had it known which sentence that is.
  private mutating func holdUnreported() {
    if pending == nil, let location = epoch.location {
      pending = (location, epoch.clock)
    }
  }

  private mutating func complete(into locations: inout [Location]) {
    guard var fix = pending.take() else { return }
    firstTag = nil
    if fix.clock != nil, fix.clock == pausedClock { return }
    // GST follows the fix that it belongs to, and says so by its time.
    if let deviation, deviation.clock == fix.clock {
      fix.location.accuracy = deviation.accuracy
    }
    locations.append(fix.location)
    end.notice = calendar.notice
  }
}

// MARK: - Sentences

extension NMEADecoder {
  /// Recommended minimum: 1 time, 2 status, 3–6 position, 7 knots, 8 course, 9 date, 12 FAA mode.
  private mutating func readRMC(_ line: Span<UInt8>, _ reading: inout NMEAReading) {
    let moment = sentence.clock(1, in: line).flatMap { clock in
      sentence.date(9, in: line).map { (clock, $0) }
    }
    guard sentence.letter(2, in: line) == UInt8(ascii: "A"),
      sentence.letter(12, in: line) != UInt8(ascii: "N")
    else {
      reading.mode = .noFix
      if sentence.isEmpty(1) || sentence.isEmpty(9) {
        loseTime(&reading)
      }
      // gpsd does not set its clock by it, so neither does the calendar.
      var unproven = calendar
      if let (clock, date) = moment, unproven.note(clock, date) {
        noteSilence(until: unproven.time)
      }
      return
    }
    if let (clock, date) = moment, calendar.note(clock, date) {
      reading.clock = clock
      reading.time = calendar.time
    }
    reading.coordinate = coordinate(from: 3, line, &reading)
    reading.mode = modeOfRMC(hasPosition: reading.coordinate != nil)
    reading.quality = faaQuality(12, in: line)
    reading.speed = sentence.speed(7, in: line)
    reading.course = sentence.decimal(8, in: line)
  }

  private mutating func noteSilence(until time: Int?) {
    guard let time else { return }
    end.silentUntil = Date(timeIntervalSince1970: Double(time) / 1000)
  }

  /// For some receivers RMC is the only sentence, so the mode is what the others have said, and 2-D at least.
  private func modeOfRMC(hasPosition: Bool) -> NMEAMode {
    if satellites.areEnoughForThreeDimensions || epoch.altitude != nil { return .threeDimensional }
    guard hasPosition else { return .noFix }
    return memory.mode == .threeDimensional ? .threeDimensional : .twoDimensional
  }

  /// Fix data: 1 time, 2–5 position, 6 quality, 7 satellites used, 8 HDOP, 9 altitude.
  private mutating func readGGA(_ line: Span<UInt8>, talker: UInt8, _ reading: inout NMEAReading) {
    let indicator = sentence.integer(6, in: line) ?? 0
    if indicator == 0, sentence.isEmpty(1) {
      loseTime(&reading)
    }
    noteTime(1, line, &reading)
    // Some receivers that lose the sky repeat GGA with the old time, and a GSA that claims a fix.
    isClockStuck = (lastGGA.talker == 0 || lastGGA.talker == talker) && lastGGA.clock == reading.clock
    lastGGA = (talker, reading.clock)
    reading.quality = NMEAQuality(indicator: indicator)
    reading.hdop = sentence.dilution(8, in: line)
    guard indicator > 0, let coordinate = coordinate(from: 2, line, &reading) else {
      reading.mode = .noFix
      return
    }
    reading.coordinate = coordinate
    reading.satellites = sentence.integer(7, in: line)
    reading.altitude = sentence.decimal(9, in: line)
    // A position without satellites waits for a GSA that confirms it.
    switch sentence.integer(7, in: line) ?? 0 {
    case ..<1: reading.mode = .noFix
    case 4... where reading.altitude != nil: reading.mode = .threeDimensional
    default: reading.mode = .twoDimensional
    }
  }

  /// Position: 1–4 position, 5 time, 6 status, 7 FAA mode.
  private mutating func readGLL(_ line: Span<UInt8>, _ reading: inout NMEAReading) {
    noteTime(5, line, &reading)
    guard sentence.letter(6, in: line) == UInt8(ascii: "A"),
      sentence.letter(7, in: line) != UInt8(ascii: "N"),
      let coordinate = coordinate(from: 1, line, &reading)
    else { return reading.mode = .noFix }
    reading.coordinate = coordinate
    reading.quality = faaQuality(7, in: line)
    let hasThree = epoch.altitude != nil || satellites.areEnoughForThreeDimensions
    reading.mode = hasThree ? .threeDimensional : .twoDimensional
  }

  /// Fix data of several systems: as GGA, but 6 FAA modes; 13 whether it is safe to use.
  private mutating func readGNS(_ line: Span<UInt8>, _ reading: inout NMEAReading) {
    noteTime(1, line, &reading)
    let mode = sentence.letter(6, in: line)
    guard mode != 0, mode != UInt8(ascii: "N") else { return reading.mode = .noFix }
    let safety = sentence.letter(13, in: line)
    guard safety != UInt8(ascii: "U"), safety != UInt8(ascii: "V") else { return }
    reading.hdop = sentence.dilution(8, in: line)
    reading.quality = NMEAQuality(faaMode: mode)
    guard let coordinate = coordinate(from: 2, line, &reading) else { return reading.mode = .noFix }
    reading.coordinate = coordinate
    reading.altitude = sentence.decimal(9, in: line)
    reading.satellites = sentence.integer(7, in: line)
    reading.mode =
      reading.altitude != nil && reading.satellites ?? 0 > 3 ? .threeDimensional : .twoDimensional
  }

  /// Satellites used: 2 mode, from 3 the satellites, 16 HDOP.
  private mutating func readGSA(_ line: Span<UInt8>, talker: UInt8, _ reading: inout NMEAReading) {
    let isPartial = satellites.note(talker: talker)
    if !isClockStuck {
      if let number = sentence.integer(2, in: line), let mode = NMEAMode(rawValue: number), mode > .unseen {
        reading.mode = mode
      }
      // Receivers with room for more satellites have their dilutions elsewhere; gpsd reads none there.
      if sentence.fieldCount <= 19 {
        reading.hdop = sentence.dilution(16, in: line)
      }
      for field in 3..<15 where !sentence.isEmpty(field) {
        satellites.count += 1
      }
    }
    if isPartial {
      reading.mode = nil
    }
  }

  /// Errors: 1 time, 6 and 7 the standard deviations of latitude and longitude in metres.
  private mutating func readGST(_ line: Span<UInt8>) {
    guard let clock = sentence.clock(1, in: line),
      let north = sentence.decimal(6, in: line), let east = sentence.decimal(7, in: line), north > 0, east > 0
    else { return }
    // 95 % of a circular normal error lie within 2.4477 standard deviations, the confidence that gpsd uses.
    let deviation = ((north * north + east * east) / 2).squareRoot()
    self.deviation = (clock, rounded(2.4477 * deviation, toParts: 1e3))
  }

  /// Course and speed: 1 degrees from true north, 5 knots, 9 FAA mode.
  private func readVTG(_ line: Span<UInt8>, _ reading: inout NMEAReading) {
    let mode = sentence.letter(9, in: line)
    guard mode != UInt8(ascii: "E"), mode != UInt8(ascii: "N"), !sentence.isEmpty(1), !sentence.isEmpty(5)
    else { return }
    reading.course = sentence.decimal(1, in: line)
    reading.speed = sentence.speed(5, in: line)
  }

  /// Date and time: 1 time, 2 day, 3 month, 4 year.
  private mutating func readZDA(_ line: Span<UInt8>, _ reading: inout NMEAReading) {
    guard let clock = sentence.clock(1, in: line), let day = sentence.integer(2, in: line),
      let month = sentence.integer(3, in: line), let year = sentence.integer(4, in: line)
    else { return }
    calendar.noteClock(clock)
    if calendar.noteDate(day: day, month: month, year: year) {
      reading.clock = clock
      reading.time = calendar.time
    }
  }

  // MARK: - Parts that sentences share

  private func coordinate(
    from field: Int, _ line: Span<UInt8>, _ reading: inout NMEAReading
  ) -> Coordinate? {
    if let coordinate = sentence.coordinate(from: field, in: line) { return coordinate }
    reading.isImpossible = [field, field + 2].contains { !sentence.isEmpty($0) }
    return nil
  }

  private mutating func noteTime(_ field: Int, _ line: Span<UInt8>, _ reading: inout NMEAReading) {
    guard let clock = sentence.clock(field, in: line) else { return }
    calendar.noteClock(clock)
    reading.clock = clock
    reading.time = calendar.time
  }

  private mutating func loseTime(_ reading: inout NMEAReading) {
    calendar.forget()
    reading.losesTime = true
  }

  private func faaQuality(_ field: Int, in line: Span<UInt8>) -> NMEAQuality {
    sentence.isEmpty(field) ? .gps : NMEAQuality(faaMode: sentence.letter(field, in: line))
  }
}
