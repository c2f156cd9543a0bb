import Foundation
import Geography
import Presentation

@testable import Input
@testable import Nearby
@testable import PlaceFiles
@testable import PlaceServers
@testable import PlaceStore
@testable import Places
@testable import Positioning

let savedState =
  #"{"schema":1,"memory":{"lastCounted":{"coordinate":{"latitude":1,"longitude":2},"course":{"degrees":3},"time":789,"mode":3,"speed":1,"accuracy":2},"leavings":{"b":700},"visits":{"a":{"isInside":true,"streak":1,"streakStart":780,"radius":50,"place":{"id":"a","name":"A","coordinate":{"latitude":1,"longitude":2},"proximity":{"metres":40},"tags":{"k":"v"}}}}}}"#
let cachedArea =
  #"{"question":"q","centre":{"latitude":1,"longitude":2},"radius":{"metres":500},"attribution":"c","fetched":789,"dataTime":700,"places":[{"id":"a","name":"A","coordinate":{"latitude":1,"longitude":2},"proximity":{"metres":40},"tags":{"k":"v"}}]}"#

/// The file of `watch --state`: refused, or fit to resume from.
func checkState(_ bytes: [UInt8]) {
  guard let memory = bytes.withFile({ try? WatchStateFile(path: $0).load() }) ?? nil else { return }
  var rules = ProximityRules()
  rules.confirm = 1
  rules.dwell = 1
  let place = PointOfInterest(id: "a", coordinate: Coordinate(latitude: 1, longitude: 2))
  var monitor = ProximityMonitor(rules: rules, state: memory)
  for (second, latitude) in [1.0, 1, 1.1, 1.2, 1].enumerated() {
    let location = Location(
      coordinate: Coordinate(latitude: latitude, longitude: 2),
      time: Date(timeIntervalSince1970: 1_767_261_600 + Double(second) * 200))
    let update = monitor.update(with: location, among: FenceIndex([place], rules: rules))
    for event in update.events {
      let event = WatchEvent.proximity(event)
      expect(Array(event.jsonLine.utf8).isJSON, "no JSON: \(event.jsonLine)")
      expectHarmless(event.line())
    }
    for suppression in update.suppressions { expectHarmless(suppression.explanation(Wording())) }
  }
  // A state that cannot be written would be lost at the end of the watch.
  let kept = WatchStateFile(path: Scratch.path("state"))
  do {
    try kept.save(monitor.state)
    let again = try kept.load()
    expect(again?.inside == monitor.state.inside, "it read another state than it wrote")
  } catch {
    fatalError("a state that was read cannot be written: \(error)")
  }
}

/// A file of the cache: forgotten, or fit to answer from.
func checkCache() -> ([UInt8]) -> Void {
  let folder = Scratch.path("cache")
  try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  let position = Coordinate(latitude: 1, longitude: 2)
  let area = PlaceArea(
    question: "q", centre: position, radius: Distance(metres: 500), places: [], fetched: Date())
  let path = "\(folder)/\(AreasOnDisk.Name(area).text)"
  let cache = AreasOnDisk(OnDiskCache(directory: folder))
  return { bytes in
    _ = AreasOnDisk.Name(String(decoding: bytes, as: UTF8.self))
    let seal = "poi cache 1 \(Checksum.text(of: bytes))\n"
    Scratch.write(Data(seal.utf8) + Data(bytes), to: path)
    guard let areas = try? cache.areas(of: "q", around: position) else { fatalError("no cache") }
    for area in areas {
      area.places.forEach(expectSound)
      guard let answer = try? area.answer(at: position, matching: PlaceQuery()) else { continue }
      let source = area.provided(answer, by: "overpass", at: Date()).source
      expect(source.age?.isFinite ?? true, "an age of \(source)")
      let location = Location(coordinate: position)
      let report = NearbyReport(
        location: location, provider: "fixed", answer: PlaceAnswer(places: answer.places, source: source))
      expect(Array(report.json.utf8).isJSON, "no JSON: \(report.json)")
      report.notices(Wording()).forEach { expectHarmless($0) }
    }
  }
}

/// Changes to a store: for each, three bytes of position and the new byte.
let storeEdits = ["", "abcd", "\0\u{1}\0\0\0\u{10}\u{20}\u{7F}"]

/// A store with some changed bytes: reading and writing succeed, or report damage.
func checkStore() -> ([UInt8]) -> Void {
  let path = Scratch.path("store")
  let sound = soundStore(at: path)
  let here = Coordinate(latitude: 60.17, longitude: 24.94)
  let filters = [
    PlaceFilter(), PlaceFilter(categories: ["cafe"]), PlaceFilter(name: "ca"),
    PlaceFilter(tags: [PlaceFilter.Tag(key: "wheelchair", value: "yes")]),
  ]
  return { bytes in
    var store = sound
    for edit in stride(from: 0, through: bytes.count - 4, by: 4) {
      let place = Int(bytes[edit]) << 16 | Int(bytes[edit + 1]) << 8 | Int(bytes[edit + 2])
      store[place % store.count] = bytes[edit + 3]
    }
    Scratch.write(store, to: path)
    for suffix in ["-wal", "-journal", "-shm"] { unlink(path + suffix) }
    expectProblemOfStore {
      let opened = try PlaceStore(path: path)
      for filter in filters {
        expectProblemOfStore {
          let query = PlaceQuery(filter: filter, limit: 200)
          try opened.answer(near: here, matching: query).places.forEach { expectSound($0.place) }
        }
      }
      expectProblemOfStore {
        try opened.forEachEntry {
          expectSound($0.place); return true
        }
      }
      expectProblemOfStore { _ = try (opened.sources(), opened.countsBySource(), opened.countsByCategory()) }
      expectProblemOfStore { _ = try opened.places(called: "cafe java") }
    }
    expectProblemOfStore {
      _ = try PlaceImporter(storePath: path).importPlaces(
        of: SourceDescription(name: "helsinki"), replacing: true,
        from: [PlaceList(places: [PointOfInterest(id: "new", name: "Café", coordinate: here)])])
    }
  }
}

/// The bytes of a store, made at a path, whose places are those of a fixture.
func soundStore(at path: String) -> Data {
  unlink(path)
  let places = PlaceFile(path: Fixture.path("places/helsinki.jsonl"))
  do {
    _ = try PlaceImporter(storePath: path).importPlaces(
      of: SourceDescription(name: "helsinki"), from: [places])
    return try Data(contentsOf: URL(fileURLWithPath: path))
  } catch {
    fatalError("no store can be made: \(error)")
  }
}

/// Runs something that may fail with a reported error.
func expectProblemOfStore(_ body: () throws -> Void) {
  do {
    try body()
  } catch {
    guard error is PlacesError else { fatalError("no error of a store: \(error)") }
  }
}
