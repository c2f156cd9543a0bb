import NIOHTTP1

/// Tells browsers which pages of other sites may ask and read the answers (CORS).
struct CrossOrigin {
  /// The origins of those pages; `*` for all.
  let origins: Set<String>

  /// The answer with headers that tell browsers who may read it.
  func dressed(_ response: Response, for headers: HTTPHeaders) -> Response {
    var response = response
    guard !origins.isEmpty else {
      response.headers.replaceOrAdd(name: "Cross-Origin-Resource-Policy", value: "same-origin")
      return response
    }
    response.headers.add(name: "Vary", value: "Origin")
    if let origin = allowedOrigin(headers) {
      response.headers.replaceOrAdd(name: "Access-Control-Allow-Origin", value: origin)
    }
    return response
  }

  /// The answer to a browser that asks whether a page may ask.
  func preflight(_ request: Request) -> Response {
    guard request.headers.contains(name: "Origin") else {
      return Response(status: .noContent, headers: ["Allow": "GET, HEAD, OPTIONS"])
    }
    guard let origin = allowedOrigin(request.headers) else {
      return .problem(
        "pages from other sites may not ask; allow one with poi serve --cors", field: "Origin",
        status: .forbidden)
    }
    let headers: HTTPHeaders = [
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Methods": "GET, HEAD",
      "Access-Control-Allow-Headers": "Authorization",
      "Access-Control-Max-Age": "600",
    ]
    return Response(status: .noContent, headers: headers)
  }

  private func allowedOrigin(_ headers: HTTPHeaders) -> String? {
    guard let origin = headers.first(name: "Origin") else { return nil }
    if origins.contains(origin) { return origin }
    return origins.contains("*") ? "*" : nil
  }
}
