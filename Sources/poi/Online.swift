import Foundation
import Geography
import Places
import Synchronization

/// The online sources as the environment has them.
enum Online {
  /// The Overpass servers of `$POI_OVERPASS_URL`, the first of which is no mirror, or else the public one.
  ///
  /// - Throws: `CommandFailure` where one of them is no URL.
  static func overpassServers(in environment: [String: String]) throws -> (server: URL, mirrors: [URL]) {
    let variable = "POI_OVERPASS_URL"
    let named = environment[variable].flatMap { $0.isEmpty ? nil : $0 } ?? OverpassProvider.publicServer
    let servers = try named.split(separator: ",").map { part in
      let text = part.trimmingCharacters(in: .whitespaces)
      guard case .server(let url) = try? SourceOptions.Choice(argument: text) else {
        throw CommandFailure("$\(variable): '\(text)' is not a URL", .usage)
      }
      return url
    }
    guard let server = servers.first else { throw CommandFailure("$\(variable) names no server", .usage) }
    return (server, Array(servers.dropFirst()))
  }
}

extension OnDiskCache {
  /// The user's, as large as `$POI_CACHE_SIZE` allows; nothing for one without a home.
  ///
  /// - Throws: `CommandFailure` where that is no size.
  static func ofUser(in environment: [String: String]) throws -> OnDiskCache? {
    let variable = "POI_CACHE_SIZE"
    let named = environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    do {
      let limit = try named.map(Amounts.bytes) ?? defaultSizeLimit
      return userDirectory(in: environment).map { OnDiskCache(directory: $0, sizeLimit: limit) }
    } catch {
      throw CommandFailure("$\(variable): \(error)", .usage)
    }
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
