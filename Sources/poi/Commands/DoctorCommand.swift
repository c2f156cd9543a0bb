import ArgumentParser
import FoundationEssentials
import Geography
import Nearby
import PlaceFiles
import PlaceServers
import PlaceStore
import Places
import Positioning
import Presentation

struct DoctorCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out why there is no position or no data",
    discussion: """
      poi doctor
      poi doctor --offline --timeout 5
      poi doctor --json | jq -r '.checks[] | select(.state == "broken").remedy'
      """)

  @Flag(Setting.offline) var offline: Bool?

  @Flag(help: "Print one JSON document") var json = false

  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup(title: "Output") var logging: LoggingOptions

  private typealias Finding = DoctorReport.Finding
  private typealias Result = (finding: DoctorReport.Finding, status: ExitStatus)

  func run(in context: CommandContext) async throws -> ExitStatus {
    let settings = context.settings
    let choice = try await context.choice(of: position, store: store, wording: nil)
    var (results, location) = try await receiver(choice, in: context)
    if let location, let words = await words(for: location, in: context) {
      results = results.map { finding, status in
        guard finding.name == "fix" else { return (finding, status) }
        let meaning = "\(finding.meaning): \(words)"
        return (Finding("fix", finding.state, meaning, remedy: finding.remedy), status)
      }
    }
    results.append(await result(of: "store") { try storeFinding(around: location, in: context) })
    let remedy = "make it writable, or set XDG_CACHE_HOME to a folder of yours"
    results.append(await result(of: "cache", remedy: remedy) { try await cacheFinding(in: context) })
    if !(try settings.value(of: .offline, given: offline)) {
      results.append(await serverResult(around: location, in: context))
    }
    let checkup = DoctorReport(results.map(\.finding))
    try context.console.write(json ? checkup.json : checkup.text(width: context.console.terminal?.columns))
    return results.first { $0.status != .success }?.status ?? .success
  }

  // MARK: Where am I

  @MainActor
  private func receiver(
    _ choice: PositionOptions.Choice, in context: CommandContext
  ) async throws -> (results: [Result], location: Location?) {
    let fetcher = context.makeLocationFetcher(choice, nil)
    fetcher.desiredAccuracy = try position.desiredAccuracy(in: context.settings)
    let provider = CurrentLocationProvider(
      locationFetcher: fetcher, placeProvider: GivenPlaces(),
      notificationCenter: context.notificationCenter, timerScheduler: context.timerScheduler)
    let timeout = try position.timeout(in: context.settings)
    var fix: CurrentFix?
    var failure: CommandFailure?
    do throws(NearbyError) {
      fix = try await provider.currentFix(within: .seconds(timeout))
    } catch {
      failure = CommandFailure(error, from: choice.asked(by: fetcher))
    }
    let asked = Self.checked(choice, askedLast: choice.asked(by: fetcher), provider.receiverState)
    let steps = ReceiverSteps(asked: asked, state: provider.receiverState, fix: fix, failure: failure)
    switch (choice, asked) {
    case (.fixed, _), (.log, _):
      let notAsked: [Result] = ["gpsd", "device"].map {
        (Finding($0, .unknown, "not asked: the position is from \(choice.origin)"), .success)
      }
      guard let fix else {
        let remedy = "try another log, or leave it out to ask the receiver"
        let finding = Finding("fix", .broken, failure?.message ?? "", remedy: remedy)
        return (notAsked + [(finding, failure?.status ?? .tryLater)], nil)
      }
      // It may be years old.
      let finding = Self.finding(
        on: fix.location, from: choice, now: nil, ifOld: "leave --gps-log out to ask the receiver")
      return (notAsked + [(finding, .success)], fix.location)
    case (.automatic(let address), .geoclue):
      let meaning = "gpsd at \(address) has no position; poi asks GeoClue instead"
      return ([(Finding("gpsd", .absent, meaning), .success)] + steps.results, fix?.location)
    default: return (steps.results, fix?.location)
    }
  }

  /// The source whose steps to check: gpsd, unless GeoClue took its place.
  private static func checked(
    _ choice: PositionOptions.Choice, askedLast: PositionOptions.Choice, _ state: ReceiverState
  ) -> PositionOptions.Choice {
    switch (choice, state) {
    case (.automatic(let address), .unreachable(.nowhere)), (.automatic(let address), .noDeviceNorGeoClue):
      .gpsd(address)
    default: askedLast
    }
  }

  /// The steps to a fix; each is checked only if those before it succeeded.
  private struct ReceiverSteps {
    let asked: PositionOptions.Choice
    let state: ReceiverState
    let fix: CurrentFix?
    let failure: CommandFailure?

    var results: [Result] {
      let onboarding = OnboardingState(state, hasFix: fix != nil)
      let isGeoClue = asked == .geoclue
      let names = isGeoClue ? ["geoclue", "permission", "fix"] : ["gpsd", "device", "fix"]
      let good = [
        "\(asked.origin) answers", isGeoClue ? "poi may use the position" : "a device is sending data",
      ]
      let brokenIndex =
        switch onboarding {
        case .needsDaemon: 0
        case .needsDevice: 1
        case .needsFix: 2
        case .ready: names.count
        }
      var results = names.enumerated().map { index, name -> Result in
        if index == brokenIndex {
          let (text, remedy) = problem
          return (Finding(name, unusable, text ?? "", remedy: remedy), failure?.status ?? .unreachable)
        }
        guard index < brokenIndex else { return (Finding(name, .unknown, "not checked"), .success) }
        if index < good.count { return (Finding(name, .ok, good[index]), .success) }
        return fix.map { receivedFix($0.location, from: asked) } ?? (Finding(name, .ok, ""), .success)
      }
      if let inPlace { results.insert(inPlace, at: 2) }
      return results
    }

    /// How to call what gives no position: nobody need have a receiver.
    private var unusable: Finding.State {
      if case .unreachable(.nowhere) = state { .absent } else { .broken }
    }

    private var problem: (text: String?, remedy: String?) {
      switch state {
      case .unreachable(.nowhere(let error, _)), .unreachable(let error): (error.description, error.advice)
      case .noDeviceNorGeoClue: (ReceiverState.noDevice.reason, state.advice)
      default: (failure?.problem, failure?.advice)
      }
    }

    /// What is wrong with GeoClue, which could not replace gpsd.
    private var inPlace: Result? {
      switch state {
      case .unreachable(.nowhere(_, let error)), .noDeviceNorGeoClue(let error):
        (Finding("geoclue", unusable, error.description, remedy: error.advice), CommandFailure(error).status)
      default: nil
      }
    }

    private func receivedFix(_ location: Location, from choice: PositionOptions.Choice) -> Result {
      let remedy =
        "check whether gpsd plays a recording, and set this computer's clock or the receiver's week"
      let finding = finding(on: location, from: choice, now: Date(), ifOld: remedy)
      return (finding, finding.state == .old ? .tryLater : .success)
    }
  }

  /// - Parameter now: what its age is told by; `nil` to tell its date.
  private static func finding(
    on location: Location, from choice: PositionOptions.Choice, now: Date?, ifOld remedy: String
  ) -> Finding {
    let meaning = location.summary(from: choice.origin, now: now, Wording(clocks: PlaceClocks()))
    let isOld = location.clockLag(at: Date()).map { $0 > 0 } ?? false
    return Finding("fix", isOld ? .old : .ok, meaning, remedy: isOld ? remedy : nil)
  }

  // MARK: What is there

  /// Where the fix is; `nil` if the store does not say, whose own finding tells what is wrong.
  @MainActor
  private func words(for location: Location, in context: CommandContext) async -> String? {
    guard let language = try? context.settings.value(of: Setting<NameLanguage>.language) else { return nil }
    let words = try? WhereaboutsWords(store, Wording(clocks: PlaceClocks()), language, in: context)
    return try? await words?.line(on: location)
  }

  /// How far around the fix to look for the end of the data.
  private static let farthestReach = Distance(metres: 100_000)

  @MainActor
  private func result(
    of name: String, remedy: String? = nil, _ find: () async throws -> Finding
  ) async -> Result {
    do {
      return (try await find(), .success)
    } catch {
      let failure = CommandFailure(error)
      return (Finding(name, .broken, failure.message, remedy: remedy), failure.status)
    }
  }

  @MainActor
  private func storeFinding(around location: Location?, in context: CommandContext) throws -> Finding {
    let remedy = "poi import FILE, or poi prefetch --around here --radius 20km"
    let path = try store.path(in: context.settings)
    guard let store = try context.openStoreIfThere(store) else {
      return Finding("store", .absent, "no data yet", remedy: remedy)
    }
    let names = try store.countsBySource().compactMap(\.name).joined(separator: ", ")
    guard !names.isEmpty else { return Finding("store", .absent, "\(path) has no places", remedy: remedy) }
    let has = "\(path) has places of \(names)"
    guard let location else {
      return Finding("store", .ok, "\(has); without a fix, poi cannot tell whether they are near you")
    }
    let reach = try store.coverageReach(around: location.coordinate, within: Self.farthestReach.metres)
    if reach.isClaimed {
      guard reach.metres > 0 else {
        return Finding("store", .absent, "\(has), but its data does not cover the fix", remedy: remedy)
      }
      let isFar = reach.metres >= Self.farthestReach.metres
      let metres = Units.metric.wording(of: Distance(metres: reach.metres))
      let around = "every place within \(isFar ? "at least " : "")\(metres) of the fix"
      return Finding(
        "store", .ok, try "\(has), and \(around)" + words(of: store, around: location) + lacking(store))
    }
    guard try store.covers(location.coordinate) else {
      let isNone = try !store.hasPlaces(around: location.coordinate)
      let lack = isNone ? "none within 25 km of" : "not enough around"
      return Finding("store", .absent, "\(has), but \(lack) the fix", remedy: remedy)
    }
    return Finding(
      "store", .ok, try "\(has), around the fix too" + words(of: store, around: location) + lacking(store))
  }

  /// Whether streets, addresses and areas are known around the fix.
  private func words(of store: PlaceStore, around location: Location) throws -> String {
    let near = Distance(metres: 100)
    let there = try store.surroundings(of: location.coordinate, streetsWithin: near, addressWithin: near)
    let parts = Set(try store.sources().flatMap { $0.gazetteer ?? [] })
    let known = [GazetteerPart.streets, .addresses, .areas].filter(parts.contains).map(\.rawValue)
    if there != nil, let last = known.last {
      let others = known.dropLast().joined(separator: ", ")
      return "; it has \(others.isEmpty ? last : "\(others) and \(last)") there"
    }
    let lacking = try store.squaresWithoutGazetteer()
    let remedy = lacking.count > 0 ? "poi update" : "poi import FILE.osm.pbf or poi prefetch"
    return "; it has no streets, addresses and areas there: to get them, \(remedy)"
  }

  /// What to say of sources that lack some parts; `poi places sources` says more.
  private func lacking(_ store: PlaceStore) throws -> String {
    try store.sources().reduce(into: "") { text, source in
      let missing = GazetteerPart.allCases.filter { source.gazetteer?.contains($0) != true }
      guard !missing.isEmpty, try store.files(of: source).contains(where: \.isWholeExtract) else { return }
      let parts = missing.map(\.rawValue).joined(separator: ", ")
      text += "; \(source.name) lacks \(parts): import it again to have everything"
    }
  }

  @MainActor
  private func cacheFinding(in context: CommandContext) async throws -> Finding {
    guard let cache = try OnDiskCache.ofUser(in: context.settings) else {
      let remedy = "set XDG_CACHE_HOME to a folder of yours"
      return Finding("cache", .absent, "there is no home directory for it", remedy: remedy)
    }
    try await cache.checkWritable()
    let items = try cache.items()
    let size = CacheReport.wording(bytes: items.reduce(0) { $0 + $1.size })
    return Finding("cache", .ok, "\(cache.directory) holds \(items.count) answers, \(size)")
  }

  @MainActor
  private func serverResult(around location: Location?, in context: CommandContext) async -> Result {
    var setting = "$POI_OVERPASS_URL"
    do {
      let limits = try position.answerLimits(in: context.settings)
      let query = PlaceQuery(
        filter: PlaceFilter(categories: ["water"]), radius: Distance(metres: 100), limit: 1)
      let centre = location?.coordinate ?? Coordinate(latitude: 0, longitude: 0)
      let name: String
      switch try context.settings.value(of: .source) {
      case .server, .database:
        setting = "$POI_SOURCE or the configuration"
        let places = try SourceOptions.parse([])
        _ = try await context.makePlaceProvider(places, limits).places(near: centre, matching: query)
        name = try places.choice(in: context.settings).description
      case .file(let path):
        return (Finding("server", .unknown, "not asked: the places are from \(path)"), .success)
      case .store: return (Finding("server", .unknown, "not asked: the places come from your data"), .success)
      case .automatic, .overpass:
        // Of several servers, it does not matter which.
        name = try context.settings.value(of: .overpassServers).all.map { $0.host ?? "it" }
          .joined(separator: " or ")
        _ = try await context.makeAreaSource(limits).area(around: centre, for: query)
      }
      return (Finding("server", .ok, "\(name) answers"), .success)
    } catch {
      let failure = CommandFailure(error)
      return (
        Finding(
          "server", .broken, failure.problem,
          remedy: "wait, or name another server in \(setting); searching your own data needs none"),
        failure.status
      )
    }
  }
}
