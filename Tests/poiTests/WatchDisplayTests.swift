import ArgumentParser
import Foundation
import Geography
import Nearby
import Places
import Positioning
import Presentation
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct WatchDisplayTests {
  private let event = WatchEvent.authorization(.reporting)
  private let line = MockConsole.Call.write("authorization  authorized\n")

  private func display(
    _ arguments: [String], on console: MockConsole, TERM: String = "xterm", begins: Bool = true
  ) throws -> any WatchDisplay {
    var context = CommandContext.mock(environment: ["TERM": TERM])
    context.console = console
    let command = try WatchCommand.parse(["--source", "x"] + arguments)
    let display = try command.makeDisplay(
      try command.opening.openings(command.places.store, in: context), of: GivenPlaces(), in: context)
    if begins { display.begin() }
    return display
  }

  @Test("draws nothing unless both the output and the messages go to a terminal")
  func noTerminal() throws {
    let consoles = [
      (MockConsole(terminal: nil, tellsTerminal: true), "xterm"),
      (MockConsole(terminal: (80, 24), tellsTerminal: false), "xterm"),
      (MockConsole(terminal: (80, 24), tellsTerminal: true), "dumb"),
    ]
    for (console, terminal) in consoles {
      for arguments in [[], ["--live"]] {
        let display = try display(arguments, on: console, TERM: terminal)
        display.show(
          PositionStatus(location: Terrain().fix(east: 0, at: 0)), among: nil, on: nil, travel: nil)
        display.write(event)
        try display.flush()
        display.tell("hello")
        display.end()
      }
      #expect(console.calls == [line, .tell("hello"), line, .tell("hello")])
    }
  }

  @Test("the status line makes room for output and messages, and disappears at the end")
  func statusLine() throws {
    let console = MockConsole(terminal: (30, 24), tellsTerminal: true)
    let display = try display([], on: console)
    let location = Location(coordinate: Coordinate(latitude: 1, longitude: 2))
    display.show(PositionStatus(location: location), among: nil, on: nil, travel: nil)
    display.write(event)
    try display.flush()
    display.tell("hello")
    display.end()
    // The cursor goes back to the beginning, where it stays when a narrower terminal breaks the line.
    let status = MockConsole.Call.draw("1.00000, 2.00000             \r")
    let erase = MockConsole.Call.draw("\r\u{1B}[J")
    #expect(console.calls == [erase, line, status, erase, .tell("hello"), status, erase])
  }

  @Test("shows a silence at once, however recently it drew something")
  func silence() throws {
    for arguments in [[], ["--live", "--no-color"]] {
      let console = MockConsole(terminal: (60, 24), tellsTerminal: true)
      let display = try display(arguments, on: console)
      let location = Location(coordinate: Coordinate(latitude: 1, longitude: 2), speed: 3)
      for status in [
        PositionStatus(location: location), PositionStatus(location: location, outage: .init(seconds: 12)),
      ] {
        display.show(status, among: nil, on: nil, travel: nil)
        try display.flush()
      }
      let last = try #require(console.drawings.last)
      #expect(last.contains("no position for 12 s"), "\(last.debugDescription)")
      #expect(!last.contains("km/h"))
      #expect(console.drawings.contains { $0.contains("km/h") })
      display.end()
    }
  }

  @Test("what the live screen showed last stays when the source of positions is over")
  func lastScreen() throws {
    let console = MockConsole(terminal: (80, 24), tellsTerminal: true)
    let display = try display(["--live", "--no-color"], on: console)
    display.show(PositionStatus(location: Terrain().fix(east: 0, at: 0)), among: nil, on: nil, travel: nil)
    display.end(isOver: true)
    let last = try #require(console.drawings.last)
    #expect(last.hasPrefix("Position ") && last.count { $0 == "\n" } == 22, "\(last)")
    #expect(console.drawings.dropLast().last == "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
  }

  @Test("the live screen uses the alternate screen, and restores the terminal at the end")
  func liveScreen() throws {
    let console = MockConsole(terminal: (80, 24), tellsTerminal: true)
    let display = try display(["--live"], on: console)
    display.write(event)
    try display.flush()
    display.end()
    #expect(console.calls.first == .draw("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"))
    #expect(console.calls.last == .draw("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    #expect(console.output == "")
  }

  @Test(
    "a window that has become larger or smaller is filled anew, to its edges", .timeLimit(.minutes(5)),
    arguments: [(40, 12), (132, 34)])
  func resizing(columns: Int, rows: Int) async throws {
    let console = MockConsole(terminal: (80, 24), tellsTerminal: true)
    let display = try display(["--live"], on: console)
    display.write(event)
    try display.flush()
    let before = console.drawings.count
    console.resize(columns: columns, rows: rows)
    kill(getpid(), SIGWINCH)
    while console.drawings.count == before { await Task.yield() }
    let lines =
      console.drawings.last?.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").split(separator: "\r\n") ?? []
    // The last column stays free.
    #expect(lines.map { $0.count }.max() == columns - 1, "\(lines)")
    #expect((1...rows).contains(lines.count), "\(lines)")
    display.end()
  }

  @Test("until the live screen begins, the terminal stays as it is")
  func beforeTheLiveScreen() throws {
    let console = MockConsole(terminal: (80, 24), tellsTerminal: true)
    let display = try display(["--live"], on: console, begins: false)
    display.tell("hello")
    #expect(console.calls == [.tell("hello")])
  }

  @Test("prints messages normally after the live screen ends")
  func afterTheLiveScreen() throws {
    let console = MockConsole(terminal: (80, 24), tellsTerminal: true)
    let display = try display(["--live"], on: console)
    display.end()
    let count = console.calls.count
    display.tell("hello")
    #expect(console.calls.dropFirst(count) == [.tell("hello")])
  }

  @Test("the arrows and function keys ask the live screen nothing")
  func otherKeys() throws {
    let console = MockConsole(terminal: (80, 24), tellsTerminal: true)
    let display = try #require(try display(["--live"], on: console) as? LiveDisplay)
    defer { display.end() }
    var keys: [WatchKey] = []
    display.onKey = { keys.append($0) }
    display.take(Array("\u{1B}[A\u{1B}OPq".utf8))
    #expect(keys.count == 1)
  }
}
