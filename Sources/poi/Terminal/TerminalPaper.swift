import Glibc
import Input
import Presentation

/// The colours of the terminal, found out once.
@MainActor
final class TerminalColours {
  private var known: TerminalPalette?

  func palette(_ environment: [String: String], paper: () -> RGB?) -> TerminalPalette {
    if let known { return known }
    let palette = TerminalPalette(environment: environment, paper: paper)
    known = palette
    return palette
  }
}

/// The colour behind the text, as the terminal itself tells.
@MainActor
enum TerminalPaper {
  /// Asks for the colour (OSC 11), and for what every terminal tells (DA1), so that the wait ends where the colour is
  /// not told.
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
  private static let longestAnswer = 256
  private static let limit = Duration.milliseconds(150)
  private static let limitOverNetwork = Duration.milliseconds(600)

  /// Asks the terminal on stdin and stdout; `nil` if there is none, it must not be asked, or it does not tell.
  static func ask(_ environment: [String: String]) -> RGB? {
    // In the background, the question would stop the process; screen(1) would show it.
    let isScreen = environment["TERM"]?.hasPrefix("screen") == true && environment["TMUX"] == nil
    guard environment["IS_UNIT_TESTING"] != "1", !isScreen, isatty(STDIN_FILENO) == 1,
      isatty(STDOUT_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp()
    else { return nil }
    return UnixSignalSource.uninterrupted { answer(environment) }
  }

  private static func answer(_ environment: [String: String]) -> RGB? {
    let keys = TerminalKeys()
    keys.resume()
    defer { keys.pause() }
    // Keys that were pressed already are meant for somebody else.
    guard !awaitEvents(POLLIN, on: STDIN_FILENO, atMost: .zero),
      Array(question.utf8).writeAll(to: STDOUT_FILENO) == nil
    else { return nil }
    let end = ContinuousClock.now + (environment["SSH_CONNECTION"] == nil ? limit : limitOverNetwork)
    var answer: [UInt8] = []
    while !isWhole(answer), answer.count < longestAnswer {
      var piece = [UInt8](repeating: 0, count: longestAnswer)
      guard awaitEvents(POLLIN, on: STDIN_FILENO, atMost: end - .now),
        case let count = read(STDIN_FILENO, &piece, piece.count), count > 0
      else {
        // What comes too late must not look like keys.
        tcflush(STDIN_FILENO, TCIFLUSH)
        break
      }
      answer += piece.prefix(count)
    }
    return colour(in: answer)
  }

  /// Whether the answer to the second question is there: `ESC [ ? … c`.
  static func isWhole(_ answer: [UInt8]) -> Bool {
    answer.last == UInt8(ascii: "c") && String(decoding: answer, as: UTF8.self).contains("\u{1B}[?")
  }

  /// The colour in an answer like `ESC ] 11 ; rgb:1c1c/1c1c/1c1c BEL`.
  static func colour(in answer: [UInt8]) -> RGB? {
    let parts = String(decoding: answer, as: UTF8.self).split(separator: "\u{1B}]11;", maxSplits: 1)
    return parts.last.flatMap { RGB(parsing: String($0.prefix { $0 != "\u{7}" && $0 != "\u{1B}" })) }
  }
}
