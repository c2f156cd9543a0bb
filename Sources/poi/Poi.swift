import ArgumentParser

/// The root of the command line.
@main
struct Poi: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poi",
    abstract: "What is near me",
    discussion: """
      EXAMPLES
        poi nearby                                      # around the receiver
        poi nearby --category water --radius 2km        # what is meant, how far
        poi nearby --at 60.17,24.94 --source places.csv # there, of a file
        poi nearby --gps-log ride.nmea                  # where a log was recorded
        poi watch --category water --within 200m        # on the way
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
      NearbyCommand.self, WatchCommand.self, HereCommand.self, WhereCommand.self, OpenCommand.self,
      ImportCommand.self,
      PlacesCommand.self, PrefetchCommand.self, CacheCommand.self,
      DoctorCommand.self, ConfigCommand.self, CategoriesCommand.self,
    ])

  /// Parses where it runs; ArgumentParser's own `main` goes to another thread for it, and comes back.
  @MainActor
  static func main() async {
    ProcessDescriptors.reserveStandard()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let unknown = UnknownCommand(in: Array(CommandLine.arguments.dropFirst()))
      exit(withError: unknown.map { ValidationError("\($0)") } ?? error)
    }
  }
}
