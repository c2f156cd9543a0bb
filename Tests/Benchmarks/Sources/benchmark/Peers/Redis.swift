import Foundation
import Geography
import Places

/// A Redis of one's own on a socket in the file system, with the ids of all places, and of those of one category.
final class Redis: Peer {
  /// Redis's error, or its silence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let name = "Redis, GEOSEARCH of ids"

  private let server: pid_t
  private let connection: Int32
  private var received: [UInt8] = []
  private var position = 0

  /// Starts it; `nil` if it is not installed.
  init?(socket path: String) throws {
    let program = Program(named: "redis-server")
    guard program.isThere else { return nil }
    server = try program.spawn([
      "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no", "--daemonize", "no",
    ])
    connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let deadline = ContinuousClock.now + .seconds(10)
    while true {
      let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if result == 0 { break }
      guard ContinuousClock.now < deadline else {
        kill(server, SIGKILL)
        throw Failure(description: "redis-server does not answer")
      }
      usleep(20_000)
    }
  }

  deinit {
    close(connection)
    kill(server, SIGTERM)
    waitpid(server, nil, 0)
  }

  /// Adds all places of a region.
  func load(_ region: Region) throws {
    let batch = 5000
    for start in stride(from: 0, to: region.size.count, by: batch) {
      var all = ["GEOADD", "all"]
      var some = ["GEOADD", "some"]
      for ordinal in start..<min(start + batch, region.size.count) {
        let place = region.place(ordinal)
        let words = ["\(place.coordinate.longitude)", "\(place.coordinate.latitude)", place.id]
        all += words
        if place.category == region.city.category { some += words }
      }
      _ = try ask(all)
      if some.count > 2 { _ = try ask(some) }
    }
  }

  func nearest(to position: Coordinate, within metres: Double, of category: String?) throws -> Int {
    try ask([
      "GEOSEARCH", category == nil ? "all" : "some", "FROMLONLAT", "\(position.longitude)",
      "\(position.latitude)", "BYRADIUS", "\(metres)", "m", "ASC", "COUNT", "\(limit)", "WITHDIST",
    ])
  }

  func nearest(to position: Coordinate) throws -> Int? {
    // Its squares end there.
    guard abs(position.latitude) < 85 else { return 0 }
    return try widening { try nearest(to: position, within: $0, of: nil) }
  }

  /// Sends a command, and returns the number that it answers with, or how long a list.
  private func ask(_ words: [String]) throws -> Int {
    var command = "*\(words.count)\r\n"
    for word in words { command += "$\(word.utf8.count)\r\n\(word)\r\n" }
    var rest = Array(command.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "redis-server is gone") }
      rest = rest.dropFirst(count)
    }
    received.removeAll(keepingCapacity: true)
    position = 0
    return try readReply()
  }

  private func readReply() throws -> Int {
    let line = try readLine()
    let number = Int(line.dropFirst()) ?? 0
    switch line.first {
    case "-": throw Failure(description: line)
    case "$":
      position += max(0, number + 2)
      while received.count < position { try receive() }
    case "*": for _ in 0..<max(0, number) { _ = try readReply() }
    default: break
    }
    return number
  }

  private func readLine() throws -> String {
    while true {
      if let end = received[position...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return String(decoding: received[position..<end - 1], as: UTF8.self)
      }
      try receive()
    }
  }

  private func receive() throws {
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    let count = read(connection, &piece, piece.count)
    guard count > 0 else { throw Failure(description: "redis-server is gone") }
    received += piece.prefix(count)
  }
}
