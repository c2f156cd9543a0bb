import Places
import Testing

@Suite struct RequestErrorTests {
  @Test(
    "says what is wrong",
    arguments: [
      (.connection(.unknownHost), "no connection: unknown host"),
      (.connection(.unreachable), "no connection: the host refuses it or is unreachable"),
      (.connection(.brokenOff), "no connection: it broke off"),
      (.connection(.failed), "no connection: it broke off, or what came is not HTTP"),
      (.connection(.closed), "no connection: it was closed before there was an answer"),
      (.connection(.badAddress), "no connection: the address is not that of a web server"),
      (.noLibrary, "this needs libcurl, which is not installed: sudo apt-get install libcurl4"),
      (.connection(.untrusted), "no connection: the certificate is not trusted"),
      (.timedOut(seconds: 0.5), "no answer within 0.5 s"),
      (.timedOut(seconds: 30), "no answer within 30 s"),
      (.status(429, retryAfter: 60), "the server asks to try later (in 60 s)"),
      (.status(429, retryAfter: nil), "the server asks to try later"),
      (.status(404, retryAfter: nil), "the server answered 404 Not Found"),
      (.status(418, retryAfter: nil), "the server answered 418 Client Error"),
      (.status(599, retryAfter: nil), "the server answered 599 Server Error"),
      (
        .status(400, retryAfter: nil),
        "the server answered 400 Bad Request: it does not understand the question"
      ),
      (
        .status(401, retryAfter: nil),
        "the server answered 401 Unauthorized: it needs a valid token; see --header-file"
      ),
      (
        .status(406, retryAfter: nil),
        "the server answered 406 Not Acceptable: it does not serve poi; ask another server"
      ),
      (
        .status(504, retryAfter: nil),
        "the server answered 504 Gateway Timeout: it is overloaded; try again in a few minutes"
      ),
      (
        .gaveUp("runtime error: out of memory"),
        "the server gave up (runtime error: out of memory); ask for less, or try again in a few minutes"
      ),
      (.tooManyPlaces(limit: 20000), "the answer has more than 20000 places; ask for less"),
      (.unexpectedType("text/html"), "the server answered with text/html, not with JSON"),
      (.tooLarge(limit: 64 * 1024 * 1024), "the answer is larger than 64 MiB"),
      (.malformed("why"), "the answer cannot be read: why"),
    ] as [(RequestError, String)])
  func wording(error: RequestError, words: String) {
    #expect(error.description == words)
  }
}
