import Foundation
import HTTPTypes
import Testing

@testable import PlaceServers
@testable import Places

@Suite struct RedirectionTests {
  private static func request(_ address: String, method: HTTPRequest.Method = .get) throws -> HTTPRequest {
    HTTPRequest(
      method: method, url: try #require(URL(string: address)),
      headerFields: [
        .accept: "application/json", .userAgent: "mine/1.0", .authorization: "Bearer secret",
        try #require(HTTPField.Name("X-Key")): "secret",
      ])
  }

  private static func headers(
    from: String, to: String, count: Int = 1, method: HTTPRequest.Method = .get
  ) throws -> HTTPFields {
    try Redirection.request(after: request(from, method: method), to: to, count: count).headerFields
  }

  @Test(
    "sends everything to the same server again",
    arguments: [
      ("https://a.example/1", "https://a.example/2"), ("https://a.example/1", "https://A.example:443/2"),
      ("http://a.example/1", "http://a.example:80/2"), ("https://a.example/1", "/2"),
      ("https://a.example/1", "//a.example/2"), ("https://a.example:8443/1", "https://a.example:8443/2"),
    ])
  func sameServer(from: String, to: String) throws {
    #expect(try Self.headers(from: from, to: to).count == 4)
  }

  @Test(
    "sends nothing of the user's to another scheme, host or port",
    arguments: [
      ("https://a.example/", "https://b.example/"), ("https://a.example/", "https://x.a.example/"),
      ("https://a.example/", "https://a.example:8443/"), ("http://a.example/", "http://a.example:8080/"),
      ("http://127.0.0.1/", "http://localhost/"), ("https://a.example/", "https://a.example.b.example/"),
      ("https://a.example/", "https://a.example@b.example/"), ("http://a.example/1", "https://a.example/1"),
      ("http://a.example/", "//b.example/"), ("http://a.example:443/", "https://a.example/"),
    ])
  func otherServer(from: String, to: String) throws {
    #expect(try Self.headers(from: from, to: to) == [.accept: "application/json"])
  }

  @Test(
    "resolves the address, without a name and password of the server's choice",
    arguments: [
      ("https://a.example/1/2?q#f", "3", "https://a.example/1/3"),
      ("https://me:secret@a.example/1", "/2", "https://a.example/2"),
      ("https://a.example/1", "//you:word@a.example/2?q=1#f", "https://a.example/2?q=1"),
    ])
  func address(from: String, to: String, followed: String) throws {
    let request = try Redirection.request(after: Self.request(from), to: to, count: 1)
    #expect(request.url?.absoluteString == followed)
  }

  @Test(
    "refuses to leave TLS, or the web",
    arguments: [
      ("https://a.example/", "http://a.example/"), ("https://a.example/", "HTTP://b.example/"),
      ("http://a.example/", "file:///etc/passwd"), ("http://a.example/", "ftp://a.example/"),
      ("https://a.example/", "data:,x"), ("https://a.example/", "HTTPS:"), ("http://a.example/", "http://"),
      ("http://a.example/", "http:///locations"), ("http://a.example/", "http:b.example/"),
      ("http://a.example/", "javascript:alert(1)"),
    ])
  func insecure(from: String, to: String) {
    #expect {
      try Self.headers(from: from, to: to)
    } throws: { error in
      guard case .insecure = error as? Redirection else { return false }
      return true
    }
  }

  @Test("stops after too many redirects")
  func tooMany() throws {
    #expect(try Self.headers(from: "http://a.example/", to: "http://a.example/", count: 5).count == 4)
    #expect(throws: Redirection.tooMany(limit: 5)) {
      try Self.headers(from: "http://a.example/", to: "http://a.example/", count: 6)
    }
  }

  @Test("does not send a query with a body elsewhere")
  func body() {
    #expect(throws: Redirection.portal(to: "http://login.example/")) {
      try Redirection.request(
        after: Self.request("http://a.example/", method: .post), to: "http://login.example/?token=1",
        isTemporary: true, count: 1)
    }
    #expect(throws: Redirection.moved(to: "http://a.example/2")) {
      try Redirection.request(
        after: Self.request("http://a.example/", method: .post), to: "/2", isTemporary: true, count: 1)
    }
    #expect(throws: Redirection.moved(to: "https://b.example/api")) {
      try Self.headers(from: "https://a.example/", to: "https://b.example/api", method: .post)
    }
  }

  @Test(
    "describes each redirect that it refuses",
    arguments: [
      (.tooMany(limit: 5), "the server redirects more than 5 times"),
      (.insecure(to: "http://a/"), "the server redirects to http://a/, which is not secure"),
      (.moved(to: "http://a/"), "the server has moved to http://a/; use that address"),
      (
        .portal(to: "http://a/"),
        "the answer redirects to http://a/ for now; if this network wants you to log in first, open that in a browser"
      ),
    ] as [(Redirection, String)])
  func wording(redirection: Redirection, words: String) {
    #expect(RequestError.redirected(redirection).description == words)
  }

  @Test(
    "shows an address without its secrets",
    arguments: [
      ("https://me:secret@a.example:8443/p?key=secret#secret", "https://a.example:8443/p"),
      ("http://a.example", "http://a.example"),
    ])
  func address(text: String, shown: String) throws {
    #expect(try #require(URL(string: text)).withoutSecrets == shown)
  }
}
