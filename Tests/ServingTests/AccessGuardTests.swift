import NIOHTTP1
import Testing

@testable import Serving

@Suite struct AccessRulesTests {
  private func request(
    _ headers: HTTPHeaders, method: HTTPMethod = .GET, from peer: String = "192.168.1.7"
  ) throws -> Request {
    var headers = headers
    headers.replaceOrAdd(name: "Host", value: headers.first(name: "Host") ?? "localhost")
    return try Request(
      HTTPRequestHead(version: .http1_1, method: method, uri: "/nearby", headers: headers), from: peer,
      limits: ServerLimits())
  }

  private func status(_ rules: AccessRules, _ headers: HTTPHeaders, method: HTTPMethod = .GET) throws -> UInt?
  {
    rules.refusal(of: try request(headers, method: method))?.status.code
  }

  @Test(
    "accepts only the server's addresses and own names",
    arguments: [
      ("127.0.0.1:8947", nil), ("192.168.1.5", nil), ("[::1]:8947", nil), ("localhost", nil),
      ("VAN.local:80", nil),
      ("van.local.", nil), ("a.localhost", nil), ("evil.example", 421), ("van.local.evil.example", 421),
      ("", 421),
      ("127.0.0.1.evil.example", 421), ("[::1", 400), ("[::1]", nil), ("[::1]evil.com", 400),
      ("localhost:80.evil.com", 400), ("a b", 400), ("localhost:abc", 400), ("localhost,evil", 421),
    ] as [(String, UInt?)])
  func hosts(host: String, expected: UInt?) throws {
    #expect(try status(AccessRules(hosts: ["Van.local"]), ["Host": host]) == expected)
  }

  @Test(
    "accepts the token only as a bearer token or a password",
    arguments: [
      ("Bearer s3cret-token", nil), ("bearer s3cret-token", nil), ("Basic OnMzY3JldC10b2tlbg==", nil),
      ("Basic cG9pOnMzY3JldC10b2tlbg==", nil), ("Bearer s3cret-toke", 401), ("Bearer s3cret-tokens", 401),
      ("Bearer S3cret-token", 401), ("Bearer ", 401), ("Basic s3cret-token", 401),
      ("Digest s3cret-token", 401),
      ("s3cret-token", 401), (nil, 401),
    ] as [(String?, UInt?)])
  func tokens(authorization: String?, expected: UInt?) throws {
    var headers: HTTPHeaders = ["Host": "localhost"]
    if let authorization { headers.add(name: "Authorization", value: authorization) }
    #expect(try status(AccessRules(token: Array("s3cret-token".utf8)), headers) == expected)
  }

  @Test("compares exactly", arguments: ["", "a", "ab", "abc", "abd", "abcd", "abcabc"])
  func comparing(guess: String) {
    #expect(AccessRules.isSame(Array(guess.utf8), Array("abc".utf8)) == (guess == "abc"))
    #expect(!AccessRules.isSame(Array(guess.utf8), []))
  }

  @Test("allows only reading", arguments: [HTTPMethod.POST, .PUT, .DELETE, .RAW(value: "BREW")])
  func methods(method: HTTPMethod) throws {
    #expect(try status(AccessRules(), ["Host": "localhost"], method: method) == 405)
  }

  @Test("pages from other sites may read only if named")
  func origins() throws {
    let allow = "Access-Control-Allow-Origin"
    let asked: HTTPHeaders = ["Origin": "https://a.example"]
    let answer = Response(status: .ok)
    #expect(CrossOrigin(origins: []).dressed(answer, for: asked).headers[allow] == [])
    #expect(CrossOrigin(origins: ["https://b.example"]).dressed(answer, for: asked).headers[allow] == [])
    #expect(
      CrossOrigin(origins: ["https://a.example"]).dressed(answer, for: asked).headers[allow]
        == ["https://a.example"])
    #expect(CrossOrigin(origins: ["*"]).dressed(answer, for: asked).headers[allow] == ["*"])
    let headers: HTTPHeaders = ["Origin": "https://a.example"]
    #expect(try status(AccessRules(), headers, method: .OPTIONS) == 403)
    #expect(try status(AccessRules(), [:], method: .OPTIONS) == 204)
    #expect(
      try status(AccessRules(token: [1], origins: ["https://a.example"]), headers, method: .OPTIONS) == 204)
  }

  @Test("locks out only those who guess tokens, for a while")
  func guessing() async throws {
    struct Willing: RequestHandler {
      func response(to request: Request) async throws -> Response {
        Response(status: .ok)
      }
    }
    let handler = AccessGuard(Willing(), rules: AccessRules(token: Array("s3cret-token".utf8)))
    let wrong: HTTPHeaders = ["Authorization": "Bearer wrong"]
    let right: HTTPHeaders = ["Authorization": "Bearer s3cret-token"]
    for _ in 0..<10 { #expect(try await handler.response(to: request(wrong)).status == .unauthorized) }
    #expect(try await handler.response(to: request(right)).status == .tooManyRequests)
    #expect(try await handler.response(to: request(right, from: "192.168.1.8")).status == .ok)
  }
}
