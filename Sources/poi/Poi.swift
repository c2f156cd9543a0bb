import ArgumentParser
import Glibc
import Input
import Presentation

/// The root of the command line.
@main
struct Poi: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poi",
    abstract: "What is near me",
    discussion: """
      EXAMPLES
        poi nearby                                      # around the receiver
        poi nearby --category water --radius 2km        # what, and how far
        poi nearby --at 60.17,24.94 --source places.csv # elsewhere, from a file
        poi nearby --gps-log ride.nmea                  # around a recorded position
        poi watch --category water --within 200m        # while you move
        poi along tour.gpx --category water --gaps      # on your route
        poi here --source favourites.gpx && echo there  # in a script

      poi reads the position from gpsd, from a recorded log or from the command line, looks up the places \
      around it, and shows them, nearest first.

      EXIT STATUS
        0 found   1 nothing found   64 usage   65 malformed input   66 no such input
        69 gpsd, server or desktop unreachable   74 read or write failed
        75 try later   77 refused
      """,
    version: poiVersion,
    subcommands: [
      NearbyCommand.self, PickCommand.self, AlongCommand.self, WatchCommand.self, HereCommand.self,
      WhereCommand.self, OpenCommand.self, HoursCommand.self, ImportCommand.self,
      PlacesCommand.self, PrefetchCommand.self, UpdateCommand.self, CacheCommand.self,
      ServeCommand.self, DoctorCommand.self, InitCommand.self, DemoCommand.self, ConfigCommand.self,
      CategoriesCommand.self,
    ])

  /// Parses on this thread; ArgumentParser's own `main` switches to another one and back.
  @MainActor
  static func main() async {
    ProcessDescriptors.reserveStandard()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Swift reads them there; without them, every call would look like a request for help.
    guard CommandLine.argc > 0 else {
      StandardConsole().tell("the command line cannot be read: /proc is not mounted")
      exit(withError: ExitCode(ExitStatus.unreachable.rawValue))
    }
    guard arguments.count <= InputLimits.arguments else {
      StandardConsole().tell("at most \(InputLimits.arguments) arguments are allowed; use several runs")
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
    do {
      var command = try command(in: arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let unknown = UnknownCommand(in: arguments)
      end(by: unknown.map { ValidationError("\($0)") } ?? error)
    }
  }

  /// The command that the arguments mean.
  ///
  /// The first words name it, and only that command is parsed, as parsing all of them takes three times as long. All
  /// are parsed for help, and for errors, so that these show the whole usage. Without a command, the arguments are
  /// those of `poi nearby`.
  static func command(in arguments: [String]) throws -> any ParsableCommand {
    guard let first = arguments.first else { return try BareCommand.parseAsRoot([]) }
    var arguments = arguments
    if !names.contains(first), !first.hasPrefix("--generate"), UnknownCommand(in: arguments) == nil {
      arguments.insert("nearby", at: 0)
    }
    var named: any ParsableCommand.Type = Poi.self
    var rest = arguments[...]
    while let word = rest.first,
      let next = named.configuration.subcommands.first(where: { $0.configuration.commandName == word })
    {
      named = next
      rest.removeFirst()
    }
    if rest.count < arguments.count, let command = try? named.parseAsRoot(Array(rest)) as? any PoiCommand {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// What the first argument may be besides a word to search for, and the options of `poi nearby`.
  private static let names =
    configuration.subcommands.compactMap { $0.configuration.commandName }
    + [
      "help", "-h", "--help", "-help", "--help-hidden", "--version", "--experimental-dump-help",
      "---completion",
    ]

  /// Ends as ArgumentParser would, but with a message that cannot disturb a terminal.
  private static func end(by error: any Error) -> Never {
    let code = exitCode(for: error)
    // Help, the version and the like.
    guard !code.isSuccess else { exit(withError: error) }
    let message = message(of: error, in: Array(CommandLine.arguments.dropFirst()))
    if !message.isEmpty { StandardConsole().draw(message + "\n") }
    Glibc.exit(code.rawValue)
  }

  /// The error in the arguments, harmless to a terminal and without a server's password or token, as it
  /// quotes the command line.
  static func message(of error: any Error, in arguments: [String]) -> String {
    var message = fullMessage(for: error)
    for argument in arguments {
      guard let address = argument.firstMatch(of: /(?is)(https?|postgres(ql)?):\/\/.*/) else { continue }
      message = message.replacing(address.output.0, with: "\(address.output.1.lowercased())://…")
    }
    return TerminalText.harmlessLines(message)
  }
}
