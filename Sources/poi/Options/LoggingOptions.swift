import ArgumentParser

/// How much poi says on stderr.
struct LoggingOptions: ParsableArguments {
  @Flag(help: "Log what poi does to stderr")
  var verbose = false

  @Flag(help: "Say nothing on stderr unless something fails")
  var quiet = false

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet contradict each other") }
  }
}

/// A subcommand that can tell what it does.
protocol LoggingCommand: PoiCommand {
  var logging: LoggingOptions { get }
}

extension LoggingCommand {
  var isVerbose: Bool { logging.verbose }
  var isQuiet: Bool { logging.quiet }
}
