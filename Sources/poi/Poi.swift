import ArgumentParser
import Glibc
import Input
import Presentation

@main
struct Poi: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poi",
    abstract: "Find what's near you",
    discussion: """
      poi init                                   # set up in three questions
      poi coffee in TOWN                         # in a town that you imported
      poi nearby open cafe                       # around you, nearest first
      poi watch --category water --within 200m   # as you move
      poi along tour.gpx --category water --gaps # on your route
      """,
    version: poiVersion,
    subcommands: [
      NearbyCommand.self, PickCommand.self, AlongCommand.self, WatchCommand.self, HereCommand.self,
      WhereCommand.self, OpenCommand.self, HoursCommand.self, ImportCommand.self,
      PlacesCommand.self, PrefetchCommand.self, UpdateCommand.self, CacheCommand.self,
      ServeCommand.self, DoctorCommand.self, InitCommand.self, DemoCommand.self, ConfigCommand.self,
      CategoriesCommand.self,
    ])

  static let usualCommands = [
    "nearby", "pick", "watch", "along", "here", "where", "hours", "init", "import", "prefetch", "serve",
    "doctor", "demo",
  ]

  /// Parses on this thread; ArgumentParser's own `main` switches to another one and back.
  @MainActor
  static func main() async {
    ProcessDescriptors.reserveStandard()
    if let name = nameThatIsNotUTF8() {
      StandardConsole().tell("\(name) is not UTF-8; rename the file, or make a link to it: ln -s")
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
    var (arguments, notices) = OldOptions.replaced(in: CommandLine.arguments.dropFirst().map(\.streamSafe))
    if arguments == ["version"] { arguments = ["--version"] }
    // Swift reads them there; without them, every call would look like a request for help.
    guard CommandLine.argc > 0 else {
      StandardConsole().tell("the command line cannot be read: /proc is not mounted")
      exit(withError: ExitCode(ExitStatus.unreachable.rawValue))
    }
    guard arguments.count <= InputLimits.arguments else {
      StandardConsole().tell("at most \(InputLimits.arguments) arguments are allowed; use several runs")
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
    if !arguments.contains("--quiet") { notices.forEach(StandardConsole().tell) }
    do {
      var command = try command(in: arguments)
      try await command.run()
    } catch {
      await end(by: error, of: arguments)
    }
  }

  /// An argument, or a variable that poi reads, which Swift would change, so that another file would be meant.
  private static func nameThatIsNotUTF8() -> String? {
    let arguments = (0..<Int(CommandLine.argc)).map { CommandLine.unsafeArgv[$0] }
    let variables = ["HOME", "POI_STORE", "POI_SOURCE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]
    let name = (arguments + variables.map { getenv($0) }).lazy.compactMap(\.self)
      .first { String(validatingCString: $0) == nil }
    return name.map { name in
      UnsafeRawBufferPointer(start: name, count: strlen(name))
        .map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\x" + String($0, radix: 16) }.joined()
    }
  }

  /// The command that the arguments mean.
  ///
  /// The first words name it, and only that command is parsed, as parsing all of them takes three times as long. All
  /// are parsed for help, and for errors, so that these show the whole usage. Without a command, the arguments are
  /// those of `poi nearby`.
  ///
  /// - Throws: what ArgumentParser throws, also for help.
  static func command(in arguments: [String]) throws -> any PoiCommand {
    guard let first = arguments.first else { return try BareCommand.parse([]) }
    try TravelOptions.checkAngle(in: arguments)
    // ArgumentParser would show the help of what it knows before it.
    if first == "help", let unknown = UnknownCommand(in: arguments) { throw ValidationError("\(unknown)") }
    var arguments = arguments
    if first == "open" && OpenCommand.areSearch(arguments)
      || !isName(first), !first.hasPrefix("--generate"), UnknownCommand(in: arguments) == nil
    {
      arguments.insert("nearby", at: 0)
    }
    var named: any ParsableCommand.Type = Poi.self
    var rest = arguments[...]
    while let word = rest.first, let next = named.subcommand(named: word) {
      named = next
      rest.removeFirst()
    }
    // Each cast of a value to a protocol takes half a million instructions; of a type, half as many.
    if rest.count < arguments.count, let named = named as? any PoiCommand.Type,
      let command = try? named.parse(Array(rest))
    {
      return command
    }
    var command = try parseAsRoot(arguments)
    if let command = command as? any PoiCommand { return command }
    // Those that only have subcommands show help.
    try command.run()
    throw ExitCode(ExitStatus.usage.rawValue)
  }

  /// Whether an argument is more than a word to search for, or an option of `poi nearby`.
  private static func isName(_ word: String) -> Bool {
    subcommand(named: word) != nil
      || ["help", "-h", "--help", "-help", "--help-hidden", "--version"].contains(word)
      || ["--experimental-dump-help", "---completion"].contains(word)
  }

  /// Ends as ArgumentParser would, but with poi's own help, and in one line that cannot disturb a terminal.
  @MainActor
  private static func end(by error: any Error, of arguments: [String]) async -> Never {
    // ArgumentParser also writes help that nobody sees, and crashes where it has fewer than 27 columns.
    setenv("COLUMNS", "80", 1)
    let console = StandardConsole()
    let code = exitCode(for: error)
    guard code.isSuccess else {
      console.tell(message(of: error, in: arguments))
      Glibc.exit(code.rawValue)
    }
    let end = await CommandEnd(on: console) {
      guard let help = HelpScreen.asked(by: arguments, error) else {
        // The version and the like.
        try console.write(Completions.completed(fullMessage(for: error)) + "\n")
        return .success
      }
      let columns = console.terminal?.columns ?? .max
      var text = ""
      for line in help.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        let lines =
          TerminalText.width(of: line) <= columns ? [line] : TerminalText.wrapped(line, to: columns - 6)
        text += lines.joined(separator: "\n      ") + "\n"
      }
      try console.write(text)
      return .success
    }
    Glibc.exit((end == .exited(.readOrWriteFailed) ? ExitStatus.readOrWriteFailed : .success).rawValue)
  }

  /// The error in the arguments, without a server's password or token, as it quotes the command line.
  static func message(of error: any Error, in arguments: [String]) -> String {
    var message = UsageProblem(error, in: arguments).description
    for argument in arguments {
      guard let address = argument.firstMatch(of: /(?is)(https?|postgres(ql)?):\/\/.*/) else { continue }
      message = message.replacing(address.output.0, with: "\(address.output.1.lowercased())://…")
    }
    return TerminalText.harmless(message)
  }
}
