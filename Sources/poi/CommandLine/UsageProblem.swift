import ArgumentParser
import Places

/// What is wrong with a command line, in one line.
///
/// ArgumentParser words it in sentences that begin with the parser's view, and repeats the usage below.
struct UsageProblem: CustomStringConvertible {
  let description: String

  init(_ error: any Error, in arguments: [String]) {
    if let unknown = UnknownCommand(in: arguments) {
      description = unknown.description
      return
    }
    let screen = HelpScreen(of: arguments[...])
    description = Self.line(Poi.message(for: error), of: screen)
  }

  private static func line(_ message: String, of screen: HelpScreen) -> String {
    if let match = message.firstMatch(
      of:
        /(?s)^The value '(.*)' is invalid for '(<?[^ '>]+)[^']*'(?:: (.*)|\. Please provide one of (.*)\.|())$/
    ) {
      let value = match.output.1
      // An option as it is written, and an argument as the usage line has it.
      let name = match.output.2.first == "<" ? match.output.2.dropFirst().uppercased() : "\(match.output.2)"
      if let reason = match.output.3 { return "\(name): \(reason)" }
      return "\(name): '\(value)' is not one of \((match.output.4 ?? "").replacing("'", with: ""))"
    }
    if let match = message.firstMatch(of: /^Missing value for '([^ ']+).*'/) {
      return "\(match.output.1) needs a value"
    }
    if let match = message.firstMatch(of: /^Unknown option '([^']+)'/) {
      return unknown(String(match.output.1), of: screen)
    }
    if let match = message.firstMatch(of: /(?s)^(?:Unexpected argument|[0-9]+ unexpected arguments:) ('.*')$/)
    {
      if screen.command == OpenCommand.self {
        return "one word too many: \(match.output.1); put a name of several words in quotes"
      }
      let takesPosition = HelpArgument.all(of: screen.command).contains { $0.allNames.contains("at") }
      return "one word too many: \(match.output.1); "
        + (takesPosition ? "--at takes a position, an address or a place" : "see \(screen.name) -h")
    }
    if let match = message.firstMatch(of: /^Missing expected argument '<([^>]+)>/) {
      return "\(match.output.1.uppercased()) is missing; see \(screen.name) -h"
    }
    if let match = message.firstMatch(
      of: /^Value to be set with flag '(.*)' had already been set with flag '(.*)'/)
    {
      return "\(match.output.2) and \(match.output.1) contradict each other"
    }
    if let match = message.firstMatch(of: /^The option '(.*)' does not take any value/) {
      return "\(match.output.1) takes no value"
    }
    return message
  }

  /// What may be meant by an option that the command does not have: one that begins with it, or is spelled like it.
  private static func unknown(_ option: String, of screen: HelpScreen) -> String {
    let name = String(option.drop { $0 == "-" })
    let names = HelpArgument.all(of: screen.command).flatMap { argument in
      argument.allNames + (argument.hasOpposite == true ? argument.allNames.map { "no-\($0)" } : [])
    }.filter { $0.count > 1 && "--\($0)" != option }
    let longer = names.filter { name.count > 1 && $0.hasPrefix(name) }
    let near = longer.isEmpty ? SpellingCorrection.nearest(to: name, among: names) : Array(longer.prefix(3))
    let hint =
      near.isEmpty
      ? "\(screen.name) --help lists them" : SpellingCorrection.question(near.map { "--\($0)" })
    return "no option \(option); \(hint)"
  }
}

/// A word that is not a subcommand, although one is expected.
///
/// After `poi` itself, any word may be searched for: only one that is near a command's name and names no category is
/// unknown, so that a script never searches for a typo.
struct UnknownCommand: Equatable, CustomStringConvertible {
  let word: String
  /// The command that has no such subcommand, with all its words.
  let parent: String
  let subcommands: [String]

  /// The first such word of a command line, if there is one before any option.
  init?(in arguments: [String]) {
    var command: any ParsableCommand.Type = Poi.self
    var path = ["poi"]
    for argument in arguments where path != ["poi"] || argument != "help" {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !argument.hasPrefix("-") else { return nil }
      guard let next = subcommands.first(where: { $0.configuration.commandName == argument }) else {
        word = argument
        parent = path.joined(separator: " ")
        self.subcommands = subcommands.compactMap { $0.configuration.commandName }
        if path == ["poi"], arguments.first != "help", nearest.isEmpty || Category.isName(word) { return nil }
        return
      }
      command = next
      path.append(argument)
    }
    return nil
  }

  /// What other programs call a command.
  private static let synonyms = [
    "download": "prefetch", "find": "nearby", "list": "nearby", "search": "nearby", "setup": "init",
    "show": "nearby",
  ]

  private var nearest: [String] {
    let longer = Poi.configuration.subcommands.filter { $0.subcommand(named: word) != nil }
    let meant =
      [Self.synonyms[word]].compactMap(\.self)
      + longer.map { "\($0.configuration.commandName ?? "") \(word)" }
    return parent == "poi" && !meant.isEmpty
      ? meant : SpellingCorrection.nearest(to: word, among: subcommands)
  }

  var description: String {
    let hint =
      nearest.isEmpty
      ? "the commands are \(subcommands.joined(separator: ", "))"
      : SpellingCorrection.question(nearest)
    return "no command '\((parent + " " + word).dropFirst("poi ".count))'; \(hint)"
  }
}
