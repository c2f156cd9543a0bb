import Foundation
import Geography
import Nearby
import Presentation
import TestSupport
import Testing

@testable import poi

/// What is said of a player that fails.
@Suite(.timeLimit(.minutes(5))) @MainActor struct TonePlayerTests {
  @Test("says once what a player that fails says, and again after a tone that was played")
  func failures() async throws {
    let folder = try TemporaryDirectory()
    let program = try folder.write(
      """
      #!/bin/sh
      [ -e "$0.works" ] && exit
      echo 'audio open error' >&2
      exit 1

      """, as: "aplay")
    chmod(program, 0o755)
    var told: [String] = []
    let player = try #require(TonePlayer(in: ["PATH": folder.url.path]) { told.append($0) })
    let tone = BeaconTone(
      direction: RelativeDirection(of: .north, onCourse: .north), distance: Distance(metres: 50))
    func play(_ times: Int) async {
      for _ in 0..<times { await player.play(tone)?.value }
    }
    let words =
      "poi cannot play the tone: aplay exited with status 1: audio open error; it reports this once"
    await play(3)
    #expect(told == [words])
    let works = try folder.write("", as: "aplay.works")
    await play(1)
    try FileManager.default.removeItem(atPath: works)
    await play(2)
    #expect(told == [words, words])
  }
}
