import CivilTime
import Geography
import Glibc
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
    let mode: Int?
    let time: String?
    let lat: Double?
    let lon: Double?
    let altMSL: Double?
    let alt: Double?
    let eph: Double?
    let epx: Double?
    let epy: Double?
    let speed: Double?
    let track: Double?

    /// The fix; `nil` if the receiver had none.
    var location: Location? {
      guard let mode, mode >= 2, let lat, let lon else { return nil }
      let coordinate = Coordinate(latitude: lat, longitude: lon)
      guard coordinate.isValid else { return nil }
      return Location(
        coordinate: coordinate,
        accuracy: (eph ?? hypotenuse(epx, epy)).flatMap(Location.accuracy),
        altitude: altMSL ?? alt,
        speed: speed,
        course: track.map(Bearing.init(degrees:)),
        time: time.flatMap { Timestamp.date(parsing: $0) },
        mode: Location.Mode(rawValue: mode))
    }

    private func hypotenuse(_ east: Double?, _ north: Double?) -> Double? {
      guard let east, let north else { return nil }
      return (east * east + north * north).squareRoot()
    }
  }
}

extension GpsdMessage {
  /// A report of the satellites, of which only the count matters here.
  struct Sky: Hashable {
    let device: String?
    /// How many satellites fixes are made of; `nil` if the report is of something else, such as dilutions.
    let used: Int?
  }
}

extension GpsdMessage {
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
    // It gives a line its speed at once, and a driver only by what it says.
    isUnheard = object["bps"] != nil && object["driver"] == nil
  }
}

extension GpsdMessage.Report {
  fileprivate init(_ object: ParsedJSON) throws(JSONProblem) {
    device = try object.text("device")
    let number = try object.number("mode")
    mode = number.flatMap(Int.init(exactly:))
    guard number == nil || mode != nil else { throw .malformed }
    time = try object.text("time")
    lat = try object.number("lat")
    lon = try object.number("lon")
    altMSL = try object.number("altMSL")
    alt = try object.number("alt")
    eph = try object.number("eph")
    epx = try object.number("epx")
    epy = try object.number("epy")
    speed = try object.number("speed")
    track = try object.number("track")
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
