import Foundation
import Synchronization
import TestSupport
import Testing

/// `poi --source overpass`, and what plays an Overpass server on the loopback interface.
@Suite(.timeLimit(.minutes(5))) struct OverpassTests {
  typealias Answer = RunningServer.Answer

  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  /// Records a server's requests, and how many came at once.
  private final class Requests: Sendable {
    struct Request: Sendable {
      let agent: String
      let query: String
    }

    private struct State {
      var requests: [Request] = []
      var underWay = 0
      var mostUnderWay = 0
    }

    private let state = Mutex(State())

    var all: [Request] { state.withLock { $0.requests } }
    var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    func begin(_ request: HTTPRequest) {
      let body = String(decoding: request.body, as: UTF8.self)
      let query = body.dropFirst("data=".count).description.removingPercentEncoding ?? ""
      let agent = request.header("User-Agent") ?? ""
      state.withLock { state in
        state.requests.append(Request(agent: agent, query: query))
        state.underWay += 1
        state.mostUnderWay = max(state.mostUnderWay, state.underWay)
      }
    }

    func end() {
      state.withLock { $0.underWay -= 1 }
    }
  }

  private static func cafes() throws -> Answer {
    .json(try Fixtures.data("api/overpass.json"))
  }

  /// A server that answers with each of these in turn, and then repeats the last.
  private static func server(
    _ answers: Answer..., log: Requests = Requests()
  ) throws -> (server: RunningServer, log: Requests) {
    let rest = Mutex(answers)
    let server = try RunningServer { request in
      log.begin(request)
      defer { log.end() }
      return rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
    return (server, log)
  }

  private func app(_ servers: String..., size: String = "") -> PoiApp {
    PoiApp(environment: [
      "IS_UNIT_TESTING": "1", "XDG_CACHE_HOME": home.url.path, "POI_CACHE_SIZE": size,
      "POI_OVERPASS_URL": servers.joined(separator: ","),
    ])
  }

  private static func arguments(
    at position: String = "60.1719,24.9414", _ more: [String] = []
  ) -> [String] {
    ["nearby", "--source", "overpass", "--at", position, "--category", "cafe", "--limit", "3"] + more
  }

  /// The cache's files, except the folder of lock files.
  private func cacheFiles() throws -> [String] {
    let folder = home.url.appendingPathComponent("poi").path
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "turns" }.sorted()
  }

  // MARK: Answers

  @Test("shows the nearest places, after one request that names poi")
  func answer() async throws {
    let (server, log) = try Self.server(Self.cafes())
    let outcome = try await app(server.address).run(Self.arguments(["--format", "plain"]))
    server.stop()
    #expect(outcome.status == 0, "\(outcome)")
    let names = outcome.output.split(separator: "\n").compactMap {
      $0.split(separator: "\t").dropFirst(2).first
    }
    #expect(names == ["Isabella Cafe", "Amin's cafe", "Espresso House"], "\(outcome)")
    #expect(outcome.messages.isEmpty, "\(outcome)")
    #expect(log.all.count == 1)
    #expect(log.all.first?.agent.hasPrefix("poi/") == true)
    #expect(log.all.first?.query.hasPrefix("[out:json][timeout:25][maxsize:134217728];(nwr(around:") == true)
  }

  @Test("an empty answer means nothing found, and says how far it looked")
  func empty() async throws {
    let (server, log) = try Self.server(.json(Data(#"{"elements":[]}"#.utf8)))
    let outcome = try await app(server.address).run(Self.arguments(["--json"]))
    server.stop()
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.output.contains(#""places": []"#))
    #expect(outcome.messages.hasPrefix("poi: no cafe found within 100 km"), "\(outcome)")
    #expect(log.all.count == 4)
  }

  @Test("asks for several positions one after the other")
  func oneAtATime() async throws {
    let (server, log) = try Self.server(Self.cafes())
    let outcome = try await app(server.address).run(
      Self.arguments(at: "-", ["--format", "jsonl", "--radius", "300"]),
      input: "60.1719,24.9414\n60.18,24.95\n60.19,24.96\n")
    server.stop()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.split(separator: "\n").count == 3)
    #expect(log.all.count == 3)
    #expect(log.mostUnderWay == 1)
  }

  @Test("several processes also ask one after the other")
  func oneProcessAtATime() async throws {
    let (server, log) = try Self.server(Self.cafes())
    let app = app(server.address)
    try await withThrowingTaskGroup(of: CommandRunner.Outcome.self) { group in
      for number in 0..<4 {
        group.addTask {
          try await app.run(Self.arguments(at: "60.1\(number)19,24.9414", ["--radius", "300"]))
        }
      }
      for try await outcome in group { #expect([0, 1].contains(outcome.status), "\(outcome)") }
    }
    server.stop()
    #expect(log.all.count == 4)
    #expect(log.mostUnderWay == 1)
  }

  @Test("a watch over a log ends at its timeout if it cannot get the places")
  func watchWithoutPlaces() async throws {
    let (server, _) = try Self.server(Answer(status: 500))
    let (outcome, _) = try await PoiApp.patiently(reaching: "trying again") { timeout in
      try await app(server.address).run([
        "watch", "--source", "overpass", "--gps-log", Fixtures.path("gps/walk.nmea"), "--timeout", timeout,
      ])
    }
    server.stop()
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.contains("trying again"), "\(outcome)")
    #expect(outcome.output == "")
  }

  @Test("a watch ends at once if asking again cannot help")
  func watchRefused() async throws {
    let (server, log) = try Self.server(Answer(status: 403))
    let outcome = try await app(server.address).run([
      "watch", "--source", "overpass", "--gps-log", Fixtures.path("gps/walk.nmea"),
    ])
    server.stop()
    #expect(outcome.status == 69, "\(outcome)")
    #expect(log.all.count == 1)
  }

  @Test("cached places of every category answer for each, and correct a misspelled name")
  func everything() async throws {
    let (server, log) = try Self.server(Self.cafes())
    let app = app(server.address)
    let all = ["nearby", "--source", "overpass", "--at", "60.1719,24.9414", "--radius", "500"]
    #expect(try await app.run(all).status == 0)
    let cafes = try await app.run(all + ["--category", "cafe", "--format", "plain"])
    #expect(cafes.output.contains("Isabella Cafe"), "\(cafes)")
    #expect(log.all.count == 1)
    let misspelled = try await app.run(all + ["--name", "isabela", "--format", "plain"])
    server.stop()
    #expect(misspelled.output.contains("Isabella Cafe"), "\(misspelled)")
    #expect(misspelled.messages.contains("similar"), "\(misspelled)")
  }

  @Test("a watch loads the area around it once, and takes its events from there")
  func watch() async throws {
    let (server, log) = try Self.server(Self.cafes())
    let arguments = [
      "--source", "overpass", "--gps-log", Fixtures.path("gps/walk.nmea"), "--category", "cafe",
    ]
    let first = try await app(server.address).run(["watch"] + arguments)
    let second = try await app(server.address).run(["watch"] + arguments)
    server.stop()
    #expect(first.status == 0, "\(first)")
    #expect(first.output.contains("Espresso House"))
    #expect(second.output == first.output)
    #expect(log.all.count == 1)
  }

  // MARK: The cache

  @Test("does not ask again until the answer is too old")
  func cached() async throws {
    let (server, log) = try Self.server(Self.cafes())
    let app = app(server.address)
    let first = try await app.run(Self.arguments())
    let again = try await app.run(Self.arguments(at: "60.1720,24.9415"))
    #expect(again.status == 0, "\(again)")
    #expect(again.output.split(separator: "\n").count == first.output.split(separator: "\n").count)
    #expect(log.all.count == 1)
    _ = try await app.run(Self.arguments(["--max-age", "0"]))
    server.stop()
    #expect(log.all.count == 2)
    #expect(try cacheFiles().count == 2)
  }

  @Test("asks no server offline, whether or not the cache has an answer")
  func offline() async throws {
    let (server, log) = try Self.server(Self.cafes())
    let app = app(server.address)
    let without = try await app.run(Self.arguments(["--offline"]))
    #expect(without.status == 75, "\(without)")
    #expect(
      without.messages
        == "poi: there is no data yet; poi import REGION.osm.pbf adds some; drop --offline to ask a server\n"
    )
    #expect(log.all.isEmpty)
    _ = try await app.run(Self.arguments())
    let with = try await app.run(Self.arguments(["--offline", "--max-age", "0"]))
    server.stop()
    #expect(with.status == 0, "\(with)")
    #expect(log.all.count == 1)
  }

  @Test("answers from the cache if the network fails, and reports both")
  func stale() async throws {
    let (server, _) = try Self.server(Self.cafes(), Answer(status: 504))
    let app = app(server.address)
    _ = try await app.run(Self.arguments())
    let outcome = try await app.run(Self.arguments(["--max-age", "0"]))
    server.stop()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.messages.contains("504 Gateway Timeout"), "\(outcome)")
    #expect(outcome.messages.contains("the cache answers instead\n"), "\(outcome)")
  }

  @Test("poi cache shows and cleans the cache")
  func cacheCommand() async throws {
    let (server, _) = try Self.server(Self.cafes())
    let app = app(server.address)
    _ = try await app.run(Self.arguments())
    server.stop()
    let shown = try await app.run(["cache"])
    #expect(
      shown.output.hasPrefix("path    \(home.url.path)/poi\nsize    12.3 kB of 100 MB\nitems   1\noldest  "))
    #expect(try await app.run(["cache", "--json"]).output.contains("\"items\": 1,"))
    #expect(try await app.run(["cache", "clean"]).messages == "poi: removed 0 items, 0 B\n")
    #expect(
      try await app.run(["cache", "clean", "--max-size", "1kB"]).messages == "poi: removed 1 item, 12.3 kB\n")
    #expect(try await app.run(["cache", "clean", "--all"]).status == 0)
    #expect(try cacheFiles() == [".lock"])
  }

  @Test("reports a cache that it cannot write, and still shows the answer")
  func unwritableCache() async throws {
    let (server, _) = try Self.server(Self.cafes())
    try Data().write(to: home.url.appendingPathComponent("poi"))
    let outcome = try await app(server.address).run(Self.arguments())
    server.stop()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("Isabella Cafe"))
    #expect(outcome.messages.contains("the cache cannot be used: \(home.url.path)/poi"), "\(outcome)")
  }

  // MARK: Mirrors

  @Test("asks a mirror if the server is too busy")
  func mirror() async throws {
    let (server, log) = try Self.server(Answer(status: 504))
    let (mirror, mirrorLog) = try Self.server(Self.cafes())
    let outcome = try await app(server.address, mirror.address).run(Self.arguments())
    server.stop()
    mirror.stop()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(log.all.count == 1)
    #expect(mirrorLog.all.count == 1)
  }

  @Test("asks a mirror if the server is unreachable")
  func unreachable() async throws {
    let (server, _) = try Self.server(Self.cafes())
    let (mirror, mirrorLog) = try Self.server(Self.cafes())
    server.stop()
    let outcome = try await app(server.address, mirror.address).run(Self.arguments())
    mirror.stop()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(mirrorLog.all.count == 1)
  }

  @Test("asks no mirror after a refusal", arguments: [(429, 75), (400, 69), (406, 69), (500, 69)])
  func noMirror(status: Int, exitStatus: Int32) async throws {
    let (server, log) = try Self.server(Answer(status: status))
    let (mirror, mirrorLog) = try Self.server(Self.cafes())
    let outcome = try await app(server.address, mirror.address).run(Self.arguments(["--timeout", "29"]))
    server.stop()
    mirror.stop()
    #expect(outcome.status == exitStatus, "\(outcome)")
    #expect(log.all.count == 1)
    #expect(mirrorLog.all.isEmpty)
  }

  // MARK: Failures, none of which is "nothing found"

  @Test(
    "reports an answer that is not from Overpass",
    arguments: [
      (Answer(status: 400), 69, "400 Bad Request: it does not understand the question"),
      (Answer(status: 406), 69, "406 Not Acceptable: it does not serve poi; ask another server"),
      (Answer(status: 429), 75, "the server asks to try later (in 30 s)"),
      (Answer(status: 429, headers: ["Retry-After": "120"]), 75, "the server asks to try later (in 120 s)"),
      (
        Answer(status: 301, headers: ["Location": "https://other.example/api?key=1"]), 69,
        "the server has moved to https://other.example/api; use that address"
      ),
      (Answer(status: 504), 75, "504 Gateway Timeout: it is overloaded; try again in a few minutes"),
      (
        Answer(type: "text/html", body: Data("<p>Log in to the Wi-Fi</p>".utf8)), 65,
        "the server answered with text/html, not with JSON"
      ),
      (
        page(
          "runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::duplicate_query"
        ),
        75, "the server gave up (runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client"
      ),
      (
        page(
          "runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::rate_limited. Please check /api/status for the quota of your IP address."
        ), 75, "the server asks to try later (in 30 s)"
      ),
      (
        page("line 1: parse error: Key expected - '%' found."), 65,
        "the server does not understand the question (line 1: parse error: Key expected - '%' found.)"
      ),
      (
        Answer(body: Data(#"{"elements":[],"remark":"runtime error: Query timed out \u001B[2J"}"#.utf8)), 75,
        "the server gave up (runtime error: Query timed out �[2J); ask for less, or try again in a few minutes"
      ),
      (
        Answer(
          body: Data((#"{"elements":[{"type":"node","id":1,"tags":{"name":"caf"#).utf8) + [0xE9]
            + Data(#""}}]}"#.utf8)),
        65, "not an element of OpenStreetMap"
      ),
      (Answer(body: nested(100_000, in: ["[", "]"])), 65, "the answer cannot be read"),
      (Answer(body: nested(100_000, in: ["{\"elements\":[", "]}"])), 65, "the answer cannot be read"),
      (
        Answer(body: Data(#"{"elements":[{"tags":"#.utf8) + nested(100_000, in: ["{\"a\":", "}"])), 65,
        "the answer cannot be read"
      ),
      (Answer(body: Data(#"{"elements":[{"type":"node","id":1,"#.utf8)), 65, "it breaks off"),
      (Answer(body: Data()), 65, "no JSON object"),
      (
        Answer(body: Data("{\"elements\":[".utf8) + repeated("{},", times: 25_000) + Data("{}]}".utf8)), 65,
        "the answer has more than 20000 places"
      ),
    ] as [(Answer, Int32, String)])
  func failures(answer: Answer, status: Int32, words: String) async throws {
    let (server, log) = try Self.server(answer)
    let outcome = try await app(server.address).run(Self.arguments(["--timeout", "29"]))
    server.stop()
    expectFailure(outcome, status: status, words)
    #expect(log.all.count == 1)
  }

  @Test(
    "reports an answer that does not match its header, or does not end",
    arguments: [
      // A body shorter than was said, one that is cut short by its own length, and no end of chunks.
      (
        "Content-Length: 1000", "{\"elements\":[]}", false, .zero, 69,
        "no connection: it broke off"
      ),
      ("Content-Length: 10", "{\"elements\":[]}", false, .zero, 65, "it breaks off"),
      ("Transfer-Encoding: chunked", "5\r\n{\"ele", false, .zero, 69, "no connection: "),
      ("Content-Encoding: gzip", "{\"elements\":[]}", false, .zero, 65, "its compressed data is damaged"),
      ("X: y", " ", true, .milliseconds(20), 69, "no answer within 1 s"),
      ("X: y", "[[[{\"\\", true, .zero, 69, "no answer within 1 s"),
    ] as [(String, String, Bool, Duration, Int32, String)])
  func deceitful(
    header: String, body: String, isEndless: Bool, pause: Duration, status: Int32, words: String
  ) async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(header)\r\n\r\n"
    let server = try RawServer(
      pieces: [Data(head.utf8), Data(body.utf8)], isEndless: isEndless, pause: pause)
    // Only what has no end waits for the timeout.
    let outcome = try await app(server.address).runInLittleMemory(
      Self.arguments(["--timeout", isEndless ? "1" : "29"]))
    server.stop()
    expectFailure(outcome, status: status, words)
  }

  @Test("says that it cannot read an answer that is compressed in several parts")
  func gzipMembers() async throws {
    let path = home.url.appendingPathComponent("members").path
    let zipped = try await CommandRunner.run(
      "/bin/sh", ["-c", "(printf '{\"elements\":' | gzip; printf '[]}' | gzip) > \"$0\"", path])
    #expect(zipped.status == 0)
    let members = try Data(contentsOf: URL(fileURLWithPath: path))
    let (server, _) = try Self.server(Answer(headers: ["Content-Encoding": "gzip"], body: members))
    let outcome = try await app(server.address).run(Self.arguments())
    server.stop()
    expectFailure(outcome, status: 65, "its compressed data is damaged, or in several parts")
  }

  @Test("gives up on a small answer that unpacks into a large one")
  func gzipBomb() async throws {
    let path = home.url.appendingPathComponent("bomb").path
    let zipped = try await CommandRunner.run(
      "/bin/sh", ["-c", "head -c 500000000 /dev/zero | tr '\\0' ' ' | gzip -1 > \"$0\"", path])
    #expect(zipped.status == 0)
    let bomb = try Data(contentsOf: URL(fileURLWithPath: path))
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
    let server = try RawServer(pieces: [Data(head.utf8), bomb], isEndless: false)
    let outcome = try await app(server.address).runInLittleMemory(Self.arguments())
    server.stop()
    expectFailure(outcome, status: 65, "the answer is larger than 64 MiB")
  }

  // MARK: -

  /// The server's page for an error, with status 200.
  private static func page(_ words: String) -> Answer {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
      <head><title>OSM3S Response</title></head>
      <body>
      <p>The data included in this document is from www.openstreetmap.org.</p>
      <p><strong style="color:#FF0000">Error</strong>: \(words) </p>
      </body>
      </html>
      """
    return Answer(type: "text/html", body: Data(text.utf8))
  }

  private static func nested(_ depth: Int, in brackets: [String]) -> Data {
    repeated(brackets[0], times: depth) + repeated(brackets[1], times: depth)
  }

  private static func repeated(_ text: String, times: Int) -> Data {
    Data(String(repeating: text, count: times).utf8)
  }

  private func expectFailure(
    _ outcome: CommandRunner.Outcome, status: Int32, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.messages.contains(words), "\(outcome)", sourceLocation: sourceLocation)
    #expect(
      outcome.messages.hasPrefix("poi: http://127.0.0.1:"), "\(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(!outcome.messages.contains("nothing found"), sourceLocation: sourceLocation)
  }
}
