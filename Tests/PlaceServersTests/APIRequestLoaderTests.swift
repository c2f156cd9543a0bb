import Foundation
import Geography
import PlaceServers
import Places
import Synchronization
import TestSupport
import XCTest

@testable import Input

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class APIRequestLoaderTests: XCTestCase {
  private typealias Loader = APIRequestLoader<PointsOfInterestRequest>

  private let station = Coordinate(latitude: 60.1719, longitude: 24.9414)
  private let json = ["Content-Type": "application/json"]

  private func loader(for url: URL, limits: AnswerLimits = AnswerLimits()) -> Loader {
    Loader(
      apiRequest: PointsOfInterestRequest(server: url), session: MockURLProtocol.session, limits: limits)
  }

  private func loader(
    answering reply: MockURLProtocol.Reply, limits: AnswerLimits = AnswerLimits()
  ) throws -> Loader {
    loader(for: try MockURLProtocol.url(answering: reply), limits: limits)
  }

  private func assertFailure(
    _ expected: RequestError, limits: AnswerLimits = AnswerLimits(), answering reply: MockURLProtocol.Reply,
    line: UInt = #line
  ) async throws {
    do {
      _ = try await loader(answering: reply, limits: limits).loadAPIRequest(requestData: station)
      XCTFail("no error", line: line)
    } catch let error as RequestError {
      XCTAssertEqual(error, expected, line: line)
    }
  }

  // MARK: Results of requests

  func testReportsTheResultOfARequest() async throws {
    let body = try Fixtures.data("api/array.json")
    let replies: [(MockURLProtocol.Reply, Int?, Int, RequestError?)] = [
      (.response(body: body), 200, body.count, nil),
      (.response(status: 404, body: body), 404, 0, .status(404, retryAfter: nil)),
      (.failure(.cannotConnectToHost), nil, 0, .connection(.unreachable)),
    ]
    for (reply, status, bytes, error) in replies {
      let url = try MockURLProtocol.url(answering: reply)
      let traces = Mutex<[RequestTrace]>([])
      let loader = Loader(
        apiRequest: PointsOfInterestRequest(server: url), session: MockURLProtocol.session
      ) { trace in traces.withLock { $0.append(trace) } }
      _ = try? await loader.loadAPIRequest(requestData: station)
      let trace = try XCTUnwrap(traces.withLock { $0.count == 1 ? $0.first : nil })
      XCTAssertEqual(trace.method, "GET")
      XCTAssertEqual(trace.address, url.absoluteString)
      XCTAssertEqual(trace.status, status)
      XCTAssertEqual(trace.bytes, bytes)
      XCTAssertEqual(trace.error, error)
    }
  }

  // MARK: Answers

  func testAnAnswerIsAwaited() async throws {
    let loader = try loader(answering: .response(body: Fixtures.data("api/array.json")))
    let records = try await loader.loadAPIRequest(requestData: station)
    XCTAssertEqual(records.places.count, 4)
  }

  func testAnAnswerReachesTheCompletionOnce() async throws {
    let loader = try loader(answering: .response(body: Fixtures.data("api/array.json")))
    let completed = expectation(description: "the completion is called")
    completed.assertForOverFulfill = true
    loader.loadAPIRequest(requestData: station) { result in
      XCTAssertEqual(try? result.get().places.count, 4)
      completed.fulfill()
    }
    await fulfillment(of: [completed], timeout: 60)
    // Cancelling all finds no request that could complete again.
    loader.cancelFetchingAll()
  }

  func testTheRequestIsTheOneThatTheAPIRequestMakes() async throws {
    let url = try MockURLProtocol.url(answering: .response(body: Data("[]".utf8)))
    _ = try await loader(for: url).loadAPIRequest(requestData: station)
    let requests = MockURLProtocol.requests(for: url)
    XCTAssertEqual(requests.map(\.url?.query), ["lat=60.1719&long=24.9414"])
  }

  func testManyAnswersAtOnceReachTheirOwnQuestions() async throws {
    let urls = try (0..<20).map { number in
      try MockURLProtocol.url(
        answering: .response(body: Data("[{\"id\":\(number),\"lat\":1,\"lon\":2}]".utf8)))
    }
    let station = station
    let ids = try await withThrowingTaskGroup(of: (Int, String?).self) { group in
      for (number, url) in urls.enumerated() {
        let loader = loader(for: url)
        group.addTask { (number, try await loader.loadAPIRequest(requestData: station).places.first?.id) }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    XCTAssertEqual(ids, Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, "\($0)") }))
  }

  func testTheTypeMayHaveParametersAndASuffix() async throws {
    for type in ["application/geo+json; charset=utf-8", "Application/JSON", "text/json"] {
      let loader = try loader(answering: .response(headers: ["Content-Type": type], body: Data("[]".utf8)))
      let records = try await loader.loadAPIRequest(requestData: station)
      XCTAssertEqual(records.places.count, 0, type)
    }
  }

  // MARK: Failures

  func testAnImpossiblePositionIsNotSent() async throws {
    let url = try MockURLProtocol.url(answering: .response(body: Data("[]".utf8)))
    let completed = expectation(description: "the completion is called")
    loader(for: url).loadAPIRequest(requestData: Coordinate(latitude: 91, longitude: 0)) { result in
      XCTAssertEqual(result.failure, .invalidCoordinate)
      completed.fulfill()
    }
    await fulfillment(of: [completed], timeout: 60)
    XCTAssertEqual(MockURLProtocol.requests(for: url), [])
  }

  func testAnyStatusButOKIsAnError() async throws {
    for status in [204, 301, 400, 404, 500, 503] {
      try await assertFailure(
        .status(status, retryAfter: nil),
        answering: .response(status: status, headers: json, body: Data("[]".utf8)))
    }
  }

  func testTooManyRequestsSaysWhenToAskAgain() async throws {
    try await assertFailure(
      .status(429, retryAfter: 120),
      answering: .response(status: 429, headers: ["Retry-After": "120"], body: Data()))
  }

  func testAnotherTypeIsAnError() async throws {
    try await assertFailure(
      .unexpectedType("text/html"),
      answering: .response(headers: ["Content-Type": "text/html; charset=utf-8"], body: Data("<html>".utf8)))
  }

  func testNoTypeIsAnError() async throws {
    try await assertFailure(
      .unexpectedType("no type"), answering: .response(headers: [:], body: Data("[]".utf8)))
  }

  func testAnAnswerOverTheLimitIsAnError() async throws {
    try await assertFailure(
      .tooLarge(limit: 1000), limits: AnswerLimits(bytes: 1000),
      answering: .response(body: Data(repeating: 0x20, count: 1001)))
  }

  func testAnAnswerThatIsNotJSONIsAnError() async throws {
    try await assertFailure(
      .malformed("line 1: no JSON object or array"), answering: .response(body: Data("sorry".utf8)))
  }

  func testTheConnectionsErrorIsKept() async throws {
    for (code, problem) in [
      (.cannotConnectToHost, .unreachable), (.cannotFindHost, .unknownHost),
      (.networkConnectionLost, .brokenOff), (.timedOut, .unreachable),
    ] as [(URLError.Code, ConnectionProblem)] {
      try await assertFailure(.connection(problem), answering: .failure(code))
    }
  }

  func testNoAnswerInTimeIsAnErrorAndEndsTheRequest() async throws {
    let stopped = expectation(description: "the request is stopped")
    try await assertFailure(
      .timedOut(seconds: 0.05), limits: AnswerLimits(seconds: 0.05),
      answering: .silence { stopped.fulfill() })
    await fulfillment(of: [stopped], timeout: 60)
  }

  // MARK: Cancelling

  func testCancelFetchingAllEndsEveryRequestOnce() async throws {
    let loader = try loader(answering: .silence())
    let cancelled = expectation(description: "each completion is called")
    cancelled.expectedFulfillmentCount = 3
    cancelled.assertForOverFulfill = true
    for _ in 0..<3 {
      loader.loadAPIRequest(requestData: station) { result in
        XCTAssertEqual(result.failure, .cancelled)
        cancelled.fulfill()
      }
    }
    loader.cancelFetchingAll()
    await fulfillment(of: [cancelled], timeout: 60)
    loader.cancelFetchingAll()
  }

  func testCancelFetchingAllStopsTheRequest() async throws {
    let stopped = expectation(description: "the request is stopped")
    let loader = try loader(answering: .silence { stopped.fulfill() })
    loader.loadAPIRequest(requestData: station) { _ in }
    loader.cancelFetchingAll()
    await fulfillment(of: [stopped], timeout: 60)
  }

  func testACancelledTaskCancelsItsRequest() async throws {
    let loader = try loader(answering: .silence())
    let station = station
    let task = Task { () -> RequestError? in
      do throws(RequestError) {
        _ = try await loader.loadAPIRequest(requestData: station)
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    let error = await task.value
    XCTAssertEqual(error, .cancelled)
  }

  func testACancelledLoaderCanAskAgain() async throws {
    let loader = try loader(answering: .response(body: Data("[]".utf8)))
    loader.cancelFetchingAll()
    let records = try await loader.loadAPIRequest(requestData: station)
    XCTAssertEqual(records.places.count, 0)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
