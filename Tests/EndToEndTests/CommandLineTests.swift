import Foundation
import TestSupport
import Testing

/// The command lines of `Fixtures/cli`, each of which must print the expected output beside it.
@Suite struct CommandLineTests {
  private static let cases =
    (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.path("cli")).sorted()) ?? []

  @Test("there are fixture cases")
  func isComplete() {
    #expect(Self.cases.count >= 15)
  }

  @Test("a command line prints what it should", arguments: cases)
  func prints(name: String) async throws {
    func text(_ file: String) throws -> String {
      String(decoding: try Fixtures.data("cli/\(name)/\(file)"), as: UTF8.self)
    }
    let app = PoiApp(workingDirectory: Fixtures.path(""))
    let outcome = try await app.run(try text("args").split(separator: "\n").map(String.init))
    #expect(outcome.output == (try text("expected-output")))
    #expect(outcome.messages == (try text("expected-messages")))
    #expect(outcome.status.map { "\($0)\n" } == (try text("expected-status")))
  }
}
