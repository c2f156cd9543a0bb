import Foundation
import TestSupport
import Testing

/// The command lines of `Fixtures/cli`, each of which must print what stands beside it.
@Suite struct CommandLineTests {
  private static let cases =
    (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.path("cli")).sorted()) ?? []

  @Test("there are cases")
  func isComplete() {
    #expect(Self.cases.count >= 15)
  }

  @Test("a command line prints what it must", arguments: cases)
  func prints(name: String) async throws {
    func text(_ file: String) throws -> String {
      String(decoding: try Fixtures.data("cli/\(name)/\(file)"), as: UTF8.self)
    }
    let folder = try Self.datedFixtures()
    let outcome = try await PoiApp(workingDirectory: folder.url.path)
      .run(try text("args").split(separator: "\n").map(String.init))
    #expect(Self.withoutSeconds(outcome.output) == (try text("expected-output")))
    #expect(outcome.messages == (try text("expected-messages")))
    #expect(outcome.status.map { "\($0)\n" } == (try text("expected-status")))
  }

  /// The fixtures with places that were written three and a half days ago, whenever they were checked out.
  private static func datedFixtures() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: Fixtures.path("")) {
      if name == "places" {
        try manager.copyItem(atPath: Fixtures.path(name), toPath: folder.path(of: name))
      } else {
        try manager.createSymbolicLink(
          atPath: folder.path(of: name), withDestinationPath: Fixtures.path(name))
      }
    }
    let written = Date(timeIntervalSinceNow: -Double(age))
    for name in try manager.contentsOfDirectory(atPath: folder.path(of: "places")) {
      try manager.setAttributes(
        [.modificationDate: written], ofItemAtPath: folder.path(of: "places/\(name)"))
    }
    return folder
  }

  /// In seconds.
  private static let age = 302_400

  /// With the age of the places as it was when they were dated, rather than some seconds later.
  private static func withoutSeconds(_ output: String) -> String {
    output.replacing(/("age": ?)([0-9]+)(\.[0-9]+)?/) { match in
      let isCounted = Int(match.2).map { (age...age + 600).contains($0) } ?? false
      return isCounted ? "\(match.1)\(age)" : String(match.0)
    }
  }
}
