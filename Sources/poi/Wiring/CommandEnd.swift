import Glibc

/// How a command ended.
enum CommandEnd: Equatable {
  case exited(ExitStatus)
  /// The reader of the output has gone, which ends a filter without a word.
  case closedPipe

  /// Does the work of a command, and tells on the console what went wrong.
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
