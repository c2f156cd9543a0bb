import Foundation
import TestSupport
import Testing

/// How other programs read poi's output for them.
@Suite(.timeLimit(.minutes(5))) struct PublishingTests {
  private let app = PoiApp(workingDirectory: Fixtures.path(""))
  private let source = ["--source", "places/helsinki.geojson"]

  /// Publishes a command's output through a real broker on loopback, and returns what a subscriber received.
  private func published(_ command: String, on topic: String) async throws -> [String] {
    let folder = try TemporaryDirectory()
    let port = try GpsdProcess.freePort()
    _ = try folder.write(
      "listener \(port) 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n", as: "conf")
    // The subscription exists before anything is published, and the broker queues messages in the meantime.
    let script = """
      set -e
      mosquitto -c "$DIR/conf" >"$DIR/log" 2>&1 &
      broker=$!
      trap 'kill $broker' EXIT
      subscribe() { mosquitto_sub -p \(port) -i test -c -q 1 -t 'owntracks/#' "$@"; }
      until subscribe -E 2>/dev/null; do kill -0 $broker; sleep 0.02; done
      \(command) | tee "$DIR/lines" | mosquitto_pub -p \(port) -q 1 -l -t '\(topic)'
      subscribe -C "$(wc -l <"$DIR/lines")" -F '%p'
      """
    let outcome = try await CommandRunner.run(
      "/usr/bin/timeout", ["240", "/bin/sh", "-c", script],
      environment: [
        "DIR": folder.url.path, "POI": PoiApp.path, "IS_UNIT_TESTING": "1", "LC_ALL": "C.UTF-8",
      ], workingDirectory: Fixtures.path(""))
    try #require(outcome.status == 0, "\(outcome)")
    #expect(try String(contentsOfFile: folder.path(of: "lines"), encoding: .utf8) == outcome.output)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private static let hasBroker = InstalledProgram.areThere("mosquitto", "mosquitto_pub", "mosquitto_sub")

  @Test(
    "Home Assistant accepts a whole walk through a broker",
    .enabled(if: hasBroker, "needs mosquitto and mosquitto-clients"))
  func walk() async throws {
    let topic = "owntracks/van/pi"
    let lines = try await published(
      "\"$POI\" watch --source places/helsinki.geojson --gps-log gps/walk.nmea --format owntracks --tracker-id pi",
      on: topic)
    var home = HomeAssistant()
    for line in lines { home.receive(line, on: topic) }
    #expect(home.problems.isEmpty)
    let events = try await app.run(
      ["watch"] + source + [
        "--gps-log", "gps/walk.nmea", "--events", "initial,enter,leave,location", "--format", "jsonl",
      ])
    let objects = try events.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let locations = objects.filter { $0["event"] as? String == "location" }
    #expect(home.counts == ["location": locations.count, "transition": objects.count - locations.count])
    // The places entered and not left, counted from the events by id.
    var inside: [String: String] = [:]
    for object in objects {
      guard let place = object["place"] as? [String: Any], let id = place["id"] as? String else { continue }
      inside[id] = object["event"] as? String == "leave" ? nil : place["name"] as? String ?? id
    }
    let names = Set(inside.values)
    #expect(home.regions.count == names.count)
    #expect(home.regions.allSatisfy { region in names.contains { region == $0 || region.hasSuffix($0) } })
    #expect(!home.regions.isEmpty)
  }

  @Test(
    "places become zones in Home Assistant",
    .enabled(if: hasBroker, "needs mosquitto and mosquitto-clients"))
  func zones() async throws {
    let topic = "owntracks/van/pi/waypoints"
    let lines = try await published(
      "\"$POI\" nearby --source places/helsinki.geojson --at 60.17,24.94 --limit 40 --format owntracks",
      on: topic)
    #expect(lines.count == 1)
    var home = HomeAssistant()
    for line in lines { home.receive(line, on: topic) }
    #expect(home.problems.isEmpty)
    let nearest = try await app.run(
      ["nearby"] + source + ["--at", "60.17,24.94", "--limit", "40", "--format", "jsonl"])
    let places = try nearest.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(places.count == 40)
    // Home Assistant keeps the first of several with one name.
    var names: Set<String> = []
    for place in places {
      guard let name = place["name"] as? String, names.insert(name).inserted else { continue }
      let zone = try #require(home.zones.first { $0.name == "van pi - \(name)" })
      #expect(zone.radius == 50)
      #expect(
        [zone.latitude, zone.longitude] == [place["latitude"] as? Double, place["longitude"] as? Double])
    }
    #expect(names.count > 10)
  }

  @Test("warns of fixes without an accuracy, which Home Assistant ignores")
  func inaccurate() async throws {
    let log = #"{"class":"TPV","mode":2,"lat":60.17,"lon":24.94,"time":"2026-06-01T10:00:00Z"}"#
    let outcome = try await app.watch(
      "--source", "places/helsinki.geojson", "--gps-log", "-", "--events", "location", "--format",
      "owntracks",
      input: log + "\n")
    #expect(outcome.output == #"{"_type":"location","lat":60.17,"lon":24.94,"tst":1780308000}"# + "\n")
    #expect(outcome.messages.contains("Home Assistant ignores positions without one"))
    var home = HomeAssistant()
    home.receive(outcome.output, on: "owntracks/a/b")
    #expect(home.problems.count == 1)
  }

  @Test("gpsbabel reads NMEA waypoints where the places are")
  func waypoints() async throws {
    let nearby = ["nearby", "--at", "60.17,24.94", "--limit", "60"]
    let sentences = try await app.run(nearby + source + ["--format", "nmea"])
    #expect(sentences.status == 0)
    let folder = try TemporaryDirectory()
    let gpx = folder.path(of: "out.gpx")
    let converted = try await CommandRunner.run(
      "/usr/bin/gpsbabel",
      ["-i", "nmea", "-f", try folder.write(sentences.output, as: "in.nmea"), "-o", "gpx", "-F", gpx])
    try #require(converted.status == 0, "\(converted)")
    func rows(_ arguments: [String]) async throws -> [(latitude: Double, longitude: Double)] {
      let outcome = try await app.run(
        nearby + arguments + ["--format", "plain", "--fields", "latitude,longitude"])
      return try outcome.output.split(separator: "\n").map { line in
        let cells = try line.split(separator: "\t").map { try #require(Double($0)) }
        return (cells[0], cells[1])
      }
    }
    let (wanted, got) = (try await rows(source), try await rows(["--source", gpx]))
    #expect(got.count == 60)
    for place in wanted {
      // A ten-thousandth of a minute, rounded to a hundred-thousandth of a degree.
      #expect(
        got.contains {
          abs($0.latitude - place.latitude) < 1.1e-5 && abs($0.longitude - place.longitude) < 1.1e-5
        })
    }
  }
}
