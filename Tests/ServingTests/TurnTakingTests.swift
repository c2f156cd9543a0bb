import NIOHTTP1
import Synchronization
import Testing

@testable import Serving

/// Turns between requests.
@Suite(.timeLimit(.minutes(5))) struct TurnTakingTests {
  /// Tells which requests it has begun, and answers those for `/slow` when they are released.
  private final class Held: RequestHandler {
    let begun: AsyncStream<String>
    private let ofBegun: AsyncStream<String>.Continuation
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    init() { (begun, ofBegun) = AsyncStream<String>.makeStream() }

    func response(to request: Request) async throws -> Response {
      if request.path == "/slow" {
        await withCheckedContinuation { continuation in
          waiting.withLock { $0.append(continuation) }
          ofBegun.yield(request.path)
        }
      }
      var response = Response.json([UInt8](repeating: 0, count: request.path == "/large" ? 17 << 20 : 1))
      response.secondsElsewhere = request.path == "/costly" ? 1000 : 0
      return response
    }

    func release() { waiting.withLock { $0.popLast() }?.resume() }
  }

  private func request(_ path: String, by peer: String = "10.0.0.1") throws -> Request {
    try Request(
      HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: ["Host": "a"]), from: peer,
      limits: ServerLimits())
  }

  @Test("a client's slow question makes only its own others wait")
  func others() async throws {
    let handler = Held()
    let turns = TurnTaking(handler, limits: ServerLimits(), freePaths: ["/free"])
    let (slow, own) = (try request("/slow"), try request("/own"))
    var begun = handler.begun.makeAsyncIterator()
    async let first = turns.response(to: slow)
    _ = await begun.next()
    async let second = turns.response(to: own)
    #expect(try await turns.response(to: try request("/other", by: "10.0.0.2")).status == .ok)
    #expect(try await turns.response(to: try request("/free")).status == .ok)
    handler.release()
    #expect(try await [first.status, second.status] == [.ok, .ok])
  }

  @Test("a question whose client is gone leaves the queue")
  func gone() async throws {
    let handler = Held()
    let turns = TurnTaking(handler, limits: ServerLimits())
    let (slow, own) = (try request("/slow"), try request("/own"))
    var begun = handler.begun.makeAsyncIterator()
    async let first = turns.response(to: slow)
    _ = await begun.next()
    let second = Task { try await turns.response(to: own) }
    second.cancel()
    #expect(try await second.value.status == .serviceUnavailable)
    handler.release()
    #expect(try await first.status == .ok)
  }

  @Test("questions can be given up while others end, any number of times")
  func goneAtOnce() async throws {
    let turns = TurnTaking(Held(), limits: ServerLimits())
    let any = try request("/any")
    for _ in 0..<5000 {
      // Each ends a turn while the clients of those behind it leave.
      let tasks = (0..<16).map { _ in Task.detached { try await turns.response(to: any) } }
      let leaving = Task.detached { for task in tasks.reversed() { task.cancel() } }
      for task in tasks { #expect([.ok, .serviceUnavailable].contains(try await task.value.status)) }
      await leaving.value
    }
  }

  @Test("says when a client that has used its share may ask again")
  func share() async throws {
    let turns = TurnTaking(Held(), limits: ServerLimits())
    #expect(try await turns.response(to: try request("/costly")).status == .ok)
    let refusal = try await turns.response(to: try request("/any"))
    #expect(refusal.status == .serviceUnavailable)
    let seconds = try #require(refusal.headers.first(name: "Retry-After").flatMap { Int($0) })
    #expect((1900...1941).contains(seconds))
  }

  @Test("an answer that is too large is refused before it is begun")
  func tooLarge() async throws {
    let turns = TurnTaking(Held(), limits: ServerLimits())
    #expect(try await turns.response(to: try request("/large")).status == .payloadTooLarge)
  }
}
