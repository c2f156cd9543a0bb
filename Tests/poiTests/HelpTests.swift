import ArgumentParser
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct HelpTests {
  @Test("the lines of examples fit a terminal of 80 columns")
  func examples() {
    for command in Self.commands(below: Poi.self) {
      let lines = command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
      for line in lines {
        #expect(line.count < 80, "\(line)")
      }
    }
  }

  @Test("the help of each command begins with its examples")
  func beginnings() {
    for command in Self.commands(below: Poi.self) {
      let lines = command.configuration.discussion.split(separator: "\n")
      #expect(lines.first == "EXAMPLES", "\(command)")
      let name = command.configuration.commandName ?? ""
      #expect(lines.dropFirst().first?.contains(name) == true, "\(command)")
    }
  }

  private static func commands(below root: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [root] + root.configuration.subcommands.flatMap(commands)
  }
}
