import Glibc
import Places
import TestSupport
import Testing

@testable import poi

/// A failure of a source of places, and the exit status of a command that needs it.
struct SourceFailure: Sendable, CustomTestStringConvertible {
  let error: PlacesError
  let status: poi.ExitStatus
  let message: String

  static let all: [Self] = [
    Self(
      error: .unreadable(path: "huts.csv", code: ENOENT), status: .noSuchInput,
      message: "huts.csv: No such file or directory"),
    Self(
      error: .unreadable(path: "huts.csv", code: EACCES), status: .refused,
      message: "huts.csv: Permission denied"),
    Self(error: .empty(path: "huts.csv"), status: .malformedInput, message: "huts.csv is empty"),
    Self(
      error: .server(address: "https://a.example", .status(429, retryAfter: 30)), status: .tryLater,
      message: "https://a.example: the server asks to try later (in 30 s)"),
    Self(
      error: .server(address: "https://a.example", .timedOut(seconds: 5)), status: .unreachable,
      message: "https://a.example: no answer within 5 s"),
    Self(
      error: .store(path: "places.sqlite", .busy), status: .tryLater,
      message: "places.sqlite: another poi is using it; try again when it is done"),
  ]

  /// Runs a command, and expects it to report the failure and nothing else, least of all that nothing was
  /// found.
  @MainActor
  func expect(of arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
    let run = await CommandRun(arguments, in: .mock(places: MockPlaceProvider(.failure(error))))
    #expect(run.status == status, "\(run)", sourceLocation: sourceLocation)
    #expect(run.messages == [message], "\(run)", sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
  }

  var testDescription: String { message }
}
