import Geography
import Positioning
import TestSupport
import Testing

@testable import poi

/// The words for positions: whose address it is, and which town.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct WhereWordsTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private var environment: [String: String] { ["POI_STORE": folder.path(of: "places.sqlite")] }

  /// A village with a large building.
  private var factory: OSMText {
    var text = OSMText()
    text.add(node: 1, (0, 0), ["place": "village", "name": "Thorpe"])
    text.add(
      way: 5, [(-1100, 200), (-700, 200), (-700, 400), (-1100, 400), (-1100, 200)],
      ["building": "industrial", "name": "Mill", "addr:housenumber": "100", "addr:street": "Mill Road"])
    text.add(area: 10, within: 3000, ["name": "Thorpe", "admin_level": "8"])
    text.add(area: 11, within: 9000, ["name": "Arcadia", "admin_level": "2"])
    return text
  }

  /// The first line of words at some metres from the origin, and the JSON.
  private func answer(_ east: Double, _ north: Double) async -> (words: String, json: String) {
    let here = Terrain().coordinate(east: east, north: north)
    let arguments = ["where", "--at", "\(here.latitude),\(here.longitude)"]
    let words = await CommandRun(arguments + ["--format", "words"], in: .mock(environment: environment))
    let json = await CommandRun(arguments + ["--json"], in: .mock(environment: environment))
    return (words.lines.first.map { "\($0)" } ?? "", json.output)
  }

  private func importText(_ text: OSMText) async throws {
    let run = await CommandRun(
      ["import", try folder.write(text.text, as: "region.osm")], in: .mock(environment: environment))
    try #require(run.status == .success, "\(run)")
  }

  @Test(
    "says the direction of travel to who moves, and none to who stands", arguments: [(1.4, true), (0, false)])
  func heading(speed: Double, isSaid: Bool) async throws {
    try await importText(factory)
    let fix = Location(
      coordinate: Terrain().coordinate(east: 20), accuracy: 5, speed: speed, course: Bearing(degrees: 90),
      time: Terrain.start)
    let fetcher = MockLocationFetcher.answering { $0.deliver(fix) }
    let run = await CommandRun(
      ["where", "--format", "words"], in: .mock(environment: environment, fetcher: fetcher))
    #expect(run.output.contains("heading E") == isSaid, "\(run)")
  }

  @Test("inside of a large building that is a place, its address is the one, and beside it the edge counts")
  func largeBuilding() async throws {
    var text = factory
    text.add(node: 800, (-760, 405), ["addr:housenumber": "3", "addr:street": "Lane"])
    text.add(
      node: 801, (-750, 390),
      ["shop": "kiosk", "name": "Kiosk", "addr:housenumber": "100a", "addr:street": "Mill Road"])
    text.add(area: 12, within: 2000, ["name": "Thorpe East", "admin_level": "10"])
    try await importText(text)
    for (east, north, house) in [
      (-730.0, 370.0, "Mill Road 100, "), (-1000, 280, "Mill Road 100, "), (-760, 398, "Mill Road 100, "),
      (-760, 403, "Lane 3, "), (-660, 300, "Mill Road 100, "), (-750, 390, "Mill Road 100a, "),
    ] {
      #expect(await answer(east, north).words == house + "Thorpe East, Thorpe, Arcadia", "\(east) \(north)")
    }
    let far = await answer(-640, 300)
    #expect(
      far.words.hasSuffix("WNW of Thorpe, Thorpe East, Arcadia") && !far.json.contains(#""address":"#),
      "\(far)")
  }

  @Test("says the place of an address before another municipality, and what is the same once")
  func locality() async throws {
    var text = OSMText()
    for (id, east, city) in [(1, 0.0, "Nendeln"), (2, 300, "Eschen"), (3, 600, "7")] {
      let tags = ["addr:housenumber": "46", "addr:street": "Sebastianstrasse", "addr:city": city]
      text.add(node: id, (east, 0), tags.merging(["addr:postcode": "9485"]) { $1 })
    }
    text.add(node: 4, (0, 900), ["place": "village", "name": "Eschen"])
    text.add(area: 10, within: 3000, ["name": "Eschen", "admin_level": "8", "name:gsw": "Escha"])
    text.add(area: 11, within: 9000, ["name": "Liechtenstein", "admin_level": "2"])
    try await importText(text)
    let there = await answer(0, 0)
    #expect(there.words == "Sebastianstrasse 46, Nendeln (Eschen), Liechtenstein")
    #expect(there.json.contains(#""locality": "Nendeln""#) && there.json.contains(#""postcode": "9485""#))
    for east in [300.0, 600] {
      let same = await answer(east, 0)
      #expect(same.words == "Sebastianstrasse 46, Eschen, Liechtenstein", "\(same)")
      #expect(same.json.contains(#""locality": "Eschen""#))
    }
    #expect(await answer(0, 900).words == "in Eschen, Liechtenstein")
    let stream = await CommandRun(
      ["where", "--at", "-"], in: .mock(environment: environment, input: ["60.17,24.94", "nowhere", "0,0"]))
    #expect(stream.output == "Sebastianstrasse 46, Nendeln (Eschen), Liechtenstein\n\n\n", "\(stream)")
    #expect(stream.status == .malformedInput)
    let several = await CommandRun(
      ["where", "--at", "-", "--format", "words,geo"], in: .mock(environment: environment))
    #expect(several.status == .usage && several.messages.first?.contains("choose one format") == true)
  }

  @Test(
    "without a whole boundary the town is that of the addresses, the suburb, or the settlements by their kind"
  )
  func town() async throws {
    var text = OSMText()
    text.add(way: 1, [(-9000, 0), (9000, 0)], ["highway": "residential", "name": "Ring"])
    for (id, east, city) in [(1, 3000.0, "Brandenburg"), (2, 3020, "Brandenburg"), (3, 3010, "Brandenberg")] {
      text.add(node: id, (east, 60), ["addr:housenumber": "1", "addr:street": "Row", "addr:city": city])
    }
    text.add(node: 4, (0, -1000), ["place": "town", "name": "Brandenburg"])
    text.add(node: 5, (3500, 1900), ["place": "village", "name": "Hollow"])
    text.add(
      node: 6, (-4900, 300), ["place": "suburb", "name": "Weststadt", "is_in": "Brandenburg, Arcadia"])
    text.add(node: 7, (-4500, 1000), ["place": "village", "name": "Dell"])
    text.add(area: 10, within: 8000, ["name": "Brandenburg", "admin_level": "8"], missing: 1)
    text.add(area: 11, within: 20_000, ["name": "Arcadia", "admin_level": "2"])
    try await importText(text)
    for (east, words) in [
      (3010.0, "Ring, Brandenburg, Arcadia"), (3200, "Ring, Brandenburg, Arcadia"),
      (-4900, "Ring, Brandenburg, Arcadia"), (4000, "Ring, Brandenburg, Arcadia"),
      (8500, "Ring, Arcadia"),
    ] {
      #expect(await answer(east, 0).words == words, "\(east)")
    }
    #expect(await answer(3010, 0).json.contains(#""locality": "Brandenburg""#))
    #expect(await answer(3500, 1900).words == "in Hollow, Arcadia")
    #expect(!(await answer(8500, 0)).json.contains("locality"))
  }

  @Test("a river that is an area and a line is said once, and what is here is not said to be 0 m away")
  func landmark() async throws {
    var text = factory
    text.add(
      way: 20, [(-2500, -2000), (-2400, -2000), (-2400, -1000), (-2500, -1000), (-2500, -2000)],
      ["natural": "water", "name": "Rhein"])
    text.add(way: 21, [(-2425, -2100), (-2425, -900)], ["waterway": "river", "name": "Rhein"])
    text.add(node: 802, (-2000, -2000), ["amenity": "pub", "name": "Inn"])
    try await importText(text)
    func detail(_ east: Double, _ north: Double) async -> String? {
      let here = Terrain().coordinate(east: east, north: north)
      let run = await CommandRun(
        ["where", "--at", "\(here.latitude),\(here.longitude)", "--format", "words"],
        in: .mock(environment: environment))
      return run.lines.dropFirst().first.map { "\($0)" }
    }
    let river = try #require(await detail(-2450, -1500))
    #expect(river.hasPrefix("in Rhein") && !river.contains("from Rhein"), "\(river)")
    #expect(await detail(-2000, -2000) == "at Inn (pub)")
  }
}
