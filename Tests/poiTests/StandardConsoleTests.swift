import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct StandardConsoleTests {
  @Test(
    "a message is one line, or as many as a terminal needs",
    arguments: [
      (nil, "poi: no position: gpsd is not running\n"), (80, "poi: no position: gpsd is not running\n"),
      (24, "poi: no position: gpsd\n     is not running\n"),
      (5, "poi: no\n     position:\n     gpsd\n     is\n     not\n     running\n"),
    ])
  func lines(columns: Int?, expected: String) {
    #expect(StandardConsole.lines(of: "no position: gpsd is not\nrunning", in: columns) == expected)
  }
}
