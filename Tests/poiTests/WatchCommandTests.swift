import ArgumentParser
import Geography
import Nearby
import Testing

@testable import poi

@Suite struct WatchCommandTests {
  private let settings = Settings(environment: [:])

  private func parse(_ arguments: [String]) throws -> WatchCommand {
    try WatchCommand.parse(["--source", "x.geojson"] + arguments)
  }

  @Test("without options the rules are the engine's own")
  func defaultRules() throws {
    #expect(try parse([]).fences.rules(in: settings) == ProximityRules())
  }

  @Test("each option sets its rule")
  func rules() throws {
    var rules = ProximityRules()
    rules.within = Distance(metres: 200)
    rules.confirm = 3
    rules.cooldown = 0
    rules.dwell = 15
    rules.maxAccuracy = 30
    rules.maxSpeed = 50.5
    let command = try parse([
      "--within", "200m", "--confirm", "3", "--cooldown", "0", "--dwell", "15", "--max-accuracy", "30",
      "--max-speed", "50.5",
    ])
    #expect(try command.fences.rules(in: settings) == rules)
  }

  @Test("the events that are told are chosen by name")
  func events() throws {
    #expect(try parse([]).events.names(in: settings) == ["initial", "enter", "leave", "pass"])
    #expect(try parse(["--events", "pass,location"]).events.names(in: settings) == ["pass", "location"])
    #expect(
      try parse(["--events", "pass", "--featured"]).events.names(in: settings) == ["pass", "featured"])
  }

  @Test("the commands are kept by their event")
  func commands() throws {
    let command = try parse([
      "--on-enter", "a", "--on-leave", "b", "--on-pass", "c", "--on-event", "d", "--on-signal", "e",
    ])
    #expect(
      command.commands.commands == [
        "enter": ["a"], "leave": ["b"], "pass": ["c"], "event": ["d"], "signal": ["e"],
      ])
  }

  @Test(
    "places are looked for only where something has to do with them",
    arguments: [
      (["--events", "signal,location,authorization"], false),
      (["--events", "signal", "--on-signal", "a"], false),
      (["--events", "signal", "--on-enter", "a"], true), (["--events", "signal,enter"], true), ([], true),
    ])
  func places(arguments: [String], needed: Bool) throws {
    let command = try parse(arguments)
    #expect(command.needsPlaces(toTell: try command.events.names(in: settings)) == needed)
  }

  @Test(
    "what makes no sense is refused",
    arguments: [
      ["--within", "0"], ["--within", "far"], ["--confirm", "0"], ["--confirm", "1.5"], ["--cooldown", "-1"],
      ["--cooldown", "nan"], ["--dwell", "-1"], ["--dwell", "nan"], ["--max-accuracy", "0"],
      ["--max-accuracy", "nan"], ["--max-speed", "0"], ["--events", "enter,arrive"], ["--events", "Enter"],
      ["--count", "0"], ["--duration", "0"], ["--duration", "nan"], ["--duration", "inf"],
      ["--replay-speed", "0"], ["--replay-speed", "inf"], ["--replay-speed", "nan"], ["--format", "csv"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try parse(arguments) }
  }
}
