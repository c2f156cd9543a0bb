import FoundationEssentials
import Geography
import Logging
import Nearby
import Places
import Positioning
import Presentation

/// Finds the position for one command, says on stderr how good it is, and reports the places around it.
@MainActor
struct LocationLookup {
  private let choice: PositionOptions.Choice

  private let places: any PlaceProviding
  private let desiredAccuracy: Double
  var timeout: Duration
  private let wording: Wording
  private let palette: TerminalPalette?
  private let context: CommandContext

  /// - Parameter wording: `nil` for a command without such options.
  init(
    _ options: PositionOptions, _ choice: PositionOptions.Choice, places: any PlaceProviding,
    wording: WordingOptions?, in context: CommandContext
  ) throws {
    desiredAccuracy = try options.desiredAccuracy(in: context.settings)
    timeout = .seconds(try options.timeout(in: context.settings))
    self.wording = try wording?.wording(in: context.settings) ?? context.settings.wording()
    palette = try wording.flatMap(context.palette)
    self.choice = choice
    self.places = places
    self.context = context
  }

  func currentLocation() async throws -> Location { try await currentFix().location }

  /// The position, and where it comes from: `gpsd`, `log`, `fixed`.
  func currentFix() async throws -> (location: Location, provider: String) {
    if case .fixed(let position) = choice {
      context.logger.debug("position: from \(choice.origin)")
      return (Location(coordinate: position.coordinate, accuracy: position.accuracy), choice.provider)
    }
    return try await ask { provider, choice throws(NearbyError) in
      (try await provider.currentFix(within: timeout).location, choice().provider)
    }
  }

  /// The places around the position that match, nearest first.
  func nearbyPlaces(matching query: PlaceQuery) async throws -> NearbyReport {
    let fix = try await currentFix()
    let answer = try await places.placesOrNearMisses(near: fix.location.coordinate, matching: query)
    var report = NearbyReport(location: fix.location, provider: fix.provider, answer: answer)
    report.radius = query.radius
    report.around = choice.name
    return report
  }

  /// The places in the direction of travel that match, nearest first.
  ///
  /// - Parameter angle: the width in degrees of the sector that counts as ahead.
  /// - Throws: `CommandFailure`, also if the direction stays unknown.
  func placesAhead(matching query: PlaceQuery, within angle: Double) async throws -> NearbyReport {
    let report: NearbyReport? = try await ask { provider, choice throws(NearbyError) in
      let finder = CourseFinder(
        provider: provider, desiredAccuracy: desiredAccuracy, timerScheduler: context.timerScheduler)
      let finding = try await finder.find(within: timeout)
      guard let course = finding.course else { return nil }
      do throws(PlacesError) {
        let answer = try await places.places(
          near: finding.fix.location.coordinate, matching: query,
          in: TravelSector(course: course, angle: angle))
        var report = NearbyReport(
          location: finding.fix.location, provider: choice().provider, answer: answer)
        report.course = course
        report.radius = query.radius
        return report
      } catch {
        throw .places(error)
      }
    }
    guard let report else {
      throw CommandFailure(
        "the direction of travel is unknown: it takes at least 20 m of movement; keep moving, or leave out --ahead",
        .tryLater)
    }
    return report
  }

  /// The places that the user is at.
  ///
  /// - Parameters:
  ///   - proximity: how near a place without its own proximity must be.
  ///   - openings: which of them are left out as closed.
  func placesHere(
    matching filter: PlaceFilter, proximity: Distance, openings: Openings
  ) async throws -> (check: LocationCheck, report: NearbyReport) {
    try await ask { provider, choice throws(NearbyError) in
      let check = try await provider.checkCurrentLocation(
        within: timeout, matching: filter, proximity: proximity, opening: openings.wanted)
      let report = NearbyReport(
        location: check.fix.location, provider: choice().provider, answer: check.answer, openings: openings)
      return (check, report)
    }
  }

  /// Asks a provider of the position and the places, and says on stderr how the receiver is.
  ///
  /// - Parameter question: gets the provider, and a closure that returns the source of the fix.
  private func ask<Answer>(
    _ question: (CurrentLocationProvider, @MainActor () -> PositionOptions.Choice) async throws(NearbyError)
      ->
      Answer
  ) async throws -> Answer {
    let fetcher = context.makeLocationFetcher(choice, nil)
    let answering: @MainActor () -> PositionOptions.Choice = { choice.asked(by: fetcher) }
    fetcher.desiredAccuracy = desiredAccuracy
    // Nobody observes a position that is given.
    let isGiven = if case .fixed = choice { true } else { false }
    let provider = CurrentLocationProvider(
      locationFetcher: fetcher, placeProvider: places,
      notificationCenter: isGiven ? nil : context.notificationCenter, timerScheduler: context.timerScheduler)
    provider.patienceWithoutReceiver = context.patienceWithoutReceiver
    provider.onCurrentFix = { tell(of: $0, from: answering()) }
    let presenter =
      isGiven
      ? nil
      : FirstFixPresenter(
        observing: provider, notificationCenter: context.notificationCenter,
        timerScheduler: context.timerScheduler, wording: wording,
        log: { [logger = context.logger] in logger.debug("position: \($0)") }, write: context.console.tell)
    defer { withExtendedLifetime(presenter) {} }
    do throws(NearbyError) {
      return try await question(provider, answering)
    } catch {
      if case .places(let problem) = error { throw problem }
      throw CommandFailure(error, from: answering())
    }
  }

  /// Says where the fix is from, how accurate and how old it is; an exact position that the user gave needs no
  /// words.
  private func tell(of fix: CurrentFix, from choice: PositionOptions.Choice) {
    let now: Date?
    switch choice {
    case .fixed where fix.isAccurateEnough: return
    case .fixed, .log: now = nil
    case .gpsd, .geoclue, .automatic: now = context.now()
    }
    let summary = fix.location.summary(from: choice.origin, now: now, wording)
    if case .fixed = choice {
      context.console.tell(summary)
    } else if !fix.isAccurateEnough {
      let wanted = wording.exactLength(Distance(metres: desiredAccuracy))
      context.console.tell("\(summary); \(wording(.inaccurate, ["distance": wanted]))")
    } else if context.hasStatusLine {
      context.console.draw(wording.footer([summary], palette: palette))
    }
    if let now { fix.location.clockNotice(at: now, wording).map(context.console.tell) }
  }
}
