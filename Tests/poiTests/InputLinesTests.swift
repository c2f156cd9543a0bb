import Foundation
import Glibc
import TestSupport
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct InputLinesTests {
  private func lines(of descriptor: Int32) throws -> [String] {
    let lines = InputLines(descriptor)
    var found: [String] = []
    while let line = try lines.next() { found.append(line) }
    return found
  }

  private func open(_ text: String, in folder: TemporaryDirectory) throws -> Int32 {
    Glibc.open(try folder.write(text, as: "input"), O_RDONLY | O_CLOEXEC)
  }

  @Test("a remark stands in the place of a line that is too long", arguments: [100, 70_000])
  func overlong(width: Int) throws {
    let folder = try TemporaryDirectory()
    let long = String(repeating: "x", count: 100_000)
    let short = String(repeating: "a", count: width / 2)
    let descriptor = try open("\(short)\n\(long)\nb\nc\n\(long)\n\(long)\nd\n\(long)", in: folder)
    defer { close(descriptor) }
    let remark = "(a line of more than 64 KiB)"
    #expect(try lines(of: descriptor) == [short, remark, "b", "c", remark, remark, "d", remark])
  }

  @Test("a blank line is none that somebody waits behind")
  func blank() throws {
    let folder = try TemporaryDirectory()
    let descriptor = try open("a\n\n \t\r\nb\n \n", in: folder)
    defer { close(descriptor) }
    let lines = InputLines(descriptor)
    #expect(try lines.next() == "a" && lines.hasNext)
    #expect(try lines.next() == "" && lines.next() == " \t" && lines.hasNext)
    #expect(try lines.next() == "b" && !lines.hasNext)
    #expect(try lines.next() == " " && !lines.hasNext)
    #expect(try lines.next() == nil)
  }

  @Test("what cannot be read is not the end of the input")
  func unreadable() throws {
    let folder = try TemporaryDirectory()
    let descriptor = Glibc.open(folder.url.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let failure = #expect(throws: CommandFailure.self) { try lines(of: descriptor) }
    #expect(failure?.message == "standard input: Is a directory")
  }

  @Test("waits for input that is not there yet, though the descriptor does not block")
  func nonBlocking() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    let found = Task.detached { try lines(of: reading) }
    for text in ["a\nb", "c\n"] {
      await Task.yield()
      _ = Array(text.utf8).withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
    }
    close(writing)
    #expect(try await found.value == ["a", "bc"])
  }
}
