import ArgumentParser
import FoundationEssentials
import Geography
import Glibc
import Input
import Nearby
import PlaceServers
import PlaceStore
import Places
import Positioning
import Presentation

/// What ends a command: a message for stderr, and the exit status.
struct CommandFailure: Error, Equatable {
  let problem: String
  /// What the user can do about it, if the problem does not say so itself.
  let advice: String?
  let status: ExitStatus

  init(_ problem: String, _ status: ExitStatus, advice: String? = nil) {
    // An empty path is most often a variable that is not set.
    self.problem = problem.hasPrefix(": ") ? "''\(problem)" : problem
    self.status = status
    self.advice = advice
  }

  /// What could not be opened or read.
  init(_ name: String, errno code: Int32) {
    self.init("\(name): \(String(cString: strerror(code)))", ExitStatus(errno: code))
  }

  var message: String { [problem, advice].compactMap(\.self).joined(separator: "; ") }

  /// What an error of any module means for the user and for scripts.
  ///
  /// Commands throw errors as they are; `PoiCommand` converts them, in one place.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as ValidationError: self.init(error.message, .usage)
    case PlacesError.server(let address, .connection(.unknownHost)) where address.hasSuffix("/interpreter"):
      self.init(
        "no network: cannot find \(URL(string: address)?.host ?? address)", .unreachable,
        advice: "to look places up offline, import a map extract: poi import REGION.osm.pbf")
    case let error as PlacesError: self.init(error.description, ExitStatus(error))
    case let error as PositioningError:
      self.init(error.description, ExitStatus(error), advice: error.advice)
    case let problem as WatchStateFile.Problem: self.init(problem.description, ExitStatus(problem))
    case let problem as OnDiskCache.Problem:
      self.init("the cache cannot be used: \(problem)", ExitStatus(problem))
    case let problem as NoThread: self.init(problem.description, .tryLater)
    case let problem as DocumentProblem: self.init("\(problem)", .unreachable)
    default: self.init("\(error)", .readOrWriteFailed)
    }
  }

  /// A server failed, and the data on this machine has nothing there.
  init(beyondData error: PlacesError, of what: String = "this position") {
    self.init(
      "your data does not cover \(what), and no server could be asked (\(error.brief))", ExitStatus(error))
  }

  /// - Parameter choice: the intended source of the position.
  init(_ error: NearbyError, from choice: PositionOptions.Choice) {
    switch (error, choice) {
    case (.noFix(let noFix), .gpsd(let address)) where noFix.state == .unknown:
      // gpsd said nothing before the timeout.
      self.init(PositioningError.gpsdUnreachable(address, .timedOut))
    case (.noFix(let noFix), .geoclue) where noFix.state == .unknown:
      self.init(PositioningError.geoclue(.silent))
    case (.noFix(let noFix), .geoclue):
      self.init(
        noFix, origin: choice.origin, advice: "it needs Wi-Fi, a modem or a receiver to know where it is")
    case (.noFix(let noFix), _): self.init(noFix, origin: choice.origin)
    case (.positioning(let error), _): self.init(error)
    case (.places(let error), _): self.init(error)
    }
  }

  /// - Parameter advice: what helps a source that lacks only a fix.
  private init(
    _ noFix: NoFix, origin: String,
    advice: String =
      "give it a view of the sky, or more time with --timeout SECONDS; see what it sees with: cgps"
  ) {
    var message = "no fix from \(origin)"
    if let waited = noFix.waited {
      message += " within \((waited / .seconds(1)).shortText) s"
    }
    if let reason = noFix.state.reason ?? noFix.state.reasonForNoFix {
      message += ": \(reason)"
    }
    if noFix.state == .open {
      message += ": its device has sent nothing"
    }
    if noFix.invalid > 0 {
      message +=
        ": \(noFix.invalid == 1 ? "its only position is" : "all \(noFix.invalid) positions in it are") marked invalid or out of range"
    }
    if noFix.badLines.count > 0 {
      message += "; \(noFix.badLines.wording())"
    }
    let ownAdvice =
      noFix.state == .open
      ? "check its cable and its power; see what it sends with: gpspipe -r" : noFix.state.advice
    self.init(message, .tryLater, advice: ownAdvice ?? (noFix.waited == nil ? nil : advice))
  }
}

extension BadLines {
  func wording(_ one: String = "line", _ many: String = "lines") -> String {
    count == 1
      ? "1 \(one) was not understood" + (first.map { ": line \($0)" } ?? "")
      : "\(count) \(many) were not understood" + (first.map { ", the first of them in line \($0)" } ?? "")
  }
}

extension CommandFailure {
  /// - Throws: `CommandFailure` if an option is given that does not go with the format.
  static func check<Format: RawRepresentable<String>>(
    _ option: String, _ isGiven: Bool, _ format: Format, worksWith formats: Format...
  ) throws {
    let names = formats.map(\.rawValue)
    guard isGiven, !names.contains(format.rawValue), let last = names.last else { return }
    let others = names.dropLast().joined(separator: ", ")
    let list = others.isEmpty ? "--format \(last)" : "the formats \(others) and \(last)"
    throw CommandFailure("\(option) works only with \(list)", .usage)
  }

  /// - Throws: `CommandFailure` if a source that the user names is none of the store's.
  static func check(_ names: [String], among known: [StoredSource]) throws {
    guard let name = names.first(where: { name in !known.contains { $0.name == name } }) else { return }
    let nearly = SpellingCorrection.nearest(to: name, among: known.map(\.name), limit: 1)
    throw CommandFailure(
      "no source named '\(name)'"
        + (nearly.first.map { "; did you mean '\($0)'?" } ?? "; poi places sources lists them"),
      .noSuchInput)
  }
}
