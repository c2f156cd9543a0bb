import FlyingFox
import Foundation

/// The bytes of an answer up to its body.
struct ResponseHead {
  let bytes: Data

  /// - Parameters:
  ///   - date: the date in HTTP's form.
  ///   - isLast: whether the connection closes after it.
  init(_ response: HTTPResponse, length: Int?, isLast: Bool, date: String) {
    var text = "HTTP/1.1 \(response.statusCode.code) \(response.statusCode.phrase)\r\n"
    for (name, value) in response.headers {
      // Text that handlers quote from a request must not add header lines.
      guard !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { continue }
      text += "\(name.rawValue): \(value)\r\n"
    }
    text += "Date: \(date)\r\n\(Self.ofAllAnswers)"
    let hasNoBody = response.statusCode.code == 204 || response.statusCode.code == 304
    if let length {
      if !hasNoBody { text += "Content-Length: \(length)\r\n" }
    } else {
      text += "Transfer-Encoding: chunked\r\n"
    }
    text += isLast ? "Connection: close\r\n\r\n" : "Connection: keep-alive\r\n\r\n"
    bytes = Data(text.utf8)
  }
}

extension ResponseHead {
  /// Besides the name, what browsers must not guess or tell.
  private static let ofAllAnswers =
    "Server: poi\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
}

/// The date as HTTP writes it, made once a second.
struct HTTPDate {
  private var second = Int.min
  private var text = ""

  mutating func text(at now: Date) -> String {
    let second = Int(now.timeIntervalSince1970.rounded(.down))
    if second != self.second {
      self.second = second
      var time = time_t(second)
      var parts = tm()
      gmtime_r(&time, &parts)
      let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
      func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
      text =
        "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) "
        + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
    return text
  }
}
