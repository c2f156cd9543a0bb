import ArgumentParser

/// Whether poi reports what it does.
struct LoggingOptions: ParsableArguments {
  @Flag(
    help: "Report on stderr what poi does: which files, gpsd, servers, store and cache it uses, and when.")
  var verbose = false
}

/// A subcommand that can tell what it does.
protocol LoggingCommand: PoiCommand {
  var logging: LoggingOptions { get }
}

extension LoggingCommand {
  var isVerbose: Bool { logging.verbose }
}
