import Foundation
import Glibc
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A test's own PostgreSQL server on a UNIX socket, which lives as long as a closure runs.
public struct PostgreSQLServer: Sendable {
  /// The folder of its sockets and data.
  public let folder: String
  /// Distinguishes its socket from others in the folder.
  public let port: Int

  private let processGroup: Int32

  /// Whether there is a PostgreSQL with PostGIS, and osm2pgsql.
  public static let isInstalled: Bool =
    programs != nil && FileManager.default.isExecutableFile(atPath: osm2pgsql)
    && !matches("/usr/share/postgresql/*/extension/postgis.control").isEmpty

  private static let osm2pgsql = "/usr/bin/osm2pgsql"

  /// The folder of the server's programs.
  private static let programs = matches("/usr/lib/postgresql/*/bin/postgres").last
    .map { String($0.dropLast("/postgres".count)) }

  private static func matches(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  // MARK: - Making one

  /// A PostgreSQL program or server failed.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// A new folder for a server's socket and data, owned by its user.
  public static func folder() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory.forSocket()
    if geteuid() == 0 {
      try FileManager.default.setAttributes(
        [.ownerAccountName: "postgres", .groupOwnerAccountName: "postgres"], ofItemAtPath: folder.url.path)
    }
    return folder
  }

  /// Creates an empty server; everybody may connect without a password, except `guarded`.
  public static func initialise(_ folder: String) async throws {
    try await run(
      "initdb",
      ["-D", "\(folder)/data", "-A", "trust", "-U", "poi", "--no-sync", "-E", "UTF8", "--locale", "C.UTF-8"])
    let rules = """
      local all guarded scram-sha-256
      local all all trust
      local replication all trust

      """
    try Data(rules.utf8).write(to: URL(fileURLWithPath: "\(folder)/data/pg_hba.conf"))
  }

  /// Copies this server's data into another folder, to run by itself or as a standby.
  public func copy(to folder: String, asStandby: Bool) async throws {
    try await Self.run(
      "pg_basebackup",
      ["-D", "\(folder)/data", "-c", "fast", "--no-sync", "-h", self.folder, "-p", "\(port)", "-U", "poi"]
        + (asStandby ? ["-R"] : []))
  }

  /// Runs `body` with a server on the data in a folder, and ends the server before it returns.
  public static func run<Value: Sendable>(
    in folder: String, port: Int, _ body: (PostgreSQLServer) async throws -> Value
  ) async throws -> Value {
    guard let programs else { throw Failure(description: "PostgreSQL is not installed") }
    // Even if the tests are killed, nothing outlives them for long.
    let command =
      ["--signal=INT", "--kill-after=1", "1h"] + asServerUser
      + [
        "\(programs)/postgres", "-D", "\(folder)/data", "-k", folder, "-p", "\(port)",
        "-c", "listen_addresses=", "-c", "fsync=off", "-c", "logging_collector=off",
        "-c", "shared_buffers=32MB", "-c", "max_connections=40",
      ]
    var options = PlatformOptions()
    options.teardownSequence = [
      .send(signal: .interrupt, allowedDurationToNextStep: .seconds(10)),
      .gracefulShutDown(allowedDurationToNextStep: .seconds(2)),
    ]
    let log = try FileDescriptor.open(
      "\(folder)/log", .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
    let result = try await Subprocess.run(
      .name("timeout"), arguments: Arguments(command), platformOptions: options, input: .none,
      output: .fileDescriptor(log, closeAfterSpawningProcess: false),
      error: .fileDescriptor(log, closeAfterSpawningProcess: true)
    ) { [options] execution -> Result<Value, any Error> in
      let server = PostgreSQLServer(
        folder: folder, port: port, processGroup: execution.processIdentifier.value)
      let outcome: Result<Value, any Error>
      do {
        try await server.waitUntilReady()
        outcome = .success(try await body(server))
      } catch {
        outcome = .failure(error)
      }
      await execution.teardown(using: options.teardownSequence)
      return outcome
    }
    return try result.closureResult.get()
  }

  private func waitUntilReady() async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !isReady() {
      guard .now < deadline else {
        let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
        throw Failure(description: "PostgreSQL does not come up: \(log.suffix(2000))")
      }
      // It does not announce that it is ready.
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func isReady() async throws -> Bool {
    let arguments = ["-q", "-h", folder, "-p", "\(port)"]
    return try await CommandRunner.run("\(Self.programs ?? "")/pg_isready", arguments).status == 0
  }

  // MARK: - Using it

  /// The address of a database, with further servers in case this one does not answer.
  public func url(of database: String, or others: PostgreSQLServer..., user: String = "poi") -> String {
    let hosts = ([self] + others).map { server in
      "\(server.folder.replacing("/", with: "%2F")):\(server.port)"
    }
    return "postgresql://\(user)@\(hosts.joined(separator: ","))/\(database)"
  }

  /// Kills it, like a power cut.
  public func cutPower() {
    kill(-processGroup, SIGKILL)
  }

  /// Runs psql, and returns its output.
  @discardableResult
  public func execute(_ sql: String, in database: String = "postgres") async throws -> String {
    let outcome = try await CommandRunner.run(
      "\(Self.programs ?? "")/psql",
      [
        "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-p", "\(port)", "-U", "poi", "-d",
        database,
      ],
      input: Array(sql.utf8))
    guard outcome.status == 0 else { throw Failure(description: "\(outcome)") }
    return outcome.output
  }

  /// Fills a database from an OpenStreetMap extract with osm2pgsql.
  public func importExtract(_ path: String, into database: String) async throws {
    let outcome = try await CommandRunner.run(
      Self.osm2pgsql,
      ["--hstore-all", "-d", database, "-H", folder, "-P", "\(port)", "-U", "poi", "--cache", "16", path])
    guard outcome.status == 0 else { throw Failure(description: "\(outcome)") }
  }

  /// A server never runs as root.
  private static var asServerUser: [String] {
    geteuid() == 0 ? ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--"] : []
  }

  private static func run(_ program: String, _ arguments: [String]) async throws {
    guard let programs else { throw Failure(description: "PostgreSQL is not installed") }
    let command = asServerUser + ["\(programs)/\(program)"] + arguments
    let outcome = try await CommandRunner.run("/usr/bin/env", command)
    guard outcome.status == 0 else { throw Failure(description: "\(program): \(outcome)") }
  }
}
