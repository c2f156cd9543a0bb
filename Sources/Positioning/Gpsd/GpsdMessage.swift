import CivilTime
import FoundationEssentials
import Geography
import Input

/// One line of gpsd's JSON protocol, as far as it concerns the position; see gpsd_json(5).
enum GpsdMessage: Hashable {
  case version
  case devices([Device])
  case device(Device)
  case report(Report)
  case error(String)
  case sky(Sky)
  /// WATCH, and unknown classes.
  case other

  /// A receiver that gpsd knows.
  struct Device: Hashable {
    let path: String?
    let isActive: Bool
    /// Whether gpsd has opened it, and has understood nothing from it yet.
    var isUnheard = false
  }

  /// A time-position-velocity report.
  struct Report: Hashable {
    let device: String?
    let time: Date?
    /// The fix; `nil` if the receiver had none.
    let location: Location?
  }

  /// A report of the satellites, of which only the count matters here.
  struct Sky: Hashable {
    let device: String?
    /// How many satellites fixes are made of; `nil` if the report is of something else, such as dilutions.
    let used: Int?
  }

  /// Reads a line.
  ///
  /// - Throws: `JSONProblem` if it is not a JSON object with a `class`, or lacks what its class needs.
  init(_ line: ParsedJSON) throws(JSONProblem) {
    switch try line.text("class") {
    case "TPV": self = .report(try Report(line))
    case "SKY": self = .sky(Sky(line))
    case "VERSION": self = .version
    case "DEVICES":
      guard let elements = try line.elements("devices") else { throw .malformed }
      var devices: [Device] = []
      for element in elements { devices.append(try Device(element)) }
      self = .devices(devices)
    case "DEVICE": self = .device(try Device(line))
    case "ERROR":
      guard let message = try line.text("message") else { throw .malformed }
      self = .error(message)
    case nil: throw .malformed
    default: self = .other
    }
  }
}

extension GpsdMessage.Device {
  fileprivate init(_ object: ParsedJSON) throws(JSONProblem) {
    guard object.isObject else { throw .malformed }
    path = try object.text("path")
    // Since when it is active; 0 or missing if it is not.
    isActive = object["activated"].map { ($0.number ?? 1) > 0 } ?? false
    // It gives a line its speed and a network's source its address at once, and a driver only by what it says.
    isUnheard = object["driver"] == nil && (object["bps"] != nil || path?.contains("://") == true)
  }
}

extension GpsdMessage.Report {
  fileprivate init(_ object: ParsedJSON) throws(JSONProblem) {
    device = try object.text("device")
    let number = try object.number("mode")
    let mode = number.flatMap(Int.init(exactly:))
    guard number == nil || mode != nil else { throw .malformed }
    time = try object.text("time").flatMap { Timestamp.date(parsing: $0) }
    let (latitude, longitude) = (try object.number("lat"), try object.number("lon"))
    let (altitude, oldAltitude) = (try object.number("altMSL"), try object.number("alt"))
    let error = try object.number("eph")
    let (east, north) = (try object.number("epx"), try object.number("epy"))
    let (speed, track) = (try object.number("speed"), try object.number("track"))
    guard let mode, mode >= 2, let latitude, let longitude else {
      location = nil
      return
    }
    let fix = Location(
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      accuracy: (error ?? east.flatMap { east in north.map { (east * east + $0 * $0).squareRoot() } })
        .flatMap(Location.accuracy),
      altitude: altitude ?? oldAltitude, speed: speed, course: track.map(Bearing.init(degrees:)), time: time,
      mode: Location.Mode(rawValue: mode))
    location = fix.coordinate.isValid ? fix : nil
  }
}

extension GpsdMessage.Sky {
  fileprivate init(_ object: ParsedJSON) {
    device = object["device"]?.string
    if let count = object["uSat"] {
      used = count.number.flatMap(Int.init(exactly:)).flatMap { $0 >= 0 ? $0 : nil }
    } else {
      // gpsd before 3.21 does not count them.
      used = object["satellites"]?.elements.map { $0.count { $0["used"]?.isTrue ?? false } }
    }
  }
}
