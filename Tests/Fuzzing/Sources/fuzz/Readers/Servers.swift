import Dispatch
import Foundation
import Geography
import Glibc
import HTTPTypes
import Input
import Synchronization

@testable import PlaceServers
@testable import Places

let serverSeeds = [
  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 25\r\n\r\n[{\"id\":1,\"lat\":1,\"lon\":2}]",
  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9223372036854775807\r\n\r\n[]",
  "HTTP/1.1 200 OK\r\nContent-Type: text/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\nDigest: x\r\n\r\n",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nRetry-After: 120\r\n\r\n",
  "HTTP/1.1 302 Found\r\nLocation: /there\r\nSet-Cookie: a=b; Max-Age=9\r\n\r\n",
  "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"x\"\r\nContent-Encoding: gzip\r\n\r\n",
]

/// The head of an answer: read in pieces, and harmless to a terminal.
func checkHead(_ bytes: [UInt8]) {
  var head = AnswerHead()
  do throws(RequestError) {
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      try head.take(line)
    }
  } catch {
    expectHarmless(error.description)
    return
  }
  let answer = head.answer
  for text in [answer.type, answer.retryAfter, answer.location] { expectHarmless(text ?? "") }
  if let problem = answer.problem(now: Date(timeIntervalSince1970: 1_767_261_600)) {
    expectHarmless(problem.description)
  }
  guard let location = answer.location, let url = URL(string: "https://me:secret@a.example/1") else { return }
  guard var request = HTTPRequest(asking: url), let key = HTTPField.Name("X-Key") else { return }
  request.headerFields[key] = "secret"
  guard let next = try? Redirection.request(after: request, to: location, count: 1) else { return }
  let goesElsewhere = next.url?.host?.lowercased() != "a.example" || next.url?.port ?? 443 != 443
  expect(next.url?.scheme?.lowercased() == "https", "\(location) leaves TLS")
  expect(next.url?.user == nil, "\(location) takes a name along")
  expect(!goesElsewhere || next.headerFields[key] == nil, "\(location) takes a token along")
}

/// A server on the loopback interface that sends the bytes in pieces, and closes the connection: whatever they are, there
/// is an answer or a reason for none.
func checkServer() -> ([UInt8]) -> Void {
  let server = FuzzedServer()
  let request = PointsOfInterestRequest(server: server.url)
  let limits = AnswerLimits(bytes: 65_536, seconds: 30)
  let loader = APIRequestLoader(
    apiRequest: request, session: CurlSession(userAgent: "fuzz"), limits: limits)
  return { bytes in
    server.answer(with: bytes)
    let answered = DispatchSemaphore(value: 0)
    loader.loadAPIRequest(requestData: Coordinate(latitude: 1, longitude: 2)) { result in
      switch result {
      case .success(let records): records.places.forEach(expectSound)
      case .failure(.timedOut): fatalError("it hangs")
      case .failure(let error): expectHarmless(error.description)
      }
      answered.signal()
    }
    answered.wait()
  }
}

/// Sends its latest orders to whoever connects.
private final class FuzzedServer: Sendable {
  let url: URL

  private let listener: Int32
  private let bytes = Mutex<[UInt8]>([])

  init() {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening,
      let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/locations")
    else { fatalError("nobody can listen") }
    self.url = url
    Thread.detachNewThread { [self] in serve() }
  }

  func answer(with bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      // The client may have left already.
      if connection < 0, errno == ECONNABORTED || errno == EINTR { continue }
      guard connection >= 0 else { fatalError("nobody can connect") }
      var request: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 4096)
      while request.suffix(4) != Array("\r\n\r\n".utf8)[...] {
        let count = recv(connection, &piece, piece.count, 0)
        guard count > 0 else { break }
        request += piece.prefix(count)
      }
      let bytes = bytes.withLock(\.self)
      // Some at once, some one by one.
      for piece in bytes.count < 64 ? bytes.pieces : [bytes]
      where send(connection, piece, piece.count, Int32(MSG_NOSIGNAL)) < 0 { break }
      close(connection)
    }
  }
}
