import Geography
import Logging
import PlaceServers
import Places
import Presentation

/// Reports what online sources say in addition to their answers, each thing once, and logs what they do.
final class NoticeReporter: Sendable {
  private let tellOnce: OnceTelling
  private let logger: Logger
  private let source: String

  /// - Parameter source: what messages call it.
  init(console: any Console, logger: Logger, source: String) {
    tellOnce = OnceTelling { console.tell($0) }
    self.logger = logger
    self.source = source
  }

  func tell(_ notice: OnlineNotice) {
    switch notice {
    case .asked(let trace): logger.debug("\(trace.summary)")
    case .foundInCache: logger.debug("cache: has an answer that is as good as new")
    case .notInCache: logger.debug("cache: has no answer that is as good as new")
    case .read(let records): records.problemSummary(of: source).map { tellOnce($0) }
    case .skipped(let count):
      tellOnce("\(source): could not read \(count) of the streets, addresses and areas")
    case .withoutAreas:
      tellOnce("\(source) has no areas, so addresses lack the municipality and the country")
    case .searchedOnly(let reach, let error):
      tellOnce("\(error); the search reached only \(Units.metric.wording(of: reach))")
    case .answeredFromCache(let error): tellOnce("\(error); the cache answers instead")
    case .cacheFailed(let problem): tellOnce("the cache cannot be used: \(problem)")
    }
  }
}

extension RequestTrace {
  /// One line: the request and its result.
  var summary: String {
    let milliseconds = Int(clamping: duration / .milliseconds(1))
    let answer = status.map { "status \($0)" } ?? "no answer"
    let failure = error.map { ": \($0)" } ?? ""
    return
      "server: \(method) \(address): \(answer), \(CacheReport.wording(bytes: bytes)) in \(milliseconds) ms\(failure)"
  }
}

extension PlaceRecords {
  /// What was skipped or left out; `nil` if everything could be used.
  func problemSummary(of source: String) -> String? {
    var parts: [String] = []
    if problemCount > 0 {
      let further = problemCount - problems.count
      parts = [
        "skipped \(problemCount) of \(problemCount + placeCount + unwantedCount) records: "
          + problems.map(\.description).joined(separator: "; ") + (further > 0 ? "; and \(further) more" : "")
      ]
    }
    if leftOut > 0 { parts.append(Self.wording(leftOut: leftOut)) }
    if let doubt { parts.append(doubt.description) }
    return parts.isEmpty ? nil : "\(source): \(parts.joined(separator: ", "))"
  }

  /// How many values of places are not kept, and which those are.
  static func wording(leftOut: Int) -> String {
    let kinds =
      "objects, nested lists, texts over 64 KiB, more than one website, cells without a heading, a second value of a key"
    return "\(leftOut) \(leftOut == 1 ? "value" : "values") left out (\(kinds))"
  }
}
