import ArgumentParser
import Foundation
import Geography
import Nearby
import OpeningHours
import Places
import Serving
import TestSupport
import Testing

@testable import poi

/// Numbers and positions from outside, which may be of any size: each is used or refused, and none ends the program.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct HostileNumbersTests {
  /// The options with a value of all commands; those that several commands share, once.
  private nonisolated static let options: [[String]] = {
    struct Tool: Decodable {
      struct Argument: Decodable {
        struct Name: Decodable {
          let kind: String
          let name: String
        }
        let kind: String
        let names: [Name]?
        let abstract: String?
      }
      struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?
      }
      let command: Command
    }
    var known: Set<String> = []
    func options(of command: Tool.Command, path: [String]) -> [[String]] {
      let own = (command.arguments ?? []).filter { $0.kind == "option" }.compactMap { option -> [String]? in
        guard let name = option.names?.first(where: { $0.kind == "long" })?.name,
          known.insert("\(name) \(option.abstract ?? "")").inserted
        else { return nil }
        return path + ["--\(name)"]
      }
      return own + (command.subcommands ?? []).flatMap { options(of: $0, path: path + [$0.commandName]) }
    }
    guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(Poi._dumpHelp().utf8)) else { return [] }
    return options(of: tool.command, path: [])
  }()

  @Test("every option takes or refuses any number")
  func options() {
    let names = Set(Self.options.compactMap(\.last))
    #expect(names.isSuperset(of: ["--at", "--radius", "--limit", "--replay-speed", "--pace", "--open-at"]))
    // All values for each would take the parser minutes: each gets one of them in turn.
    for (number, option) in Self.options.enumerated() {
      let value = hostileNumbers[number % hostileNumbers.count]
      let arguments = option.dropLast() + ["\(option.last ?? "")=\(value)"]
      let problem = usageProblem { try Poi.parseAsRoot(Array(arguments)) }
      #expect(problem != "", "\(arguments)")
    }
  }

  @Test("every notation of a position is read or refused, and what is read is on the globe")
  func positions() {
    for text in hostilePositions {
      guard let position = try? TypedPosition(parsing: text) else { continue }
      #expect(position.coordinate.isValid, "\(text)")
      for notation in PositionNotation.allCases {
        #expect(!notation.text(of: position.coordinate, accuracy: position.accuracy).isEmpty, "\(text)")
      }
    }
  }

  /// The options of `poi nearby` that are in no group.
  private struct RangeOptions: ParsableArguments {
    @Option(Setting.radius) var radius: Distance?
    @Option(Setting.limit) var limit: Int?
  }

  @Test("an answer is computed with whatever number an option takes")
  func answers() async throws {
    let terrain = Terrain()
    let places = MockPlaceProvider(.success([terrain.place("node/1", east: 100, name: "Kiosk")]))
    // Parsing all options of the command for each number would take minutes.
    let command = try NearbyCommand.parse(["--at", "60.17,24.94"])
    let groups: [(String, (inout NearbyOptions, [String]) throws -> Void)] = [
      ("--radius", { $0.radius = try RangeOptions.parse($1).radius }),
      ("--limit", { $0.limit = try RangeOptions.parse($1).limit }),
      ("--open-at", { $0.opening = try .parse($1) }), ("--tag=ele>", { $0.filter = try .parse($1) }),
      ("--desired-accuracy", { $0.position = try .parse($1 + ["--at", "60.17,24.94"]) }),
      ("--timeout", { $0.position = try .parse($1 + ["--at", "60.17,24.94"]) }),
    ]
    for (option, read) in groups {
      for value in hostileNumbers {
        var command = command
        guard (try? read(&command.asked, ["\(option)=\(value)"])) != nil else { continue }
        let context = CommandContext.mock(places: places)
        let end = await CommandEnd(on: context.console) { try await command.outcome(in: context) }
        let answers: [CommandEnd] = [.exited(.found), .exited(.nothingFound), .exited(.usage)]
        #expect(answers.contains(end), "\(option) \(value): \(end)")
      }
    }
  }

  @Test("every parameter of a request takes or refuses any number or position")
  func parameters() throws {
    let names = ServedQuery.ofFilter.union(ServedQuery.ofPosition).union(ServedQuery.ofFences).union([
      "radius", "limit", "all", "events",
    ])
    let settings = Settings(environment: [:])
    let hours = PlaceHours(localities: Localities())
    for value in hostilePositions + hostileNumbers {
      let encoded = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      for name in names.union(["lat", "lat=\(encoded)&long"]) {
        for pair in ["\(name)=\(encoded)", "lat=1&long=1&\(name)=\(encoded)"] {
          guard let parameters = try? QueryParameters(decoding: pair) else { continue }
          let query = ServedQuery(
            parameters, settings: settings, hours: hours, now: Terrain.start)
          if let position = try? query.position() { #expect(position.coordinate.isValid, "\(pair)") }
          if let position = try? query.requiredPosition() { #expect(position.isValid, "\(pair)") }
          if let limit = try? query.limit(most: 1000) { #expect((1...1000).contains(limit), "\(pair)") }
          if let radius = try? query.radius() { #expect(radius.metres.isFinite, "\(pair)") }
          if let within = try? query.fence(.proximity) { #expect(within.metres.isFinite, "\(pair)") }
          if let rules = try? query.rules() { #expect(rules.cooldown.isFinite, "\(pair)") }
          _ = try? query.filter()
          _ = try? query.openings()
          _ = try? query.events()
        }
      }
    }
  }
}
