import Foundation
import Glibc
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A real gpsd of a test's own, which lives as long as a closure runs.
public struct GpsdProcess: Sendable {
  /// Where it listens, on 127.0.0.1.
  public let port: UInt16

  private let group: Int32

  /// What `--gpsd` takes.
  public var address: String { "127.0.0.1:\(port)" }

  /// Sends it a signal, such as one that stops it.
  public func signal(_ number: Int32) {
    kill(-group, number)
  }

  /// Runs `body` beside a gpsd that accepts connections, and ends it before returning.
  ///
  /// - Parameters:
  ///   - receiver: what gpsd reads; it dials it once somebody watches. Without one it has no device.
  ///   - port: where it listens; a free one if it is `nil`.
  /// - Throws: `NoGpsd` if it does not start, and what `body` throws.
  public static func run<Value: Sendable>(
    reading receiver: FakeReceiver? = nil, on port: UInt16? = nil,
    _ body: (GpsdProcess) async throws -> Value
  ) async throws -> Value {
    let port = try port ?? freePort()
    // Each has a segment of its own, or they would write over one another's, and over a real one's.
    let sharedMemory = "0x" + String(0x4750_0000 + Int(port), radix: 16)
    // Without a device gpsd exits at once, unless there is a socket on which it can be told about one.
    let directory = try TemporaryDirectory.forSocket()
    let devices =
      receiver.map { ["tcp://127.0.0.1:\($0.port)"] }
      ?? ["-F", directory.url.appendingPathComponent("control").path]
    // Even if the tests themselves are killed, nothing outlives them for long.
    let command = ["--kill-after=1", "300", "gpsd", "-N", "-b", "-S", "\(port)"] + devices
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(2))]
    let outcome: Result<Value, any Error>
    do {
      let result = try await Subprocess.run(
        .name("timeout"), arguments: Arguments(command),
        environment: .inherit.updating(["GPSD_SHM_KEY": sharedMemory]), platformOptions: options,
        input: .none, output: .discarded, error: .discarded
      ) { [options] execution in
        try await waitUntilListening(on: port)
        // timeout(1) leads a group of its own.
        let gpsd = GpsdProcess(port: port, group: execution.processIdentifier.value)
        let value = try await body(gpsd)
        gpsd.signal(SIGCONT)
        await execution.teardown(using: options.teardownSequence)
        return value
      }
      outcome = .success(result.closureResult)
    } catch {
      outcome = .failure(error)
    }
    _ = try? await CommandRunner.run("/usr/bin/ipcrm", ["-M", sharedMemory])
    return try outcome.get()
  }

  /// gpsd did not begin to listen.
  public struct NoGpsd: Error {}

  /// It is ready within 20 ms; a busy machine takes longer.
  private static func waitUntilListening(on port: UInt16) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try !LoopbackSocket.isListening(on: port) {
      guard .now < deadline else { throw NoGpsd() }
      // gpsd does not announce that it listens.
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// A port below those that the system assigns by itself, so that nobody gets it meanwhile.
  public static func freePort() throws -> UInt16 {
    while true {
      let port = UInt16.random(in: 20000..<32000)
      if let socket = try? LoopbackSocket.listening(on: port, backlog: 0) {
        close(socket)
        return port
      }
    }
  }
}
