import ArgumentParser
import FoundationEssentials
import Glibc
import Logging
import Places
import Presentation

/// A subcommand: `run()` builds the live context, and `run(in:)` is the command itself.
protocol PoiCommand: AsyncParsableCommand {
  /// The options that the short help shows, without hyphens, several in one string in one line, with what they do after a colon; none for all.
  static var usualOptions: [String] { get }

  /// Whose settings it takes; `nil` for none.
  var profile: String? { get }

  var readsConfigFile: Bool { get }

  var isVerbose: Bool { get }

  /// Whether only failures are told.
  var isQuiet: Bool { get }

  /// How many threads it needs besides its first.
  var threads: Int { get }

  /// Whether its answer is for programs: then the locale does not change names.
  func isForPrograms(in settings: Settings) throws -> Bool

  /// The language that an option names.
  var chosenLanguage: NameLanguage? { get }

  /// Does the work, and says how it ended.
  ///
  /// - Throws: whatever ends it: `CommandFailure`, `ConsoleError`, and the errors of the modules that it uses.
  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus
}

/// A command that looks for categories, which the configuration may name as well.
protocol FilteringCommand: PoiCommand {
  var filter: FilterOptions { get set }
  /// The section of the configuration that names them if nothing else does.
  var section: SettingKey.Section? { get }
  /// What has the names that its words may be.
  var store: StoreOptions { get }
}

extension FilteringCommand {
  /// Does the work, and says before and after it what became of the words.
  @MainActor
  fileprivate func outcome(
    in context: CommandContext, of work: () async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let wording = try context.settings.wording()
    if !(self is any PlacingCommand), try filter.question(in: context.settings).typed.distance != nil {
      throw CommandFailure(
        "this command does not look around a position; leave the distance out of the words", .usage)
    }
    if let contradiction = try filter.question(in: context.settings).typed.contradiction {
      throw CommandFailure("the words give \(contradiction); leave one out", .usage)
    }
    for ignored in try filter.question(in: context.settings).typed.ignored {
      context.console.tell(wording(.ignoredWord, ["word": ignored.word, "other": ignored.other]))
    }
    do {
      let status = try await work()
      try tellOfNames(isDone: true, wording, in: context)
      // A typo is to be mended, not tried again.
      return status == .unreachable && !context.corrections.isEmpty ? .usage : status
    } catch {
      let failure = CommandFailure(error)
      // Nothing was searched then.
      if ![.usage, .unreachable].contains(failure.status) {
        try tellOfNames(isDone: false, wording, in: context)
      }
      let isTypo = failure.status == .unreachable && !context.corrections.isEmpty
      throw isTypo ? CommandFailure(failure.message, .usage) : error
    }
  }

  /// Says once which words are no categories.
  ///
  /// - Parameter isDone: whether those that resemble one were searched; else they may yet be refused as typos.
  @MainActor
  func tellOfNames(isDone: Bool, _ wording: Wording, in context: CommandContext) throws {
    let language = try context.settings.wordsLanguage()
    let asked = try filter.question(in: context.settings).filter(in: context.settings, of: section)
    guard !asked.asksForStreets else { return }
    for word in asked.wordsOfNames
    where (isDone || (try? TypedName(checking: word, in: language)) != nil)
      && !context.corrections.hasCorrected(word) && context.corrections.add(name: word)
    {
      let category = TypedName(word, in: language).parts.lazy.compactMap(\.category).first
        .map { $0.word(in: wording.language) }
      context.console.tell(
        wording(.noCategory, ["word": word])
          + (category.map { "; " + wording(.aloneFinds, ["word": $0, "kind": $0]) } ?? ""))
    }
  }
}

