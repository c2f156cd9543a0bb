import Foundation
import Geography

/// How many requests a server answers in a second, and how long all but the slowest hundredth take, with many clients
/// at once; whoever asks shares the machine.
struct ServedMeasurement {
  let poi: Program
  let region: Region
  let files: RegionFiles

  private static let clients = 64
  private static let seconds = 15
  /// How many positions to ask about, in turn.
  private static let positions = 5000
  /// redis-benchmark repeats one question: this many questions, each this often.
  private static let fixedQuestions = 20
  private static let repetitions = 4000

  private struct Figures {
    var perSecond: Double
    var p99: Double
  }

  /// What went wrong.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func run() throws {
    let table = Table(
      "\(region.size.rawValue) places, served to \(Self.clients) clients: 20 nearest within 1 km",
      "requests/s",
      "× poi", "p99 ms", "× poi")
    guard Program(named: "wrk").isThere else {
      table.missing("poi serve", "wrk is not installed")
      return
    }
    let served = try poiServe()
    func row(_ name: String, _ figures: Figures) {
      table.row(
        name, figures.perSecond.formatted(decimals: 0), figures.perSecond.ratio(to: served.perSecond),
        figures.p99.formatted(decimals: 1), figures.p99.ratio(to: served.p99))
    }
    row("poi serve, /locations with names and tags", served)
    guard Program(named: "redis-benchmark").isThere, let redis = try redis() else {
      table.missing("Redis, GEOSEARCH of ids", "not installed")
      return
    }
    row("Redis, GEOSEARCH of ids", redis)
  }

  // MARK: poi

  private func poiServe() throws -> Figures {
    let (script, result) = (files.store + ".lua", files.store + ".wrk")
    defer { for path in [script, result] { try? FileManager.default.removeItem(atPath: path) } }
    let targets = region.positions(Self.positions).map {
      "'/locations?lat=\($0.latitude)&long=\($0.longitude)&limit=\(limit)&radius=1000'"
    }
    // Each of wrk's threads begins elsewhere.
    try """
    local targets = {\(targets.joined(separator: ",\n"))}
    local threads = 0
    function setup(thread)
      thread:set("asked", threads * #targets / 2)
      threads = threads + 1
    end
    function request()
      asked = asked + 1
      -- A client of its own for each connection, as a proxy would say: one alone may not ask so much.
      return wrk.format("GET", targets[asked % #targets + 1], {["X-Forwarded-For"] = "10.0.0." .. asked % \(Self.clients) + 1})
    end
    function done(summary, latency)
      local errors = summary.errors
      local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
      local file = io.open("\(result)", "w")
      file:write(string.format("%f,%f,%d", summary.requests / summary.duration * 1e6,
        latency:percentile(99) / 1000, failed))
      file:close()
    end
    """.write(toFile: script, atomically: true, encoding: .utf8)

    let port = try Self.freePort()
    let server = try poi.spawn([
      "serve", "--listen", "127.0.0.1:\(port)", "--source", "store", "--store", files.store, "--at", "0,0",
      "--trusted-proxy", "127.0.0.1",
    ])
    defer {
      kill(server, SIGTERM)
      waitpid(server, nil, 0)
    }
    let deadline = ContinuousClock.now + .seconds(30)
    while !Self.isListening(port) {
      guard .now < deadline else { throw Failure(description: "poi serve does not answer") }
      usleep(20_000)
    }
    let run = try Program(named: "wrk").run([
      "--threads", "2", "--connections", "\(Self.clients)", "--duration", "\(Self.seconds)", "--script",
      script,
      "http://127.0.0.1:\(port)",
    ])
    let text = (try? String(contentsOfFile: result, encoding: .utf8)) ?? ""
    let figures = text.split(separator: ",").compactMap { Double($0) }
    guard run.succeeded, figures.count == 3, figures[2] == 0 else {
      throw Failure(description: "wrk failed with status \(run.status): \(text)")
    }
    return Figures(perSecond: figures[0], p99: figures[1])
  }

  private static func withAddress<Value>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
  ) -> Value {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func isListening(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withAddress(port) { connect(descriptor, $0, $1) } == 0
  }

  /// A port that nobody has a moment before it is used.
  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { found in
        withAddress(0) { bind(descriptor, $0, $1) } == 0 ? getsockname(descriptor, found, &length) : -1
      }
    }
    guard code == 0 else { throw Failure(description: "no port is free") }
    return UInt16(bigEndian: address.sin_port)
  }

  // MARK: Redis

  private func redis() throws -> Figures? {
    let (socket, result) = (files.store + ".served", files.store + ".redis")
    defer { try? FileManager.default.removeItem(atPath: result) }
    guard let redis = try Redis(socket: socket) else { return nil }
    try redis.load(region)
    var seconds = 0.0
    var p99s: [Double] = []
    for position in region.positions(Self.fixedQuestions) {
      let arguments = [
        "-s", socket, "-c", "\(Self.clients)", "-n", "\(Self.repetitions)", "--csv", "GEOSEARCH", "all",
        "FROMLONLAT", "\(position.longitude)", "\(position.latitude)", "BYRADIUS", "1000", "m", "ASC",
        "COUNT",
        "\(limit)", "WITHDIST",
      ]
      let run = try Program(path: "/bin/sh").run(
        ["-c", #"result=$1; shift; exec redis-benchmark "$@" >"$result""#, "sh", result] + arguments)
      let text = try String(contentsOfFile: result, encoding: .utf8)
      // "test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms",…
      let figures = text.split(separator: "\n").last?.split(separator: ",").suffix(7)
        .compactMap { Double($0.filter { $0 != "\"" }) }
      guard run.succeeded, let figures, figures.count == 7, figures[0] > 0 else {
        throw Failure(description: "redis-benchmark failed with status \(run.status): \(text)")
      }
      seconds += Double(Self.repetitions) / figures[0]
      p99s.append(figures[5])
    }
    withExtendedLifetime(redis) {}
    return Figures(
      perSecond: Double(Self.fixedQuestions * Self.repetitions) / seconds, p99: p99s.max() ?? .infinity)
  }
}
