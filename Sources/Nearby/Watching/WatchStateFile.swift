import CivilTime
import FoundationEssentials
import Geography
import Glibc
import Input
import Places
import Positioning
import Synchronization

/// The file that keeps the places entered from one run to the next; only one watch can use it at a time.
public final class WatchStateFile: Sendable {
  /// Why it cannot be used.
  public enum Problem: Error, Equatable, CustomStringConvertible {
    /// It cannot be opened, read or written; `code` is an errno.
    case inaccessible(path: String, code: Int32)
    /// The path is a device, a pipe or a socket.
    case noFile(path: String)
    /// Another watch keeps its state there.
    case inUse(path: String)
    /// Its content is not the state of a watch.
    case malformed(path: String)
    /// It was written by a later version.
    case newer(path: String)
    /// The state holds a number that JSON cannot express, such as infinity.
    case unwritable(path: String)

    public var description: String {
      switch self {
      case .inaccessible(let path, let code): "\(path): \(String(cString: strerror(code)))"
      case .noFile(let path): "\(path) is not a regular file"
      case .inUse(let path): "\(path) is in use by another watch; give each a file of its own"
      case .malformed(let path): "\(path) is not the state of a watch; remove it to start over"
      case .newer(let path): "\(path) was written by a later version of poi"
      case .unwritable(let path): "\(path): the state cannot be written as JSON"
      }
    }
  }

  private struct Content: Codable {
    static let schema = 1

    let schema: Int
    let memory: ProximityMonitor.State
  }

  private struct Header: Decodable {
    let schema: Int
  }

  private let path: String
  /// The file that is there now, open and locked.
  private let held = Mutex<Int32?>(nil)

  public init(path: String) {
    self.path = path
  }

  deinit {
    hold(nil)
  }

  /// The saved state; `nil` if there is no file.
  public func load() throws(Problem) -> ProximityMonitor.State? {
    hold(nil)
    guard let descriptor = try lockedFile() else { return nil }
    hold(descriptor)
    let data = try content(of: descriptor)
    // As mktemp makes one.
    if data.isEmpty { return nil }
    let decoder = JSONDecoder()
    guard let header = try? decoder.decode(Header.self, from: data) else { throw .malformed(path: path) }
    guard header.schema <= Content.schema else { throw .newer(path: path) }
    guard let memory = try? decoder.decode(Content.self, from: data).memory, memory.isSound else {
      throw .malformed(path: path)
    }
    return memory
  }

  /// Saves the memory; at any moment, the file is either the old or the new one, complete.
  public func save(_ state: ProximityMonitor.State) throws(Problem) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(Content(schema: Content.schema, memory: state)) else {
      throw .unwritable(path: path)
    }
    // Beside the target of a link, so that the link stays; there may be none yet.
    let made = open(path, O_CREAT | O_WRONLY | O_CLOEXEC | O_NONBLOCK, S_IRUSR | S_IWUSR)
    let code = errno
    close(made)
    guard let target = realpath(path, nil) else { throw problem(making: path, code) }
    defer { free(target) }
    let final = String(cString: target)
    guard let (descriptor, temporary) = TemporaryFile.create(beginning: "\(final).") else {
      throw problem(making: final, errno)
    }
    flock(descriptor, LOCK_EX | LOCK_NB)
    // Synced before it replaces the old one, which a power cut shortly after could otherwise undo.
    guard data.writeAll(to: descriptor) == nil, fdatasync(descriptor) == 0, rename(temporary, final) == 0
    else {
      let problem = problem
      unlink(temporary)
      close(descriptor)
      throw problem
    }
    hold(descriptor)
  }

  private var problem: Problem { .inaccessible(path: path, code: errno) }

  /// Why no file can be made: what is wrong is its folder, if that cannot be written.
  private func problem(making path: String, _ code: Int32) -> Problem {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let isReadOnly = access(folder, F_OK) == 0 && access(folder, W_OK) != 0
    return .inaccessible(path: isReadOnly ? folder : self.path, code: code)
  }

  private func hold(_ descriptor: Int32?) {
    held.withLock { held in
      if let old = held {
        // A command that is just being started may have it open as well.
        flock(old, LOCK_UN)
        close(old)
      }
      held = descriptor
    }
  }

  /// The file, open for reading, if it exists and no other watch uses it.
  private func lockedFile() throws(Problem) -> Int32? {
    while true {
      // Opening a pipe would block.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor < 0, errno == ENOENT { return nil }
      guard descriptor >= 0 else { throw problem }
      var opened = stat()
      var present = stat()
      fstat(descriptor, &opened)
      guard opened.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw opened.st_mode & S_IFMT == S_IFDIR
          ? .inaccessible(path: path, code: EISDIR) : .noFile(path: path)
      }
      // Some file systems have no locks; the state is saved there anyway.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        throw .inUse(path: path)
      }
      // Another watch may just have put a new file in its place.
      if stat(path, &present) == 0, present.st_ino == opened.st_ino { return descriptor }
      close(descriptor)
    }
  }

  private func content(of descriptor: Int32) throws(Problem) -> Data {
    var data = Data()
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return data }
      guard count > 0 || errno == EINTR else { throw problem }
      data += piece.prefix(max(0, count))
      guard data.count <= InputLimits.state else { throw .malformed(path: path) }
    }
  }
}

extension ProximityMonitor.State {
  /// A fix a second for thirty years: counting must not overflow.
  private static let longestStreak = 1_000_000_000

  /// Whether a monitor could have written it: files are not trusted.
  fileprivate var isSound: Bool {
    ([lastCounted].compactMap(\.self) + (run ?? [])).allSatisfy {
      $0.coordinate.isValid && Self.isSound($0.time)
    }
      && leavings.values.allSatisfy(Self.isSound) && (untold ?? []).allSatisfy(Self.isSound)
      && visits.allSatisfy { id, visit in
        visit.place.id == id && visit.place.isSound && visit.radius.isFinite && visit.radius >= 0
          && (0...Self.longestStreak).contains(visit.streak) && Self.isSound(visit.streakStart)
          && (visit.way.map(Self.isSound) ?? true)
      }
  }

  private static func isSound(_ event: ProximityEvent) -> Bool {
    let bearings = [event.course, event.place.bearing].compactMap(\.self)
    return event.place.place.isSound && event.location.coordinate.isValid && isSound(event.location.time)
      && isSound(event.closest?.time) && bearings.allSatisfy { (0..<360).contains($0.degrees) }
  }

  private static func isSound(_ way: ProximityMonitor.State.Way) -> Bool {
    way.start.coordinate.isValid && isSound(way.start.time) && way.closest.isFinite
      && isSound(way.closestTime)
  }

  /// Whether a time has a four-digit year: no receiver gives another, and no other can be written.
  private static func isSound(_ time: Date?) -> Bool {
    time.map { (Timestamp.earliest...Timestamp.latest).contains($0) } ?? true
  }
}
