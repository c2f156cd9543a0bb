import FoundationEssentials

/// Makes one fix of the reports of one epoch: gpsd may send several with the same time, each knowing more.
struct GpsdEpochMerger {
  /// One receiver's time; two receivers are never merged.
  private struct Epoch: Hashable {
    let device: String?
    let time: Date
  }

  private var pending: (epoch: Epoch, location: Location)?
  private var lastComplete: Epoch?

  /// Whether a fix waits for the rest of its epoch.
  var isWaiting: Bool { pending != nil }

  /// Takes a report's fix, and appends what is complete with it.
  mutating func add(_ location: Location, from device: String?, into locations: inout [Location]) {
    guard let time = location.time else {
      flush(into: &locations)
      locations.append(location)
      return
    }
    let epoch = Epoch(device: device, time: time)
    if let (pendingEpoch, earlier) = pending, pendingEpoch == epoch {
      pending = (epoch, location.filled(from: earlier))
    } else if epoch != lastComplete {
      flush(into: &locations)
      pending = (epoch, location)
    }
  }

  /// Appends the waiting fix, since nothing more comes for it.
  mutating func flush(into locations: inout [Location]) {
    guard let (epoch, location) = pending else { return }
    locations.append(location)
    lastComplete = epoch
    pending = nil
  }
}

extension Location {
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
