import ArgumentParser
import Foundation
import PlaceServers
import Places
import TestSupport
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct ServerOptionsTests {
  private static func dialect(
    _ arguments: String..., in environment: [String: String] = [:]
  ) throws -> LocationsDialect {
    try SourceOptions.parse(arguments).server.dialect(in: Settings(environment: environment))
  }

  @Test("without options, uses the defaults")
  func usual() throws {
    #expect(try Self.dialect() == LocationsDialect())
  }

  @Test("uses the given names of the parameters")
  func names() throws {
    let dialect = try Self.dialect("--server-parameters", "latitude,lon")
    #expect([dialect.latitude, dialect.longitude] == ["latitude", "lon"])
  }

  @Test("refuses anything but two names", arguments: ["lat", "lat,", ",long", "a,b,c", ""])
  func badNames(text: String) {
    let problem = usageProblem { try Self.dialect("--server-parameters", text) }
    #expect(
      problem
        == "--server-parameters: use two names like lat,long"
    )
  }

  @Test("reads headers from a file, or else from the environment")
  func headers() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("X-Key: file\n", as: "headers")
    let environment = ["POI_HEADERS": "X-Key: variable\nX-Other: variable"]
    #expect(try Self.dialect("--header-file", file).headers == RequestHeader.parse("X-Key: file"))
    #expect(try Self.dialect("--header-file", file, in: environment).headers.count == 1)
    #expect(try Self.dialect(in: environment).headers.count == 2)
  }

  @Test("names a file that it cannot use, but not its content")
  func badFiles() throws {
    let folder = try TemporaryDirectory()
    let missing = folder.url.appendingPathComponent("none").path
    #expect(throws: CommandFailure("\(missing): No such file or directory", .noSuchInput)) {
      try Self.dialect("--header-file", missing)
    }
    let malformed = try folder.write("secret", as: "malformed")
    #expect(throws: CommandFailure("\(malformed): line 1 is not of the form 'Name: value'", .malformedInput))
    {
      try Self.dialect("--header-file", malformed)
    }
    let large = try folder.write(String(repeating: "a", count: 65537), as: "large")
    #expect(throws: CommandFailure("\(large) is not a text file of at most 64 KiB", .malformedInput)) {
      try Self.dialect("--header-file", large)
    }
    #expect(throws: CommandFailure("$POI_HEADERS: line 1 is not of the form 'Name: value'", .malformedInput))
    {
      try Self.dialect(in: ["POI_HEADERS": "secret"])
    }
  }

  @Test("refuses a server's options for any other source")
  func otherSources() throws {
    let settings = Settings(environment: [:])
    let message = "--server-parameters and --header-file work only with the URL of a server"
    #expect(throws: CommandFailure(message, .usage)) {
      try SourceOptions.parse(["--source", "a.csv", "--header-file", "h"]).choice(in: settings)
    }
    let server = try SourceOptions.parse(["--source", "http://localhost/", "--header-file", "h"])
    #expect(try server.choice(in: settings).description == "http://localhost/")
  }
}
