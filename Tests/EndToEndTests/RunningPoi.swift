import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// `poi serve` on a free loopback port, for the duration of a test.
struct RunningPoi: Sendable {
  /// Its address, like `http://127.0.0.1:40000`.
  let address: String
  /// What it says before the first request.
  let announcement: String
  let processIdentifier: Int32

  var port: UInt16 { UInt16(address.split(separator: ":").last ?? "") ?? 0 }

  /// Starts it, runs `body`, and ends it like a service manager.
  ///
  /// - Parameter files: how many open files it may have.
  static func serving(
    _ arguments: [String], environment: [String: String] = [:], files: Int = 1024,
    _ body: @escaping @Sendable (RunningPoi) async throws -> Void
  ) async throws {
    var variables: [Environment.Key: String] = [
      "PATH": "/usr/bin:/bin", "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC",
      // No gpsd, unless a test has one.
      "POI_GPSD": "127.0.0.1:1",
    ]
    let profile = "LLVM_PROFILE_FILE"
    variables[Environment.Key(stringLiteral: profile)] = ProcessInfo.processInfo.environment[profile]
    for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
    let listen = arguments.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
    let result = try await Subprocess.run(
      .path("/bin/sh"),
      arguments: Arguments(
        ["-c", "ulimit -n \(files); exec \"$@\"", "sh", PoiApp.path, "serve"] + listen + arguments),
      environment: .custom(variables), input: .none, output: .discarded, error: .sequence
    ) { execution in
      var told = ""
      var isAsked = false
      for try await piece in execution.standardError {
        piece.withUnsafeBytes { told += String(decoding: $0, as: UTF8.self) }
        guard !isAsked, let address = told.firstMatch(of: /http:\/\/[^\/ ]+:[0-9]+/) else { continue }
        isAsked = true
        let running = RunningPoi(
          address: String(address.output), announcement: told,
          processIdentifier: execution.processIdentifier.value)
        do { try await body(running) } catch { Issue.record(error) }
        kill(running.processIdentifier, SIGTERM)
      }
      #expect(isAsked, "\(told)")
    }
    #expect(result.terminationStatus == .signaled(SIGTERM))
  }

  /// An answer.
  struct Answer: Sendable {
    let status: Int
    let headers: String
    let body: String

    init(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      headers = String(parts[0])
      body = parts.count > 1 ? String(parts[1]) : ""
      status = Int(headers.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
  }

  /// Requests a path with its query.
  func get(_ target: String, _ fields: String..., host: String = "localhost") async -> Answer {
    let lines = fields.map { "\($0)\r\n" }.joined()
    return Answer(
      await send(Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(lines)\r\n".utf8)))
  }

  /// Sends bytes, and receives everything until the server closes the connection.
  ///
  /// On its own thread, as tests have few threads.
  func send(_ bytes: [UInt8], closingAfter isEnd: @escaping @Sendable ([UInt8]) -> Bool = { _ in false })
    async -> [UInt8]
  {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [port] in
        var received: [UInt8] = []
        if let connection = try? LoopbackSocket.connected(to: port) {
          _ = LoopbackSocket.send(bytes[...], on: connection)
          var piece = [UInt8](repeating: 0, count: 65_536)
          while case let count = recv(connection, &piece, piece.count, 0), count > 0 {
            received += piece[..<count]
            if isEnd(received) { break }
          }
          close(connection)
        }
        continuation.resume(returning: received)
      }
    }
  }
}
