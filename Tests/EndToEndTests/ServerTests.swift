import Foundation
import Synchronization
import TestSupport
import Testing

/// `poi` and a real server on the loopback interface.
@Suite(.timeLimit(.minutes(5))) struct ServerTests {
  private let app = PoiApp()

  // MARK: Answers

  @Test(
    "understands every shape of answer",
    arguments: [
      ("array", "Karl Fazer Café"), ("wrapped", "Ateneum Bistro"),
      ("results", "Asian Wok And Grill Phở Việt"),
      ("geojson", "Rautatientori"), ("long", "Hei vaan"),
    ])
  func shapes(name: String, place: String) async throws {
    let body = try Fixtures.data("api/\(name).json")
    let outcome = try await ask(answering: .json(body), "--format", "plain", "--name", place)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("\t\(place)\t"))
  }

  @Test("sends the position and its own name to the server")
  func request() async throws {
    let outcome = try await ask { request in
      let query = request.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
      let agent = request.header("User-Agent") ?? ""
      return .json(
        Data("[{\"name\":\"\(request.path)?\(query) \(agent)\",\"lat\":60.17,\"lon\":24.94}]".utf8))
    } arguments: {
      ["--source", "\($0)?key=1", "--format", "plain"]
    }
    #expect(outcome.output.contains("\t/locations?key=1&lat=60.17&long=24.94 poi/"), "\(outcome)")
  }

  @Test("an empty list means nothing found", arguments: ["[]", #"{"locations":[]}"#])
  func empty(body: String) async throws {
    let outcome = try await ask(answering: .json(Data(body.utf8)), "--json")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(#""places": []"#))
    #expect(outcome.messages.contains(" found"))
  }

  @Test("counts bad records, and shows the others")
  func badRecords() async throws {
    let body = Data(#"[{"lat":91,"lon":2},{"name":"Kiosk","lat":60.17,"lon":24.94}]"#.utf8)
    let outcome = try await ask(answering: .json(body), "--format", "plain")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Kiosk"))
    #expect(outcome.messages.contains("skipped 1 of 2 records: record 1: 91.0, 2.0 is out of range"))
  }

  // MARK: Failures, none of which is "nothing found"

  @Test(
    "reports an answer that is not a list of places",
    arguments: [
      (Answer(status: 404), 69, "404 Not Found"),
      (Answer(status: 500), 69, "500 Internal Server Error"),
      (Answer(status: 503), 75, "503 Service Unavailable"),
      (Answer(status: 429, headers: ["Retry-After": "120"]), 75, "try later (in 120 s)"),
      (Answer(type: "text/html", body: Data("<html>".utf8)), 65, "text/html, not with JSON"),
      (Answer(body: Data("[{\"lat\":1,\"lon\":2},{\"lat".utf8)), 65, "the data is cut short"),
      (Answer(body: Data("sorry".utf8)), 65, "no JSON object or array"),
      (Answer(body: Data()), 65, "no JSON object or array"),
      (Answer(body: Data("[garbage]".utf8)), 65, "a list, but not of objects"),
      (Answer(body: Data(#"{"error":"out of order"}"#.utf8)), 65, "no latitude and longitude"),
      (
        Answer(body: Data("[{\"name\":\"caf".utf8) + [0xE9] + Data("\",\"lat\":1,\"lon\":2}]".utf8)), 65,
        "not UTF-8"
      ),
      (Answer(body: nested(100_000, in: ["[", "]"])), 65, "not of objects"),
      (Answer(body: nested(100_000, in: ["{\"a\":[", "]}"])), 65, "the answer cannot be read"),
      (
        Answer(
          body: Data("[{\"lat\":1,\"lon\":2,\"a\":".utf8) + nested(100_000, in: ["[", "]"]) + Data("}]".utf8)),
        65,
        "the answer cannot be read"
      ),
    ] as [(Answer, Int32, String)])
  func failures(answer: Answer, status: Int32, words: String) async throws {
    let outcome = try await ask(answering: answer)
    expectFailure(outcome, status: status, words)
  }

  @Test("reports that a server is not running")
  func refused() async throws {
    // A port that was free a moment ago.
    let server = try RunningServer { _ in .json(Data()) }
    server.stop()
    let outcome = try await app.nearby("--source", server.address, "--at", "60.17,24.94")
    expectFailure(outcome, status: 69, "no connection: the host refuses it or is unreachable")
  }

  @Test("reports that a host does not exist")
  func unknownHost() async throws {
    let outcome = try await app.nearby("--source", "http://poi.invalid/locations", "--at", "60.17,24.94")
    expectFailure(
      outcome, status: 69, "no connection: unknown host", address: "http://poi.invalid/locations")
  }

  @Test("does not wait for a server longer than the timeout")
  func silence() async throws {
    let outcome = try await ask { _ in
      nil
    } arguments: {
      ["--source", $0, "--timeout", "0.5"]
    }
    expectFailure(outcome, status: 69, "no answer within 0.5 s")
  }

  @Test(
    "reports a connection cut in the middle of the answer",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n[{\"lat\":1,",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n[{\"lat\":1,\"lon\":2}]",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[{\"la",
      "\u{1}\u{2}garbage\r\n\r\n",
    ])
  func cut(bytes: String) async throws {
    let outcome = try await ask(rawAnswer: [Data(bytes.utf8)], endless: false, timeout: "60")
    #expect([65, 69].contains(outcome.status), "\(outcome)")
    expectWords(outcome)
  }

  @Test(
    "reports a connection cut within the header",
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Type", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n",
    ])
  func cutHead(bytes: String) async throws {
    let outcome = try await ask(rawAnswer: [Data(bytes.utf8)], endless: false, timeout: "60")
    expectFailure(outcome, status: 69, "no connection: it was closed before there was an answer")
  }

  @Test(
    "survives a body of the largest possible length",
    arguments: ["200 OK", "404 Not Found"],
    ["9223372036854775807", "9223372036854775296", "92233720368547758070", "-1", "1e9"])
  func length(status: String, length: String) async throws {
    let head = "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n[]"
    let outcome = try await ask(rawAnswer: [Data(head.utf8)], endless: false, timeout: "60")
    #expect([1, 65, 69].contains(outcome.status), "\(outcome)")
  }

  @Test(
    "survives a header that no server should send",
    arguments: [
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest\r\n\r\n",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic\r\n\r\n", "HTTP/1.1 101 Other\r\nUpgrade: h2c\r\n\r\n",
      "HTTP/1.1 999999999999 OK\r\n\r\n", "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n[]",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\n\r\n[]",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/json\r\n\r\nffffffffffffffffff\r\n[]",
      "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: data:application/json,[]\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: //\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: http://a b/\r\n\r\n",
      String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10_000),
      "HTTP/1.1 200 OK\r\nContent-Type: text/\(String(repeating: "x", count: 300_000))\r\n\r\n",
    ])
  func heads(bytes: String) async throws {
    let outcome = try await ask(rawAnswer: [Data(bytes.utf8)], endless: false, timeout: "60")
    #expect([65, 69].contains(outcome.status), "\(outcome)")
    expectWords(outcome)
  }

  @Test("ignores lines after the body")
  func trailers() async throws {
    let answer = """
      HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n\
      2\r\n[]\r\n0\r\nDigest: none\r\n\r\n
      """
    let outcome = try await ask(rawAnswer: [Data(answer.utf8)], endless: false, timeout: "60")
    #expect(outcome.status == 1, "\(outcome)")
  }

  @Test("does not wait for an endless answer longer than the timeout")
  func endless() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n["
    let outcome = try await ask(rawAnswer: [Data(head.utf8), Data("{} ".utf8)], endless: true, timeout: "1")
    expectFailure(outcome, status: 69, "no answer within 1 s")
  }

  @Test("gives up on an answer over the limit, in bounded memory")
  func tooLarge() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n["
    let piece = Data(repeating: UInt8(ascii: " "), count: 1024 * 1024)
    let outcome = try await ask(rawAnswer: [Data(head.utf8), piece], endless: true, timeout: "60")
    expectFailure(outcome, status: 65, "the answer is larger than 64 MiB")
  }

  // MARK: Tokens and redirects

  @Test("uses the server's own parameter names, and sends the token without showing it")
  func dialect() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("Authorization: Bearer secret", as: "headers")
    let outcome = try await ask { request in
      let token = request.header("Authorization") == "Bearer secret"
      let names = request.query.map(\.name).joined(separator: " ")
      return .json(Data("[{\"name\":\"\(names) \(token)\",\"lat\":60.17,\"lon\":24.94},{}]".utf8))
    } arguments: {
      [
        "--source", $0.replacingOccurrences(of: "//", with: "//me:secret@") + "?key=secret", "--header-file",
        file,
        "--server-parameters", "latitude,lon", "--json",
      ]
    }
    #expect(outcome.output.contains("\"key latitude lon true\""), "\(outcome)")
    #expect(!outcome.output.contains("secret"))
    #expect(!outcome.messages.contains("secret"))
  }

  @Test("follows a redirect, with the token to the same host and without it to another")
  func redirects() async throws {
    let seen = Mutex<[String]>([])
    let other = try RunningServer { request in
      seen.withLock { $0.append("other \(request.header("X-Key") ?? "without")") }
      return .json(Data(#"[{"name":"Kiosk","lat":60.17,"lon":24.94}]"#.utf8))
    }
    let server = try RunningServer { request in
      seen.withLock { $0.append("\(request.path) \(request.header("X-Key") ?? "without")") }
      return Answer(
        status: 302, headers: ["Location": request.path == "/locations" ? "/moved" : other.address])
    }
    var app = app
    app.environment["POI_HEADERS"] = "X-Key: secret"
    let outcome = try await app.nearby("--source", server.address, "--at", "60.17,24.94")
    server.stop()
    other.stop()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("Kiosk"))
    #expect(seen.withLock { $0 } == ["/locations secret", "/moved secret", "other without"])
  }

  @Test("sends a password and the user's headers only to their own server")
  func credentials() async throws {
    let seen = Mutex<[String]>([])
    @Sendable func note(_ request: HTTPRequest) {
      let fields = ["Authorization", "User-Agent", "Accept", "X-Key"].map { request.header($0) ?? "-" }
      seen.withLock { $0.append(fields.joined(separator: " ")) }
    }
    let other = try RunningServer { request in
      note(request)
      return .json(Data(#"[{"name":"Kiosk","lat":60.17,"lon":24.94}]"#.utf8))
    }
    let server = try RunningServer { request in
      note(request)
      return Answer(
        status: 302,
        headers: ["Location": request.path == "/locations" ? "/moved" : String(other.address.dropFirst(5))])
    }
    var app = app
    app.environment["POI_HEADERS"] = "X-Key: secret\nUser-Agent: mine\nAccept: text/json"
    let outcome = try await app.nearby(
      "--source", server.address.replacing("//", with: "//me:sec%20ret@"), "--at", "60.17,24.94")
    server.stop()
    other.stop()
    #expect(outcome.status == 0, "\(outcome)")
    let mine = "Basic bWU6c2VjIHJldA== mine text/json secret"
    let seenByOthers = seen.withLock { $0 }
    #expect(seenByOthers.prefix(2) == [mine, mine])
    #expect(
      seenByOthers.last?.hasPrefix("- poi/") == true
        && seenByOthers.last?.hasSuffix("application/json -") == true)
  }

  @Test("reports a redirect in a circle, or to nowhere")
  func badRedirects() async throws {
    let count = Mutex(0)
    let circle = try await ask { request in
      count.withLock { $0 += 1 }
      return Answer(status: 307, headers: ["Location": request.path])
    } arguments: {
      ["--source", $0]
    }
    expectFailure(circle, status: 69, "the server redirects more than 5 times")
    #expect(count.withLock { $0 } == 6)
    expectFailure(
      try await ask(answering: Answer(status: 302, headers: ["Location": "ftp://localhost/locations"])),
      status: 69,
      "the server redirects to ftp://localhost/locations, which is not secure")
    expectFailure(try await ask(answering: Answer(status: 302)), status: 69, "the server answered 302 ")
  }

  // MARK: -

  typealias Answer = RunningServer.Answer

  /// This many nested brackets.
  private static func nested(_ depth: Int, in brackets: [String]) -> Data {
    let opening = String(repeating: brackets[0], count: depth)
    let closing = String(repeating: brackets[1], count: depth)
    return Data((opening + closing).utf8)
  }

  private func ask(answering answer: Answer, _ arguments: String...) async throws -> CommandRunner.Outcome {
    try await ask { _ in
      answer
    } arguments: {
      ["--source", $0] + arguments
    }
  }

  private func ask(
    _ answer: @escaping @Sendable (HTTPRequest) throws -> RunningServer.Answer?,
    arguments: (String) -> [String]
  ) async throws -> CommandRunner.Outcome {
    let server = try RunningServer(answer)
    let outcome = try await app.run(["nearby", "--at", "60.17,24.94"] + arguments(server.address))
    server.stop()
    return outcome
  }

  /// Asks a server that sends these bytes, whatever they are; it repeats the last piece if it is `endless`.
  private func ask(
    rawAnswer pieces: [Data], endless: Bool, timeout: String
  ) async throws -> CommandRunner.Outcome {
    let server = try RawServer(pieces: pieces, isEndless: endless)
    let outcome = try await app.runInLittleMemory(
      ["nearby", "--source", server.address, "--at", "60.17,24.94", "--timeout", timeout])
    server.stop()
    return outcome
  }

  private func expectFailure(
    _ outcome: CommandRunner.Outcome, status: Int32, _ words: String, address: String = "http://127.0.0.1:",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, "\(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.messages.contains(words), "\(outcome)", sourceLocation: sourceLocation)
    expectWords(outcome, address: address, sourceLocation: sourceLocation)
  }

  private func expectWords(
    _ outcome: CommandRunner.Outcome, address: String = "http://127.0.0.1:",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(outcome.messages.contains(address), "\(outcome)", sourceLocation: sourceLocation)
    #expect(!outcome.messages.contains("nothing found"), sourceLocation: sourceLocation)
  }
}
