import Geography
import Logging

/// Tells the user what is logged, with the seconds since the start.
struct ConsoleLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.debug

  private let console: any Console
  private let start = ContinuousClock.now

  init(console: any Console) {
    self.console = console
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let milliseconds = Int(clamping: start.duration(to: .now) / .milliseconds(1))
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    console.tell("\(milliseconds / 1000).\(fraction) s: \(event.message)")
  }
}

extension Logger {
  /// Writes to the console if logging is on.
  init(console: any Console, isVerbose: Bool) {
    self.init(label: "poi") { _ -> any LogHandler in
      isVerbose ? ConsoleLogHandler(console: console) : SwiftLogNoOpLogHandler()
    }
  }

  var isHeard: Bool { logLevel <= .debug }
}
