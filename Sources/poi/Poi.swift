import ArgumentParser

/// The root of the command line.
@main
struct Poi: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poi",
    abstract: "What is near me",
    discussion: """
      poi reads the position from gpsd, from a recorded log or from the command line, looks up the places \
      around it, and shows them, nearest first.

      EXAMPLES
        poi nearby --source places.geojson                  around the receiver
        poi nearby --source overpass --category water       from OpenStreetMap, online
        poi nearby --source places.gpx --gps-log ride.nmea  around a recorded position
        poi nearby --source places.csv --at 60.17,24.94 --category cafe --radius 500m
        poi here --source places.geojson && echo there      for scripts

      EXIT STATUS
        0 found   1 nothing found   64 usage   65 malformed input   66 no such input
        69 gpsd, server or desktop unreachable   74 read or write failed
        75 try later   77 refused
      """,
    version: "1.0.0",
    subcommands: [
      NearbyCommand.self, WatchCommand.self, HereCommand.self, OpenCommand.self, ImportCommand.self,
      PlacesCommand.self, PrefetchCommand.self, CacheCommand.self,
      DoctorCommand.self, CategoriesCommand.self,
    ])

  /// Parses where it runs; ArgumentParser's own `main` goes to another thread for it, and comes back.
  @MainActor
  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      exit(withError: error)
    }
  }
}
