import Foundation
import Glibc
import TestSupport
import Testing

/// Programs that work for poi, and hang.
@Suite(.timeLimit(.minutes(5))) struct HelperProgramTests {
  private let folder: TemporaryDirectory
  private let witness: ProcessWitness
  private let file: String

  init() throws {
    folder = try TemporaryDirectory()
    witness = try ProcessWitness(at: folder.path(of: "witness"))
    file = try folder.write(#"<kml xmlns="http://www.opengis.net/kml/2.2"/>"#, as: "a.kml")
  }

  /// An app with a gpsbabel that says whose child it is, and hangs.
  ///
  /// - Parameter child: a command that it starts besides.
  private func app(starting child: String = ":") throws -> PoiApp {
    let path = try folder.write(
      "#!/bin/sh\nexec 9> '\(witness.path)'\n\(child) &\necho $PPID >&9\nexec sleep 600\n", as: "gpsbabel")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    var app = PoiApp()
    app.environment["PATH"] = "\(folder.url.path):/usr/bin:/bin"
    app.environment["POI_STORE"] = folder.path(of: "places.sqlite")
    app.environment["TMPDIR"] = folder.url.path
    return app
  }

  @Test("a conversion that hangs ends with the timeout, and says so")
  func timeout() async throws {
    let outcome = try await app().nearby("--source", file, "--at", "47,10", "--timeout", "1")
    #expect(outcome.status == 75, "\(outcome)")
    #expect(
      outcome.messages
        == "poi: \(file): gpsbabel did not end within 1 s; give it more time with --timeout SECONDS\n")
    #expect(outcome.output == "")
    #expect(try await witness.allGo())
    #expect(try folder.fileNames.allSatisfy { !$0.hasPrefix(".poi-") })
  }

  @Test(
    "a program ends with poi, however that ends", arguments: [SIGKILL, SIGTERM, SIGINT], ["nearby", "import"])
  func death(signal: Int32, command: String) async throws {
    let arguments =
      command == "nearby"
      ? ["nearby", "--source", file, "--at", "47,10", "--timeout", "600"] : ["import", file]
    // Nobody is left to end a program's own children if poi is killed.
    let app = try app(starting: signal == SIGKILL ? ":" : "sleep 600")
    async let outcome = app.run(arguments)
    let poi = try #require(
      Int32(try await witness.firstWords().trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(poi, signal) == 0)
    #expect(try await witness.allGo())
    #expect(try await outcome.signal == signal)
  }
}
