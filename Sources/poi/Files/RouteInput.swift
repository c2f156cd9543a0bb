import Glibc
import Input
import Nearby
import SystemPackage

/// Reads a route from a file or the standard input, by way of gpsbabel(1) if poi does not know the format.
enum RouteInput {
  /// - Parameter argument: a path, or `-`.
  static func read(_ argument: String) async throws -> RouteReader {
    let name = argument == "-" ? "standard input" : argument
    let descriptor = argument == "-" ? STDIN_FILENO : open(argument, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure(name, errno: errno) }
    defer { if argument != "-" { close(descriptor) } }
    let file = DescriptorPieces(descriptor)
    var beginning: [UInt8] = []
    while beginning.count < RouteFormat.sniffingLimit, let piece = file.next() { beginning += piece }
    if let code = file.code { throw CommandFailure(name, errno: code) }
    guard !beginning.isEmpty else { throw CommandFailure("\(name) is empty", .malformedInput) }
    guard let format = RouteFormat(beginning: beginning) else {
      throw CommandFailure("\(name): \(RouteFileProblem.formatUnknown.description)", .malformedInput)
    }
    if case .foreign(let type) = format {
      return try await convert(name, type: type, beginning, file)
    }
    var first: [UInt8]? = beginning
    let route = try route(name, in: format) { first.take() ?? file.next() }
    if let code = file.code { throw CommandFailure(name, errno: code) }
    return route
  }

  private static func route(
    _ name: String, in format: RouteFormat, from pieces: () -> [UInt8]?
  ) throws -> RouteReader {
    do throws(RouteFileProblem) {
      return try RouteReader(in: format, from: pieces)
    } catch {
      throw CommandFailure("\(name): \(error.description)", .malformedInput)
    }
  }

  /// Lets gpsbabel convert one of its formats to GPX.
  private static func convert(
    _ name: String, type: String, _ beginning: [UInt8], _ file: DescriptorPieces
  ) async throws -> RouteReader {
    let copy = try copy(name, beginning, file)
    var pieces: [UInt8]? = try await Gpsbabel.gpx(of: copy.path, type: type, named: name)
    return try route(name, in: .gpx) { pieces.take() }
  }

  /// Copies all bytes to a file of this process's own, as gpsbabel reads some formats from files only.
  private static func copy(
    _ name: String, _ beginning: [UInt8], _ file: DescriptorPieces
  ) throws -> UnnamedFile {
    do {
      let copy = try UnnamedFile()
      var count = 0
      var next: [UInt8]? = beginning
      while let piece = next {
        count += piece.count
        guard count <= InputLimits.converted else {
          throw CommandFailure(
            "\(name): more than \(InputLimits.converted / 1024 / 1024) MiB", .malformedInput)
        }
        try copy.append(piece)
        next = file.next()
      }
      if let code = file.code { throw CommandFailure(name, errno: code) }
      return copy
    } catch let error as Errno {
      throw CommandFailure("\(name): a temporary copy cannot be written: \(error)", .readOrWriteFailed)
    }
  }
}

private final class DescriptorPieces {
  /// Why there are no more before the end; an errno.
  private(set) var code: Int32?

  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func next() -> [UInt8]? {
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { code = errno }
      return nil
    }
  }
}
