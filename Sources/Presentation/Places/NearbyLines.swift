import Geography
import Places

/// Writes many reports one after the other, each a line of JSON, and caches the parts of places that recur.
public final class NearbyLines {
  /// A place's JSON except for its distance and bearing.
  private struct Parts {
    let place: PointOfInterest
    let matched: String?
    let head: [UInt8]
    let tail: [UInt8]
    let hasOpening: Bool
  }

  /// What comes between the position and the places.
  private struct Origin {
    /// Without its places.
    let answer: PlaceAnswer
    let ignored: [String]
    let json: [UInt8]
  }

  private var parts: [String: Parts] = [:]
  private var origin: Origin?
  private static let partsKept = 20_000

  public init() {}

  /// Appends the same text as the report's own `jsonLine`.
  public func append(_ report: NearbyReport, to bytes: inout [UInt8]) {
    // Directions relative to the course differ for each report.
    guard report.course == nil else { return bytes.append(contentsOf: report.jsonLine.utf8) }
    // Both are objects; the second continues where the first ends.
    bytes.append(contentsOf: report.jsonOfPosition.line.utf8.dropLast())
    var answer = report.answer
    answer.places = []
    if origin?.answer != answer || origin?.ignored != report.ignored {
      // An empty list closes the object.
      let json =
        [UInt8(ascii: ",")]
        + report.jsonValue(behindPosition: []).line.utf8.dropFirst().dropLast("]}".utf8.count)
      origin = Origin(answer: answer, ignored: report.ignored, json: Array(json))
    }
    if let origin { bytes.append(contentsOf: origin.json) }
    for (index, place) in report.answer.places.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(place, openings: report.openings, hasGeometry: report.hasGeometry, to: &bytes)
    }
    bytes.append(contentsOf: "]}\n".utf8)
  }

  private func append(
    _ nearby: NearbyPlace, openings: Openings?, hasGeometry: Bool, to bytes: inout [UInt8]
  ) {
    let known = parts[nearby.place.id]
    let parts: Parts
    if let known, !known.hasOpening, known.place == nearby.place,
      known.matched == nearby.matched
    {
      parts = known
    } else {
      parts = makeParts(of: nearby, openings: openings, hasGeometry: hasGeometry)
    }
    bytes.append(contentsOf: parts.head)
    bytes.append(contentsOf: Self.distanceKey)
    bytes.append(thousandthsOf: nearby.distance.metres)
    if let bearing = nearby.bearing {
      bytes.append(contentsOf: Self.bearingKey)
      bytes.append(thousandthsOf: bearing.thousandth)
    }
    if nearby.place.extent != nil { bytes.append(contentsOf: Self.membersOfNearest(nearby)) }
    bytes.append(contentsOf: parts.tail)
  }

  private static func membersOfNearest(_ nearby: NearbyPlace) -> [UInt8] {
    let shown = ShownPlace(nearby)
    if shown.isInside { return Array(",\"inside\":true".utf8) }
    return shown.jsonOfNearest.map { Array(",\"nearest\":\($0.line)".utf8) } ?? []
  }

  private static let distanceKey = Array(",\"distance\":".utf8)
  private static let bearingKey = Array(",\"bearing\":".utf8)

  /// Does not cache what changes each time, such as whether a place is open.
  private func makeParts(of nearby: NearbyPlace, openings: Openings?, hasGeometry: Bool) -> Parts {
    let shown = ShownPlace(nearby, openings: openings, hasGeometry: hasGeometry)
    let (head, tail, hasOpening) = shown.jsonAroundDistance
    let made = Parts(
      place: nearby.place, matched: nearby.matched, head: head, tail: tail, hasOpening: hasOpening)
    if self.parts.count >= Self.partsKept { self.parts.removeAll(keepingCapacity: true) }
    self.parts[nearby.place.id] = made
    return made
  }
}

extension [UInt8] {
  /// Writes a number to a thousandth, as `"\(number.toThousandth)"` has it.
  mutating func append(thousandthsOf number: Double) {
    let thousandths = (number * 1000).rounded()
    guard thousandths >= 1, thousandths < 1e15 else {
      return append(contentsOf: "\(number.toThousandth)".utf8)
    }
    let (whole, fraction) = Int(clamping: thousandths).quotientAndRemainder(dividingBy: 1000)
    let start = count
    var rest = whole
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
    append(UInt8(ascii: "."))
    var digits = fraction
    var unit = 100
    repeat {
      append(UInt8(ascii: "0") + UInt8(digits / unit))
      digits %= unit
      unit /= 10
    } while digits > 0
  }
}
