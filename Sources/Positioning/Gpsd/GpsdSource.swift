import Glibc
import Input

/// Positions from gpsd.
///
/// libgps connects, asks for the stream, and closes. The lines are cut and decoded here, because
/// `gps_unpack` can loop for ever on lines that a receiver or a stranger on the network may send.
///
/// ```swift
/// let source = GpsdSource(address: try GpsdAddress(parsing: "van.local:2947"))
/// let fetcher = SourceLocationFetcher(source: source)
/// ```
public struct GpsdSource: LivePositionSource {
  /// How long gpsd may take.
  package struct Limits: Sendable {
    package var connect = Duration.seconds(5)
    /// For the first line, which gpsd sends at once.
    package var introduction = Duration.seconds(5)
    /// For the rest of an epoch whose first report is here; receivers send theirs within some 100 ms.
    package var epoch = Duration.milliseconds(250)
  }

  private let address: GpsdAddress
  private let connector: any GpsdConnecting
  private let limits: Limits

  /// The gpsd at `address`, asked through libgps.
  public init(address: GpsdAddress) {
    self.init(address: address, connector: LibgpsConnector())
  }

  init(address: GpsdAddress, connector: any GpsdConnecting, limits: Limits = Limits()) {
    self.address = address
    self.connector = connector
    self.limits = limits
  }

  func listen(until stop: Waker, report: (PositionEvent) -> Void) throws(PositioningError) {
    let connected: (any GpsdConnection)?
    do throws(GpsdAddress.Failure) {
      connected = try connector.connect(to: address, within: limits.connect, until: stop)
    } catch {
      throw .gpsdUnreachable(address, error)
    }
    guard let connection = connected else { return }
    guard connection.watch(device: address.device) else { throw .gpsdClosed(address) }
    try withExtendedLifetime(connection) { () throws(PositioningError) in
      try converse(over: connection.descriptor, until: stop, report: report)
    }
  }

  private func converse(
    over descriptor: Int32, until stop: Waker, report: (PositionEvent) -> Void
  ) throws(PositioningError) {
    let introductionDeadline = ContinuousClock.now + limits.introduction
    var epochDeadline = introductionDeadline
    var decoder = GpsdDecoder(wantedDevice: address.device)
    var splitter = LineSplitter()
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    // Fixes that waited, as while poi was stopped, are one report: who wants one position takes the newest.
    var locations: [Location] = []
    while true {
      if !decoder.hasIntroducedItself, .now >= introductionDeadline { throw .notGpsd(address) }
      let limit =
        !locations.isEmpty
        ? .zero
        : !decoder.hasIntroducedItself
          ? introductionDeadline - .now : decoder.unfinishedEpoch.map { _ in epochDeadline - .now }
      let (stateBefore, epochBefore) = (decoder.state, decoder.unfinishedEpoch)
      var waiting = locations.count
      let wakeup = stop.wait(forInputFrom: descriptor, atMost: limit)
      switch wakeup {
      case .called:
        return
      case .timedOut:
        if locations.isEmpty { decoder.finish(into: &locations) }
      case .readable:
        let count = read(descriptor, &piece, piece.count)
        guard count > 0 else {
          if count < 0, [EAGAIN, EINTR].contains(errno) { continue }
          decoder.finish(into: &locations)
          if !locations.isEmpty { report(.locations(locations)) }
          throw .gpsdClosed(address)
        }
        splitter.split(piece.span.extracting(first: count)) { line, _ in
          decoder.receive(line, into: &locations)
        }
        // Not by silence: other lines, as of ships, may go on all the time.
        if decoder.unfinishedEpoch != epochBefore { epochDeadline = .now + limits.epoch }
      }
      if decoder.state != stateBefore {
        // What a receiver said comes before its loss.
        if decoder.state.authorizationStatus == .restricted {
          decoder.finish(into: &locations)
          waiting = locations.count
        }
        if waiting > 0 { report(.locations(Array(locations.prefix(waiting)))) }
        locations.removeFirst(waiting)
        report(.state(decoder.state))
      }
      if !locations.isEmpty, wakeup == .timedOut || locations.count >= InputLimits.waitingFixes {
        report(.locations(locations))
        locations = []
      }
    }
  }
}
