import Foundation
import TestSupport
import Testing

/// The files of `Fixtures/cli`: each has a command line, and below it how it ends and what it prints.
@Suite(.timeLimit(.minutes(15))) struct CommandLineTests {
  @Test("each command line prints what its file says")
  func prints() async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Fixtures.path("cli"))
    let folder = try Self.datedFixtures()
    var count = 0
    await withTaskGroup(of: Bool.self) { group in
      var rest = files.makeIterator()
      func startNext() {
        guard let file = rest.next() else { return }
        group.addTask { await Self.check(file, in: folder) }
      }
      for _ in 0..<2 { startNext() }
      for await isDone in group {
        if isDone { count += 1 }
        startNext()
      }
    }
    #expect(count > 0 && count == files.count, "only \(count) of \(files.count) files were run")
  }

  @Test("shows help in a terminal of any width", arguments: ["-5", "0", "1", "26"])
  func narrow(columns: String) async throws {
    var app = PoiApp()
    app.environment["COLUMNS"] = columns
    let outcome = try await app.runLine("poi nearby --help")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("--radius"))
  }

  @Test("each wrong command line says in one line what is wrong", arguments: try Self.errors())
  func refuses(expected: String) async throws {
    let first = try #require(expected.split(separator: "\n").first)
    let line = String(first.dropFirst("$ ".count))
    var app = PoiApp(workingDirectory: Fixtures.path(""))
    app.environment["HOME"] = "/nonexistent"
    let outcome = try await app.runLine(line)
    #expect("$ \(line)\n\(outcome.messages)status \(outcome.status ?? -1)\n" == expected)
    #expect(outcome.output.isEmpty)
  }

  /// The command lines of `Fixtures/errors.txt`, each with what it prints.
  private static func errors() throws -> [String] {
    String(decoding: try Fixtures.data("errors.txt"), as: UTF8.self).split(separator: "\n$ ").map {
      "$ " + $0.drop { $0 == "$" || $0 == " " }.replacing(/\n$/, with: "") + "\n"
    }
  }

  /// - Returns: whether the command line ran.
  private static func check(_ file: String, in folder: TemporaryDirectory) async -> Bool {
    do {
      let expected = String(decoding: try Fixtures.data("cli/\(file)"), as: UTF8.self)
      let line = try #require(expected.split(separator: "\n").first, "\(file)")
      try #require(line.hasPrefix("$ poi "), "\(file)")
      let outcome = try await PoiApp(workingDirectory: folder.url.path).runLine(String(line.dropFirst(2)))
      #expect(
        "\(line)\n" + outcome.description.replacing("\r\n", with: "␍\n") == expected,
        "\(file)")
      return true
    } catch {
      Issue.record(error, "\(file)")
      return false
    }
  }

  /// The fixtures with places that were written on one day, whenever they were checked out.
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
    // Noon on 2026-06-01.
    let written = Date(timeIntervalSince1970: 1_780_315_200)
    for name in try manager.contentsOfDirectory(atPath: folder.path(of: "places")) {
      try manager.setAttributes(
        [.modificationDate: written], ofItemAtPath: folder.path(of: "places/\(name)"))
    }
    return folder
  }
}
