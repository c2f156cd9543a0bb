import ArgumentParser
import Input
import Places
import Positioning
import Presentation

/// `poi places count`.
struct PlacesCountCommand: LoggingCommand {
  static let configuration = CommandConfiguration(
    commandName: "count",
    abstract: "Count the places by source and by category, tab-separated",
    discussion: """
      EXAMPLES
        poi places count
        poi places count | grep -w cafe
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var logging: LoggingOptions

  @MainActor
  func run(in context: CommandContext) async throws -> ExitStatus {
    let store = try context.openStore(store)
    let sources = try store.sources()
    let bySource = try store.countsBySource()
    let byCategory = try store.countsByCategory()
    var lines: [[String]] = []
    for count in bySource {
      let source = sources.first { $0.name == count.name }
      lines.append([
        "source", "\(count.count)", count.name ?? "", source?.licence ?? "", source?.attribution ?? "",
        source.map { Timestamp.text(of: $0.imported) } ?? "",
      ])
    }
    lines += byCategory.map { ["category", "\($0.count)", $0.name ?? ""] }
    lines.append(["all", "\(bySource.map(\.count).reduce(0, +))"])
    try context.console.write(
      lines.map { $0.map(TerminalText.harmless).joined(separator: "\t") + "\n" }.joined())
    return bySource.isEmpty ? .nothingFound : .found
  }
}
