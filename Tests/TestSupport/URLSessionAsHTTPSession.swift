import Foundation
import HTTPTypes
import HTTPTypesFoundation
import Input
import PlaceServers
import Places

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Foundation's own session, for `MockURLProtocol`. It ends the process at some answers that only a hostile server
/// gives.
extension URLSession: HTTPSession {
  public func start(
    _ request: HTTPRequest, body: Data?, limits: AnswerLimits, completion: @escaping Completion
  ) -> any HTTPTask {
    guard var urlRequest = URLRequest(httpRequest: request) else {
      completion(.failure(.connection(.badAddress)))
      return NoTask()
    }
    urlRequest.httpBody = body
    let task = dataTask(with: urlRequest) { data, response, error in
      if let error {
        completion(.failure(.connection((error as? URLError)?.problem ?? .failed)))
      } else if let response = response as? HTTPURLResponse {
        let body = data ?? Data()
        guard body.count <= limits.bytes else { return completion(.failure(.tooLarge(limit: limits.bytes))) }
        completion(
          .success(
            HTTPAnswer(
              status: response.statusCode,
              type: response.value(forHTTPHeaderField: "Content-Type").flatMap(HTTPAnswer.type),
              retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
              location: response.value(forHTTPHeaderField: "Location"), body: body)))
      } else {
        completion(.failure(.malformed("it is not HTTP")))
      }
    }
    task.resume()
    return task
  }
}

extension URLSessionTask: HTTPTask {}

private struct NoTask: HTTPTask {
  func cancel() {}
}

extension URLError {
  fileprivate var problem: ConnectionProblem {
    switch code {
    case .badURL, .unsupportedURL: .badAddress
    case .cannotFindHost, .dnsLookupFailed: .unknownHost
    case .cannotConnectToHost, .timedOut: .unreachable
    case .badServerResponse: .closed
    case .networkConnectionLost: .brokenOff
    case .secureConnectionFailed, .serverCertificateUntrusted: .untrusted
    default: .failed
    }
  }
}
