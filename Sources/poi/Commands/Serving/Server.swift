import FoundationEssentials
import Geography
import Glibc
import Input
import Nearby
import PlaceStore
import Places
import Positioning
import Serving

/// A run of `poi serve`: a shared position, shared places, and access rules.
@MainActor
final class Server {
  private let context: CommandContext
  private let choice: PositionOptions.Choice
  private let position: SharedPosition
  private let feeds: WatchFeeds
  private let listener: HTTPListener
  private let handler: AccessGuard
  private var serving: Task<Void, any Error>?
  private var failure: CommandFailure?

  init(_ command: ServeCommand, at choice: PositionOptions.Choice, in context: CommandContext) throws {
    self.context = context
    let settings = context.settings
    self.choice = choice
    let rules = AccessRules(
      hosts: Self.ownNames.union(command.host), token: try command.tokenFile.map(Self.token(in:)),
      origins: Set(command.cors.map(ServeCommand.written)))
    command.tokenFile.flatMap(ServerOptions.warning(ofSecret:)).map(context.console.tell)
    let raw = try context.makePlaceProvider(
      command.places, try command.position.answerLimits(in: settings))
    let named = AskedCategoryProvider(
      raw, in: try settings.value(of: .language, given: settings.chosenLanguage))
    let speed = command.replaySpeed ?? 1
    let console = context.console
    let fetcher = context.makeLocationFetcher(choice, speed)
    let store =
      try raw.gazetteer as? PlaceStore ?? WhereaboutsSearch.awaitStore(command.places.store, in: context)
    position = SharedPosition(
      fetcher, provider: { [choice] in choice.asked(by: fetcher).provider },
      pace: choice.pace(replaySpeed: speed),
      streets: store.map { store in
        { try store.ifThere?.surroundings(of: $0, streetsWithin: StreetMonitor.reach, addressWithin: .zero) }
      }, notificationCenter: context.notificationCenter, timerScheduler: context.timerScheduler,
      tell: console.tell)
    if !fetcher.canPause {
      var notices = WatchNotices()
      let wording = try settings.wording()
      position.onFix = { notices.clock(of: $0, at: context.now(), wording).map(console.tell) }
    }
    feeds = WatchFeeds(following: position, places: BudgetedPlaceProvider(named), in: context)
    let lookup = PlaceLookup(raw)
    let places = ServedPlaces(
      raw: lookup, named: PlaceLookup(named), settings: settings,
      hours: PlaceHours(localities: try command.holidays.localities(command.places.store, in: context)),
      position: position,
      now: context.now, store: try Self.store(lookup, of: command.places, in: context))
    let address = command.listen ?? ListenAddress()
    var limits = try Self.limits()
    limits.proxies = try settings.value(of: .trustedProxies, given: command.trustedProxies)
    do {
      listener = try HTTPListener(on: address, limits: limits)
    } catch {
      throw Self.failure(error, at: address)
    }
    let counts = listener
    let router = RequestRouter(
      places: places, events: ServedEvents(feeds: feeds, places: places), proxies: limits.proxies,
      metrics: { counts.metrics() },
      tell: { console.tell($0) })
    handler = AccessGuard(
      TurnTaking(router, limits: limits, freePaths: RequestRouter.free), rules: rules,
      openPaths: RequestRouter.open, proxies: limits.proxies)
    try tell(hasToken: rules.token != nil)
  }

  /// Serves until a signal comes.
  func run() async throws -> ExitStatus {
    let following = Task {
      if case .failed(let error) = await position.run() {
        failure = CommandFailure(NearbyError.positioning(error), from: choice)
        serving?.cancel()
      }
    }
    // A position that never changes is known before anybody is answered.
    if case .fixed = choice { await following.value }
    let answering = Task.detached { [listener, handler] in try await listener.run(handler) }
    serving = answering
    // What the watches still have to do must not keep the process.
    let signals = UnixSignalWatcher(
      onSignal: { [feeds] in
        answering.cancel()
        feeds.stop()
      }, onSecondSignal: {})
    let end = await answering.result
    position.stop()
    feeds.stop()
    await following.value
    signals.endIfSignalled()
    if let failure { throw failure }
    try end.get()
    return .success
  }

  /// Says where the server listens, and who can reach it.
  private func tell(hasToken: Bool) throws {
    let address = listener.address
    guard address.reach != .thisMachine else {
      let programs = "programs on this machine" + (hasToken ? " with the token" : "")
      return context.console.tell("http://\(address)/ serves \(programs)")
    }
    let url = "http://\(address.reachable)/"
    let place = address.reach == .everyAddress ? "this machine's networks" : "the network of this address"
    context.console.tell(
      hasToken
        ? "\(url): anyone on \(place) who has the token can open it; it crosses the network unencrypted, so put a TLS proxy in front outside your own network"
        : "\(url): anyone on \(place) can open it and see where you are; --token-file FILE asks them for a token"
    )
    guard context.console.tellsTerminal, context.environment["TERM"] != "dumb",
      try !context.settings.isASCII(), let code = QRCode(url)
    else { return }
    context.console.draw(code.text(hasColor: try context.settings.value(of: .color)))
  }

  // MARK: Parts

  /// What knows streets and areas without asking a server; `nil` if nothing does.
  private static func store(
    _ source: PlaceLookup, of options: SourceOptions, in context: CommandContext
  ) throws -> PlaceLookup? {
    switch try options.choice(in: context.settings) {
    case .file: source
    case .automatic, .store:
      try WhereaboutsSearch.awaitStore(options.store, in: context).map { PlaceLookup($0) }
    case .server, .database, .overpass: nil
    }
  }

  private static var ownNames: Set<String> {
    let name = ProcessInfo.processInfo.hostName.lowercased()
    let short = String(name.prefix { $0 != "." })
    return [name, short, "\(short).local"]
  }

  private static func token(in path: String) throws -> [UInt8] {
    let token = try SmallTextFile.text(of: path).trimmed()
    guard token.utf8.count >= shortestToken, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw CommandFailure(
        "\(path) is not a token; use one line of at least \(shortestToken) ASCII characters, as openssl rand -hex 16 does",
        .malformedInput)
    }
    return Array(token.utf8)
  }

  private static let shortestToken = 8

  /// As many connections as the process may open files; libgps cannot use a descriptor above 1023.
  ///
  /// - Throws: `CommandFailure` if it may have too few.
  private static func limits() throws(CommandFailure) -> ServerLimits {
    let files = try ProcessDescriptors.allow(1024)
    var limits = ServerLimits()
    limits.connections = min(limits.connections, files - ownFiles)
    return limits
  }

  /// Files for gpsd, the store and connections being refused.
  private static let ownFiles = 128

  private static func failure(_ error: any Error, at address: ListenAddress) -> any Error {
    guard let code = (error as? HTTPListener.BindError)?.code else { return error }
    let reason = String(cString: strerror(code))
    let other = "\(address.description.dropLast("\(address.port)".count))PORT"
    return switch code {
    case EADDRINUSE:
      CommandFailure("\(address): \(reason); name another port with --listen \(other)", .tryLater)
    case EACCES, EPERM: CommandFailure("\(address): \(reason)", .refused)
    case EADDRNOTAVAIL: CommandFailure("\(address): not an address of this machine", .usage)
    case EINVAL: CommandFailure("\(address): add its network interface, like [\(address.host)%eth0]", .usage)
    default: CommandFailure("\(address): \(reason)", .unreachable)
    }
  }
}
