/// How long to wait before something that failed is tried again: 1, 2, 4 … 30 s.
enum RetryDelay {
  static func seconds(beforeAttempt attempt: Int) -> Duration {
    .seconds(min(30, 1 << min(attempt - 1, 5)))
  }
}
