import ArgumentParser

/// Whether it is told what is done.
struct LoggingOptions: ParsableArguments {
  @Flag(
    help: "Say on stderr what is done: which files, gpsd, servers, store and cache, and how long it takes.")
  var verbose = false
}

/// A subcommand that can tell what it does.
protocol LoggingCommand: PoiCommand {
  var logging: LoggingOptions { get }
}

extension LoggingCommand {
  var isVerbose: Bool { logging.verbose }
}
