import CivilTime
import Geography
import Input

extension GPXPoint {
  /// A point of a track, or of a route with times, as a fix; `nil` if the recorder says that it had none.
  var location: Location? {
    let fix = self[.fix]
    guard fix != "none" else { return nil }
    return Location(
      coordinate: coordinate,
      accuracy: number(.hdop).flatMap {
        Location.accuracy($0 * Location.accuracyPerHDOP(isDifferential: fix == "dgps"))
      },
      altitude: number(.ele),
      speed: number(.speed),
      course: number(.course).map(Bearing.init(degrees:)),
      time: self[.time].flatMap { Timestamp.date(parsing: $0) },
      mode: fix == "2d" ? .twoDimensional : fix == nil ? nil : .threeDimensional,
      satellites: self[.sat].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil })
  }
}
