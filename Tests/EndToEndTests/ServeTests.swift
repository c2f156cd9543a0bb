import Foundation
import Glibc
import Places
import Synchronization
import TestSupport
import Testing

/// The binary as a server for other pois, programs and phones.
@Suite(.timeLimit(.minutes(10))) struct ServeTests {
  private let app = PoiApp()
  private let places = Fixtures.path("places/helsinki.geojson")
  private let log = Fixtures.path("gps/walk.nmea")

  /// JSON without what depends on the source and the time.
  private func comparable(_ json: String) -> [Substring] {
    json.split(separator: "\n").filter { !$0.contains(#""age":"#) && !$0.contains(#""name": "http"#) }
  }

  // MARK: Answers

  @Test(
    "one poi can be another's source, with the same answers",
    arguments: [
      [], ["--category", "cafe"], ["--category", "water", "--radius", "2km"], ["--name", "espresso"],
      ["--tag", "wheelchair=yes", "--limit", "7"], ["--all", "--limit", "40"],
      ["--open-at", "2026-06-03T12:00:00Z"],
    ])
  func source(options: [String]) async throws {
    let folder = try TemporaryDirectory()
    let store = folder.path(of: "places.sqlite")
    #expect(try await app.run(["import", "--store", store, places]).status == 0)
    try await RunningPoi.serving(["--source", "store", "--store", store]) { running in
      for at in ["60.17,24.94", "60.1675,24.9311", "60.1733,24.9410"] {
        let here = try await app.run(
          ["nearby", "--source", "store", "--store", store, "--at", at, "--json"] + options)
        let there = try await app.run(
          [
            "nearby", "--source", "\(running.address)/locations?limit=1000", "--at", at, "--json",
          ] + options)
        #expect(there.status == here.status, "\(there)")
        // Everything before that depends on the source.
        let expected = here.output.split(separator: "\n").drop { !$0.contains(#""places""#) }
        #expect(!expected.isEmpty)
        #expect(there.output.split(separator: "\n").drop { !$0.contains(#""places""#) } == expected)
      }
    }
  }

  @Test("has the places of the first import, and of a store that takes its place, without a restart")
  func laterStore() async throws {
    let folder = try TemporaryDirectory()
    let (store, next) = (folder.path(of: "places.sqlite"), folder.path(of: "next.sqlite"))
    let (app, extract) = (app, Fixtures.path("places/kamppi.osm.pbf"))
    let list = try folder.write("lat,lon,name,id\n60.1682,24.9316,Kioski Uusi,1\n", as: "list.csv")
    try await RunningPoi.serving(["--store", store, "--offline", "--language", "sv"]) { running in
      let query = "lat=60.1682&long=24.9316&offline=true"
      #expect(await running.get("/nearby?\(query)&category=cafe").status == 404)
      let first = try await app.run(["import", "--store", store, extract])
      #expect(first.status == 0, "\(first)")
      let cafes = await running.get("/nearby?\(query)&category=cafe")
      #expect(cafes.status == 200 && cafes.body.contains(#""category": "cafe""#), "\(cafes)")
      #expect(await running.get("/where?lat=60.1682&long=24.9316").body.contains("of Helsingfors"))
      let address = await running.get(
        "/nearby?at=60.1785,24.9405&name=Mannerheimintie+14&category=ice+rink&addresses=true&offline=true")
      #expect(address.body.contains(#""attribution": "© OpenStreetMap"#), "\(address)")
      #expect(address.body.contains(#""category": "address""#), "\(address)")
      let second = try await app.run(["import", "--store", next, list])
      #expect(second.status == 0, "\(second)")
      rename(next, store)
      #expect(await running.get("/nearby?\(query)&name=uusi").body.contains("Kioski Uusi"))
      #expect(await running.get("/nearby?\(query)&category=cafe").body.contains(#""places": []"#))
    }
  }

  @Test("says that there may be places farther away, rather than find nothing")
  func reach() async throws {
    try await RunningPoi.serving(["--source", places]) { running in
      let outcome = try await app.nearby(
        "--source", "\(running.address)/locations?limit=3", "--at", "60.17,24.94", "--category", "museum")
      #expect(outcome.status == 75)
      #expect(outcome.messages.contains(/no museum found within [0-9]+ m/), "\(outcome)")
    }
  }

  @Test("a report equals the command's own")
  func reports() async throws {
    try await RunningPoi.serving(["--source", places]) { running in
      let nearby = try await app.nearby(
        "--source", places, "--at", "60.17,24.94", "--json", "--category", "cafe", "--limit", "3", "--radius",
        "1km")
      let served = await running.get("/nearby?lat=60.17&long=24.94&category=cafe&limit=3&radius=1km")
      #expect(served.status == 200)
      #expect(served.headers.contains("Content-Type: application/json"))
      #expect(comparable(served.body) == comparable(nearby.output))
      let here = try await app.here(
        "--source", places, "--at", "60.1699,24.9384", "--within", "80m", "--json")
      let servedHere = await running.get("/here?at=60.1699%2C24.9384&within=80m")
      #expect(comparable(servedHere.body) == comparable(here.output))
      let words = try await app.run(["where", "--offline", "--at", "60.1699,24.9384", "--json"])
      let servedWords = await running.get("/where?at=60.1699%2C24.9384")
      #expect(comparable(servedWords.body) == comparable(words.output))
      let hours = "Mo-Fr 09:00-18:00; Sa 10:00-14:00"
      let week = try await app.run(["hours", hours, "--at", "60.17,24.94", "--week", "--json"])
      let servedWeek = await running.get("/hours?value=\(hours.replacing(" ", with: "+"))&at=60.17,24.94")
      #expect(servedWeek.body == week.output)
      let head = await running.send(
        Array("HEAD /nearby?at=60.17,24.94 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
      #expect(RunningPoi.Answer(head).body.isEmpty)
    }
  }

  @Test("answers a bad request with its parameter and what to do, and continues")
  func badRequests() async throws {
    try await RunningPoi.serving(["--source", places]) { running in
      for (target, status, words) in Self.badRequests {
        let answer = await running.get(target)
        #expect(answer.status == status, "\(target): \(answer)")
        #expect(answer.body.contains(words), "\(target): \(answer)")
        #expect(
          (try? JSONSerialization.jsonObject(with: Data(answer.body.utf8))) != nil, "\(target): \(answer)")
      }
      #expect(await running.get("/health").status == 200)
    }
  }

  private static let badRequests: [(String, Int, String)] = [
    ("/locations", 400, #""field":"lat""#), ("/locations?lat=91&long=1", 400, "-90 to 90"),
    ("/locations?lat=60&long=x", 400, #""field":"long""#),
    ("/locations?lat=nan&long=1", 400, #""field":"lat""#),
    ("/locations?lat=60&long=24&limit=99999999", 400, #""field":"limit""#),
    ("/nearby?at=60,24&category=watr", 400, "no category 'watr'; did you mean water?\""),
    ("/nearby?at=60,24&name=...", 400, #""field":"name""#),
    ("/nearby?at=60,24&tag==x", 400, #""field":"tag""#),
    ("/nearby?at=60,24&radius=far", 400, #""field":"radius""#),
    ("/nearby?at=60,24&limt=3", 400, "no such parameter"),
    ("/nearby?at=60,24&open-at=soon", 400, #""field":"open-at""#),
    ("/nearby?at=%1B%5B2J", 400, #""field":"at""#),
    ("/nearby?at=60,24&open-now&open-at=18:00", 400, "open-now or open-at"),
    ("/watch?events=boom", 400, "no event 'boom'"), ("/watch?within=-1", 400, #""field":"within""#),
    ("/nearby?at=60,24&category=@lunch", 400, "no saved query @lunch"),
    ("/nearby?at=60,24&language=%3C", 400, #""field":"language""#), ("/where?at=x", 400, #""field":"at""#),
    ("/hours?at=60,24", 400, #""field":"value""#), ("/queries?x=1", 400, "takes no parameters"),
    ("/secret", 404, "no such path"), ("/../../etc/passwd", 404, "no such path"),
    ("/nearby", 503, "give a position"), ("/here", 503, "give a position"),
    ("/where", 503, "give a position"),
  ]

  @Test("answers every path in the manual", arguments: try Self.documentedTargets())
  func documented(target: String) async throws {
    try await RunningPoi.serving(["--source", places, "--at", "60.17,24.94"]) { running in
      let isStream = target.hasPrefix("/watch")
      let bytes = await running.send(
        Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
      ) { _ in isStream }
      // Without parameters, these have nothing to answer.
      let lacksParameters = target == "/hours" || target.hasPrefix("/locations") && !target.contains("lat=")
      #expect(RunningPoi.Answer(bytes).status == (lacksParameters ? 400 : 200), "\(target)")
    }
  }

  /// The paths of the manual: those of its examples, and those that it names, like `.Pa /conformance , /api`.
  private static func documentedTargets() throws -> [String] {
    let pages = try ["poi-serve.1", "poi-serve-api.7"].map { page in
      try String(contentsOfFile: "\(Fixtures.packageRoot)/man/\(page)", encoding: .utf8)
        .replacing("\\-", with: "-")
    }.joined()
    let examples = pages.matches(of: /127\.0\.0\.1:8947(\/[^'\n :]*)/).map { String($0.output.1) }
    let named = pages.matches(of: /\n\.Pa (\/[^\n]*)/).flatMap {
      $0.output.1.split(separator: " ").filter { $0.hasPrefix("/") }.map(String.init)
    }
    guard !examples.isEmpty, !named.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
    return Set(examples + named).sorted()
  }

  @Test("the page can be installed as an app, and brings all it needs")
  func installable() async throws {
    try await RunningPoi.serving(["--source", places, "--at", "60.17,24.94"]) { running in
      let manifest = await running.get("/manifest.webmanifest")
      let value = try JSONSerialization.jsonObject(with: Data(manifest.body.utf8)) as? [String: Any]
      let icons = try #require(value?["icons"] as? [[String: Any]])
      #expect(icons.count == 3)
      for icon in icons { #expect(await running.get("/\(icon["src"] ?? "")").status == 200) }
      #expect(await running.get("/worker.js").status == 200)
      let page = await running.get("/", "Accept: text/html")
      for (accepted, isPage) in [
        ("*/*", false), ("text/*", true), ("text/html;q=0.4, */*;q=0.8", false),
        ("text/*;q=0.3, */*;q=0.2", true), ("application/json;q=0, */*", true),
        ("text/html, application/json", true), ("text/html, */*", true), ("text/html;q=0", false),
      ] {
        let answer = await running.get("/", "Accept: \(accepted)")
        #expect(answer.body.hasPrefix("{") != isPage, "\(accepted)")
      }
      #expect(page.headers.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"))
      for language in Category.Language.allCases.map(\.rawValue) {
        #expect(page.body.contains(#"<option value="\#(language)" lang="\#(language)">"#))
        #expect(await running.get("/words/\(language).txt").body.contains("\n[page]\n"))
      }
    }
  }

  @Test(
    "the page works in a folder of a proxy, as it names no path from the root",
    arguments: ["/", "/page.css", "/page.js", "/map.js", "/ground.js", "/worker.js", "/manifest.webmanifest"])
  func relativePaths(path: String) async throws {
    try await RunningPoi.serving(["--source", places, "--at", "60.17,24.94"]) { running in
      let answer = await running.get(path, "Accept: text/html")
      #expect(answer.status == 200)
      #expect(!answer.body.contains(/["'`(]\/[a-z"'`]/))
    }
  }

  // MARK: Events

  @Test(
    "a stream has the events that watch prints, and a late client hears at once that the signal is lost")
  func events() async throws {
    let expected = try await app.watch(
      "--source", places, "--gps-log", log, "--format", "jsonl", "--events",
      "initial,enter,leave,pass,location,authorization", "--category", "coffee", "--within", "40m")
    let lines = expected.output.split(separator: "\n").map { String($0) }
    #expect(lines.count { $0.hasPrefix(#"{"event":"enter""#) } >= 3)

    // The receiver is heard before it has a fix, then falls silent on the way.
    let recording = try String(contentsOfFile: log, encoding: .utf8)
    let firstFix = try #require(recording.range(of: "$GNRMC,100003.00,A")).lowerBound
    let pause = try #require(recording.range(of: "$GNRMC,100500.00,A")).lowerBound
    let folder = try TemporaryDirectory()
    let receiver = try NamedPipe(at: folder.path(of: "receiver"))
    receiver.write(recording[..<firstFix])

    let arguments = ["--source", places, "--gps-log", receiver.path, "--replay-speed", "100"]
    try await RunningPoi.serving(arguments) { running in
      let stream = "/watch?category=coffee&within=40m&events="
      let early = Mutex(0)
      let follow = { @Sendable () async throws -> [String] in
        try await running.events("\(stream)initial,enter,leave,pass,location,authorization") { events in
          if events.count == 1,
            early.withLock({
              $0 += 1; return $0 == 2
            })
          {
            receiver.write(recording[firstFix..<pause])
          }
          return events.count == lines.count
        }
      }
      async let first = follow()
      async let second = follow()
      let lost = #""status":"lost","since":"2026-06-01T10:04:59Z""#
      _ = try await running.events("/watch?events=signal") { $0.last?.contains(lost) == true }
      // The watch and the position each wait for the receiver: one may lose patience a moment before the other.
      while await !running.get("/nearby").body.contains("the signal is lost") {}

      let late = Mutex(0)
      let join = { @Sendable (target: String) async throws -> [String] in
        try await running.events("\(target)authorization,signal,location") { events in
          if events.count == 2,
            late.withLock({
              $0 += 1; return $0 == 2
            })
          {
            receiver.write(recording[pause...])
            receiver.finish()
          }
          return events.count == 4
        }
      }
      // One joins existing followers, the other is the first with this query.
      async let joined = join(stream)
      async let other = join("/watch?events=")
      let told = try await joined
      #expect(try await other == told)
      #expect(told[0] == lines[0])
      #expect(told[1].contains(lost))
      #expect(told[2].contains(#""status":"regained","since":"2026-06-01T10:04:59Z""#))
      #expect(told[3].hasPrefix(#"{"event":"location","time":"2026-06-01T10:05:00Z""#))

      // If places take long to load, fixes are reported before the events that they cause.
      func isFix(_ line: String) -> Bool { line.hasPrefix(#"{"event":"location""#) }
      for heard in [try await first, try await second] {
        #expect(heard.filter(isFix) == lines.filter(isFix))
        #expect(heard.filter { !isFix($0) } == lines.filter { !isFix($0) })
      }
    }
  }

  // MARK: Access

  @Test("answers only requests with the token")
  func token() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(Data("s3cret-token\n".utf8), as: "token")
    chmod(file, 0o600)
    try await RunningPoi.serving(["--source", places, "--token-file", file]) { running in
      for path in ["/", "/locations?lat=60&long=24", "/watch", "/metrics", "/page.js"] {
        let answer = await running.get(path)
        #expect(answer.status == 401, "\(path)")
        #expect(answer.headers.contains("WWW-Authenticate: Basic"))
        #expect(await running.get(path, "Authorization: Bearer s3cret-tokem").status == 401)
      }
      #expect(await running.get("/health").status == 200)
      #expect(await running.get("/nearby?at=60.17,24.94", "Authorization: Bearer s3cret-token").status == 200)
      #expect(await running.get("/", "Authorization: Basic OnMzY3JldC10b2tlbg==").status == 200)
    }
  }

  @Test("paths that nobody serves do not fill the metrics")
  func madeUpPaths() async throws {
    try await RunningPoi.serving(["--source", places]) { running in
      for method in ["OPTIONS", "GET", "POST"] {
        let request = "\(method) /junk HTTP/1.1\r\nHost: localhost\r\nOrigin: https://a.example\r\n"
        let bytes = await running.send(
          Array((request + "Content-Length: 0\r\nConnection: close\r\n\r\n").utf8)
        ) { _ in false }
        #expect(RunningPoi.Answer(bytes).status >= 400)
      }
      let metrics = await running.get("/metrics").body
      #expect(metrics.contains("path=\"other\""))
      #expect(!metrics.contains("junk"))
    }
  }

  @Test("another site's page can neither read answers nor pose as poi's own")
  func otherPages() async throws {
    let arguments = ["--source", places, "--host", "van.example", "--cors", "https://a.example"]
    try await RunningPoi.serving(arguments) { running in
      #expect(await running.get("/health", host: "evil.example").status == 421)
      #expect(await running.get("/health", host: "van.example").status == 200)
      let allowed = await running.get("/health", "Origin: https://a.example")
      #expect(allowed.headers.contains("Access-Control-Allow-Origin: https://a.example"))
      #expect(
        !(await running.get("/health", "Origin: https://b.example").headers.contains(
          "Access-Control-Allow-Origin")))
    }
  }

  @Test("says who can reach it")
  func announcement() async throws {
    try await RunningPoi.serving(["--source", places]) { running in
      #expect(running.announcement.contains("serves programs on this machine"))
    }
    try await RunningPoi.serving(["--source", places, "--listen", "0.0.0.0:0"]) { running in
      #expect(running.announcement.contains("anyone on this machine's networks can open it"))
      #expect(await running.get("/health").status == 200)
    }
  }

  @Test(
    "bad options are errors with their own status",
    arguments: [
      (["--listen", "example.org"], 64, "not an address"),
      (["--listen", "203.0.113.1:1"], 64, "not an address of this"),
      (["--cors", "example.org"], 64, "not an origin"),
      (["--token-file", "/nonexistent"], 66, "/nonexistent"),
      (["--token-file", "/etc/hostname"], 65, "is not a token"),
      (["--gps-log", "/nonexistent"], 66, "/nonexistent"),
      (["--replay-speed", "1e-320"], 64, "0.001 or more"),
    ] as [([String], Int32, String)])
  func failures(arguments: [String], status: Int32, words: String) async throws {
    let outcome = try await app.run(["serve", "--source", places, "--listen", "127.0.0.1:0"] + arguments)
    if arguments == ["--token-file", "/etc/hostname"], outcome.status == nil { return }
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.messages.contains(words), "\(outcome)")
  }

  @Test("a port in use is a temporary failure")
  func taken() async throws {
    let socket = try LoopbackSocket.listening(backlog: 1)
    defer { close(socket) }
    let port = try LoopbackSocket.port(of: socket)
    let outcome = try await app.run(["serve", "--source", places, "--listen", "127.0.0.1:\(port)"])
    #expect(outcome.status == 75)
    #expect(outcome.messages.contains("Address already in use; name another port with --listen"))
  }

  // MARK: Hostile clients

  @Test(
    "serves others despite idle connections, half requests, stopped readers, garbage and endless bodies"
  )
  func hostileClients() async throws {
    // This many files allow 128 connections at once.
    let arguments = ["--source", places, "--gps-log", log, "--replay-speed", "1"]
    try await RunningPoi.serving(arguments, files: 256) { running in
      // Nothing here waits, so that no thread of the tests is lost to a server that accepts late.
      let idle = try (0..<400).map { _ in try LoopbackSocket.connecting(to: running.port) }
      defer { for connection in idle { close(connection) } }
      #expect(await running.get("/nearby?at=60.17,24.94").status == 200)
      let half = Array("GET /nearby HTTP/1.1\r\nHost: localhost\r\nX: ".utf8)
      for connection in idle { _ = LoopbackSocket.send(half[...], on: connection) }
      #expect(await running.get("/nearby?at=60.17,24.94").status == 200)
      let watch = Array("GET /watch?events=location HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
      let large = Array(
        "GET /locations?lat=60.17&long=24.94&limit=5000 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
      let stopped = try (0..<60).map { _ in try LoopbackSocket.connecting(to: running.port) }
      defer { for connection in stopped { close(connection) } }
      for (index, connection) in stopped.enumerated() {
        for _ in 0..<5 { _ = LoopbackSocket.send((index % 2 == 0 ? watch : large)[...], on: connection) }
      }
      #expect(await running.get("/nearby?at=60.17,24.94").status == 200)
      let garbage = await running.send((0..<50_000).map { _ in UInt8.random(in: 0...255) })
      #expect([400, 414, 431, 0].contains(RunningPoi.Answer(garbage).status))
      let endless = Array(
        "POST /nearby HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n".utf8)
      #expect(RunningPoi.Answer(await running.send(endless)).status == 413)
      #expect(await running.get("/health").status == 200)
    }
  }

  @Test("serves others before it has answered thousands of requests that came together")
  func pipelined() async throws {
    try await RunningPoi.serving(["--source", places]) { running in
      let many = [[UInt8]](
        repeating: Array("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), count: 1000)
      let greedy = try (0..<60).map { _ in try LoopbackSocket.connecting(to: running.port) }
      defer { for connection in greedy { close(connection) } }
      // Once it has their answer, the server has accepted them all.
      #expect(await running.get("/health").status == 200)
      for connection in greedy { _ = LoopbackSocket.send(Array(many.joined())[...], on: connection) }
      let metrics = await running.get("/metrics").body
      let answered = metrics.firstMatch(of: /path="\/health",status="200"} ([0-9]+)/).flatMap { Int($0.1) }
      #expect(try #require(answered) < 30_000, "\(metrics)")
    }
  }
}
