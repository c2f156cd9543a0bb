/// The limits for untrusted input from any source; SECURITY in poi(1) lists them.
///
/// Sizes are in bytes. They are here, in the lowest module that reads input, for all modules above it.
public enum InputLimits {
  /// The longest line of a log or of gpsd, which is dropped and counted if longer; the longest header of CSV; and the
  /// longest text of a GPX element, without which its point is read if longer.
  package static let line = 64 * 1024
  /// How much may precede the first line that shows a log's format.
  package static let beforeFormat = 64 * 1024
  /// The longest JSON record or row of CSV: an area's outline can have thousands of corners.
  package static let record = 4 * 1024 * 1024
  /// How many combining marks of a text may follow each other.
  package static let marks = 30
  /// How many elements of a GPX document may be open at once, since expat remembers each.
  package static let openElements = 256
  /// How much of one GPX tag or comment may come before its end, since expat keeps all of it until then.
  package static let tag = 1024 * 1024
  /// How many points of a GPX route are kept until it shows whether a track follows.
  package static let routePoints = 100_000
  /// How many passes of a route by places may be known before the route has been searched up to them, or be followed: more
  /// would fill the memory and help nobody.
  public static let passes = 200_000
  /// How many receivers of one gpsd to distinguish; fixes from any others still count.
  package static let devices = 64
  /// How many fixes may wait for a source of places that does not answer: a day's.
  package static let waitingFixes = 86_400
  /// The longest body of an answer.
  public static let answer = 64 * 1024 * 1024
  /// Seconds that an answer may take as a whole.
  public static let answerSeconds = 30.0
  /// How many records of an answer are read.
  public static let answerRecords = 100_000
  /// How many redirects to follow.
  package static let redirects = 5
  /// The longest body of an Overpass answer, and how many places to take from it.
  package static let overpassAnswer = 64 * 1024 * 1024
  package static let overpassPlaces = 20_000
  /// The longest head of an answer, and the longest field of it that poi reads.
  package static let answerHead = 64 * 1024
  package static let answerField = 8 * 1024
  /// The longest page of a server that does not answer.
  package static let refusal = 64 * 1024
  /// How many letters of a server's own message to show.
  package static let serverWords = 300
  /// The longest text of a store.
  package static let storedText = 32 * 1024 * 1024
  /// How many letters are kept of what a store calls a source, and of its attribution.
  package static let attribution = 1000
  /// How many letters of a place's name a command gets in a variable: the system starts no program with a
  /// variable longer than 128 KiB, and a letter can take 64 bytes.
  package static let variable = 1000
  /// How many arguments a command line has, since ArgumentParser's time grows with their square.
  public static let arguments = 5000
  public static let searchWords = 100
  /// The largest file of a route that is read as a whole.
  public static let routeDocument = 64 * 1024 * 1024
  /// How much gpsbabel may make of a file.
  public static let converted = 256 * 1024 * 1024
  /// How much Routino may print about a route.
  public static let plannedRoute = 4 * 1024 * 1024
  /// How much pyosmium may print about its updates.
  public static let updaterMessages = 16 * 1024 * 1024
  /// How much is kept of the beginning and of the end of what a helper program writes to stderr.
  package static let programMessages = 512 * 1024
  /// The largest half-written store of somebody else that is copied to be repaired.
  package static let copiedStore = 1024 * 1024 * 1024
  /// The largest file of `watch --state`.
  package static let state = 64 * 1024 * 1024
  /// The largest configuration, and the largest file of headers.
  package static let smallText = 64 * 1024
}

extension String {
  /// The text, or its first `count` letters and a sign that more followed.
  package func cut(to count: Int) -> String {
    guard utf8.count > count, let end = index(startIndex, offsetBy: count, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return self[..<end] + "…"
  }
}

/// What an answer of a server may take.
public struct AnswerLimits: Sendable {
  /// Bytes of the body.
  public var bytes: Int
  /// Seconds until the body is whole.
  public var seconds: Double

  /// 64 MiB and half a minute by default.
  public init(bytes: Int = InputLimits.answer, seconds: Double = InputLimits.answerSeconds) {
    self.bytes = bytes
    self.seconds = seconds
  }
}
