/// Options that have another name now: the old one goes on working, with a line on stderr, until the next release.
enum OldOptions {
  private struct Change {
    /// The command that had it; `nil` for any.
    var command: String?
    let old: String
    /// What stands there now; `=` at the end takes the old option's value.
    let new: [String]

    var takesValue: Bool { new.last?.hasSuffix("=") == true }
  }

  private static let changes =
    [
      Change(old: "--ascii", new: ["--draw", "ascii"]), Change(old: "--no-ascii", new: ["--draw", "plain"]),
      Change(old: "--map", new: ["--draw", "auto"]), Change(old: "--no-map", new: ["--draw", "plain"]),
      Change(command: "nearby", old: "--sure", new: ["--doubtful-last"]),
      Change(command: "nearby", old: "--where", new: ["--address"]),
      Change(command: "watch", old: "--on-event", new: ["--on", "any="]),
    ]
    + ["enter", "leave", "pass", "approach", "passed", "signal", "street"].map {
      Change(command: "watch", old: "--on-\($0)", new: ["--on", "\($0)="])
    }

  /// The arguments with today's names, and a sentence for each old one.
  static func replaced(in arguments: [String]) -> (arguments: [String], notices: [String]) {
    if arguments.first == "nearby", let pick = arguments.firstIndex(of: "--pick") {
      let others = arguments[1..<pick] + arguments[(pick + 1)...]
      let (rest, notices) = replaced(in: ["pick"] + others)
      return (rest, ["nearby --pick is now poi pick"] + notices)
    }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var (result, notices): ([String], [String]) = ([], [])
    var rest = arguments[..<end]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      let change = changes.first {
        $0.old == parts[0] && ($0.command == nil || $0.command == arguments.first)
          && (parts.count == 1 || $0.takesValue)
      }
      guard let change else {
        result.append(argument)
        continue
      }
      result += change.takesValue ? change.new.dropLast() : change.new
      if change.takesValue, let value = parts.count == 2 ? parts[1] : rest.popFirst() {
        result += change.new.suffix(1).map { $0 + value }
      }
      notices.append(
        "\(change.old) is now \(change.new.joined(separator: " "))" + (change.takesValue ? "COMMAND" : ""))
    }
    return (result + arguments[end...], notices)
  }
}
