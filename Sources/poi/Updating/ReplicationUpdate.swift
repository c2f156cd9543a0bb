import CivilTime
import FoundationEssentials
import Geography
import Glibc
import Input
import PlaceFiles
import PlaceServers
import Places
import Programs

/// Updates an OpenStreetMap extract from its server with pyosmium-up-to-date(1), in a copy beside it.
@MainActor
final class ReplicationUpdate {
  /// The file, locked against other updates.
  private let path: String
  /// Its name in messages.
  private let name: String
  private let server: String
  private let megabytes: Int
  private let patience: Int
  /// pyosmium tries a silent server several times, and waits in between.
  private var idleLimit: Duration { .seconds(30 + 5 * patience) }
  private let lock: Int32
  private var copies: [String] = []

  private static let program = "pyosmium-up-to-date"
  /// How long a program may work on one part of the updates: a planet takes some hours.
  private static let longest = Duration.seconds(12 * 3600)

  /// - Parameters:
  ///   - name: the path that the user knows.
  ///   - server: the update server in its header.
  ///   - megabytes: how much of the changes to hold in memory at once.
  ///   - patience: how many seconds to wait each time until the server sends something.
  init(of name: String, from server: String, megabytes: Int, patience: Double) throws {
    self.name = name
    self.patience = Int(clamping: min(patience.rounded(.up), 1e6))
    self.server = URL(string: server)?.withoutSecrets ?? server
    self.megabytes = megabytes
    // Replacing a link's target keeps the link.
    path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
    lock = open(path, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw CommandFailure(name, errno: errno) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw CommandFailure("\(name): another poi update is working on it", .tryLater)
    }
    removeLeftovers()
  }

  deinit {
    copies.forEach { unlink($0) }
    close(lock)
  }

  /// Makes the copy; `nil` if the server has nothing newer.
  ///
  /// - Throws: `CommandFailure`; `CancellationError` when the task is cancelled.
  func makeNext(report: (Int) -> Void) async throws -> String? {
    var newest: String?
    let header = try header(of: path)
    // Before anything is fetched in vain.
    if header.isUpdatedFromPlanet, header.boundingBox != nil { _ = try cutter() }
    var sequence = header.replicationSequence
    for round in 1... {
      report(round)
      let next = try nextCopy("\(round)")
      let (end, words) = try await run(from: newest ?? path, to: next)
      guard case .exited(let code) = end, code == 0 || code == 1 else { throw failure(end, words) }
      if let sequence, let announced = Self.announcedSequence(in: words), announced < sequence {
        throw CommandFailure(
          "\(name): \(server) is behind the file, at \(announced) instead of \(sequence); try again later",
          .tryLater)
      }
      // If there is nothing new, the program writes nothing, and does not announce more.
      guard access(next, F_OK) == 0 else {
        guard code == 0 else { throw failure(end, words) }
        return newest
      }
      let reached = try self.header(of: next).replicationSequence
      if let sequence, reached ?? .min <= sequence {
        throw CommandFailure(
          "\(name): the updates from \(server) do not continue its data; try again later", .tryLater)
      }
      sequence = reached
      newest.map { _ = unlink($0) }
      newest = try await cut(next, toBoxOf: header, round)
      if code == 0 { return newest }
    }
    return newest
  }

