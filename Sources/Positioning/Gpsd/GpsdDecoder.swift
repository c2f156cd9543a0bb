import FoundationEssentials
import Geography
import Input

/// What gpsd has said so far, and what follows from it; a value, fed with lines.
struct GpsdDecoder: LogDecoding {
  private(set) var end = LogFixes.End()
  /// Whether it has introduced itself like gpsd.
  private(set) var hasIntroducedItself = false
  private(set) var state = ReceiverState.unknown

  private let parser = JSONParser()
  private let wantedDevice: String?
  private(set) var activeDevices: Set<String> = []
  /// The device whose fixes count, as those of several are no track, the time of the last one, and how many of others
  /// came since.
  private var followed: (device: String, time: Date?, ignored: Int)?
  private var merger = GpsdEpochMerger()
  /// How many satellites each device last reported as used.
  private var satellites: [String?: Int] = [:]

  /// - Parameter wantedDevice: the path of the requested device, if any.
  init(wantedDevice: String? = nil) {
    self.wantedDevice = wantedDevice
  }

  /// The time of the fix that waits for the rest of its epoch, if one does.
  var unfinishedEpoch: Date? { merger.pending?.time }

  /// Takes a line, and appends the fixes that are complete with it.
  mutating func receive(_ line: Span<UInt8>, into locations: inout [Location]) {
    do {
      let message = try parser.parse(line, GpsdMessage.init)
      receive(message, into: &locations)
    } catch {
      end.badLines += 1
    }
  }

  /// Reads a line of what `gpspipe -w` records.
  mutating func decode(_ line: Span<UInt8>, into locations: inout [Location]) {
    if !line.isEmpty, line[0] != UInt8(ascii: "#") { receive(line, into: &locations) }
  }

  mutating func finish(into locations: inout [Location]) {
    merger.flush(into: &locations)
  }

  mutating func pause(into locations: inout [Location]) { finish(into: &locations) }

  private mutating func receive(_ message: GpsdMessage, into locations: inout [Location]) {
    switch message {
    case .version:
      hasIntroducedItself = true
      state = .silent
    case .devices(let allDevices):
      let devices = allDevices.filter { isWanted($0.path) }
      activeDevices = Set(devices.filter(\.isActive).compactMap(\.path))
      if devices.isEmpty {
        state = wantedDevice.map(ReceiverState.deviceMissing) ?? .noDevice
      } else {
        let isHeard = state == .reporting || devices.contains { $0.isActive && !$0.isUnheard }
        state = activeDevices.isEmpty ? .silent : isHeard ? .reporting : .open
      }
    case .device(let device):
      receive(device)
    case .error(let message):
      if let wantedDevice, message.hasPrefix("No such device") {
        state = .deviceMissing(wantedDevice)
      }
    case .report(let report):
      guard report.device == nil || isWanted(report.device) else { return }
      if let device = report.device { noteActive(device) }
      if case .reportingOne = state {} else { state = .reporting }
      if var location = report.location {
        guard follows(report.device, at: report.time) else { return }
        location.satellites = satellites[report.device]
        merger.add(location, into: &locations)
        end.silentUntil = nil
      } else {
        // The last fix's epoch is over, and no other may come for long.
        if report.device == followed?.device, report.time != unfinishedEpoch { finish(into: &locations) }
        end.silentUntil = report.time ?? end.silentUntil
      }
    case .sky(let sky):
      guard let used = sky.used, sky.device == nil || isWanted(sky.device) else { return }
      if satellites[sky.device] != nil || satellites.count < InputLimits.devices {
        satellites[sky.device] = used
      }
    case .other:
      return
    }
  }

  /// Whether a fix is of the followed device, or lets its own be followed, as that one is gone or silent for 10 s. The
  /// clocks of two may differ, so 100 fixes count as much.
  private mutating func follows(_ device: String?, at time: Date?) -> Bool {
    if let known = followed, let device, device != known.device, activeDevices.contains(known.device),
      known.ignored < 100, known.time.flatMap({ time?.timeIntervalSince($0) }) ?? 0 <= 10
    {
      followed?.ignored += 1
      state = .reportingOne(known.device)
      end.notice = ReceiverState.notice(following: known.device)
      return false
    }
    followed = device.map { ($0, time, 0) }
    return true
  }

  private func isWanted(_ path: String?) -> Bool {
    wantedDevice == nil || path == wantedDevice
  }

  private mutating func noteActive(_ device: String) {
    if activeDevices.count < InputLimits.devices { activeDevices.insert(device) }
  }

  private mutating func receive(_ device: GpsdMessage.Device) {
    guard let path = device.path, isWanted(path) else { return }
    if device.isActive {
      noteActive(path)
      if case .reportingOne = state { return }
      state = state == .reporting || !device.isUnheard ? .reporting : .open
    } else {
      activeDevices.remove(path)
      satellites[path] = nil
      if activeDevices.isEmpty {
        state = .deviceLost(path)
      }
    }
  }
}

/// Makes one fix of the reports of one epoch: gpsd may send several with the same time, each knowing more.
struct GpsdEpochMerger {
  /// The fix that waits for the rest of its epoch.
  private(set) var pending: Location?
  private var lastComplete: Location?

  /// Takes a report's fix, and appends what is complete with it.
  mutating func add(_ fix: Location, into locations: inout [Location]) {
    if fix.time == nil {
      flush(into: &locations)
      locations.append(fix)
    } else if let earlier = pending, fix.isOfSameEpoch(as: earlier) {
      pending = fix.filled(from: earlier)
    } else if !fix.isOfSameEpoch(as: lastComplete) {
      flush(into: &locations)
      pending = fix
    }
  }

  /// Appends the waiting fix, since nothing more comes for it.
  mutating func flush(into locations: inout [Location]) {
    guard let fix = pending.take() else { return }
    locations.append(fix)
    lastComplete = fix
  }
}

extension Location {
  /// Whether both are of one time and spot: a clock can stand still while one moves.
  fileprivate func isOfSameEpoch(as other: Location?) -> Bool {
    guard let other, time == other.time else { return false }
    let (one, two) = (coordinate, other.coordinate)
    // A metre, in degrees.
    return abs(one.latitude - two.latitude) < 1e-5 && abs(one.longitude - two.longitude) < 1e-5
  }

  /// The later report wins; what it leaves out is taken from the earlier one.
  fileprivate func filled(from earlier: Location) -> Location {
    var merged = self
    merged.accuracy = accuracy ?? earlier.accuracy
    merged.altitude = altitude ?? earlier.altitude
    merged.speed = speed ?? earlier.speed
    merged.course = course ?? earlier.course
    merged.mode = mode ?? earlier.mode
    merged.satellites = satellites ?? earlier.satellites
    return merged
  }
}
