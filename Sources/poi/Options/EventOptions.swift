import ArgumentParser

/// Which events to report, and for how long.
struct EventOptions: ParsableArguments {
  /// The longest watch that can be asked for: a year, in seconds. A longer one needs no limit.
  private static let longest = 31_536_000.0

  struct Names: Equatable {
    static let all = [
      "initial", "enter", "leave", "pass", "approach", "passed", "next", "route", "featured", "location",
      "authorization", "signal", "street", "junction", "crossing", "steps", "lift",
      "beacon",
    ]
    /// Names of events about the way ahead.
    static let ofWay = ["junction", "crossing", "steps", "lift"]
    /// Names of events about places ahead.
    static let ofTravel = ["approach", "passed"]
    /// Names of events that do not need places.
    static let withoutPlaces = ["location", "authorization", "signal", "street", "beacon"] + ofWay
    /// Names of events for which speech announces places that come near.
    static let ofNearing = ["initial", "enter", "pass", "approach"]
    /// Names of events that need a route.
    static let ofRoute = ["next", "route"]

    var names: Set = ["initial", "enter", "leave", "pass"]

    var inOrder: [String] { Self.all.filter(names.contains) }
  }

  @Option(Setting.events) var events: Names?

  @Flag(help: "Say on stderr what was suppressed, and why") var explain = false

  @Flag(help: "Highlight a different nearby place every 10 s") var featured = false

  @Option(SettingType.path, help: "Remember in this file which places you are in") var state: String?

  @Option(SettingType.count, help: "End after this many events") var count: Int?

  @Option(
    SettingType.number("seconds", "a number of seconds above 0, up to a year") { $0 > 0 && $0 <= longest },
    help: "End after this long (in a log, by its own times)")
  var duration: Double?

  func names(in settings: Settings) throws -> Set<String> {
    try settings.value(of: .events, given: events).names.union(featured ? ["featured"] : [])
  }
}

extension EventOptions.Names {
  /// At least one name.
  init(words: [String]) throws {
    names = Set(words.filter { !$0.isEmpty })
    guard !names.isEmpty else {
      throw ValidationError("write at least one of \(Self.all.joined(separator: ", "))")
    }
    for name in names.sorted() where !Self.all.contains(name) {
      throw ValidationError("no event '\(name)'; the events are \(Self.all.joined(separator: ", "))")
    }
  }
}

/// What is run on events.
struct CommandOptions: ParsableArguments {
  @Option(
    .any("event=command", EventCommand.init(argument:)),
    help: "Run a command at an event: enter, leave, any, …")
  var on: [EventCommand]

  /// The commands by the name of their event; those of one event run one after the other.
  var commands: [String: [String]] { Dictionary(grouping: on, by: \.event).mapValues { $0.map(\.command) } }

  /// A command for the shell, and what it is run on.
  struct EventCommand: Equatable {
    let event: String
    let command: String

    init(argument: String) throws {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty else {
        throw ValidationError("'\(argument)' is not EVENT=COMMAND, like enter='notify-send there'")
      }
      (event, command) = (String(parts[0]), String(parts[1]))
      guard EventCommands.events.contains(event) else {
        throw ValidationError(
          "no event '\(event)'; the events are \(EventCommands.events.joined(separator: ", "))")
      }
    }
  }
}
