import CPQ
import Geography
import Glibc
import Places

final class PostgreSQLConnection: @unchecked Sendable {  // The pool lets one question at a time use it.
  private let connection: OpaquePointer
  /// Secrets that no message may show.
  private let secrets: [String]

  /// Whether somebody still waits for the answer.
  typealias GoOn = () -> Bool
  typealias Take = (PostgreSQLRow) throws(PostgreSQLProblem) -> Void

  /// How long a host may take to accept a connection by default, in seconds.
  private static let usualConnectTimeout = 10.0

  /// Connects to the first host that answers; blocks for as long as libpq tries.
  ///
  /// - Parameter timeout: the most seconds for each host, unless the address or the environment sets another limit.
  init(to address: PostgreSQLAddress, timeout: Double) throws(PostgreSQLProblem) {
    let options = try Self.options(of: address)
    secrets = ["password", "sslpassword"].compactMap { options[$0] }.filter { !$0.isEmpty }
    var usual = ["fallback_application_name": "poi"]
    // Options given here override a service file.
    let variables = ["PGSERVICE", "PGCONNECT_TIMEOUT"]
    let isSaid = options["service"] != nil || variables.contains { name in getenv(name) != nil }
    let seconds = min(Self.usualConnectTimeout, timeout).rounded(.up)
    if !isSaid { usual["connect_timeout"] = "\(max(2, Int(clamping: seconds)))" }
    var made: OpaquePointer?
    var problem = cpq_problem()
    let end = Self.withOptions(usual) { usual in
      cpq_connect(address.text, usual.baseAddress, usual.count, &made, &problem)
    }
    guard end == CPQ_COMPLETE, let made else {
      throw Self.problem(end, problem, secrets) { .unreachable($0) }
    }
    connection = made
  }

  deinit {
    cpq_close(connection)
  }

  /// A value that the server reports, such as its encoding.
  func parameter(_ name: String) -> String? {
    cpq_parameter(connection, name).map { String(cString: $0) }
  }

  /// Runs a statement, and hands over each row.
  ///
  /// - Parameter goOn: called repeatedly while waiting.
  /// - Throws: `PostgreSQLProblem`, also what `take` throws, which ends the connection.
  func ask(
    _ statement: SQLStatement, while goOn: @escaping GoOn, _ take: @escaping Take
  ) throws(PostgreSQLProblem) {
    let receiver = RowReceiver(goOn: goOn, take: take)
    var face = cpq_receiver()
    face.context = Unmanaged.passUnretained(receiver).toOpaque()
    face.take_row = { context, values, count in
      RowReceiver.at(context).take(PostgreSQLRow(UnsafeBufferPointer(start: values, count: count)))
    }
    face.go_on = { RowReceiver.at($0).goOn() }
    var problem = cpq_problem()
    let end = withExtendedLifetime(receiver) {
      Self.withTexts(statement.parameters) { parameters in
        cpq_ask(connection, statement.text, parameters.baseAddress, parameters.count, &face, &problem)
      }
    }
    if let problem = receiver.problem { throw problem }
    guard end == CPQ_COMPLETE else {
      throw Self.problem(end, problem, secrets) { .lost($0) }
    }
  }

  // MARK: - Between C and Swift

  /// The parts of the address, by libpq's names.
  private static func options(
    of address: PostgreSQLAddress
  ) throws(PostgreSQLProblem) -> [String: String] {
    final class Options {
      var values: [String: String] = [:]
    }
    let options = Options()
    let end = cpq_read_address(address.text, Unmanaged.passUnretained(options).toOpaque()) {
      context, option in
      guard let context, let name = option.name, let value = option.value else { return }
      Unmanaged<Options>.fromOpaque(context).takeUnretainedValue().values[String(cString: name)] =
        String(cString: value)
    }
    guard end == CPQ_COMPLETE else { throw problem(end, cpq_problem(), []) { .unreachable($0) } }
    return withExtendedLifetime(options) { options.values }
  }

  private static func problem(
    _ end: cpq_end, _ problem: cpq_problem, _ secrets: [String],
    losing: (String) -> PostgreSQLProblem
  ) -> PostgreSQLProblem {
    let message = shown(text(of: problem.message), hiding: secrets)
    let code = text(of: problem.sqlstate)
    switch end {
    case CPQ_NO_LIBRARY: return .noLibrary
    case CPQ_MALFORMED: return .malformedAddress
    case CPQ_STOPPED: return .cancelled
    case CPQ_REFUSED: return .refused(code: code, message: message)
    case CPQ_NO_MEMORY: return .unreachable("no memory")
    default: return losing(message)
    }
  }

  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// A message of libpq's in one line.
  static func shown(_ message: String, hiding secrets: [String]) -> String {
    let lines = message.split { $0.isNewline }.map { $0.trimmingPrefix { $0.isWhitespace } }
    let text = lines.filter { !$0.isEmpty }.joined(separator: "; ")
    return secrets.reduce(text) { $0.replacing($1, with: "…") }
  }

  private static func withTexts<Result>(
    _ texts: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return copies.map { $0.map { UnsafePointer($0) } }.withUnsafeBufferPointer(body)
  }

  private static func withOptions<Result>(
    _ options: [String: String], _ body: (UnsafeBufferPointer<cpq_option>) -> Result
  ) -> Result {
    withTexts(options.flatMap { [$0.key, $0.value] }) { texts in
      stride(from: 0, to: texts.count, by: 2)
        .map { cpq_option(name: texts[$0], value: texts[$0 + 1]) }.withUnsafeBufferPointer(body)
    }
  }
}

/// Takes the rows of one answer.
private final class RowReceiver {
  let goOn: PostgreSQLConnection.GoOn
  private let handOver: PostgreSQLConnection.Take
  private(set) var problem: PostgreSQLProblem?

  init(goOn: @escaping PostgreSQLConnection.GoOn, take: @escaping PostgreSQLConnection.Take) {
    self.goOn = goOn
    handOver = take
  }

  /// - Returns: whether to go on.
  func take(_ row: PostgreSQLRow) -> Bool {
    do throws(PostgreSQLProblem) {
      try handOver(row)
      return true
    } catch {
      problem = error
      return false
    }
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> RowReceiver {
    guard let context else { preconditionFailure("CPQ hands on what it was given") }
    return Unmanaged<RowReceiver>.fromOpaque(context).takeUnretainedValue()
  }
}
