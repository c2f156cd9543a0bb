/// Words for the skipped lines of a log, and points of a route.
enum BadLines {
  static func wording(of count: Int) -> String {
    count == 1 ? "1 line was not understood" : "\(count) lines were not understood"
  }

  static func wordingOfPoints(_ count: Int) -> String {
    count == 1 ? "1 point or line was not understood" : "\(count) points or lines were not understood"
  }
}
