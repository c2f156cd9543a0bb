import Foundation
import TestSupport
import Testing

/// Text from the command line and the user's files: nobody else may see its secrets, and no terminal may obey
/// it.
@Suite(.timeLimit(.minutes(5))) struct HostileWordsTests {
  private let app = PoiApp()

  @Test(
    "an argument quoted in a message cannot disturb a terminal",
    arguments: [
      ["nearby", "--at", "\u{1B}[2J\u{1B}]0;x\u{7}"], ["nearby", "--no-\u{1B}[31m"], ["\u{9B}2Jwatch"],
      ["nearby", "--limit", "\u{1B}c"], ["places", "\u{1B}[H"], ["nearby", "\u{202E}there"],
    ])
  func escapes(arguments: [String]) async throws {
    let outcome = try await app.run(arguments)
    #expect(outcome.status == 64, "\(outcome)")
    for scalar in outcome.messages.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .format, "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test(
    "no message contains a password or a token",
    arguments: [
      "https://me:se cret@a.example/locations?token=secret", "https://me:secret@?token=secret",
      "HTTPS://me:secret@[::x]/?token=secret", "http:///secret",
    ])
  func secrets(address: String) async throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: folder.path(of: "poi"), withIntermediateDirectories: true)
    _ = try folder.write("source = \"\(address)\"\noverpass-url = \"\(address)\"\n", as: "poi/config.toml")
    let option = try await app.nearby("--at", "60.17,24.94", "--source", address)
    var configured = app
    configured.environment["XDG_CONFIG_HOME"] = folder.url.path
    let file = try await configured.nearby("--at", "60.17,24.94")
    let settings = try await configured.run(["config"])
    var variable = app
    variable.environment["POI_OVERPASS_URL"] = address
    let overpass = try await variable.nearby("--at", "60.17,24.94", "--source", "overpass")
    for outcome in [option, file, overpass] { #expect([64, 65, 69].contains(outcome.status), "\(outcome)") }
    for outcome in [option, file, settings, overpass] {
      #expect(!outcome.messages.contains("cret"), "\(outcome)")
      #expect(!outcome.output.contains("cret"), "\(outcome)")
    }
  }

  @Test("warns about a file of headers that others can read", arguments: [0o644, 0o640, 0o600])
  func openHeaders(permissions: Int) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("X-Key: secret", as: "headers")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    let outcome = try await app.nearby(
      "--at", "60.17,24.94", "--source", "http://127.0.0.1:1/locations", "--header-file", path)
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.contains("chmod 600 \(path)") == (permissions != 0o600), "\(outcome)")
  }

  @Test("any command line ends by itself, and says why", arguments: 0..<12)
  func mutations(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let cases = try FileManager.default.contentsOfDirectory(atPath: Fixtures.path("cli")).sorted()
    let words = try cases.filter { !$0.hasPrefix("watch") }.flatMap { name in
      try String(contentsOfFile: Fixtures.path("cli/\(name)"), encoding: .utf8)
        .prefix { $0 != "\n" }.split(separator: " ").dropFirst(2).map(String.init)
    }
    let odd = [
      "", "-", "--", "=", "--=", "\u{1B}[2J", "9223372036854775808", "-1e999", "nan", "0x1p3", "%s%n",
      "../../../etc/passwd", "/dev/zero/x", String(repeating: "9", count: 5000), "--at=", "\u{0301}",
    ]
    for _ in 0..<4 {
      let count = Int.random(in: 1...7, using: &random)
      var arguments = [
        ["nearby", "here", "places", "categories", "open"].randomElement(using: &random) ?? "here"
      ]
      for _ in 0..<count {
        arguments.append((Bool.random(using: &random) ? words : odd).randomElement(using: &random) ?? "-")
      }
      let ended = try await app.run(arguments + ["--offline", "--gpsd", "127.0.0.1:1"], input: "")
      #expect([0, 1, 64, 65, 66, 69, 74, 75, 77].contains(ended.status), "\(arguments): \(ended)")
      #expect([0, 1].contains(ended.status) || !ended.messages.isEmpty, "\(arguments)")
      #expect(
        !ended.messages.contains("\u{1B}") && !ended.output.contains("\u{1B}"), "\(arguments): \(ended)")
    }
  }
}