  /// Replaces the file with the copy, after syncing the copy to disk.
  ///
  /// - Throws: `PlacesError.unreadable`.
  nonisolated static func replace(_ name: String, by copy: String) throws(PlacesError) {
    let path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
    var status = stat()
    let descriptor = open(copy, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: copy, code: errno) }
    defer { close(descriptor) }
    guard stat(path, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777) == 0,
      fsync(descriptor) == 0, rename(copy, path) == 0
    else { throw .unreadable(path: name, code: errno) }
  }

  private func header(of path: String) throws -> OSMHeader {
    if let header = try PlaceFile(path: path).extractHeader() { return header }
    throw CommandFailure(
      "\(name): \(Self.program) made a file that is not an OpenStreetMap extract", .malformedInput)
  }

  private func run(from input: String, to output: String) async throws -> (ProgramEnd, String) {
    do throws(HelperProblem) {
      return try await run(
        HelperProgram(Self.program, from: "pyosmium"),
        ["-v", "-v", "--size", "\(megabytes)", "--socket-timeout", "\(patience)", "-o", output, input])
    } catch {
      guard case .missing = error else { throw failure(error) }
      throw CommandFailure("\(name): its updates need \(error.whatIsMissing)", .noSuchInput)
    }
  }

  /// How it ended, and what it said.
  private func run(
    _ program: HelperProgram, _ arguments: [String]
  ) async throws(HelperProblem) -> (ProgramEnd, String) {
    // What they print is for logs; what matters goes to stderr.
    let outcome = try await program.run(
      arguments, output: .kept(most: InputLimits.updaterMessages), within: Self.longest, idleLimit: idleLimit)
    return (outcome.end, outcome.messages)
  }

  private func failure(_ problem: HelperProblem) -> any Error {
    if case .cancelled = problem { return CancellationError() }
    return CommandFailure("\(name): \(problem); try again later", .tryLater)
  }

  // MARK: - Updates of a larger area

  /// How much larger than the file a copy is at most, unless its updates are of a larger area.
  private static let usualGrowth = 1.1

  /// Removes what updates of a larger area brought from elsewhere; otherwise changes nothing.
  ///
  /// - Returns: the copy, or the part cut from it.
  private func cut(_ copy: String, toBoxOf header: OSMHeader, _ round: Int) async throws -> String {
    guard let box = header.boundingBox,
      header.isUpdatedFromPlanet || Self.size(of: copy) > Self.size(of: path) * Self.usualGrowth
    else { return copy }
    let updated = try self.header(of: copy)
    let options = [
      "base_url": updated.replicationURL, "sequence_number": updated.replicationSequence.map(String.init),
      "timestamp": updated.time.map { Timestamp.text(of: $0) },
    ]
    let part = try nextCopy("\(round)-cut")
    let cutter = try cutter()
    let (end, words): (ProgramEnd, String)
    do throws(HelperProblem) {
      (end, words) = try await run(
        cutter,
        [
          "extract", "--no-progress", "--strategy", "smart", "--set-bounds", "--bbox",
          "\(box.west),\(box.south),\(box.east),\(box.north)", "--output", part, copy,
        ]
          + options.compactMap { key, value in
            value.map { "--output-header=osmosis_replication_\(key)=\($0)" }
          })
    } catch {
      throw failure(error)
    }
    guard end == .exited(0) else {
      throw CommandFailure(
        "\(name): poi cannot cut its updates to its own area; \(cutter.name): "
          + (words.split(separator: "\n").last.map(String.init) ?? end.problem ?? ""), .tryLater)
    }
    unlink(copy)
    return part
  }

  /// What cuts an extract.
  ///
  /// - Throws: `CommandFailure` if it is missing.
  private func cutter() throws(CommandFailure) -> HelperProgram {
    do throws(HelperProblem) {
      return try HelperProgram("osmium", from: "osmium-tool")
    } catch {
      throw CommandFailure(
        "\(name): the updates at \(server) cover a larger area; poi needs osmium to remove the rest"
          + PackageManager.advice(on: "osmium-tool"), .noSuchInput)
    }
  }

  private static func size(of path: String) -> Double { Double(SourceFile(at: path)?.size ?? 0) }

  /// The number of the last update that the server has, according to the program.
  private static func announcedSequence(in words: String) -> Int64? {
    words.firstMatch(of: /Server is at sequence (\d+)/).flatMap { Int64($0.1) }
  }

  /// What went wrong, according to the program.
  private func failure(_ end: ProgramEnd, _ words: String) -> CommandFailure {
    let last = words.split(separator: "\n").last.map(String.init) ?? end.problem ?? ""
    if words.contains("more than 3 months old") {
      return CommandFailure(
        "\(name): its data is more than three months old, too old to be updated from \(server); "
          + "download it again, then run poi update", .malformedInput)
    }
    if words.contains("detect file format") {
      return CommandFailure(
        "\(name): \(Self.program) cannot tell its format by its name; "
          + "rename it to end in .osm.pbf, then import it again", .usage)
    }
    if words.contains("timed out") {
      return CommandFailure(
        "\(name): \(server) has sent nothing for \(patience) s; try again later", .unreachable)
    }
    if words.contains("Cannot download state information") || words.contains("No starting point found") {
      let reason = words.contains("name resolution") || words.contains("not known") ? "no network: " : ""
      return CommandFailure(
        "\(name): \(reason)cannot get updates from \(server); try again later, or download it again",
        .unreachable)
    }
    if words.contains("No new updates found") {
      return CommandFailure(
        "\(name): \(server) announces updates that it does not provide; try again later", .tryLater)
    }
    switch end {
    case .exited(2): return CommandFailure("\(name): \(Self.program): \(last)", .malformedInput)
    case .exited:
      return CommandFailure(
        "\(name): the updates from \(server) cannot be read (\(last)); try again later", .unreachable)
    case .signalled(let signal):
      return CommandFailure("\(name): \(Self.program) was killed (signal \(signal))", .tryLater)
    }
  }

  // MARK: - Copies

  private var prefix: String { ".\(URL(fileURLWithPath: path).lastPathComponent).update-" }
  private var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// A name whose ending tells the format.
  private func nextCopy(_ number: String) throws -> String {
    guard access(folder, W_OK) == 0 else {
      throw CommandFailure("\(name): poi cannot write to \(folder), where it prepares the update", .refused)
    }
    let last = URL(fileURLWithPath: path).lastPathComponent
    let ending = last.firstIndex(of: ".").map { last[$0...] } ?? ".osm.pbf"
    let copy = "\(folder)/\(prefix)\(getpid())-\(number)\(ending)"
    copies.append(copy)
    return copy
  }

  /// Removes the leftovers of a killed update.
  private func removeLeftovers() {
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard file.hasPrefix(prefix),
        let process = Int32(file.dropFirst(prefix.count).prefix { $0.isNumber }),
        process != getpid(), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlink("\(folder)/\(file)")
    }
  }
}
