import Glibc
import Input

/// Why there is no position.
public indirect enum PositioningError: Error, Hashable, Sendable, CustomStringConvertible {
  case gpsdUnreachable(GpsdAddress, GpsdAddress.Failure)
  /// Something answers there, but does not speak as gpsd does.
  case notGpsd(GpsdAddress)
  /// gpsd ended the connection.
  case gpsdClosed(GpsdAddress)
  case geoclue(GeoClueFailure)
  /// Neither gpsd nor GeoClue gives one.
  case nowhere(gpsd: PositioningError, geoclue: PositioningError)
  /// A log could not be opened or read; `code` is an errno.
  case logUnreadable(LogInput, code: Int32)
  case logEmpty(LogInput)
  case logFormatUnknown(LogInput)
  /// The XML of a log breaks off: neither `line` nor what follows can be read.
  case logMalformed(LogInput, line: Int)
  /// A GPX file has points, but no recorded times.
  case logNotRecorded(LogInput, UnrecordedPoints)
  /// The source needs a thread that the system does not give.
  case noThread(NoThread)

  public var description: String {
    switch self {
    case .gpsdUnreachable(let address, .refused): "gpsd at \(address) cannot be reached"
    case .gpsdUnreachable(let address, .unknownHost): "unknown host \(address.host)"
    case .gpsdUnreachable(let address, .unknownPort): "unknown port \(address.port)"
    case .gpsdUnreachable(let address, .timedOut): "gpsd at \(address) does not answer"
    case .gpsdUnreachable(_, .noThread(let problem)), .noThread(let problem): problem.description
    case .notGpsd(let address): "what answers at \(address) is not gpsd"
    case .gpsdClosed(let address): "gpsd at \(address) closed the connection"
    case .geoclue(let failure): failure.description
    case .nowhere(.gpsdUnreachable(_, .refused), .geoclue(.noLibrary)),
      .nowhere(.gpsdUnreachable(_, .refused), .geoclue(.noBus)),
      .nowhere(.gpsdUnreachable(_, .refused), .geoclue(.notInstalled)):
      "no position: gpsd isn't running and GeoClue isn't available"
    case .nowhere(let gpsd, let geoclue): "no position: \(gpsd), and \(geoclue)"
    case .logUnreadable(let input, let code): "\(input): \(String(cString: strerror(code)))"
    case .logEmpty(let input): "\(input) is empty"
    case .logFormatUnknown(let input): "\(input) is neither NMEA 0183 nor gpsd JSON nor GPX"
    case .logMalformed(let input, let line): "\(input), line \(line): the XML is not well-formed"
    case .logNotRecorded(let input, .route(let count)):
      "\(input) holds a planned route (\(count == 1 ? "1 point" : "\(count) points") without times), and no recorded track"
    case .logNotRecorded(let input, .waypoints(let count)):
      "\(input) holds \(count == 1 ? "1 waypoint" : "\(count) waypoints"), and no recorded track"
    }
  }

  /// What the user can do about it.
  public var advice: String? {
    switch self {
    case .gpsdUnreachable(_, .refused), .gpsdClosed:
      "is it running? Try sudo systemctl start gpsd.socket, or name another with --gpsd HOST:PORT"
    case .noThread, .gpsdUnreachable(_, .noThread): nil
    case .gpsdUnreachable, .notGpsd: "check --gpsd HOST:PORT, or the variable POI_GPSD"
    case .geoclue(let failure): failure.advice
    case .nowhere(_, .geoclue(.refused)): GeoClueFailure.refused.advice
    case .nowhere:
      "try poi coffee in TOWN, --at 47.14,9.52 or poi doctor"
    case .logFormatUnknown:
      "convert a receiver's binary log with: gpsdecode -j < LOG | poi … --gps-log -, and FIT, TCX or KML with: gpsbabel -i garmin_fit|gtrnctr|kml -f FILE -o gpx -F - | poi … --gps-log -"
    case .logNotRecorded(_, .route):
      "--gps-log takes what a receiver recorded; let a router or an editor give the points times to replay it"
    case .logNotRecorded(_, .waypoints):
      "--gps-log takes what a receiver recorded; to look for these places, use --source FILE"
    case .logUnreadable, .logEmpty, .logMalformed: nil
    }
  }

  /// What a GPX file has instead of a recorded track.
  public enum UnrecordedPoints: Hashable, Sendable {
    /// Points of a route, none with a time.
    case route(points: Int)
    case waypoints(Int)
  }
}
