import Synchronization

/// Counts of a server's work, for monitoring.
final class ServerCounts: Sendable {
  /// An answer: which resource, which status.
  struct Answer: Hashable {
    let resource: String
    let status: Int
  }

  private struct State {
    var answers: [Answer: Int] = [:]
    var seconds = 0.0
    var within: [Int] = Array(repeating: 0, count: ServerCounts.bounds.count)
    var refusedConnections = 0
    var badRequests = 0
    var bytes = 0
  }

  /// The upper bounds of the histogram's buckets, in seconds.
  static let bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5]

  private let state = Mutex(State())

  func count(resource: String, status: Int, seconds: Double) {
    state.withLock { state in
      state.answers[Answer(resource: resource, status: status), default: 0] += 1
      state.seconds += seconds
      for (index, bound) in Self.bounds.enumerated() where seconds <= bound { state.within[index] += 1 }
    }
  }

  func countSent(_ bytes: Int) { state.withLock { $0.bytes += bytes } }
  func countRefusedConnection() { state.withLock { $0.refusedConnections += 1 } }
  func countBadRequest() { state.withLock { $0.badRequests += 1 } }

  /// The counts in the text format of Prometheus.
  ///
  /// - Parameters:
  ///   - connections: the number of open connections.
  ///   - streams: how many of them are event streams.
  func metrics(connections: Int, streams: Int) -> String {
    let state = state.withLock { $0 }
    var lines: [String] = []
    func add(_ name: String, _ type: String, _ help: String, _ samples: [(labels: String, value: String)]) {
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
      lines += samples.map { "\(name)\($0.labels) \($0.value)" }
    }
    let answers = state.answers.sorted { ($0.key.resource, $0.key.status) < ($1.key.resource, $1.key.status) }
    add(
      "poi_http_requests_total", "counter", "Requests answered.",
      answers.map { ("{path=\"\($0.key.resource)\",status=\"\($0.key.status)\"}", "\($0.value)") })
    let total = state.answers.values.reduce(0, +)
    let buckets = zip(Self.bounds, state.within).map { ("_bucket{le=\"\($0)\"}", "\($1)") }
    add(
      "poi_http_request_seconds", "histogram", "Time until an answer was ready.",
      buckets + [
        ("_bucket{le=\"+Inf\"}", "\(total)"), ("_sum", "\(state.seconds)"), ("_count", "\(total)"),
      ])
    add("poi_http_sent_bytes_total", "counter", "Bytes of answers.", [("", "\(state.bytes)")])
    add(
      "poi_http_bad_requests_total", "counter", "Requests that were not HTTP, or too large.",
      [("", "\(state.badRequests)")])
    add(
      "poi_http_refused_connections_total", "counter", "Connections refused because there were too many.",
      [("", "\(state.refusedConnections)")])
    add("poi_http_connections", "gauge", "Connections now.", [("", "\(connections)")])
    add("poi_http_streams", "gauge", "Open event streams.", [("", "\(streams)")])
    return lines.joined(separator: "\n") + "\n"
  }
}
