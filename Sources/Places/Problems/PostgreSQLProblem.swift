import Geography
import Input

/// Why a PostgreSQL database cannot answer.
public enum PostgreSQLProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case noLibrary
  case malformedAddress
  case unreachable(String)
  /// The connection broke, and so did the next.
  case lost(String)
  /// No answer came within this many seconds.
  case timedOut(Double)
  case cancelled
  case noPlaces
  case unsuitable(String)
  /// The server answered with an error; `code` is its SQLSTATE.
  case refused(code: String, message: String)
  /// The answer is larger than this many bytes.
  case tooLarge(limit: Int)
  case noThread(NoThread)

  /// Whether the same question may succeed later, or on another host.
  var isPassing: Bool {
    switch self {
    case .unreachable, .lost, .timedOut, .cancelled, .noThread: true
    case .refused(let code, _): Self.passingClasses.contains(code.prefix(2))
    case .noLibrary, .malformedAddress, .noPlaces, .unsuitable, .tooLarge: false
    }
  }

  /// Whether the connection is unusable, and another host may do better.
  package var endsConnection: Bool {
    switch self {
    case .lost: true
    // A standby cancels queries that block its primary's changes.
    case .refused(let code, _): ["57P01", "57P02", "57P03", "40001", "25006"].contains(code)
    default: false
    }
  }

  /// Connections, rollbacks, resources, operators and failures of the server itself.
  private static let passingClasses: Set<Substring> = ["08", "40", "53", "55", "57", "58", "XX"]

  public var description: String {
    switch self {
    case .noLibrary: "PostgreSQL needs libpq, which is not installed\(PackageManager.advice(on: "libpq5"))"
    case .malformedAddress: "libpq cannot read that address; use postgresql://USER@HOST:PORT/DATABASE"
    case .unreachable(let message): message.isEmpty ? "no connection" : message
    case .lost(let message): message.isEmpty ? "the connection broke" : message
    case .timedOut(let seconds): "no answer within \(seconds.shortText) s"
    case .cancelled: "cancelled"
    case .noPlaces:
      "the database has no view poi_places and no table planet_osm_point; see poi-postgresql(7)"
    case .unsuitable(let reason): reason
    case .refused(_, let message): message
    case .tooLarge(let limit): "the answer is larger than \(limit / (1024 * 1024)) MiB"
    case .noThread(let problem): problem.description
    }
  }
}
