import Foundation
import Testing

@testable import Places

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RedirectionTests {
  private static func request(_ address: String, method: String = "GET") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("poi/1.0", forHTTPHeaderField: "User-Agent")
    request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
    request.setValue("secret", forHTTPHeaderField: "X-Key")
    return request
  }

  private static func headers(
    from: String, to: String, count: Int = 1, method: String = "GET"
  ) throws -> [String: String]? {
    let previous = try request(from, method: method)
    var proposed = previous
    proposed.url = URL(string: to)
    let followed = try Redirection.request(after: previous, proposed: proposed, count: count)
    #expect(followed.url?.absoluteString == to)
    return followed.allHTTPHeaderFields
  }

  @Test(
    "on the same host everything is said again",
    arguments: [
      ("https://a.example/1", "https://a.example/2"), ("https://a.example/1", "https://A.example:443/2"),
      ("http://a.example/1", "http://a.example:80/2"), ("http://a.example/1", "https://a.example/1"),
      ("https://a.example:8443/1", "https://a.example:8443/2"),
    ])
  func sameHost(from: String, to: String) throws {
    #expect(try Self.headers(from: from, to: to)?.count == 4)
  }

  @Test(
    "another host hears of no token",
    arguments: [
      ("https://a.example/", "https://b.example/"), ("https://a.example/", "https://x.a.example/"),
      ("https://a.example/", "https://a.example:8443/"), ("http://a.example/", "http://a.example:8080/"),
      ("http://127.0.0.1/", "http://localhost/"), ("https://a.example/", "https://a.example.b.example/"),
      ("https://a.example/", "https://a.example@b.example/"),
    ])
  func otherHost(from: String, to: String) throws {
    let headers = try Self.headers(from: from, to: to)
    #expect(headers?.keys.sorted() == ["Accept", "User-Agent"])
  }

  @Test(
    "nobody is sent away from TLS, or out of the web",
    arguments: [
      ("https://a.example/", "http://a.example/"), ("https://a.example/", "HTTP://b.example/"),
      ("http://a.example/", "file:///etc/passwd"), ("http://a.example/", "ftp://a.example/"),
      ("https://a.example/", "data:,x"), ("https://a.example/", "/relative"),
    ])
  func insecure(from: String, to: String) {
    #expect {
      try Self.headers(from: from, to: to)
    } throws: { error in
      guard case .insecure = error as? Redirection else { return false }
      return true
    }
  }

  @Test("there is an end to it")
  func tooMany() throws {
    #expect(try Self.headers(from: "http://a.example/", to: "http://a.example/", count: 5) != nil)
    #expect(throws: Redirection.tooMany(limit: 5)) {
      try Self.headers(from: "http://a.example/", to: "http://a.example/", count: 6)
    }
  }

  @Test("a question with a body is not put elsewhere")
  func body() {
    #expect(throws: Redirection.moved(to: "https://b.example/api")) {
      try Self.headers(from: "https://a.example/", to: "https://b.example/api", method: "POST")
    }
  }

  @Test(
    "what is told, without what may be a secret",
    arguments: [
      (.tooMany(limit: 5), "the server sends one on more than 5 times"),
      (.insecure(to: "http://a/"), "the server sends one on to http://a/, which is not secure"),
      (.moved(to: "http://a/"), "the server has moved to http://a/; ask it there"),
    ] as [(Redirection, String)])
  func wording(redirection: Redirection, words: String) {
    #expect(RequestError.redirected(redirection).description == words)
  }

  @Test(
    "an address is shown without its secrets",
    arguments: [
      ("https://me:secret@a.example:8443/p?key=secret#secret", "https://a.example:8443/p"),
      ("http://a.example", "http://a.example"),
    ])
  func address(text: String, shown: String) throws {
    #expect(try #require(URL(string: text)).withoutSecrets == shown)
  }
}
