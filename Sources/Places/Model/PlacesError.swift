import Geography
import Glibc
import Input

/// Why a source of places cannot answer.
public enum PlacesError: Error, Hashable, CustomStringConvertible {
  /// A file cannot be opened or read; `code` is an errno.
  case unreadable(path: String, code: Int32)
  case empty(path: String)
  /// A file is in an unknown format; `hint` says what it looks like instead.
  case formatUnknown(path: String, hint: String?)
  /// Not one record of a file could be used; `first` is the first of them.
  case nothingUsable(path: String, first: RecordProblem)
  case cutOff(path: String, RecordProblem)
  case extract(path: String, OSMExtractProblem)
  /// Another program could not convert a file; without a reason, `program` is not installed.
  case conversion(path: String, program: String, reason: String?)
  /// Another program took too long to convert a file; `canWaitLonger` if the user can give it more time.
  case slowConversion(path: String, program: String, seconds: Double, canWaitLonger: Bool)
  case server(address: String, RequestError)
  case database(address: String, PostgreSQLProblem)
  case store(path: String, StoreProblem)
  case notCached(source: String)
  case unknownCategory(String, suggestions: [String])
  case nameWithoutLetters(String)
  case nameTooLong
  /// The clocks of the place do not show this date and time.
  case skippedTime(String)
  /// The question would take more than this many seconds of work on this machine.
  case tookTooLong(seconds: Double)
  /// No place has the requested name, and it took more than this many seconds of work to find similar ones.
  case similarNamesTookTooLong(seconds: Double)
  /// A route goes round and round past places.
  case tooManyPasses
  /// Things with a tag that no place needs have were left out of an extract, which is not read again for each question.
  case onlyPlaces(tag: String)
  case noThread(NoThread)

  /// Whether the same question may have an answer later.
  public var isWorthRetrying: Bool {
    switch self {
    case .server(_, let error): error.isPassing
    case .database(_, let problem): problem.isPassing
    // The user may reach an area that the cache has.
    case .notCached, .store(_, .busy), .noThread: true
    case .store, .unreadable, .empty, .formatUnknown, .nothingUsable, .cutOff, .extract, .conversion,
      .slowConversion, .unknownCategory, .nameWithoutLetters, .nameTooLong, .skippedTime,
      .tookTooLong, .similarNamesTookTooLong, .tooManyPasses, .onlyPlaces:
      false
    }
  }

  /// Whether a smaller query at the same place may succeed.
  public var isOfTooMuch: Bool {
    switch self {
    case .server(_, .tooManyPlaces), .server(_, .tooLarge), .database(_, .tooLarge), .tookTooLong: true
    // So an Overpass server says that the answer takes more memory than it may.
    case .server(_, .gaveUp(let words)): words.contains("out of memory")
    default: false
    }
  }

  /// Whether the question was given up since it takes this machine too much work.
  public var isOfTooMuchWork: Bool {
    switch self {
    case .tookTooLong, .similarNamesTookTooLong: true
    default: false
    }
  }

  /// Whether a library that the source needs is not installed.
  public var isOfMissingLibrary: Bool {
    switch self {
    case .server(_, .noLibrary), .database(_, .noLibrary): true
    default: false
    }
  }

  public var description: String {
    switch self {
    case .unreadable(let path, let code): "\(path): \(String(cString: strerror(code)))"
    case .empty(let path): "\(path) is empty"
    case .formatUnknown(let path, let hint):
      "\(path): not a place file (expected GeoJSON, JSON Lines, GPX, an OpenStreetMap extract, or CSV with lat and lon columns)"
        + (hint.map { "; \($0)" } ?? "")
    case .nothingUsable(let path, let first): "\(path) has no usable place; \(first)"
    case .cutOff(let path, let problem): "\(path): \(problem); --keep-going takes what comes before"
    case .extract(let path, let problem): "\(path): \(problem)"
    case .conversion(let path, let program, let reason?): "\(path): \(program): \(reason)"
    case .conversion(let path, let program, nil):
      "\(path): this format needs \(program), which is not installed\(PackageManager.advice(on: program))"
    case .slowConversion(let path, let program, let seconds, let canWaitLonger):
      "\(path): \(program) did not end within \(seconds.shortText) s; "
        + (canWaitLonger ? "give it more time with --timeout SECONDS" : "convert the file to GPX beforehand")
    case .server(let address, let error): "\(address): \(error)"
    case .database(let address, let problem): "\(address): \(problem)"
    case .store(let path, let problem): "\(path): \(problem)"
    case .notCached(let source):
      "this machine has no data for this area; drop --offline to ask \(source)"
    case .unknownCategory(let word, _) where word.contains("="):
      "no category '\(word)'; for a tag, write --tag \(word)"
    case .unknownCategory(let word, _) where (try? TypedPosition(parsing: word)) != nil:
      "no category '\(word)'; for a position, write --at \(word)"
    case .unknownCategory(let word, _) where Category.reasonToLeaveOut(word) != nil:
      "no category '\(word)': \(Category.reasonToLeaveOut(word) ?? "")"
    case .unknownCategory(let word, let suggestions):
      "no category '\(word)'"
        + (suggestions.isEmpty ? "; " : "; \(SpellingCorrection.question(suggestions)) ")
        + "poi categories lists them"
    case .nameWithoutLetters(let name): "'\(name)' has no letter or digit to search for"
    case .nameTooLong:
      "a name to search for has at most \(NamePattern.mostWords) words of \(NamePattern.longestWord) letters"
    case .skippedTime(let time): "\(time) does not exist there: the clocks skip it"
    case .tookTooLong(let seconds):
      "the question takes more than \(seconds.shortText) s of work; ask for less, or within a smaller radius"
    case .similarNamesTookTooLong(let seconds):
      "no place has that name, and looking for similar ones takes more than \(seconds.shortText) s of work"
    case .tooManyPasses:
      "the route passes places more than \(InputLimits.passes / 1000),000 times; ask for fewer with --category"
    case .onlyPlaces(let tag):
      "in an extract, poi serve finds only what poi counts as places; to serve everything tagged \(tag), import the extract: poi import --tag \(tag) FILE"
    case .noThread(let problem): problem.description
    }
  }
}

extension RequestError {
  /// Whether the same request may be answered another time.
  fileprivate var isPassing: Bool {
    switch self {
    case .status(let status, _): status == 408 || status == 429 || status >= 500
    // A network's own page, or damage, may have come between.
    case .connection, .timedOut, .cancelled, .unexpectedType, .gaveUp, .malformed, .inUse, .outdated,
      .noThread:
      true
    case .noLibrary, .invalidCoordinate, .refused, .redirected, .tooLarge, .tooManyPlaces: false
    }
  }
}

/// Why an extract of OpenStreetMap cannot be read.
public enum OSMExtractProblem: Hashable, Sendable, CustomStringConvertible {
  case notAFile
  case unsupported(String)

  public var description: String {
    switch self {
    case .notAFile: "an extract of OpenStreetMap is read more than once; save it as a file first"
    case .unsupported("HistoricalInformation"):
      "it holds the history of its elements; take an extract without"
    case .unsupported(let what):
      "it needs '\(what)', which is not read; convert it with: osmium cat -o new.osm.pbf"
    }
  }
}
