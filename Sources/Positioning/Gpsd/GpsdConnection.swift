import CGPS
import Glibc
import Input
import Synchronization

/// A way to reach gpsd.
package protocol GpsdConnecting: Sendable {
  /// Connects, or says why not; blocks until it knows.
  func connect(to address: GpsdAddress) throws(GpsdAddress.Failure) -> any GpsdConnection
}

/// An open connection to gpsd; closed when it is released.
package protocol GpsdConnection: Sendable {
  /// The non-blocking socket to wait for and to read.
  var descriptor: Int32 { get }

  /// Asks for the reports of one device, or of all of them; `false` if the connection is gone.
  func watch(device: String?) -> Bool
}

package struct LibgpsConnector: GpsdConnecting {
  package func connect(to address: GpsdAddress) throws(GpsdAddress.Failure) -> any GpsdConnection {
    var handle: OpaquePointer?
    let status = cgps_open(address.host, address.port, &handle)
    guard status == CGPS_OK, let handle else {
      throw switch status {
      case CGPS_UNKNOWN_HOST: .unknownHost
      case CGPS_UNKNOWN_SERVICE: .unknownPort
      default: .refused
      }
    }
    return LibgpsConnection(handle: handle)
  }
}

// The handle is used by one thread at a time: it is opened by one, handed over, and closed by the last owner.
private final class LibgpsConnection: GpsdConnection, @unchecked Sendable {
  private let handle: OpaquePointer

  init(handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    cgps_close(handle)
  }

  var descriptor: Int32 { cgps_descriptor(handle) }

  func watch(device: String?) -> Bool {
    cgps_stream(handle, device) == 0
  }
}

extension GpsdConnecting {
  /// Connects within a limit, which libgps lacks.
  ///
  /// A connection made after the limit is closed by the thread that opened it. Returns `nil` if `stop` was
  /// given meanwhile.
  func connect(
    to address: GpsdAddress, within limit: Duration, until stop: Waker
  ) throws(GpsdAddress.Failure) -> (any GpsdConnection)? {
    let outcome = ConnectionOutcome()
    do throws(NoThread) {
      try BackgroundThread.start {
        outcome.set(Result { () throws(GpsdAddress.Failure) in try connect(to: address) })
      }
    } catch {
      throw .noThread(error)
    }
    switch stop.wait(forInputFrom: outcome.arrival.descriptor, atMost: limit) {
    case .called: return nil
    case .timedOut: throw .timedOut
    case .readable: return try outcome.take()?.get()
    }
  }
}

/// What a connecting thread found, for the thread that waits for it.
private final class ConnectionOutcome: Sendable {
  typealias Outcome = Result<any GpsdConnection, GpsdAddress.Failure>

  let arrival = Waker()
  private let outcome = Mutex<Outcome?>(nil)

  func set(_ outcome: Outcome) {
    self.outcome.withLock { $0 = outcome }
    arrival.wake()
  }

  func take() -> Outcome? {
    outcome.withLock { $0.take() }
  }
}
