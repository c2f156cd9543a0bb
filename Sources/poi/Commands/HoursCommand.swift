import ArgumentParser
import FoundationEssentials
import Geography
import OpeningHours
import Places
import Presentation

struct HoursCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "hours",
    abstract: "Is it open? Evaluate an opening_hours value",
    discussion: """
      poi hours "24/7" --at 60.17,24.94 && echo open
      poi hours "Mo-Sa 11:00-02:00" --zone Europe/Berlin --time "Sat 01:00"
      poi hours "18:00+" --zone Asia/Tokyo --time 23:00 --json
      poi hours "Mo-Fr 9-17" --at 60.17,24.94 --week --time "Mon 12:00"
      poi hours "24/7; PH off" --country DE-BE --time "2026-10-31 12:00"
      poi hours - --zone Europe/Helsinki --json < hours.txt
      """)

  @Argument(help: "An opening_hours value, or - for one per line")
  var value: String

  @Option(.moment, help: "When: 18:30, \"Sat 10:00\", … (default: now)") var time: PlannedTime?

  @Option(.any("position") { $0 }, help: "The place's position, for time zone and holidays")
  var at: String?

  @Option(help: ArgumentHelp("The place's time zone, like Europe/Helsinki", valueName: "name"))
  var zone: String?

  @OptionGroup var holidays: HolidayOptions
  @OptionGroup var store: StoreOptions

  @Flag(help: "Print one JSON object per value") var json = false

  @Flag(help: "Also list the next seven days") var week = false

  @OptionGroup(title: "Output") var logging: LoggingOptions

  func validate() throws {
    if at != nil, zone != nil { throw ValidationError("give one of --at and --zone") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let hours = PlaceHours(localities: try holidays.localities(store, in: context))
    let locality = try locality(among: hours.localities, now: context.now())
    try time?.check(in: locality)
    let condition = OpeningCondition(time ?? .now, now: context.now(), hours: hours)
    if value == "-" {
      if locality.zones.isEmpty { context.console.tell(try context.settings.wording()(.zoneUnknown)) }
      return try await answerEach(by: condition, in: locality, in: context)
    }
    return try answer(WrittenHours(value), by: condition, in: locality, in: context)
  }

  private func locality(among localities: Localities, now: Date) throws -> Locality {
    if let at {
      let position = try TypedPosition(argument: at).coordinate
      return try side(
        of: localities.locality(latitude: position.latitude, longitude: position.longitude).exactly)
    }
    guard let zone else {
      return try holidays.country.map { try clocks(of: $0, among: localities, now: now) }
        ?? Localities.nowhere
    }
    guard localities.hasZone(zone) else {
      throw CommandFailure("no time zone '\(zone)'; use a name such as Europe/Helsinki", .usage)
    }
    return localities.locality(zone: zone, region: holidays.country)
  }

  /// A region alone, if all of its country has the same clocks.
  private func clocks(of region: HolidayRegion, among localities: Localities, now: Date) throws -> Locality {
    let locality = localities.locality(region: region)
    let now = Int(clamping: now.timeIntervalSince1970.rounded(.down))
    let offsets = Set(locality.zones.map { localities.locality(zone: $0).offset(at: now) })
    guard offsets.count == 1 else {
      let count = offsets.isEmpty ? "no" : "more than one"
      throw CommandFailure("\(region.country) has \(count) time zone: give --at or --zone as well", .usage)
    }
    return locality
  }

  /// The side of a border that is in the country, if one is given.
  private func side(of locality: Locality) throws -> Locality {
    guard let region = holidays.country else { return locality }
    let sides = locality.regions.filter { $0.country == region.country }
    guard sides.contains(where: { region.regions.isEmpty || !$0.regions.isDisjoint(with: region.regions) })
    else {
      let known = locality.regions.map(\.description).joined(separator: " or ")
      throw CommandFailure("--at is not in \(region)\(known.isEmpty ? "" : ", but in \(known)")", .usage)
    }
    return locality.inside(country: region.country)
  }

  @MainActor
  private func answer(
    _ hours: WrittenHours, by condition: OpeningCondition, in locality: Locality, in context: CommandContext
  ) throws -> ExitStatus {
    let words = try context.settings.wording().phrases
    let (report, state) = report(on: hours, by: condition, in: locality, words)
    if json { try context.console.write(report.jsonLine) }
    guard hours.rules.contains(where: \.isUnderstood) else {
      throw CommandFailure(
        "cannot read the opening hours '\(TerminalText.harmless(hours.text))'", .malformedInput)
    }
    // 24/7 needs no clock.
    if report.needsZone { context.console.tell(try context.settings.wording()(.zoneUnknown)) }
    if !json { try context.console.write(report.text) }
    if !json { report.warnings.forEach(context.console.tell) }
    return state == .open ? .found : .nothingFound
  }

  /// Answers each line, repeated ones from memory.
  @MainActor
  private func answerEach(
    by condition: OpeningCondition, in locality: Locality, in context: CommandContext
  ) async throws -> ExitStatus {
    if week, !json {
      throw CommandFailure("--week works only with one value, or with --json", .usage)
    }
    let writer = AnswerWriter(to: context)
    let words = try context.settings.wording().phrases
    return try await writer.run { () throws in
      var known: [String: String] = [:]
      var status = ExitStatus.nothingFound
      while let value = try context.readLine() {
        if let line = known[value] {
          try writer.write { $0 += line.utf8 }
          continue
        }
        let (report, state) = report(on: WrittenHours(value), by: condition, in: locality, words)
        if state == .open { status = .found }
        let line = json ? report.jsonLine : report.line
        if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
        known[value] = line
        try writer.write { $0 += line.utf8 }
      }
      return status
    }
  }

  private static let mostKnown = 10_000

  private func report(
    on hours: WrittenHours, by condition: OpeningCondition, in locality: Locality, _ words: Phrases
  ) -> (HoursReport, OpeningState) {
    let (opening, time) = condition.opening(of: hours, in: locality)
    let report = HoursReport(
      hours, ShownOpening(opening, at: time, isNow: condition.moment == .now), words,
      week: week ? hours.week(from: time.seconds, in: locality) : nil)
    return (report, opening.state)
  }
}
