import Glibc

enum CommandEnd: Equatable {
  case exited(ExitStatus)
  /// The reader of the output is gone, which ends a filter silently.
  case closedPipe

  /// Runs a command, and reports errors on the console.
  @MainActor
  init(on console: any Console, of work: () async throws -> ExitStatus) async {
    do {
      self = .exited(try await work())
    } catch ConsoleError.closedPipe {
      self = .closedPipe
    } catch ConsoleError.failed(let code) {
      console.tell("standard output: \(String(cString: strerror(code)))")
      self = .exited(.readOrWriteFailed)
    } catch {
      let failure = CommandFailure(error)
      console.tell(failure.message)
      self = .exited(failure.status)
    }
  }
}
