import ArgumentParser
import Geography
import Positioning
import Testing

@testable import poi

@Suite(.timeLimit(.minutes(5))) struct PositionOptionsTests {
  @Test("without a flag, the environment names the gpsd")
  func environment() throws {
    let options = try PositionOptions.parse([])
    let named = try GpsdAddress(parsing: "van:2950")
    #expect(try options.choice(in: Settings(environment: ["POI_GPSD": "van:2950"])) == .gpsd(named))
    #expect(try options.choice(in: Settings(environment: [:])) == .automatic(GpsdAddress()))
    #expect(try options.choice(in: Settings(environment: ["POI_POSITION": "geoclue"])) == .geoclue)
    let both = ["POI_POSITION": "auto", "POI_GPSD": "van:2950"]
    #expect(try options.choice(in: Settings(environment: both)) == .automatic(named))
    #expect(try PositionOptions.parse(["--geoclue"]).choice(in: Settings(environment: both)) == .geoclue)
  }

  @Test("a flag overrides the environment")
  func flag() throws {
    let options = try PositionOptions.parse(["--at", "-33.9,18.4"])
    let position = TypedPosition(coordinate: Coordinate(latitude: -33.9, longitude: 18.4))
    #expect(try options.choice(in: Settings(environment: ["POI_GPSD": "van:2950"])) == .fixed(position))
  }

  @Test(
    "refuses conflicting or invalid options",
    arguments: [
      (["--at", "1,2", "--gps-log", "x"], "give only one of --at, --gps-log, --gpsd and --geoclue"),
      (
        ["--desired-accuracy", "0"],
        "--desired-accuracy: '0' is not a number of metres above 0"
      ),
      (
        ["--timeout", "-1"],
        "--timeout: '-1' is not a number of seconds above 0, up to 86400"
      ),
      (
        ["--timeout", "nan"],
        "--timeout: 'nan' is not a number of seconds above 0, up to 86400"
      ),
    ])
  func refused(arguments: [String], message: String) {
    #expect(usageProblem { try PositionOptions.parse(arguments) } == message)
  }
}
