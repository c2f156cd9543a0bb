import FlyingFox
import Foundation
import Testing

@testable import Serving

@Suite struct AccessRulesTests {
  private func request(
    _ headers: HTTPHeaders, method: HTTPMethod = .GET, from peer: String = "192.168.1.7"
  ) -> HTTPRequest {
    var request = HTTPRequest(
      method: method, version: .http11, target: .init(path: "/nearby", query: ""), headers: headers,
      body: HTTPBodySequence())
    request.remoteAddress = .ip4(peer, port: 50_000)
    return request
  }

  private func status(_ rules: AccessRules, _ headers: HTTPHeaders, method: HTTPMethod = .GET) -> Int? {
    rules.refusal(of: request(headers, method: method))?.statusCode.code
  }

  @Test(
    "accepts only the server's addresses and own names",
    arguments: [
      ("127.0.0.1:8947", nil), ("192.168.1.5", nil), ("[::1]:8947", nil), ("localhost", nil),
      ("VAN.local:80", nil),
      ("van.local.", nil), ("a.localhost", nil), ("evil.example", 421), ("van.local.evil.example", 421),
      ("", 421),
      ("127.0.0.1.evil.example", 421), ("[::1", 421),
    ] as [(String, Int?)])
  func hosts(host: String, expected: Int?) {
    #expect(status(AccessRules(hosts: ["Van.local"]), [.host: host]) == expected)
  }

  @Test(
    "accepts the token only as a bearer token or a password",
    arguments: [
      ("Bearer s3cret-token", nil), ("bearer s3cret-token", nil), ("Basic OnMzY3JldC10b2tlbg==", nil),
      ("Basic cG9pOnMzY3JldC10b2tlbg==", nil), ("Bearer s3cret-toke", 401), ("Bearer s3cret-tokens", 401),
      ("Bearer S3cret-token", 401), ("Bearer ", 401), ("Basic s3cret-token", 401),
      ("Digest s3cret-token", 401),
      ("s3cret-token", 401), (nil, 401),
    ] as [(String?, Int?)])
  func tokens(authorization: String?, expected: Int?) {
    var headers: HTTPHeaders = [.host: "localhost"]
    headers[.authorization] = authorization
    #expect(status(AccessRules(token: Array("s3cret-token".utf8)), headers) == expected)
  }

  @Test("compares exactly", arguments: ["", "a", "ab", "abc", "abd", "abcd", "abcabc"])
  func comparing(guess: String) {
    #expect(AccessRules.isSame(Array(guess.utf8), Array("abc".utf8)) == (guess == "abc"))
    #expect(!AccessRules.isSame(Array(guess.utf8), []))
  }

  @Test("allows only reading", arguments: [HTTPMethod.POST, .PUT, .DELETE, HTTPMethod("BREW")])
  func methods(method: HTTPMethod) {
    #expect(status(AccessRules(), [.host: "localhost"], method: method) == 405)
  }

  @Test("pages from other sites may read only if named")
  func origins() {
    let origin = HTTPHeader("Origin")
    let allow = HTTPHeader("Access-Control-Allow-Origin")
    let asked = request([.host: "localhost", origin: "https://a.example"])
    let answer = HTTPResponse(statusCode: .ok)
    #expect(AccessRules().dressed(answer, for: asked).headers[allow] == nil)
    #expect(AccessRules(origins: ["https://b.example"]).dressed(answer, for: asked).headers[allow] == nil)
    #expect(
      AccessRules(origins: ["https://a.example"]).dressed(answer, for: asked).headers[allow]
        == "https://a.example")
    #expect(AccessRules(origins: ["*"]).dressed(answer, for: asked).headers[allow] == "*")
    let headers: HTTPHeaders = [.host: "localhost", origin: "https://a.example"]
    #expect(status(AccessRules(), headers, method: .OPTIONS) == 403)
    #expect(status(AccessRules(token: [1], origins: ["https://a.example"]), headers, method: .OPTIONS) == 204)
  }

  @Test("locks out only those who guess tokens, for a while")
  func guessing() async throws {
    struct Answering: HTTPHandler {
      func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(statusCode: .ok)
      }
    }
    let handler = AccessGuard(Answering(), rules: AccessRules(token: Array("s3cret-token".utf8)))
    let wrong: HTTPHeaders = [.host: "localhost", .authorization: "Bearer wrong"]
    let right: HTTPHeaders = [.host: "localhost", .authorization: "Bearer s3cret-token"]
    for _ in 0..<10 { #expect(try await handler.handleRequest(request(wrong)).statusCode == .unauthorized) }
    #expect(try await handler.handleRequest(request(right)).statusCode == .tooManyRequests)
    #expect(try await handler.handleRequest(request(right, from: "192.168.1.8")).statusCode == .ok)
  }
}
