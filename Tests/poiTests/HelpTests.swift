import ArgumentParser
import Testing

@testable import poi

@Suite struct HelpTests {
  @Test("the lines of examples fit into a terminal of 80 columns")
  func examples() {
    for command in [Poi.self] + Poi.configuration.subcommands {
      let lines = command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
      for line in lines {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }
}
