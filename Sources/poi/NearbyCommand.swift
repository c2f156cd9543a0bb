import ArgumentParser
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// `poi nearby`.
struct NearbyCommand: PoiCommand {
  static let configuration = CommandConfiguration(
    commandName: "nearby",
    abstract: "Show what is around the position, nearest first",
    discussion: """
      EXAMPLES
        poi nearby --source places.geojson
        poi nearby --source overpass --category water --radius 2km
        poi nearby --source places.gpx --gps-log ride.nmea --radius 1.5km
        poi nearby --source places.csv --at 60.1699,24.9384 --category water --limit 3
        poi nearby --source places.geojson --at 60.17,24.94 --json | jq -r '.places[].name'
        poi nearby --source places.geojson --at - < positions.txt
      """)

  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var places: SourceOptions
  @OptionGroup(title: "Query") var filter: FilterOptions
  @OptionGroup(title: "Query") var range: RangeOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    position.at == "-" ? try await answerEach(in: context) : try await answerOnce(in: context)
  }

  private var query: PlaceQuery {
    PlaceQuery(filter: filter.filter, radius: range.radius, limit: range.limit)
  }

  @MainActor
  private func placeProvider(in context: CommandContext) throws -> any PlaceProviding {
    try context.placeProvider(
      for: places, limits: AnswerLimits(seconds: position.timeout), naming: output.wording.language)
  }

  @MainActor
  private func answerOnce(in context: CommandContext) async throws -> ExitStatus {
    let choice = try position.choice(in: context.environment)
    let locating = Locating(
      position, choice, places: try placeProvider(in: context), wording: output.wording, in: context)
    let location = try await locating.currentLocation()
    let report = try await locating.report(at: location) { [query] () throws(NearbyError) in
      try await locating.provider.nearbyPlaces(at: location.coordinate, matching: query)
    }
    try context.console.write(output.render(report, in: context))
    context.console.tell(report.sourceSummary)
    return report.places.isEmpty ? .nothingFound : .found
  }

  /// Answers each position of the standard input, one report a line.
  @MainActor
  private func answerEach(in context: CommandContext) async throws -> ExitStatus {
    guard [nil, .jsonl].contains(output.chosenFormat) else {
      throw CommandFailure("--at - answers each position on a line of its own: use --format jsonl", .usage)
    }
    let provider = try placeProvider(in: context)
    var lineNumber = 0
    var status = ExitStatus.nothingFound
    while let line = context.readLine() {
      lineNumber += 1
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      let written: WrittenPosition
      do throws(WrittenPosition.ParsingError) {
        written = try WrittenPosition(parsing: line)
      } catch {
        context.console.tell("standard input, line \(lineNumber): \(error)")
        continue
      }
      let location = Location(coordinate: written.coordinate, accuracy: written.accuracy)
      let answer: PlaceAnswer
      do throws(PlacesError) {
        answer = try await provider.places(near: written.coordinate, matching: query)
      } catch {
        throw CommandFailure(error)
      }
      let report = NearbyReport(location: location, provider: "fixed", answer: answer)
      if !report.places.isEmpty { status = .found }
      try context.console.write(report.jsonLine)
    }
    return status
  }
}
