import Geography
import Glibc
import Nearby

/// A second of sound that tells where a beacon lies: it pans with the angle, is lower behind, and quickens when near.
public struct BeaconTone: Hashable, Sendable {
  /// How often it beeps: once beyond 75 m, more often the nearer.
  public let beeps: Int
  /// From −1, on the left, to 1, on the right.
  public let pan: Double
  /// Whether the beacon is behind, where both ears hear it as they do ahead.
  public let isBehind: Bool

  /// Samples in a second for each ear.
  public static let rate = 16_000
  /// Hertz ahead and behind.
  private static let (ahead, behind) = (880.0, 440.0)
  /// How long a beep is, in samples.
  private static let length = rate / 15
  private static let mostBeeps = 6
  /// Metres at which it beeps once, and half of which it beeps twice.
  private static let farthest = 150.0
  private static let loudness = 0.4 * Double(Int16.max)

  public init(direction: RelativeDirection, distance: Distance) {
    let wanted = Self.farthest / max(distance.metres, 1)
    beeps = min(Self.mostBeeps, max(1, Int(clamping: wanted.rounded(.down))))
    pan = sin(direction.degrees * .pi / 180)
    isBehind = abs(direction.degrees) > 90
  }

  /// For the left and the right ear in turn.
  public var samples: [Int16] {
    var samples = [Int16](repeating: 0, count: 2 * Self.rate)
    // As loud wherever it is.
    let angle = (pan + 1) * .pi / 4
    let ears = [cos(angle), sin(angle)].map { $0 * Self.loudness }
    let step = 2 * .pi * (isBehind ? Self.behind : Self.ahead) / Double(Self.rate)
    for beep in 0..<beeps {
      let start = beep * Self.rate / beeps
      for index in 0..<Self.length {
        // It swells and fades, since a sudden end would click.
        let swell = sin(.pi * Double(index) / Double(Self.length))
        let wave = swell * sin(step * Double(index))
        for ear in 0..<2 {
          samples[2 * (start + index) + ear] = Int16(clamping: Int(clamping: wave * ears[ear]))
        }
      }
    }
    return samples
  }

  /// The same as a WAV file of 16 bits.
  public var wav: [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let data = samples.flatMap { bytes(Int($0), 2) }
    let format = [(1, 2), (2, 2), (Self.rate, 4), (4 * Self.rate, 4), (4, 2), (16, 2)]
    return Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + format.flatMap(bytes) + Array("data".utf8) + bytes(data.count, 4) + data
  }
}
