import Geography
import Glibc
import Nearby
import PlaceServers
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

  /// Whether the command did what it was asked, whatever it found.
  var isAnswer: Bool { self == .found || self == .nothingFound }

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
    case .empty, .formatUnknown, .nothingUsable, .cutOff, .extract, .tooManyPasses: self = .malformedInput
    case .conversion(_, _, let reason): self = reason == nil ? .noSuchInput : .malformedInput
    case .slowConversion, .tookTooLong, .similarNamesTookTooLong: self = .tryLater
    case .unknownCategory, .nameWithoutLetters, .nameTooLong, .skippedTime, .onlyPlaces: self = .usage
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
    case nil, .offline, .unable: self = isCovered ? .nothingFound : .tryLater
    case .failed(let error): self = isCovered ? .tryLater : Self(error)
    }
  }

  /// What an answer means.
  init(_ report: NearbyReport) {
    let source = report.answer.source
    // Data on this machine is asked for what it has, but nothing is no answer of a server that knows less than was asked.
    let isShort =
      source.unasked == nil && source.isServer
      && (source.knownWithin.map { $0 < report.radius ?? PlaceQuery.farthest } ?? false)
    let nothing = Self(ofNothingWithout: source.unasked, isCovered: source.coversPosition && !isShort)
    self = report.answer.places.isEmpty ? nothing : .found
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
    case .foreign, .earlier, .newer, .damaged, .foreignJournal, .unfinished, .sourceWouldLose:
      self = .malformedInput
    case .busy: self = .tryLater
    case .readOnly: self = .refused
    case .sourceOfOtherOrigin, .sourceOfOtherFile, .otherSelection: self = .usage
    case .diskFull, .fileSizeLimit, .interrupted, .failed: self = .readOrWriteFailed
    }
  }

  private init(_ error: RequestError) {
    switch error {
    case .status(429, _), .status(503, _), .status(504, _), .gaveUp, .cancelled, .inUse, .outdated,
      .noThread:
      self = .tryLater
    case .noLibrary, .connection, .timedOut, .status, .refused, .redirected: self = .unreachable
    case .unexpectedType, .tooLarge, .tooManyPlaces, .malformed: self = .malformedInput
    case .invalidCoordinate: self = .usage
    }
  }
}
