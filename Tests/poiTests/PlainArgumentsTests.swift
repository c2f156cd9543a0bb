import ArgumentParser
import Testing

@testable import poi

@Suite struct PlainArgumentsTests {
  @Test(
    "plain arguments mean the same as for ArgumentParser",
    arguments: [
      [], ["--source", "store", "--at", "60.17,24.94", "--limit", "3"],
      ["--gps-log", "-", "--radius=1.5km", "--format", "jsonl", "--fields", "name,distance"],
      ["--category", "water", "--category=cafe", "--name", "", "--json", "--pick", "--verbose"],
      ["--offline", "--no-color", "--ascii", "--max-age", "12h", "--store", "/s.sqlite"],
      ["--gpsd", "[::1]:2947", "--timeout", "3", "--desired-accuracy", "50", "--timeout=4"],
      ["--source", "http://localhost/?a=b", "--server-parameters", "a,b", "--header-file", "h"],
      ["--units", "nautical", "--language", "sv", "--heading-up", "--format", "radar"],
      ["--ahead", "--limit", "3"], ["--gps-log", "x", "--ahead", "120", "--clock"], ["--ahead=60.5"],
      ["--ahead"],
    ])
  func nearby(arguments: [String]) throws {
    let plain = try #require(Poi.plainCommand(in: ["nearby"] + arguments))
    #expect("\(plain)" == "\(try NearbyCommand.parse(arguments))")
  }

  @Test("each command reads the options of its own section")
  func sections() throws {
    let watch = [
      "--within", "80m", "--confirm", "3", "--events", "enter", "--format", "jsonl", "--live",
      "--route", "r.gpx", "--approach", "2km", "--ahead",
    ]
    let plainWatch = try #require(Poi.plainCommand(in: ["watch"] + watch))
    #expect("\(plainWatch)" == "\(try WatchCommand.parse(watch))")
    let here = ["--within", "80m", "--format", "csv", "--name", "a b"]
    let plainHere = try #require(Poi.plainCommand(in: ["here"] + here))
    #expect("\(plainHere)" == "\(try HereCommand.parse(here))")
  }

  @Test(
    "leaves anything unusual or invalid to ArgumentParser",
    arguments: [
      ["--help"], ["-h"], ["--version"], ["--"], ["--bogus"], ["--limit"], ["--limit", "x"],
      ["--limit", "-5"], ["--at", "-33.9,18.4"], ["--json=1"], ["--json", "1"],
      ["--offline", "--no-offline"],
      ["--offline="], ["--tag", "a=b"], ["--confirm", "5"], ["--at", "1,2", "--gpsd", "x"], ["--=x"],
      ["--json", "--format", "csv"], ["--atx", "1,2"], ["--ahead", "x"], ["--ahead", "400"], ["--clock"],
      ["--at", "1,2", "--ahead"],
      ["--ahead", "--ahead=3"], ["--generate-completion-script", "bash"],
    ])
  func notPlain(arguments: [String]) {
    #expect(Poi.plainCommand(in: ["nearby"] + arguments) == nil)
  }

  @Test(
    "reads only some commands plainly", arguments: [[], ["import", "x"], ["places"], ["neaby"], ["help"]])
  func others(arguments: [String]) {
    #expect(Poi.plainCommand(in: arguments) == nil)
  }
}
