import Glibc
import Input
import NIOCore
import NIOPosix
import Synchronization

/// Listens for HTTP connections, and answers their requests within limits.
public final class HTTPListener: Sendable {
  public struct BindError: Error {
    /// The system's `errno`.
    public let code: Int32
  }

  /// The actual address; its port is never 0.
  public let address: ListenAddress

  private let channel: any Channel
  private let answering: Answering

  /// Binds the address; clients wait until `run`.
  ///
  /// All connections share one thread: an answer is short work, except for what the handler does elsewhere.
  ///
  /// - Throws: `BindError`.
  public init(on address: ListenAddress, limits: ServerLimits = ServerLimits()) throws {
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    let answering = Answering(limits: limits, executor: JobExecutor { loop.execute($0) })
    self.answering = answering
    do {
      channel = try ServerBootstrap(group: loop)
        .serverChannelOption(.backlog, value: 4096)
        .serverChannelOption(.autoRead, value: false)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        // Connections inherit it.
        .serverChannelOption(.socketOption(.so_sndbuf), value: 256 * 1024)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(AcceptFailures(answering))
          }
        }
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try ClientConnection.configure(channel, answering) }
        }
        .bind(to: .makeAddressResolvingHost(address.host, port: Int(address.port))).wait()
    } catch let error as IOError {
      throw BindError(code: error.errnoCode)
    } catch is SocketAddressError.UnknownHost {
      // There is no such network interface.
      throw BindError(code: EADDRNOTAVAIL)
    }
    self.address = ListenAddress(
      host: address.host, port: UInt16(channel.localAddress?.port ?? Int(address.port)))
  }

  /// Answers until the task is cancelled, then ends all connections.
  ///
  /// - Throws: `CancellationError`.
  public func run(_ handler: any RequestHandler) async throws {
    answering.handler.withLock { $0 = handler }
    let table = answering.table
    let sweep = channel.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
      table.endOverdue(at: .now)
    }
    try await withTaskCancellationHandler { [channel] in
      try await channel.setOption(.autoRead, value: true).get()
      try await channel.closeFuture.get()
    } onCancel: { [channel] in
      channel.close(promise: nil)
    }
    sweep.cancel()
    table.endAll()
    try Task.checkCancellation()
  }

  /// The counts in the text format of Prometheus.
  public func metrics() -> String {
    let (connections, streams) = answering.table.counts
    return answering.counts.metrics(connections: connections, streams: streams)
  }
}

/// Makes room when the process has no descriptor left for another connection.
private final class AcceptFailures: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let answering: Answering

  init(_ answering: Answering) {
    self.answering = answering
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    answering.counts.countRefusedConnection()
    answering.table.makeRoom()
    context.fireErrorCaught(error)
  }
}
