import ArgumentParser
import Geography
import Nearby
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct WatchCommandTests {
  private let settings = Settings(environment: [:])

  private func parse(_ arguments: [String]) throws -> WatchCommand {
    try WatchCommand.parse(["--source", "x.geojson"] + arguments)
  }

  @Test("the default rules are the engine's own")
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

  @Test("--events chooses the reported events by name")
  func events() throws {
    #expect(try parse([]).events.names(in: settings) == ["initial", "enter", "leave", "pass"])
    #expect(try parse(["--events", "pass,location"]).events.names(in: settings) == ["pass", "location"])
    #expect(
      try parse(["--events", "pass", "--featured"]).events.names(in: settings) == ["pass", "featured"])
  }

  @Test("keeps the commands of each event")
  func commands() throws {
    let command = try parse([
      "--on", "enter=a", "--on", "leave=b", "--on", "any=c=d", "--on", "enter=e",
    ])
    #expect(
      command.commands.commands == [
        "enter": ["a", "e"], "leave": ["b"], "any": ["c=d"],
      ])
  }

  @Test(
    "looks for places only if something uses them",
    arguments: [
      (["--events", "signal,location,authorization"], false),
      (["--events", "signal", "--on", "signal=a"], false),
      (["--events", "signal", "--on", "enter=a"], true), (["--events", "signal,enter"], true), ([], true),
    ])
  func places(arguments: [String], needed: Bool) throws {
    let command = try parse(arguments)
    #expect(command.needsPlaces(toTell: try command.events.names(in: settings)) == needed)
  }

  @Test(
    "refuses invalid options, and says what would be valid",
    arguments: [
      (["--within", "0"], "not a distance above 0"),
      (["--confirm", "0", "1.5"], "not a whole number of 1 or more"),
      (["--cooldown", "-1", "nan"], "not a number of seconds, 0 or more"),
      (["--dwell", "-1", "nan"], "not a number of seconds, 0 or more"),
      (["--max-accuracy", "0", "nan"], "not a number of metres above 0"),
      (["--max-speed", "0"], "not a number of metres a second above 0"),
      (["--count", "0"], "not a whole number of 1 or more"),
      (["--duration", "0", "nan", "inf"], "not a number of seconds above 0, up to a year"),
      (["--replay-speed", "0", "1e-320", "inf", "nan"], "not a number, 0.001 or more"),
      (["--format", "csv"], "not one of text, jsonl, owntracks"),
    ])
  func refused(option: [String], allowed: String) {
    for value in option.dropFirst() {
      let message = "\(option[0]): '\(value)'"
      let problem = usageProblem { try parse([option[0], value]) }
      #expect(problem?.hasPrefix(message) == true, "\(problem ?? "none")")
      #expect(problem?.hasSuffix("'\(value)' is \(allowed)") == true, "\(problem ?? "none")")
    }
  }

  @Test(
    "refuses an option that would do nothing",
    arguments: [
      (["--replay-speed", "2"], "--replay-speed works only with --gps-log"),
      (["--replay-speed", "2", "--gpsd", "localhost"], "--replay-speed works only with --gps-log"),
      (["--speech-rate", "2"], "--speech-rate works only with --speak"),
      (["--speak-script", "--format", "jsonl"], "--speak-script and --format jsonl contradict each other"),
      (["--live", "--format", "jsonl"], "--live and --format jsonl contradict each other"),
      (
        ["--route", "-", "--gps-log", "-"],
        "give only one of --route and --gps-log as -: both would read standard input"
      ),
      (
        ["--desired-accuracy", "10"],
        "--desired-accuracy does not work with watch; --max-accuracy says which fixes count"
      ),
      (["-c", ","], "--category is empty; use a word like water"),
    ])
  func useless(arguments: [String], problem: String) {
    #expect(usageProblem { try parse(arguments) } == problem)
  }

  @Test("a tracker's id has an effect only in messages of OwnTracks", arguments: [nil, "text", "owntracks"])
  func tracker(format: String?) throws {
    let command = try parse(["--tracker-id", "pi"] + (format.map { ["--format", $0] } ?? []))
    let names = try? command.toldEvents(in: settings)
    #expect((names == nil) == (format != "owntracks"))
  }

  @Test("--to takes a position in the south")
  func southernTarget() throws {
    #expect(try parse(["--to", "-33.9,151.2"]).to == "-33.9,151.2")
  }

  @Test(
    "refuses an unknown event, and lists the known ones", arguments: ["enter,arrive", "Enter"])
  func unknownEvent(names: String) {
    let unknown = names.split(separator: ",").last ?? ""
    let problem = usageProblem { try parse(["--events", names]) }
    #expect(
      problem?.hasSuffix(
        "no event '\(unknown)'; the events are initial, enter, leave, pass, approach, passed, next, route, featured, location, authorization, signal, street, junction, crossing, steps, lift, beacon"
      ) == true, "\(problem ?? "none")")
  }
}
