import Geography
import Glibc

/// The rings of a radar: at round distances, in the unit in which a person would say the farthest.
struct RadarScale {
  let rings: Int
  /// Lines of the picture from its middle to the last ring.
  private let lines: Double

  private let unit: Units.Length
  /// From one ring to the next, in the unit.
  private let step: Double

  /// Within less, nobody needs a picture.
  private static let nearest = Distance(metres: 10)

  /// The most rings of a picture that has room for them.
  static let mostRings = 4

  /// As many rings as it takes to reach the farthest place.
  ///
  /// - Parameter lines: of the picture, from its middle to the last ring.
  init(reaching farthest: Distance, units: Units, lines: Int = 1, mostRings: Int = mostRings) {
    self.lines = Double(lines)
    let reach = max(farthest, Self.nearest)
    unit = units.unit(for: reach)
    let number = reach.metres / unit.metres
    let power = pow(10, (log10(number / Double(mostRings))).rounded(.down))
    let steps = [1, 2, 2.5, 5, 10].map { $0 * power }
    step = steps.first { number / $0 <= Double(mostRings) } ?? 10 * power
    rings = max(1, Int(clamping: (number / step).rounded(.up)))
  }

  var reach: Distance { radius(of: rings) }

  /// The radius of a ring, counted from 1.
  func radius(of ring: Int) -> Distance { Distance(metres: Double(ring) * step * unit.metres) }

  /// How many lines of the picture a ring, counted from 1, is from its middle.
  func lines(ofRing ring: Int) -> Double { lines * Double(ring) / Double(rings) }

  /// How many lines of the picture a distance is from its middle.
  func lines(of distance: Distance) -> Double { lines * distance.metres / reach.metres }

  /// From one line of the picture to the next, in metres.
  var metresPerLine: Double { reach.metres / lines }

  /// The label of a ring, counted from 1: `20 m`, `2.5 km`.
  func label(of ring: Int) -> String {
    let hundredths = Int(clamping: (Double(ring) * step * 100).rounded())
    let decimals = hundredths % 100 == 0 ? "" : ".\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    let number = "\(hundredths / 100)\(decimals)"
    return "\(decimals.hasSuffix("0") ? String(number.dropLast()) : number) \(unit.symbol)"
  }
}
