import ArgumentParser
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct HelpTests {
  @Test("the short help fits on a screen, with a line for the prompt", arguments: Self.names)
  func short(name: String) {
    let screen = HelpScreen(of: name.split(separator: " ").dropFirst().map(String.init)[...])
    let lines = screen.short.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 23, "\(screen.short)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(screen.short)")
    #expect(lines.count { $0.hasPrefix("  poi ") || $0.contains("curl ") || $0.contains(" poi ") } >= 1)
  }

  @Test("the full help has a line for every option", arguments: Self.names)
  func full(name: String) {
    let screen = HelpScreen(of: name.split(separator: " ").dropFirst().map(String.init)[...])
    let lines = screen.full.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(screen.full)")
    for argument in HelpArgument.all(of: screen.command) {
      #expect(lines.count { $0.contains("  \(argument.label)  ") } == 1, "\(argument.label)")
    }
  }

  @Test("the options of the short help exist", arguments: Self.names)
  func usual(name: String) throws {
    let screen = HelpScreen(of: name.split(separator: " ").dropFirst().map(String.init)[...])
    guard let command = screen.command as? any PoiCommand.Type else { return }
    let names = Set(HelpArgument.all(of: command).flatMap(\.allNames))
    #expect(
      command.usualOptions.allSatisfy { usual in
        usual.prefix { $0 != ":" }.split(separator: " ").allSatisfy { names.contains(String($0)) }
      })
  }

  @Test("-h is the short help, --help and help the full one, and no words are the short one")
  func asked() {
    let nearby = HelpScreen(of: ["nearby"])
    let cleanExit = CleanExit.helpRequest()
    #expect(HelpScreen.asked(by: ["nearby", "-h"], cleanExit) == nearby.short)
    #expect(HelpScreen.asked(by: ["nearby", "cafe", "--help"], cleanExit) == nearby.full)
    #expect(HelpScreen.asked(by: ["help", "nearby"], cleanExit) == nearby.full)
    #expect(HelpScreen.asked(by: ["places"], cleanExit) == HelpScreen(of: ["places"]).short)
    #expect(HelpScreen.asked(by: ["nearby", "-h"], ValidationError("wrong")) == nil)
  }

  @Test(
    "help of what is no command, and an option of help, are errors that suggest neither",
    arguments: [
      (["help", "dcotor"], "no command 'dcotor'; did you mean doctor?"),
      (["help", "places", "lst"], "no command 'places lst'; did you mean list?"),
      (["help", "nearby", "--json"], "no option --json; poi nearby --help lists them"),
      (["help", "nearby", "-json"], "no option -json; did you mean --json?"),
    ])
  func mistaken(arguments: [String], problem: String) {
    let error = #expect(throws: (any Error).self) { try Poi.command(in: arguments) }
    #expect(error.map { Poi.message(of: $0, in: arguments) } == problem)
  }

  private static let names = names(of: Poi.self, "poi")

  private static func names(of command: any ParsableCommand.Type, _ name: String) -> [String] {
    [name]
      + command.configuration.subcommands.flatMap {
        names(of: $0, "\(name) \($0.configuration.commandName ?? "")")
      }
  }
}
