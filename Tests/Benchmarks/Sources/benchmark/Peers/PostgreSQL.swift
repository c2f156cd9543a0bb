import Foundation
import Geography
import PlaceDatabase
import Places
import Synchronization

/// A private PostgreSQL on a UNIX socket, filled by poi's export and queried through poi's source.
final class PostgreSQL: QueriedPeer {
  /// A step of the setup that failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let name = "PostgreSQL, poi_places"

  private let server: pid_t
  private let provider: PostgreSQLProvider

  /// A server never runs as root. The folder is `$1`, the program poi `$2`, and the store `$3`.
  private static let beginning = """
    set -eu
    programs=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
    as_server=
    if [ "$(id -u)" = 0 ]; then
      as_server='setpriv --reuid postgres --regid postgres --clear-groups'
      mkdir -p "$1" && chown postgres "$1"
    fi

    """
  private static let creation = """
    mkdir -p "$1"
    $as_server "$programs/initdb" -D "$1/data" -A trust -U poi --no-sync -E UTF8 --locale C.UTF-8
    """
  private static let serving = """
    exec $as_server "$programs/postgres" -D "$1/data" -k "$1" -p 5999 -c listen_addresses= -c fsync=off \
      -c shared_buffers=512MB
    """
  private static let filling = """
    tries=0
    until "$programs/pg_isready" -q -h "$1" -p 5999; do
      tries=$((tries + 1)); [ "$tries" -lt 600 ]; sleep 0.1
    done
    "$2" places export --format sql --store "$3" |
      "$programs/psql" -q -v ON_ERROR_STOP=1 -h "$1" -p 5999 -U poi postgres
    """

  /// Starts and fills it; `nil` if PostgreSQL with PostGIS is not installed.
  init?(folder: String, poi: Program, store: String) throws {
    let shell = Program(path: "/bin/sh")
    func arguments(_ script: String) -> [String] {
      ["-c", Self.beginning + script, "sh", folder, poi.path, store]
    }
    let search = "ls /usr/lib/postgresql/*/bin/postgres /usr/share/postgresql/*/extension/postgis.control"
    guard try shell.run(["-c", search]).status == 0 else { return nil }
    guard try shell.run(arguments(Self.creation)).status == 0 else {
      throw Failure(description: "initdb failed")
    }
    server = try shell.spawn(arguments(Self.serving))
    guard
      let address = PostgreSQLAddress("postgresql://poi@\(folder.replacing("/", with: "%2F")):5999/postgres")
    else { throw Failure(description: "\(folder) makes no address") }
    provider = PostgreSQLProvider(address: address)
    guard try shell.run(arguments(Self.filling)).status == 0 else {
      throw Failure(description: "filling PostgreSQL failed")
    }
  }

  deinit {
    kill(server, SIGINT)
    waitpid(server, nil, 0)
  }

  func count(of query: PlaceQuery, near position: Coordinate) throws -> Int {
    let answer = Answer()
    let isDone = DispatchSemaphore(value: 0)
    Task { [provider] in
      do {
        answer.set(.success(try await provider.places(near: position, matching: query).places.count))
      } catch {
        answer.set(.failure(error))
      }
      isDone.signal()
    }
    isDone.wait()
    return try answer.get()
  }

  /// The result of a question.
  private final class Answer: Sendable {
    private let result = Mutex<Result<Int, any Error>>(.success(0))

    func set(_ result: Result<Int, any Error>) { self.result.withLock { $0 = result } }
    func get() throws -> Int { try result.withLock { $0 }.get() }
  }
}
