import ArgumentParser
import Input
import Places

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

  private var nearest: [String] { SpellingCorrection.nearest(to: word, among: subcommands) }

  var description: String {
    let hint =
      nearest.isEmpty
      ? "the commands are \(subcommands.joined(separator: ", "))"
      : SpellingCorrection.question(nearest)
    return "\(parent) has no command '\(word)'; \(hint)"
  }
}
