import Foundation
import Geography

/// A long tour through a region, from one faraway place to the next.
struct Tour {
  /// Its points, every 10 m.
  let points: [Coordinate]

  /// Metres between two points.
  private static let step = 10.0

  /// A tour of this many kilometres.
  init(through region: Region, kilometres: Int) {
    let count = kilometres * 1000 / Int(Self.step)
    var points: [Coordinate] = []
    // A different part each time, but always one with places.
    for (from, to) in zip(region.positions(1000), region.positions(1001).dropFirst()) {
      let way = WGS84.inverse(from: from, to: to).distance.metres
      for along in stride(from: 0, to: way, by: Self.step) where points.count < count {
        let part = along / way
        points.append(
          Coordinate(
            latitude: from.latitude + (to.latitude - from.latitude) * part,
            longitude: from.longitude + (to.longitude - from.longitude) * part))
      }
      if points.count >= count { break }
    }
    self.points = points
  }

  /// Writes it as a GPX track.
  func writeGPX(to path: String) throws {
    let body = points.map { "<trkpt lat=\"\($0.latitude)\" lon=\"\($0.longitude)\"/>\n" }.joined()
    try "<gpx version=\"1.1\"><trk><trkseg>\n\(body)</trkseg></trk></gpx>\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
  }
}

/// A recorded track, in the form that gpsbabel's filter takes.
enum Arc {
  /// Writes the points of a GPX track line by line: latitude, longitude.
  static func write(of track: String, to path: String) throws {
    let text = try String(contentsOfFile: track, encoding: .utf8)
    let lines = text.matches(of: /<trkpt[^>]*?lat="([^"]+)"[^>]*?lon="([^"]+)"/).map {
      "\($0.output.1) \($0.output.2)\n"
    }
    try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
  }
}
