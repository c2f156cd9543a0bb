import Foundation
import Glibc

/// A TCP server on loopback that lets everybody in as PostgreSQL does, and answers statements with whatever the test
/// says; it does not answer requests to cancel one.
public final class FakePostgreSQL: Sendable {
  /// Whether the library that speaks to it is installed.
  public static let hasClient = dlopen("libpq.so.5", RTLD_NOW) != nil

  /// The messages that answer a statement.
  public struct Answer: Sendable {
    fileprivate var bytes: [UInt8]

    private init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    /// Nothing, ever.
    public static let silence = Answer([])

    /// The start of a copy, which was not asked for.
    public static let copy = Answer(
      message("1", []) + message("2", []) + message("H", [1] + integer(Int16(0))))

    /// Rows of the same number of columns, each in PostgreSQL's binary form; `nil` stands for a null.
    public static func rows(_ rows: [[UInt8]?]...) -> Answer {
      let columns = rows.first?.count ?? 0
      let description = (0..<columns).map { _ in
        // Without a name; the table, the column, the type, its size and modifier, and the binary form.
        [0] + integer(Int32(0)) + integer(Int16(0)) + integer(Int32(25)) + integer(Int16(-1))
          + integer(Int32(-1)) + integer(Int16(1))
      }
      var bytes = message("1", []) + message("2", [])
      bytes += message("T", integer(Int16(columns)) + description.joined())
      for row in rows {
        let values = row.map { value in value.map { integer(Int32($0.count)) + $0 } ?? integer(Int32(-1)) }
        bytes += message("D", integer(Int16(columns)) + values.joined())
      }
      bytes += message("C", Array("SELECT \(rows.count)\0".utf8)) + FakePostgreSQL.isReady
      return Answer(bytes)
    }
  }

  private let listener: Int32
  private let port: UInt16

  /// An address that goes around what libpq would try first; `name` is the database's.
  public var url: String {
    "postgresql://poi@127.0.0.1:\(port)/places?sslmode=disable&gssencmode=disable&connect_timeout=60"
  }

  /// Listens, and answers the statements on each connection in turn until it is released; the last answer is repeated.
  ///
  /// - Throws: `POSIXError`.
  public init(_ answers: Answer...) throws {
    let listener = try LoopbackSocket.listening(backlog: 16)
    self.listener = listener
    port = try LoopbackSocket.port(of: listener)
    Thread.detachNewThread {
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread {
          Self.serve(connection, answers)
          close(connection)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  // MARK: - The protocol

  private static let isReady = message("Z", [UInt8(ascii: "I")])

  /// The version of the protocol, in the place where a request to cancel has another number.
  private static let version: Int32 = 3 << 16

  private static func serve(_ connection: Int32, _ answers: [Answer]) {
    guard let size = contentSize(from: connection), let start = read(size, from: connection) else { return }
    if start.starts(with: integer(version)) {
      let parameters = ["server_encoding", "client_encoding"].flatMap {
        message("S", Array("\($0)\0UTF8\0".utf8))
      }
      let login =
        message("R", integer(Int32(0))) + parameters + message("K", integer(Int32(1)) + integer(Int32(1)))
        + isReady
      guard LoopbackSocket.send(login[...], on: connection) else { return }
    }
    var rest = answers[...]
    while let kind = read(1, from: connection), let size = contentSize(from: connection),
      read(size, from: connection) != nil
    {
      // The end of a statement.
      guard kind == [UInt8(ascii: "S")] else { continue }
      let answer = rest.first ?? .silence
      if rest.count > 1 { rest.removeFirst() }
      guard LoopbackSocket.send(answer.bytes[...], on: connection) else { return }
    }
  }

  private static func message(_ kind: Unicode.Scalar, _ content: [UInt8]) -> [UInt8] {
    [UInt8(ascii: kind)] + integer(Int32(content.count + 4)) + content
  }

  private static func integer(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// The size of what follows a message's size; `nil` at the end.
  private static func contentSize(from connection: Int32) -> Int? {
    read(4, from: connection).map { bytes in max(0, bytes.reduce(0) { $0 << 8 | Int($1) } - 4) }
  }

  private static func read(_ count: Int, from connection: Int32) -> [UInt8]? {
    // Even to receive nothing, recv() waits for something.
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    return recv(connection, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
  }
}
