import Geography
import Places

/// Writes many reports one after the other, each a line of JSON, and caches the parts of places that recur.
public final class NearbyLines {
  /// A place's JSON except for its distance and bearing.
  private struct Parts {
    let place: PointOfInterest
    let caveat: String?
    let head: [UInt8]
    let tail: [UInt8]
    let hasOpening: Bool
  }

  private var parts: [String: Parts] = [:]
  private static let partsKept = 20_000

  /// A writer that has written nothing.
  public init() {}

  /// The same as the report's own `jsonLine`.
  public func line(of report: NearbyReport) -> String {
    // Directions relative to the course differ in each report.
    guard report.course == nil else { return report.jsonLine }
    let whole = report.jsonLine(ofPlaces: [])
    // An empty list closes the line.
    let ending = "]}\n"
    var bytes = Array(whole.utf8.dropLast(ending.utf8.count))
    bytes.reserveCapacity(bytes.count + report.places.count * 512)
    for (index, place) in report.places.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(place, openings: report.openings, to: &bytes)
    }
    bytes.append(contentsOf: ending.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(_ nearby: NearbyPlace, openings: Openings?, to bytes: inout [UInt8]) {
    let known = parts[nearby.place.id]
    let parts: Parts
    if let known, !known.hasOpening, known.place == nearby.place, known.caveat == nearby.caveat {
      parts = known
    } else {
      parts = makeParts(of: nearby, openings: openings)
    }
    bytes.append(contentsOf: parts.head)
    bytes.append(contentsOf: ",\"distance\":\(nearby.distance.metres.toThousandth)".utf8)
    if let bearing = nearby.bearing {
      bytes.append(contentsOf: ",\"bearing\":\(bearing.degrees.toThousandth)".utf8)
    }
    bytes.append(contentsOf: parts.tail)
  }

  /// Does not cache what changes each time, such as whether a place is open.
  private func makeParts(of nearby: NearbyPlace, openings: Openings?) -> Parts {
    let shown = ShownPlace(nearby, openings: openings)
    let (head, tail, hasOpening) = shown.jsonAroundDistance
    let made = Parts(
      place: nearby.place, caveat: nearby.caveat, head: head, tail: tail, hasOpening: hasOpening)
    if self.parts.count >= Self.partsKept { self.parts.removeAll(keepingCapacity: true) }
    self.parts[nearby.place.id] = made
    return made
  }
}
