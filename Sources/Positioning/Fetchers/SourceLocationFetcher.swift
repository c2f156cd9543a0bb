import Dispatch
import Input

/// Carries what a blocking source reports on its own thread to a delegate on the main actor.
@MainActor
public final class SourceLocationFetcher: LocationFetcher {
  public weak var locationFetcherDelegate: (any LocationFetcherDelegate)?
  public var desiredAccuracy = defaultDesiredAccuracy
  public var isPaused = false {
    didSet { run?.isPaused = isPaused && canPause }
  }
  public var canPause: Bool { source.canPause }

  private let source: any PositionSource
  private var run: Run?

  public init(source: any PositionSource) {
    self.source = source
  }

  isolated deinit {
    run?.stop()
  }

  public func startUpdatingLocation() {
    stopUpdatingLocation()
    run = Run(of: source) { [weak self] run, message in
      guard let self, self.run === run else { return }
      deliver(message)
    }
    run?.isPaused = isPaused && canPause
  }

  public func stopUpdatingLocation() {
    run.take()?.stop()
  }

  private func deliver(_ message: Run.Message) {
    switch message {
    case .event(.state(let state)):
      locationFetcherDelegate?.locationFetcher(self, didChangeState: state)
    case .event(.locations(let locations)):
      locationFetcherDelegate?.locationFetcher(self, didUpdateLocations: locations)
    case .end(let end):
      run = nil
      locationFetcherDelegate?.locationFetcher(self, didFinishWith: end)
    }
  }
}

/// One start of a source, up to its end or its stop.
@MainActor
private final class Run {
  enum Message {
    case event(PositionEvent)
    case end(PositionSourceEnd)
  }

  private let stopper = Waker()
  /// For the messages that may wait for the main actor before the source has to; what is live does not wait.
  private let room: DispatchSemaphore

  init(of source: any PositionSource, deliver: @escaping @MainActor (Run, Message) -> Void) {
    let (messages, continuation) = AsyncStream<Message>.makeStream()
    room = DispatchSemaphore(value: source.canPause ? 4 : InputLimits.waitingFixes)
    do throws(NoThread) {
      try BackgroundThread.start { [stopper, room] in
        let end = source.run(until: stopper) { event in
          room.wait()
          continuation.yield(.event(event))
        }
        continuation.yield(.end(end))
        continuation.finish()
      }
    } catch {
      continuation.yield(.end(.failed(.noThread(error))))
      continuation.finish()
    }
    Task { [weak self, room] in
      for await message in messages {
        await self?.unlessPaused()
        if let self { deliver(self, message) }
        room.signal()
      }
    }
  }

  /// Meanwhile no message is delivered, so the source soon has to wait.
  var isPaused = false {
    didSet {
      if !isPaused { resumption.take()?.resume() }
    }
  }

  private var resumption: CheckedContinuation<Void, Never>?

  func stop() {
    stopper.wake()
    isPaused = false
  }

  private func unlessPaused() async {
    guard isPaused else { return }
    await withCheckedContinuation { resumption = $0 }
  }
}
