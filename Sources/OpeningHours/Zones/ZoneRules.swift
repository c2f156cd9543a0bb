import Glibc

/// How far the clocks of a time zone are ahead of UTC, from a compiled file of the system's time zone database.
///
/// The format is TZif, RFC 9636. Times are seconds since 1970-01-01 00:00 UTC.
struct ZoneRules: Sendable {
  /// When the clocks change, ascending.
  private let transitions: [Int]
  /// The offset before the first transition, then that from each on, in seconds.
  private let offsets: [Int]
  /// What applies after the last transition.
  private let footer: POSIXZone?

  /// Reads the bytes of a TZif file; `nil` if they are not one, or damaged.
  init?(tzif bytes: [UInt8]) {
    guard let first = Header(bytes, at: 0) else { return nil }
    if first.version < UInt8(ascii: "2") {
      guard let (transitions, offsets) = Self.block(bytes, first, timeSize: 4) else { return nil }
      (self.transitions, self.offsets, footer) = (transitions, offsets, nil)
      return
    }
    guard let header = Header(bytes, at: first.end(timeSize: 4)),
      let (transitions, offsets) = Self.block(bytes, header, timeSize: 8)
    else { return nil }
    let tail = bytes[min(header.end(timeSize: 8), bytes.count)...]
    guard tail.first == UInt8(ascii: "\n"), let newline = tail.dropFirst().firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let text = tail[(tail.startIndex + 1)..<newline]
    if text.isEmpty {
      footer = nil
    } else {
      guard let zone = POSIXZone(Array(text)) else { return nil }
      footer = zone
    }
    (self.transitions, self.offsets) = (transitions, offsets)
  }

  /// Clocks with a fixed offset from UTC.
  init(offset: Int) {
    transitions = []
    offsets = [offset]
    footer = nil
  }

  private struct Header {
    let version: UInt8
    let start: Int
    /// The numbers of UT/local marks, of standard/wall marks, of leap seconds, times, types and letters.
    let counts: [Int]

    init?(_ bytes: [UInt8], at start: Int) {
      guard start >= 0, start + 44 <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
        return nil
      }
      version = bytes[start + 4]
      self.start = start
      counts = (0..<6).map { ZoneRules.integer(bytes, start + 20 + $0 * 4, 4) }
      guard counts.allSatisfy({ 0...10_000 ~= $0 }), 1...256 ~= counts[4] else { return nil }
    }

    func end(timeSize: Int) -> Int {
      start + 44 + counts[3] * (timeSize + 1) + counts[4] * 6 + counts[5] + counts[2] * (timeSize + 4)
        + counts[1]
        + counts[0]
    }
  }

  private static func block(_ bytes: [UInt8], _ header: Header, timeSize: Int) -> ([Int], [Int])? {
    guard header.end(timeSize: timeSize) <= bytes.count else { return nil }
    let (timeCount, typeCount) = (header.counts[3], header.counts[4])
    let times = header.start + 44
    let types = times + timeCount * timeSize
    let infos = types + timeCount
    let known = (0..<typeCount).map { integer(bytes, infos + $0 * 6, 4) }
    guard known.allSatisfy({ abs($0) < 26 * 3600 }) else { return nil }
    let transitions = (0..<timeCount).map { integer(bytes, times + $0 * timeSize, timeSize) }
    let indexes = bytes[types..<infos].map(Int.init)
    guard indexes.allSatisfy({ $0 < typeCount }), zip(transitions, transitions.dropFirst()).allSatisfy(<)
    else {
      return nil
    }
    return (transitions, [known[0]] + indexes.map { known[$0] })
  }

  private static func integer(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int {
    var value = Int(Int8(bitPattern: bytes[start]))
    for byte in bytes[(start + 1)..<(start + size)] { value = value << 8 | Int(byte) }
    return value
  }

  /// Seconds that the clocks are ahead of UTC.
  func offset(at time: Int) -> Int {
    let index = firstTransition(after: time)
    if index == transitions.count, let footer { return footer.offset(at: time) }
    return offsets[index]
  }

  /// The next time at which the clocks change; it may be one at which they only change their name.
  func transition(after time: Int) -> Int? {
    let index = firstTransition(after: time)
    if index < transitions.count { return transitions[index] }
    return footer?.transition(after: time)
  }

  /// The last time, no later than `time`, at which the clocks changed.
  func transition(upTo time: Int) -> Int? {
    let index = firstTransition(after: time)
    if index == transitions.count, let latest = footer?.transition(upTo: time),
      latest > transitions.last ?? .min
    {
      return latest
    }
    return index > 0 ? transitions[index - 1] : nil
  }

  /// A minute of a day as its clocks show it: of an hour that they skip, the end.
  ///
  /// - Parameter minute: counted from the midnight at which the day begins.
  func shownMinute(_ minute: Int, of day: Int) -> Int {
    let local = day * 86_400 + minute * 60
    // No clock is farther from UTC.
    var time = local - 86_400
    while let change = transition(after: time), change <= local + 86_400 {
      let end = change + offset(at: change)
      if change + offset(at: change - 1) <= local, local < end { return minute + (end - local) / 60 }
      time = change
    }
    return minute
  }

  private func firstTransition(after time: Int) -> Int {
    var (low, high) = (0, transitions.count)
    if let last = transitions.last, last <= time { return high }
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The system's compiled time zone database; the variables `TZ` and `TZDIR` change nothing.
struct ZoneDirectory: Sendable {
  var path = "/usr/share/zoneinfo"

  /// The largest file of the database has 4 kB.
  private static let mostBytes = 256 << 10

  /// The rules of a zone by its name of the time zone database, `nil` if there is no such zone.
  func rules(of zone: String) -> ZoneRules? {
    guard Self.isName(zone), let file = fopen("\(path)/\(zone)", "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    let count = fread(&bytes, 1, bytes.count, file)
    guard count < Self.mostBytes, ferror(file) == 0 else { return nil }
    return ZoneRules(tzif: Array(bytes[..<count]))
  }

  /// `Area/Place`, which leads nowhere else.
  static func isName(_ zone: String) -> Bool {
    zone.utf8.count <= 64
      && zone.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        part.utf8.first.map { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } == true
          && part.utf8.allSatisfy {
            ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
              || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+")].contains($0)
          }
      }
  }
}
