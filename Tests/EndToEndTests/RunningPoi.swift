import Foundation
import Glibc
import Subprocess
import Synchronization
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
    variables.merge(CommandRunner.coverage) { $1 }
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
  func send(_ bytes: [UInt8], closingAfter isEnd: @escaping @Sendable ([UInt8]) -> Bool = { _ in false })
    async -> [UInt8]
  {
    do {
      return try await LoopbackSocket.exchange(bytes, with: port, closingAfter: isEnd)
    } catch {
      Issue.record(error)
      return []
    }
  }

  /// The events that a path streams, up to the first that is enough.
  ///
  /// - Parameters:
  ///   - onJoin: called when the server has let the client in, before any event.
  ///   - isEnough: called with all events so far; its side effects happen between this event and the next.
  /// - Throws: `StreamProblem` if the server answers with something else, or ends the stream before.
  func events(
    _ target: String, onJoin: @escaping @Sendable () -> Void = {},
    until isEnough: @escaping @Sendable ([String]) -> Bool
  ) async throws -> [String] {
    let reader = Mutex(EventStreamReader())
    let request = Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    _ = try await LoopbackSocket.exchange(request, with: port) { received in
      reader.withLock { reader in
        let wasJoined = reader.hasJoined
        reader.read(received)
        if !wasJoined, reader.hasJoined { onJoin() }
        while reader.told < reader.events.count {
          reader.told += 1
          if isEnough(Array(reader.events[..<reader.told])) { return true }
        }
        return reader.problem != nil
      }
    }
    return try reader.withLock { reader in
      let events = Array(reader.events[..<reader.told])
      guard reader.problem == nil, isEnough(events) else {
        throw StreamProblem(description: reader.problem ?? "the stream ended after \(events)")
      }
      return events
    }
  }

  /// Why there is no stream of events.
  struct StreamProblem: Error, CustomStringConvertible {
    let description: String
  }
}

/// Reads the bytes of a stream of events as they come: an answer in chunks (RFC 9112) of server-sent events.
private struct EventStreamReader {
  private(set) var events: [String] = []
  private(set) var hasJoined = false
  private(set) var problem: String?
  /// How many of the events have been shown.
  var told = 0

  private var position: Int?
  private var text: [UInt8] = []

  /// - Parameter received: all bytes of the connection so far.
  mutating func read(_ received: [UInt8]) {
    guard var next = position ?? endOfHead(received) else { return }
    while let (length, start) = Self.chunkSize(received, at: next), start + length + 2 <= received.count {
      text += received[start..<start + length]
      next = start + length + 2
    }
    position = next
    while let end = text.firstIndex(of: UInt8(ascii: "\n")) {
      take(String(decoding: text[..<end], as: UTF8.self))
      text.removeSubrange(...end)
    }
  }

  private mutating func take(_ line: String) {
    hasJoined = true
    if line.hasPrefix("data: ") { events.append(String(line.dropFirst(6))) }
  }

  private mutating func endOfHead(_ received: [UInt8]) -> Int? {
    guard let end = Self.end(of: "\r\n\r\n", in: received, from: 0) else { return nil }
    let head = String(decoding: received[..<end], as: UTF8.self)
    guard head.hasPrefix("HTTP/1.1 200"), head.contains("Content-Type: text/event-stream"),
      head.contains("Transfer-Encoding: chunked")
    else {
      problem = String(decoding: received, as: UTF8.self)
      return nil
    }
    return end
  }

  private static func chunkSize(_ received: [UInt8], at start: Int) -> (length: Int, start: Int)? {
    guard let end = end(of: "\r\n", in: received, from: start),
      let length = Int(String(decoding: received[start..<end - 2], as: UTF8.self), radix: 16)
    else { return nil }
    return (length, end)
  }

  private static func end(of mark: String, in received: [UInt8], from start: Int) -> Int? {
    received[start...].firstRange(of: Array(mark.utf8))?.upperBound
  }
}
