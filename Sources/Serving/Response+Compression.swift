import CZlib
import NIOHTTP1

extension Response {
  /// Below this many bytes, an answer fits in one packet as it is.
  private static let least = 1200

  /// The answer as a client gets it that reads gzip: text of some size is compressed.
  ///
  /// A tag that a client sends back is weak, as the bytes differ from one client to the other.
  public func compressed(for request: Request) -> Response {
    var response = self
    let isText = headers.first(name: "Content-Type").map { type in
      type.hasPrefix("text/") || ["json", "xml", "javascript"].contains(where: type.contains)
    }
    // What has not changed is told as it was the first time.
    guard case .bytes(let bytes) = body, isText ?? (status == .notModified) else { return self }
    response.headers.add(name: "Vary", value: "Accept-Encoding")
    guard status == .ok, bytes.count >= Self.least, request.acceptsGzip, let packed = Self.gzip(bytes) else {
      return response
    }
    response.headers.add(name: "Content-Encoding", value: "gzip")
    response.body = .bytes(packed)
    return response
  }

  /// The bytes in gzip's format; `nil` if there is no memory for it.
  private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16 more than the window's bits stands for gzip's head and end.
    let isReady = deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)
    )
    guard isReady == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    var isWhole = false
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(bound)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = bound - Int(stream.avail_out)
    }
    return isWhole ? packed : nil
  }
}

extension Request {
  /// Whether the client reads gzip: `Accept-Encoding` names it, or all, and not with a weight of nothing.
  var acceptsGzip: Bool {
    let accepted = headers[canonicalForm: "Accept-Encoding"].map { coding in
      let parts = coding.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
      return (name: parts.first ?? "", isWanted: weight ?? 1 > 0)
    }
    let named = accepted.first { ["gzip", "x-gzip"].contains($0.name) } ?? accepted.first { $0.name == "*" }
    return named?.isWanted ?? false
  }
}
