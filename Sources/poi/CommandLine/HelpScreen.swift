import ArgumentParser
import FoundationEssentials
import Presentation

/// The help of a command: `-h` fits on a screen, and `--help` has a line for every option. ArgumentParser's own would
/// need several lines for most options.
struct HelpScreen {
  /// The command with the names of those that it belongs to, like `poi places list`.
  let name: String
  let command: any ParsableCommand.Type

  /// The help that a command line asks for; `nil` if it does not.
  ///
  /// - Parameter error: what the parser made of it: it also ends by an error for the version and the like.
  static func asked(by arguments: [String], _ error: any Error) -> String? {
    guard Poi.exitCode(for: error).isSuccess else { return nil }
    var words = arguments.prefix { $0 != "--" }[...]
    let isWord = words.first == "help"
    if isWord { words.removeFirst() }
    let screen = Self(of: words)
    switch words.first(where: { $0 == "-h" || $0 == "--help" }) {
    case "-h"?: return screen.short
    case "--help"?: return screen.full
    default: return isWord ? screen.full : error is CleanExit ? screen.short : nil
    }
  }

  /// - Parameter words: a command line, which begins with the command's name.
  init(of words: ArraySlice<String>) {
    var (name, command) = ("poi", Poi.self as any ParsableCommand.Type)
    // Words alone are searched for.
    if let first = words.first, !first.hasPrefix("-"), Poi.subcommand(named: first) == nil {
      (name, command) = ("poi nearby", NearbyCommand.self)
    }
    for word in words {
      guard let next = command.subcommand(named: word) else { break }
      (name, command) = ("\(name) \(word)", next)
    }
    (self.name, self.command) = (name, command)
  }

  /// Usage, examples, and what people use most.
  var short: String {
    let examples = command.configuration.discussion.split(separator: "\n").map { "  \($0)" }
    let all = rows
    let usual = (command as? any PoiCommand.Type)?.usualOptions ?? (name == "poi" ? Poi.usualCommands : [])
    let shown = usual.isEmpty ? all : usual.compactMap(row)
    let hint =
      shown.count == all.count
      ? "man \(page) says more"
      : "\(name) --help lists all \(all.count) \(isGroup ? "commands" : "options"); see also man \(page)"
    return text(of: [[usage, command.configuration.abstract], examples, lines(of: shown) + [hint]])
  }

  var full: String {
    var groups: [(title: String, rows: [Row])] = []
    for row in rows {
      if let index = groups.firstIndex(where: { $0.title == row.title }) {
        groups[index].rows.append(row)
      } else {
        groups.append((row.title, [row]))
      }
    }
    return text(
      of: [[usage, command.configuration.abstract]]
        + groups.map { [$0.title.uppercased()] + lines(of: $0.rows) }
        + [["\(name) -h has examples; man \(page) says more"]])
  }

  private var page: String { name.replacing(" ", with: "-") }

  private func text(of blocks: [[String]]) -> String {
    blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  // MARK: Rows

  /// An option or a command, and what it does.
  struct Row {
    let title: String
    let names: [String]
    let label: String
    let text: String
  }

  private func lines(of rows: [Row]) -> [String] {
    let width = isGroup ? rows.map(\.label.count).max() ?? 0 : 27
    return rows.map { "  \(TerminalText.fitted($0.label, to: max(width, $0.label.count)))  \($0.text)" }
  }

  private var isGroup: Bool { !command.configuration.subcommands.isEmpty }

  private var usage: String {
    guard !isGroup else { return "Usage: \(name) COMMAND [OPTION...]" }
    let words = arguments.filter { $0.kind == "positional" }.map { argument in
      let word = argument.label + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(word)]" : word
    }
    return (["Usage: \(name)"] + words + ["[OPTION...]"]).joined(separator: " ")
  }

  /// A row, or several in one, with what they do together: `from to: Only this part of the route`.
  private func row(_ usual: String) -> Row? {
    let parts = usual.split(separator: ": ", maxSplits: 1).map(String.init)
    let found = parts[0].split(separator: " ").compactMap { name in
      rows.first { $0.names.contains(String(name)) }
    }
    return found.first.map {
      Row(
        title: $0.title, names: $0.names, label: found.map(\.label).joined(separator: ", "),
        text: parts.count > 1 ? parts[1] : $0.text)
    }
  }

  private var rows: [Row] {
    guard !isGroup else {
      return command.configuration.subcommands.map {
        let name = $0.configuration.commandName ?? ""
        return Row(title: "Commands", names: [name], label: name, text: $0.configuration.abstract)
      }
    }
    var title = "Options"
    return arguments.map { argument in
      // An option outside the groups belongs to that of the one before.
      title = argument.sectionTitle ?? title
      return Row(title: title, names: argument.allNames, label: argument.label, text: argument.text)
    }
  }

  /// What the command takes, without what has its opposite in the same row.
  private var arguments: [HelpArgument] { HelpArgument.all(of: command) }
}

/// An argument, an option or a flag, as ArgumentParser describes it.
struct HelpArgument: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String

    var word: String { kind == "short" ? "-\(name)" : "--\(name)" }
  }

  let kind: String
  let names: [Name]?
  let valueName: String?
  let abstract: String?
  let sectionTitle: String?
  /// Present if the value may be left out.
  let defaultValue: String?
  let isOptional: Bool
  let isRepeating: Bool
  var hasOpposite: Bool?

  /// Those of a command, but for help and version, which all commands have.
  static func all(of command: any ParsableCommand.Type) -> [Self] {
    struct Help: Decodable {
      struct Command: Decodable { let arguments: [HelpArgument]? }
      let command: Command
    }
    let help = try? JSONDecoder().decode(Help.self, from: Data(command._dumpHelp().utf8))
    let all = help?.command.arguments ?? []
    let names = Set(all.flatMap(\.allNames))
    return all.filter {
      !["help", "version"].contains($0.allNames.last) && !($0.opposite.map(names.contains) ?? false)
    }.map { argument in
      var argument = argument
      argument.hasOpposite = argument.allNames.contains { names.contains("no-\($0)") }
      return argument
    }
  }

  var allNames: [String] { names?.map(\.name) ?? [] }

  /// The flag that a `--no-` flag undoes.
  private var opposite: String? {
    allNames.first { $0.hasPrefix("no-") }.map { String($0.dropFirst(3)) }
  }

  /// `-r, --radius, --within DISTANCE`, `--[no-]color`, or `WORD`.
  var label: String {
    let value = valueName.map { $0.contains("|") ? $0 : $0.uppercased() } ?? ""
    guard let names, kind != "positional" else { return value }
    let sorted = names.filter { $0.kind == "short" } + names.filter { $0.kind != "short" }
    let label = sorted.map(\.word).joined(separator: ", ")
    if hasOpposite == true { return label.replacing("--", with: "--[no-]") }
    return kind == "flag" ? label : label + (defaultValue == nil ? " \(value)" : " [\(value)]")
  }

  var text: String { abstract ?? "" }
}

extension ParsableCommand {
  /// - Parameter name: a word of the command line.
  static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }
}
