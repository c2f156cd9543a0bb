import Geography
import Nearby
import Testing

@testable import Presentation

/// The tone that points to a beacon, by its samples.
@Suite struct BeaconToneTests {
  private func tone(_ degrees: Double, _ metres: Double) -> BeaconTone {
    BeaconTone(
      direction: RelativeDirection(of: Bearing(degrees: degrees), onCourse: .north),
      distance: Distance(metres: metres))
  }

  /// How loud each ear hears a tone.
  private func loudness(_ tone: BeaconTone) -> (left: Double, right: Double) {
    let samples = tone.samples
    func loudness(of ear: Int) -> Double {
      stride(from: ear, to: samples.count, by: 2).reduce(0) { max($0, Double(samples[$1].magnitude)) }
    }
    return (loudness(of: 0), loudness(of: 1))
  }

  @Test("pans with the angle, and is as loud wherever it comes from")
  func pan() {
    let (ahead, right, left) = (loudness(tone(0, 50)), loudness(tone(90, 50)), loudness(tone(270, 50)))
    #expect(abs(ahead.left - ahead.right) <= 1)
    #expect(right.left < 0.01 * right.right)
    #expect(left.right < 0.01 * left.left)
    let slightly = loudness(tone(20, 50))
    #expect(slightly.left < slightly.right && slightly.left > 0)
    for (one, other) in [ahead, right, left, slightly].map({ $0.left * $0.left + $0.right * $0.right })
      .map({ ($0, ahead.left * ahead.left + ahead.right * ahead.right) })
    {
      #expect(abs(one / other - 1) < 0.05)
    }
  }

  @Test(
    "quickens when near, within bounds",
    arguments: [(10_000.0, 1), (160, 1), (75, 2), (40, 3), (25, 6), (0, 6), (.infinity, 1), (.nan, 1)])
  func beeps(metres: Double, count: Int) {
    let tone = tone(0, metres)
    #expect(tone.beeps == count)
    // Each begins where the sound was silent for a while.
    let samples = tone.samples
    let frames = stride(from: 0, to: samples.count, by: 160).map { start in
      samples[start..<min(start + 160, samples.count)].contains { $0.magnitude > 1000 }
    }
    #expect(zip([false] + frames, frames).count { !$0 && $1 } == count)
  }

  @Test("behind, it is an octave lower")
  func behind() {
    func crossings(_ tone: BeaconTone) -> Int {
      let left = stride(from: 0, to: tone.samples.count, by: 2).map { tone.samples[$0] }
      return zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
    }
    #expect((1.8...2.2).contains(Double(crossings(tone(0, 200))) / Double(crossings(tone(180, 200)))))
  }

  @Test("is a WAV file of one second, in stereo")
  func file() {
    let wav = tone(30, 60).wav
    #expect(wav.count == 44 + 4 * BeaconTone.rate)
    #expect(
      wav.prefix(4) == [0x52, 0x49, 0x46, 0x46]
        && wav[8..<16] == [0x57, 0x41, 0x56, 0x45, 0x66, 0x6D, 0x74, 0x20])
    // PCM, two channels, and their bytes in a second.
    #expect(wav[20..<32] == [1, 0, 2, 0, 0x80, 0x3E, 0, 0, 0, 0xFA, 0, 0])
  }
}
