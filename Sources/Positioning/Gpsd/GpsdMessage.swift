import FoundationEssentials
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
  struct Device: Hashable, Decodable {
    let path: String?
    let isActive: Bool
    /// Whether gpsd has opened it, and has understood nothing from it yet.
    let isUnheard: Bool

    private enum CodingKeys: CodingKey {
      case path, activated, driver, bps
    }

    init(path: String?, isActive: Bool, isUnheard: Bool = false) {
      self.path = path
      self.isActive = isActive
      self.isUnheard = isUnheard
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      path = try container.decodeIfPresent(String.self, forKey: .path)
      // Since when it is active; 0 or missing if it is not.
      if let number = try? container.decode(Double.self, forKey: .activated) {
        isActive = number > 0
      } else {
        isActive = container.contains(.activated)
      }
      // It gives a line its speed at once, and a driver only by what it says.
      isUnheard = container.contains(.bps) && !container.contains(.driver)
    }
  }

  /// A time-position-velocity report.
  struct Report: Hashable, Decodable {
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
  struct Sky: Hashable, Decodable {
    let device: String?
    /// How many satellites fixes are made of; `nil` if the report is of something else, such as dilutions.
    let used: Int?

    private enum CodingKeys: CodingKey {
      case device, uSat, satellites
    }

    private struct Satellite: Decodable {
      let used: Bool?
    }

    init(device: String?, used: Int?) {
      self.device = device
      self.used = used
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      device = try? container.decode(String.self, forKey: .device)
      if container.contains(.uSat) {
        used = (try? container.decode(Int.self, forKey: .uSat)).flatMap { $0 >= 0 ? $0 : nil }
      } else {
        // gpsd before 3.21 does not count them.
        let satellites = try? container.decode([Satellite].self, forKey: .satellites)
        used = satellites.map { $0.count { $0.used == true } }
      }
    }
  }
}

extension GpsdMessage {
  private struct Header: Decodable {
    let `class`: String
  }

  private struct DeviceList: Decodable {
    let devices: [Device]
  }

  private struct Failure: Decodable {
    let message: String
  }

  /// Reads a line.
  ///
  /// - Throws: `DecodingError` if it is not a JSON object with a `class`, or lacks what its class needs.
  init(decoding line: Span<UInt8>) throws {
    let data = line.withUnsafeBytes { Data($0) }
    let decoder = JSONDecoder()
    switch try decoder.decode(Header.self, from: data).class {
    case "TPV": self = .report(try decoder.decode(Report.self, from: data))
    case "SKY": self = .sky(try decoder.decode(Sky.self, from: data))
    case "VERSION": self = .version
    case "DEVICES": self = .devices(try decoder.decode(DeviceList.self, from: data).devices)
    case "DEVICE": self = .device(try decoder.decode(Device.self, from: data))
    case "ERROR": self = .error(try decoder.decode(Failure.self, from: data).message)
    default: self = .other
    }
  }
}
