import ArgumentParser
import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// The exit statuses of every command; those from 64 on are sysexits(3)'s.
enum ExitStatus: Int32, CaseIterable {
  case found = 0
  case nothingFound = 1
  case usage = 64
  case malformedInput = 65
  case noSuchInput = 66
  case unreachable = 69
  case readOrWriteFailed = 74
  case tryLater = 75
  case refused = 77

  /// The status of a command that did its work and was not asked to find anything.
  static var success: Self { .found }

  /// The status of a file that cannot be opened or read.
  init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR, EISDIR, ENXIO: self = .noSuchInput
    case EACCES, EPERM: self = .refused
    default: self = .readOrWriteFailed
    }
  }
}

/// Words for the skipped lines of a log.
enum BadLines {
  static func wording(of count: Int) -> String {
    count == 1 ? "1 line was not understood" : "\(count) lines were not understood"
  }
}

/// What ends a command: a message for stderr, and the exit status.
struct CommandFailure: Error, Equatable {
  let message: String
  let status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }
}

extension CommandFailure {
  /// What an error of any module means for the user and for scripts.
  ///
  /// Commands throw errors as they are; `PoiCommand` converts them, in one place.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as ValidationError: self.init(error.message, .usage)
    case let error as PlacesError: self.init(error.description, ExitStatus(error))
    case let error as PositioningError:
      self.init(
        [error.description, error.advice].compactMap(\.self).joined(separator: "; "), ExitStatus(error))
    case let problem as WatchStateFile.Problem: self.init(problem.description, ExitStatus(problem))
    case let problem as OnDiskCache.Problem:
      self.init("the cache cannot be used: \(problem)", ExitStatus(problem))
    case let problem as OpeningProblem: self.init("\(problem)", .unreachable)
    default: self.init("\(error)", .readOrWriteFailed)
    }
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
    advice: String = "give it a view of the sky, or more time with --timeout SECONDS"
  ) {
    var message = "no fix from \(origin)"
    if let waited = noFix.waited {
      message += " within \((waited / .seconds(1)).shortText) s"
    }
    if let reason = noFix.state.reason {
      message += ": \(reason)"
    }
    if noFix.badLines > 0 {
      message += "; \(BadLines.wording(of: noFix.badLines))"
    }
    switch noFix.state {
    case .noAgent:
      message += "; log in to a desktop, and allow it there"
    case .switchedOff:
      message += "; switch them on in its privacy settings"
    case .noDevice, .deviceLost, .noDeviceNorGeoClue:
      message += "; plug a receiver in, or add it to gpsd: gpsdctl add /dev/ttyUSB0"
    case .deviceMissing:
      message += "; check the device in --gpsd HOST:PORT:DEVICE, or leave it out"
    case .unknown, .silent, .unreachable, .reporting:
      if noFix.waited != nil {
        message += "; \(advice)"
      }
    }
    self.init(message, .tryLater)
  }
}

extension ExitStatus {
  fileprivate init(_ error: PositioningError) {
    switch error {
    case .geoclue(.refused), .nowhere(_, .geoclue(.refused)): self = .refused
    case .gpsdUnreachable, .notGpsd, .gpsdClosed, .geoclue, .nowhere: self = .unreachable
    case .logUnreadable(_, let code): self.init(errno: code)
    case .logEmpty, .logFormatUnknown, .logMalformed, .logNotRecorded: self = .malformedInput
    }
  }

  fileprivate init(_ error: PlacesError) {
    switch error {
    case .unreadable(_, let code): self.init(errno: code)
    case .empty, .formatUnknown, .nothingUsable, .cutOff, .extract: self = .malformedInput
    case .conversion(_, _, let reason): self = reason == nil ? .noSuchInput : .malformedInput
    case .unknownCategory, .nameWithoutLetters: self = .usage
    case .server(_, let error): self.init(error)
    case .database(_, let problem): self.init(problem)
    case .store(_, let problem): self.init(problem)
    case .notCached: self = .unreachable
    }
  }

  fileprivate init(_ problem: PostgreSQLProblem) {
    switch problem {
    case .malformedAddress: self = .usage
    case .noPlaces: self = .noSuchInput
    case .unsuitable, .tooLarge: self = .malformedInput
    case .refused("42501", _): self = .refused
    case .refused(let code, _) where code.hasPrefix("42"): self = .malformedInput
    case .noLibrary, .unreachable, .lost, .timedOut, .refused: self = .unreachable
    case .cancelled: self = .tryLater
    }
  }

  fileprivate init(_ problem: WatchStateFile.Problem) {
    switch problem {
    case .inaccessible(_, EACCES), .inaccessible(_, EPERM), .inaccessible(_, EROFS): self = .refused
    case .inaccessible, .noFile, .unwritable: self = .readOrWriteFailed
    case .inUse: self = .tryLater
    case .malformed, .newer: self = .malformedInput
    }
  }

  fileprivate init(_ problem: OnDiskCache.Problem) {
    if problem.code == EWOULDBLOCK { self = .tryLater } else { self.init(errno: problem.code) }
  }

  fileprivate init(_ problem: StoreProblem) {
    switch problem {
    case .absent: self = .noSuchInput
    case .foreign, .newer, .damaged, .foreignJournal, .unfinished: self = .malformedInput
    case .busy: self = .tryLater
    case .readOnly: self = .refused
    case .sourceOfOtherOrigin, .sourceOfOtherFile: self = .usage
    case .diskFull, .interrupted, .failed: self = .readOrWriteFailed
    }
  }

  fileprivate init(_ error: RequestError) {
    switch error {
    case .status(429, _), .status(503, _), .status(504, _), .gaveUp, .cancelled, .inUse: self = .tryLater
    case .connection, .timedOut, .status, .redirected: self = .unreachable
    case .unexpectedType, .tooLarge, .tooManyPlaces, .malformed: self = .malformedInput
    case .invalidCoordinate: self = .usage
    }
  }
}
