import ArgumentParser
import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// `poi doctor`.
struct DoctorCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look at gpsd, device, fix, store, cache and server, and say what mends what is broken",
    discussion: """
      EXAMPLES
        poi doctor
        poi doctor --offline --timeout 5
        poi doctor --json | jq -r '.checks[] | select(.state == "broken").remedy'

      The exit status is that of the first thing that is broken, and 0 where nothing is. The server is asked \
      for a few places around the fix, or not at all with --offline.
      """)

  @Flag(Setting.offline) var offline: Bool?

  @Flag(help: "One JSON document.")
  var json = false

  @OptionGroup(title: "Position") var position: PositionOptions
  @OptionGroup(title: "Places") var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  private typealias Finding = DoctorReport.Finding
  private typealias Result = (finding: DoctorReport.Finding, status: ExitStatus)

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let settings = context.settings
    let choice = try position.choice(in: settings)
    var (results, location) = try await receiver(choice, in: context)
    results += [storeResult(in: context), cacheResult(in: context)]
    if !(try settings.value(of: .offline, given: offline)) {
      results.append(await serverResult(around: location, in: context))
    }
    let checkup = DoctorReport(results.map(\.finding))
    try context.console.write(json ? checkup.json : checkup.text)
    return results.first { $0.finding.state == .broken }?.status ?? .success
  }

  // MARK: Where am I

  @MainActor
  private func receiver(
    _ choice: PositionOptions.Choice, in context: CommandContext
  ) async throws -> (results: [Result], location: Location?) {
    let fetcher = context.makeLocationFetcher(choice, nil)
    fetcher.desiredAccuracy = try position.desiredAccuracy(in: context.settings)
    let provider = CurrentLocationProvider(
      locationFetcher: fetcher,
      placeProvider: try context.makeAreaSource(position.answerLimits(in: context.settings)),
      notificationCenter: context.notificationCenter, timerScheduler: context.timerScheduler)
    let timeout = try position.timeout(in: context.settings)
    var fix: CurrentFix?
    var failure: CommandFailure?
    do throws(NearbyError) {
      fix = try await provider.currentFix(within: .seconds(timeout))
    } catch {
      failure = CommandFailure(error, from: choice)
    }
    let onboarding = OnboardingState(provider.receiverState, hasFix: fix != nil)
    let names = ["gpsd", "device", "fix"]
    let good = ["\(choice.origin) answers", "a device reports"]
    let brokenIndex =
      switch onboarding {
      case .needsDaemon: 0
      case .needsDevice: 1
      case .needsFix: 2
      case .ready: names.count
      }
    // A recorded fix is as old as its recording.
    let now: Date? = if case .gpsd = choice { Date() } else { nil }
    let results = names.enumerated().map { index, name -> Result in
      if index == brokenIndex {
        let remedy = Self.remedy(for: onboarding)
        return (
          Finding(name, .broken, failure?.message ?? "", remedy: remedy), failure?.status ?? .unreachable
        )
      }
      guard index < brokenIndex else { return (Finding(name, .unknown, "not looked at"), .success) }
      let meaning =
        index < good.count
        ? good[index] : fix?.location.summary(from: choice.origin, now: now, units: .metric)
      return (Finding(name, .ok, meaning ?? ""), .success)
    }
    return (results, fix?.location)
  }

  private static func remedy(for state: OnboardingState) -> String? {
    switch state {
    case .needsDaemon: "sudo apt-get install gpsd && sudo systemctl start gpsd.socket"
    case .needsDevice: "plug a receiver in; if gpsd does not see it: sudo gpsdctl add /dev/ttyUSB0"
    case .needsFix: "give it a view of the sky; see what it sees with: cgps"
    case .ready: nil
    }
  }

  // MARK: What is there

  @MainActor
  private func storeResult(in context: CommandContext) -> Result {
    do {
      let path = try store.path(in: context.settings)
      let sources = try context.openStore(store).sources()
      let names = sources.map(\.name).joined(separator: ", ")
      return (Finding("store", .ok, "\(path) has places of \(names.isEmpty ? "no source" : names)"), .success)
    } catch PlacesError.store(_, .absent) {
      let remedy = "poi import FILE, or poi prefetch --around here --radius 20km"
      return (Finding("store", .absent, "there is none yet", remedy: remedy), .success)
    } catch {
      let failure = CommandFailure(error)
      return (
        Finding("store", .broken, failure.message), failure.status
      )
    }
  }

  @MainActor
  private func cacheResult(in context: CommandContext) -> Result {
    do {
      guard let cache = try OnDiskCache.ofUser(in: context.settings) else {
        let remedy = "set XDG_CACHE_HOME to a folder of yours"
        return (Finding("cache", .absent, "there is no home for it", remedy: remedy), .success)
      }
      let items = try cache.items()
      let size = CacheReport.wording(bytes: items.reduce(0) { $0 + $1.size })
      return (Finding("cache", .ok, "\(cache.directory) holds \(items.count) answers, \(size)"), .success)
    } catch {
      let failure = CommandFailure(error)
      return (
        Finding("cache", .broken, failure.message, remedy: "poi cache clean --all"), failure.status
      )
    }
  }

  @MainActor
  private func serverResult(around location: Location?, in context: CommandContext) async -> Result {
    do {
      let server = try context.settings.value(of: .overpassServers).server
      let source = try context.makeAreaSource(try position.answerLimits(in: context.settings))
      let query = PlaceQuery(
        filter: PlaceFilter(categories: ["water"]), radius: Distance(metres: 100), limit: 1)
      let centre = location?.coordinate ?? Coordinate(latitude: 0, longitude: 0)
      _ = try await source.area(around: centre, for: query)
      return (Finding("server", .ok, "\(server.host ?? "it") answers"), .success)
    } catch {
      let failure = CommandFailure(error)
      return (
        Finding(
          "server", .broken, failure.message,
          remedy: "wait, or name another server in $POI_OVERPASS_URL; the store and --offline need none"),
        failure.status
      )
    }
  }
}
