import Foundation
import Geography
import PlaceDatabase
import Places
import TestSupport
import Testing

/// Databases that freeze, or that send what nobody has asked for.
@Suite(.enabled(if: FakePostgreSQL.hasClient, "needs libpq"), .timeLimit(.minutes(5)))
struct HostilePostgreSQLTests {
  /// A poi that hangs is killed, with status 124.
  private func nearby(_ url: String, _ arguments: String...) async throws -> CommandRunner.Outcome {
    try await CommandRunner.run(
      "/usr/bin/timeout",
      ["240", PoiApp.path, "nearby", "--at", "60.17,24.94", "--source", url] + arguments,
      environment: PoiApp().environment)
  }

  @Test("does not wait for a frozen database longer than the timeout, nor until it cancels")
  func frozen() async throws {
    let server = try FakePostgreSQL(.silence)
    let (outcome, timeout) = try await PoiApp.patiently(reaching: "no answer within") {
      try await nearby(server.url, "--timeout", $0)
    }
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.contains("no answer within \(timeout) s"), "\(outcome)")
  }

  @Test("takes rows without some of their columns for rows of nulls")
  func missingColumns() async throws {
    let server = try FakePostgreSQL(.rows([]), .rows([Array("planet_osm_point".utf8)]))
    let outcome = try await nearby(server.url, "--timeout", "200")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.messages.contains("lacks the columns osm_id and way"), "\(outcome)")
  }

  @Test("does not wait for the rest of a copy that it has not asked for")
  func copy() async throws {
    let server = try FakePostgreSQL(.rows([]), .copy)
    let outcome = try await nearby(server.url, "--timeout", "200")
    #expect(outcome.status == 69, "\(outcome)")
    #expect(outcome.messages.contains("the connection broke twice"), "\(outcome)")
  }

  @Test("cancels questions that wait for a connection, too")
  func waiting() async throws {
    // Each of these waits for longer than the test may take.
    let server = try FullBacklog()
    let address = try #require(
      PostgreSQLAddress("postgresql://poi@127.0.0.1:\(server.port)/places?connect_timeout=600"))
    let provider = PostgreSQLProvider(address: address)
    // A question may begin only after the others were cancelled.
    let cancelling = Task {
      while !Task.isCancelled {
        provider.cancelFetchingAll()
        await Task.yield()
      }
    }
    let cancelled = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do throws(PlacesError) {
            _ = try await provider.places(
              near: Coordinate(latitude: 60.17, longitude: 24.94), matching: PlaceQuery())
            return false
          } catch {
            if case .database(_, .cancelled) = error { return true }
            return false
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    cancelling.cancel()
    #expect(cancelled == 20)
    withExtendedLifetime(server) {}
  }
}
