import Glibc
import Nearby
import PlaceServers
import Places
import Positioning
import Presentation

/// The statuses of the errors of each module.
extension ExitStatus {
  init(_ error: PositioningError) {
    switch error {
    case .geoclue(.refused), .nowhere(_, .geoclue(.refused)): self = .refused
    case .noThread, .gpsdUnreachable(_, .noThread): self = .tryLater
    case .gpsdUnreachable, .notGpsd, .gpsdClosed, .geoclue, .nowhere: self = .unreachable
    case .logUnreadable(_, let code): self.init(errno: code)
    case .logEmpty, .logFormatUnknown, .logMalformed, .logNotRecorded: self = .malformedInput
    }
  }

  init(_ error: PlacesError) {
    switch error {
    case .unreadable(_, let code): self.init(errno: code)
    case .empty, .formatUnknown, .nothingUsable, .cutOff, .extract: self = .malformedInput
    case .conversion(_, _, let reason): self = reason == nil ? .noSuchInput : .malformedInput
    case .slowConversion, .tookTooLong, .similarNamesTookTooLong: self = .tryLater
    case .unknownCategory, .nameWithoutLetters, .nameTooLong: self = .usage
    case .server(_, let error): self.init(error)
    case .database(_, let problem): self.init(problem)
    case .store(_, let problem): self.init(problem)
    case .notCached, .noThread: self = .tryLater
    }
  }

  /// What it means that nothing was found.
  ///
  /// - Parameters:
  ///   - unasked: why no server was asked about what the data on this machine does not surely know.
  ///   - isCovered: whether that data has every place right there.
  init(ofNothingWithout unasked: PlaceSource.Unasked?, isCovered: Bool) {
    switch unasked {
    case nil: self = .nothingFound
    case .offline: self = isCovered ? .nothingFound : .tryLater
    case .failed(let error): self = isCovered ? .tryLater : Self(error)
    }
  }

  /// What an answer means.
  init(_ report: NearbyReport) {
    self =
      report.places.isEmpty
      ? Self(ofNothingWithout: report.source.unasked, isCovered: report.source.coversPosition) : .found
  }

  private init(_ problem: PostgreSQLProblem) {
    switch problem {
    case .malformedAddress: self = .usage
    case .noPlaces: self = .noSuchInput
    case .unsuitable, .tooLarge: self = .malformedInput
    case .refused("42501", _): self = .refused
    case .refused(let code, _) where code.hasPrefix("42"): self = .malformedInput
    case .noLibrary, .unreachable, .lost, .timedOut, .refused: self = .unreachable
    case .cancelled, .noThread: self = .tryLater
    }
  }

  init(_ problem: WatchStateFile.Problem) {
    switch problem {
    case .inaccessible(_, EACCES), .inaccessible(_, EPERM), .inaccessible(_, EROFS): self = .refused
    case .inaccessible, .noFile, .unwritable: self = .readOrWriteFailed
    case .inUse: self = .tryLater
    case .malformed, .newer: self = .malformedInput
    }
  }

  init(_ problem: OnDiskCache.Problem) {
    if problem.code == EWOULDBLOCK { self = .tryLater } else { self.init(errno: problem.code) }
  }

  private init(_ problem: StoreProblem) {
    switch problem {
    case .absent: self = .noSuchInput
    case .foreign, .earlier, .newer, .damaged, .foreignJournal, .unfinished: self = .malformedInput
    case .busy: self = .tryLater
    case .readOnly: self = .refused
    case .sourceOfOtherOrigin, .sourceOfOtherFile, .sourceWouldLose: self = .usage
    case .diskFull, .fileSizeLimit, .interrupted, .failed: self = .readOrWriteFailed
    }
  }

  private init(_ error: RequestError) {
    switch error {
    case .status(429, _), .status(503, _), .status(504, _), .gaveUp, .cancelled, .inUse, .noThread:
      self = .tryLater
    case .noLibrary, .connection, .timedOut, .status, .redirected: self = .unreachable
    case .unexpectedType, .tooLarge, .tooManyPlaces, .malformed: self = .malformedInput
    case .invalidCoordinate: self = .usage
    }
  }
}
