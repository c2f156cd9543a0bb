import ArgumentParser
import Places
import Positioning
import Presentation

struct PickCommand: NearbyAskingCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Choose a place: see its details, open it, or print it",
    discussion: """
      poi pick
      poi pick coffee --at 60.17,24.94
      poi pick water --source places.geojson --radius 2km
      poi pick --format json | jq .places[0].id
      """)

  static var usualOptions: [String] { NearbyCommand.usualOptions.filter { $0 != "address" } }

  @OptionGroup var asked: NearbyOptions

  func run(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus {
    try await asked.pick(at: place, in: context)
  }
}

extension NearbyOptions {
  /// Lets the user choose one of the places, and does what the key means.
  ///
  /// - Throws: `CommandFailure`, `PlacesError` and `ConsoleError`.
  @MainActor
  func pick(at place: PlacedSearch?, in context: CommandContext) async throws -> ExitStatus {
    guard position.at != "-" else {
      throw CommandFailure("poi pick takes one position, not --at -", .usage)
    }
    guard let terminal = context.makePickingTerminal() else {
      throw CommandFailure("poi pick needs a terminal that it can read keys from and draw on", .usage)
    }
    var output = try output.output(of: .nearby, in: context)
    let (query, report, provider) = try await report(at: place, shownBy: &output, in: context)
    try filter.tell(
      ofUnderstood: query, around: report.around, in: place, at: report.location.coordinate,
      isForPeople: true, self.output.wording, context)
    try tell(of: report, query, in: context)
    guard !report.answer.places.isEmpty else {
      try context.console.write(output.render(report))
      return ExitStatus(report)
    }
    // It is drawn where the messages go.
    var table = output.table
    table.palette = try context.wantsColor(self.output.wording) ? context.terminalPalette : nil
    output.ground = try self.output.wording.mapKeeper(
      of: provider, places, hasColor: table.palette != nil, in: context)
    return try await choose(from: report, in: table, shownAs: output, on: terminal, in: context)
  }

  @MainActor
  private func choose(
    from report: NearbyReport, in table: NearbyTable, shownAs output: Output,
    on terminal: any PickingTerminal, in context: CommandContext
  ) async throws -> ExitStatus {
    let selection = Selection()
    let picker = PlacePickerController(
      places: report.shownPlaces, table: table,
      ground: output.ground.map { ($0, report.location.coordinate) },
      on: terminal)
    picker.delegate = selection
    let signals = UnixSignalWatcher(onSignal: picker.cancel, onSecondSignal: {})
    await picker.run()
    signals.endIfSignalled()
    guard let (place, action) = selection.selected else { return .nothingFound }
    switch action {
    case .open:
      return try await context.open(place.place, mode: try context.settings.value(of: .openMode))
    case .show: try context.console.write(PlaceSheet(wording: output.table.wording).text(of: place))
    case .print:
      var chosen = report
      chosen.answer.places = Array(report.answer.places.filter { $0.place == place.place }.prefix(1))
      try context.console.write(output.render(chosen))
    }
    return .found
  }
}

private final class Selection: PlacePickerDelegate {
  private(set) var selected: (place: ShownPlace, action: PlacePicker.Action)?

  func placePicker(
    _ picker: PlacePickerController, didSelect place: ShownPlace, for action: PlacePicker.Action
  ) {
    selected = (place, action)
  }
}
