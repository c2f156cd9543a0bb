import Foundation
import Geography
import Places
import Positioning

/// The file that keeps who is inside from one run to the next.
public struct WatchStateFile: Sendable {
  /// Why it cannot be used.
  public enum Problem: Error, Equatable, CustomStringConvertible {
    /// It cannot be opened, read or written; the system's words.
    case inaccessible(path: String, reason: String)
    /// What it holds is not the state of a watch.
    case malformed(path: String)
    /// It was written by a later version.
    case newer(path: String)

    /// What is wrong, without a full stop.
    public var description: String {
      switch self {
      case .inaccessible(let path, let reason): "\(path): \(reason)"
      case .malformed(let path): "\(path) is not the state of a watch; remove it to begin anew"
      case .newer(let path): "\(path) was written by a later version of poi"
      }
    }
  }

  private struct Content: Codable {
    static let schema = 1

    let schema: Int
    let memory: ProximityMonitor.Memory
  }

  private struct Header: Decodable {
    let schema: Int
  }

  private let path: String

  /// The file at `path`, which need not be there yet.
  public init(path: String) {
    self.path = path
  }

  /// What was kept; nothing where there is no file.
  public func load() throws(Problem) -> ProximityMonitor.Memory? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .inaccessible(path: path, reason: error.localizedDescription)
    }
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

  /// Keeps the memory; the file is whole at any moment, the old one or the new one.
  public func save(_ memory: ProximityMonitor.Memory) throws(Problem) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      let data = try encoder.encode(Content(schema: Content.schema, memory: memory))
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .inaccessible(path: path, reason: error.localizedDescription)
    }
  }
}

extension ProximityMonitor.Memory {
  /// A fix a second for thirty years; nobody can count on from the largest integer.
  private static let longestStreak = 1_000_000_000

  /// Whether it is what a monitor could have written: a file is not to be trusted.
  fileprivate var isSound: Bool {
    (lastCounted?.coordinate.isValid ?? true)
      && visits.allSatisfy { id, visit in
        visit.place.id == id && visit.place.coordinate.isValid && visit.radius.isFinite && visit.radius >= 0
          && (0...Self.longestStreak).contains(visit.streak)
      }
  }
}
