import ArgumentParser

/// `poi` alone: where am I, and the ten nearest places, from the data on this machine.
struct BareCommand: PoiCommand {
  static let configuration = CommandConfiguration(commandName: "poi", shouldDisplay: false)

  /// How long to wait for a receiver to report.
  private static let patience = Duration.milliseconds(1500)
  /// The smallest terminal in which the radar has room.
  private static let room = (columns: 60, rows: 20)

  func run(in context: CommandContext) async throws -> ExitStatus {
    var nearby = try NearbyCommand.parse([])
    nearby.address = true
    // No server is to see the position of somebody who has asked for nothing yet.
    nearby.asked.places.offline = true
    if let terminal = context.console.terminal, context.environment["TERM"] != "dumb",
      terminal.columns >= Self.room.columns, terminal.rows >= Self.room.rows,
      try context.settings.find(.format(of: .nearby)) == nil
    {
      nearby.asked.output.format = .radar
    }
    var context = context
    context.patienceWithoutReceiver = Self.patience
    do {
      let status = try await nearby.run(in: context)
      if status == .tryLater {
        context.console.tell(
          "import a map extract: poi import REGION.osm.pbf (poi init says where to get one)")
        context.console.tell("or ask a server, which then sees your position: poi nearby")
        context.console.tell("or watch a sample walk first: poi demo")
      }
      return status
    } catch let failure as CommandFailure where [.unreachable, .tryLater].contains(failure.status) {
      context.console.tell(failure.problem)
      let hasStore = (try? context.openStoreIfThere(nearby.asked.places.store)) != nil
      context.console.tell("find out why, and how to fix it: poi doctor")
      let first = hasStore ? "" : "poi import REGION.osm.pbf, then "
      context.console.tell("or search around a place by name: \(first)poi coffee in TOWN")
      context.console.tell("or watch a sample walk first: poi demo")
      return failure.status
    }
  }
}