extension PoiCommand {
  /// Does the work; of a word that the configuration has wrong, the error says where it is.
  @MainActor
  func outcome(in context: CommandContext) async throws -> ExitStatus {
    var context = context
    if let profile { context.settings.profile = try Profiles.named(profile, in: context.environment) }
    context.settings.isForPrograms = try isForPrograms(in: context.settings)
    context.settings.chosenLanguage = chosenLanguage
    do {
      guard var filtering = self as? any FilteringCommand else { return try await run(in: context) }
      if var placing = self as? any PlacingCommand {
        try placing.unquote(in: context)
        let place = try await placing.takePlace(in: context)
        do {
          return try await placing.outcome(in: context) { [placing] in
            try await placing.run(at: place, in: context)
          }
        } catch  where place == nil && CommandFailure(error).status == .unreachable {
          context.lacksPosition = true
          guard let place = try await placing.takePlace(in: context) else { throw error }
          return try await placing.outcome(in: context) { [placing] in
            try await placing.run(at: place, in: context)
          }
        }
      }
      try filtering.unquote(in: context)
      return try await filtering.outcome(in: context) { [filtering] in try await filtering.run(in: context) }
    } catch {
      guard var command = self as? any FilteringCommand,
        let problem = error as? PlacesError, case .unknownCategory(let word, let suggestions) = problem
      else { throw error }
      if let failure = try command.filter.failure(
        problem.description, about: word, in: context.settings, of: command.section)
      {
        throw failure
      }
      guard let chosen = try context.ask(which: suggestions, "no category '\(word)'") else { throw error }
      command.filter.replace(word, by: chosen)
      return try await command.outcome(in: context)
    }
  }

  static var usualOptions: [String] { [] }
  var profile: String? { nil }
  var readsConfigFile: Bool { true }
  var isVerbose: Bool { false }
  var isQuiet: Bool { false }
  var threads: Int { 6 }
  func isForPrograms(in settings: Settings) throws -> Bool { false }
  var chosenLanguage: NameLanguage? { nil }

  @MainActor
  func run() async throws {
    // libgps writes to its socket with write(2); a lost daemon must not take the process with it.
    signal(SIGPIPE, SIG_IGN)
    // It repeats what was said last; who says nothing goes on, too.
    signal(SIGUSR1, SIG_IGN)
    // Past the limit on the size of files, a write then fails and says so.
    signal(SIGXFSZ, SIG_IGN)
    let console = StandardConsole(isQuiet: isQuiet)
    var settings = Settings(environment: ProcessInfo.processInfo.environment)
    let end = await CommandEnd(on: console) {
      try ProcessDescriptors.raiseLimit()
      ProcessResources.shareHeaps()
      try ProcessResources.check(threads: threads)
      if readsConfigFile { settings.file = try ConfigFile.ofUser(in: settings.environment) }
      settings.oldNames.forEach(console.tell)
      let logger = Logger(console: console, isVerbose: isVerbose)
      if readsConfigFile {
        logger.debug("configuration: \(settings.file.map { $0.path } ?? "there is no file")")
      }
      return try await outcome(in: .live(settings, console: console, logger: logger))
    }
    guard case .exited(let status) = end else {
      // Like any filter whose reader is gone.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
      return
    }
    if !status.isAnswer { console.tellKept() }
    // Thrown, it would print the usage for an empty message.
    Glibc.exit(status.rawValue)
  }
}

enum CommandEnd: Equatable {
  case exited(ExitStatus)
  /// The reader of the output is gone, which ends a filter silently.
  case closedPipe

  /// Runs a command, and reports errors on the console.
  @MainActor
  init(on console: any Console, of work: () async throws -> ExitStatus) async {
    do {
      self = .exited(try await work())
    } catch ConsoleError.closedPipe {
      self = .closedPipe
    } catch ConsoleError.failed(let code) {
      console.tell("standard output: \(String(cString: strerror(code)))")
      self = .exited(.readOrWriteFailed)
    } catch {
      let failure = CommandFailure(error)
      console.tell(failure.message)
      self = .exited(failure.status)
    }
  }
}

/// How much poi says on stderr.
struct LoggingOptions: ParsableArguments {
  static let verboseHelp: ArgumentHelp = "Log what poi does to stderr"
  static let quietHelp: ArgumentHelp = "Say nothing on stderr unless something fails"

  @Flag(help: verboseHelp) var verbose = false
  @Flag(help: quietHelp) var quiet = false

  func validate() throws { try Self.check(verbose, quiet) }

  static func check(_ verbose: Bool, _ quiet: Bool) throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet contradict each other") }
  }
}

protocol LoggingCommand: PoiCommand {
  var logging: LoggingOptions { get }
}

extension LoggingCommand {
  var isVerbose: Bool { logging.verbose }
  var isQuiet: Bool { logging.quiet }
}
