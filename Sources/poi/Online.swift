import ArgumentParser
import Foundation
import Geography
import Places
import Synchronization

/// The Overpass servers that may be asked.
struct OverpassServers: Equatable {
  let server: URL
  /// Are asked in its place where it cannot be reached or is overloaded.
  let mirrors: [URL]

  var all: [URL] { [server] + mirrors }

  /// URLs with commas between them.
  init(argument: String) throws {
    let servers = try argument.split(separator: ",").map { part in
      let text = part.trimmingCharacters(in: .whitespaces)
      guard case .server(let url) = try? SourceOptions.Choice(argument: text) else {
        throw ValidationError("'\(text)' is not a URL")
      }
      return url
    }
    guard let server = servers.first else { throw ValidationError("it names no server") }
    self.server = server
    mirrors = Array(servers.dropFirst())
  }
}

extension OnDiskCache {
  /// The user's, as large as the settings allow; nothing for one without a home.
  ///
  /// - Throws: `CommandFailure`.
  static func ofUser(in settings: Settings) throws -> OnDiskCache? {
    let limit = try settings.value(of: .cacheSize)
    return userDirectory(in: settings.environment).map { OnDiskCache(directory: $0, sizeLimit: limit) }
  }

  /// What goes without being asked for: what is older than half a year, and what is too much.
  var usualPolicy: CombinedCleanupPolicy {
    CombinedCleanupPolicy(
      MaxAgeCleanupPolicy(maxAge: 180 * 86400), MaxSizeCleanupPolicy(maxSize: sizeLimit))
  }
}

/// Tells the user what online sources say besides their answers, each of it once.
final class NoticeTeller: Sendable {
  private let console: any Console
  private let source: String
  private let told = Mutex<Set<String>>([])

  /// - Parameter source: what messages call it.
  init(console: any Console, source: String) {
    self.console = console
    self.source = source
  }

  func tell(_ notice: OnlineNotice) {
    guard let message = message(of: notice) else { return }
    if told.withLock({ $0.insert(message).inserted }) { console.tell(message) }
  }

  private func message(of notice: OnlineNotice) -> String? {
    switch notice {
    case .read(let records): records.problemSummary(of: source)
    case .searchedOnly(let reach, let error):
      "\(error); only \(Units.metric.wording(of: reach)) around were searched"
    case .answeredFromCache(let error): "\(error); the cache answers instead"
    case .cacheFailed(let problem): "the cache cannot be used: \(problem)"
    }
  }
}

extension PlaceRecords {
  /// What had to be passed over; nothing where all could be used.
  func problemSummary(of source: String) -> String? {
    guard problemCount > 0 else { return nil }
    let further = problemCount - problems.count
    return "\(source): passed over \(problemCount) of \(problemCount + places.count) records: "
      + problems.map(\.description).joined(separator: "; ") + (further > 0 ? "; and \(further) more" : "")
  }
}
