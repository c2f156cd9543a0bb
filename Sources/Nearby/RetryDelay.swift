/// How long to wait before something that failed is tried again: 1, 2, 4 … 30 s.
public enum RetryDelay {
  /// - Parameter failures: how many there have been in a row, at least 1.
  public static func delay(afterFailures failures: Int) -> Duration {
    .seconds(min(30, 1 << min(failures - 1, 5)))
  }
}
