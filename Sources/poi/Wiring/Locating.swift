import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// A position source and a place source, wired together for one command.
@MainActor
struct Locating {
  let provider: CurrentLocationProvider

  private let choice: PositionOptions.Choice
  private let desiredAccuracy: Double
  private let timeout: Double
  private let units: Units
  private let context: CommandContext

  /// - Throws: `CommandFailure`.
  init(
    _ options: PositionOptions, _ choice: PositionOptions.Choice, places: any PlaceProviding,
    wording: WordingOptions, in context: CommandContext
  ) throws {
    desiredAccuracy = try options.desiredAccuracy(in: context.settings)
    timeout = try options.timeout(in: context.settings)
    self.choice = choice
    self.context = context
    units = try wording.wording(in: context.settings).units
    let fetcher = context.makeLocationFetcher(choice, nil)
    fetcher.desiredAccuracy = desiredAccuracy
    provider = CurrentLocationProvider(
      locationFetcher: fetcher,
      placeProvider: places,
      notificationCenter: context.notificationCenter,
      timerScheduler: context.timerScheduler)
  }

  /// The position; says on stderr what it is worth.
  ///
  /// - Throws: `CommandFailure`.
  func currentLocation() async throws -> Location {
    // There is nothing to wait for, or to tell of.
    if case .fixed(let position) = choice {
      return Location(coordinate: position.coordinate, accuracy: position.accuracy)
    }
    let status = NoFixPresenter(
      observing: provider, notificationCenter: context.notificationCenter,
      timerScheduler: context.timerScheduler, write: context.console.tell)
    let log = ReceiverLog(of: provider, in: context)
    defer { withExtendedLifetime((status, log)) {} }
    do throws(NearbyError) {
      let fix = try await provider.currentFix(within: .seconds(timeout))
      tell(of: fix)
      return fix.location
    } catch {
      throw CommandFailure(error, from: choice)
    }
  }

  /// A report of what the place source says, which is told on stderr.
  ///
  /// - Throws: `CommandFailure`.
  func report(
    at location: Location, _ answer: () async throws(NearbyError) -> PlaceAnswer
  ) async throws -> NearbyReport {
    do throws(NearbyError) {
      return NearbyReport(location: location, provider: choice.provider, answer: try await answer())
    } catch {
      throw CommandFailure(error, from: choice)
    }
  }

  private func tell(of fix: CurrentFix) {
    switch choice {
    case .fixed: break
    case .log: context.console.tell(fix.location.summary(from: choice.origin, now: nil, units: units))
    case .gpsd:
      context.console.tell(fix.location.summary(from: choice.origin, now: Date(), units: units))
    }
    if !fix.isAccurateEnough {
      let wanted = units.exactWording(of: Distance(metres: desiredAccuracy))
      context.console.tell(
        "that is the best fix that came; \(wanted) was wanted (--desired-accuracy, --timeout)")
    }
  }
}
