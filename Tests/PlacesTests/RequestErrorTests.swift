import Foundation
import Places
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RequestErrorTests {
  @Test(
    "what is wrong, in words",
    arguments: [
      (.connection(.cannotFindHost), "no connection: the host is not known"),
      (.connection(.cannotConnectToHost), "no connection: the host refuses it, or cannot be reached"),
      (.connection(.networkConnectionLost), "no connection: it broke off"),
      (.connection(.notConnectedToInternet), "no connection: there is no network"),
      (.connection(.serverCertificateUntrusted), "no connection: the certificate is not to be trusted"),
      (.timedOut(seconds: 0.5), "no answer within 0.5 s"),
      (.timedOut(seconds: 30), "no answer within 30 s"),
      (.status(429, retryAfter: 60), "the server asks to try later (in 60 s)"),
      (.status(429, retryAfter: nil), "the server asks to try later"),
      (.status(404, retryAfter: nil), "the server answered 404 Not Found"),
      (.unexpectedType("text/html"), "the server answered with text/html, not with JSON"),
      (.tooLarge(limit: 64 * 1024 * 1024), "the answer is larger than 64 MiB"),
      (.malformed("why"), "the answer cannot be read: why"),
    ] as [(RequestError, String)])
  func wording(error: RequestError, words: String) {
    #expect(error.description == words)
  }
}
