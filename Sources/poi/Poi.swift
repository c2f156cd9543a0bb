import ArgumentParser
import Foundation
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
    version: "1.0.0",
    subcommands: [
      NearbyCommand.self, AlongCommand.self, WatchCommand.self, HereCommand.self, WhereCommand.self,
      OpenCommand.self, HoursCommand.self, ImportCommand.self,
      PlacesCommand.self, PrefetchCommand.self, UpdateCommand.self, CacheCommand.self,
      ServeCommand.self, DoctorCommand.self, ConfigCommand.self, CategoriesCommand.self,
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
    do {
      if var command = poiCommand(in: arguments) {
        try await command.run()
      } else {
        try await run(try parseAsRoot(arguments))
      }
    } catch {
      let unknown = UnknownCommand(in: arguments)
      end(by: unknown.map { ValidationError("\($0)") } ?? error)
    }
  }

  private static func run(_ parsed: any ParsableCommand) async throws {
    if var command = parsed as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = parsed
      try command.run()
    }
  }

  /// The subcommand for these arguments, if they are read without the parser of the whole.
  static func poiCommand(in arguments: [String]) -> (any PoiCommand)? {
    plainCommand(in: arguments) ?? namedCommand(in: arguments)
  }

  /// The commands that scripts run again and again.
  private static let plainlyRead: [any PlainlyReadCommand.Type] = [
    NearbyCommand.self, WatchCommand.self, HereCommand.self,
  ]

  /// One of these commands, if its arguments are plain.
  static func plainCommand(in arguments: [String]) -> (any PoiCommand)? {
    func read<Command: PlainlyReadCommand>(_ type: Command.Type) -> (any PoiCommand)? {
      PlainArguments.command(type, from: arguments[1...])
    }
    let type = plainlyRead.first { $0.configuration.commandName == arguments.first }
    return type.flatMap { read($0) }
  }

  /// The command that the first words name, parsed by itself; `nil` for help, for an error, and for whatever else
  /// needs all commands.
  ///
  /// This takes a third of the time of parsing all commands.
  static func namedCommand(in arguments: [String]) -> (any PoiCommand)? {
    var command: any ParsableCommand.Type = Poi.self
    var rest = arguments[...]
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
    {
      command = next
      rest.removeFirst()
    }
    guard rest.count < arguments.count else { return nil }
    return try? command.parseAsRoot(Array(rest)) as? any PoiCommand
  }

  /// Ends as ArgumentParser would, but with a message that cannot disturb a terminal.
  private static func end(by error: any Error) -> Never {
    let code = exitCode(for: error)
    // Help, the version and the like.
    guard !code.isSuccess else { exit(withError: error) }
    let message = message(of: error, in: Array(CommandLine.arguments.dropFirst()))
    if !message.isEmpty { StandardConsole().draw(message + "\n") }
    Foundation.exit(code.rawValue)
  }

  /// The error in the arguments, harmless to a terminal and without a server's password or token, as it
  /// quotes the command line.
  static func message(of error: any Error, in arguments: [String]) -> String {
    var message = fullMessage(for: error)
    for argument in arguments {
      for scheme in ["http://", "https://", "postgresql://", "postgres://"] {
        guard let start = argument.range(of: scheme, options: .caseInsensitive)?.lowerBound else { continue }
        message = message.replacing(argument[start...], with: "\(scheme)…")
      }
    }
    return TerminalText.harmlessLines(message)
  }
}
