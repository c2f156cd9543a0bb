import Foundation
import Geography
import Glibc
import Input
import PlaceFiles
import Places
import Synchronization
import TestSupport
import Testing

@Suite struct PlaceFindingTests {
  private let provider: PlaceFileProvider
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let path = try directory.write(
      """
      id,name,name:sv,lat,lon
      node/1,Fazer Café,,1,1
      node/2,Karl Fazer Café,,2,2
      node/3,fazer-cafe,,3,3
      Fazer,Kiosk,Kiosken,4,4
      node/2,Karl Fazer Café,,2,2
      """, as: "places.csv")
    provider = PlaceFileProvider(file: PlaceFile(path: path))
  }

  @Test(
    "prefers an id to a name, and a whole name to a part of one, and takes a repeated line once",
    arguments: [
      ("node/2", ["node/2"]), ("Fazer", ["Fazer"]), ("fazer cafe", ["node/1", "node/3"]),
      ("fazer", ["node/1", "node/2", "node/3"]), ("kar faz", ["node/2"]), ("kiosken", ["Fazer"]),
      ("node/4", []), ("", []), ("-", []),
    ])
  func called(text: String, ids: [String]) async throws {
    #expect(try await provider.places(called: text).map(\.id) == ids)
  }

  @Test("a source that it cannot read is an error, not an empty answer")
  func unreadable() async {
    let missing = PlaceFileProvider(file: PlaceFile(path: directory.url.path + "/missing"))
    await #expect(throws: PlacesError.self) { try await missing.places(called: "a") }
  }

  @Test("an extract that is gone says so when asked for tags that were not read")
  func goneExtract() async throws {
    let path = try directory.write(
      "<osm version='0.6'><node id='1' lat='1' lon='1'><tag k='amenity' v='cafe'/></node></osm>", as: "a.osm")
    let extract = PlaceFileProvider(file: PlaceFile(path: path))
    let position = Coordinate(latitude: 1, longitude: 1)
    let cafes = try await extract.places(near: position, matching: PlaceQuery())
    try FileManager.default.removeItem(atPath: path)
    #expect(try await extract.places(near: position, matching: PlaceQuery()).places == cafes.places)
    let towers = PlaceQuery(filter: PlaceFilter(tags: [PlaceFilter.Tag(key: "power", value: "tower")]))
    await #expect(throws: PlacesError.self) { try await extract.places(near: position, matching: towers) }
  }

  @Test("what was read answers even when the file is gone, or has become a pipe that nobody writes")
  func replacedFile() async throws {
    let path = directory.path(of: "places.csv")
    func nearest() async throws -> [PointOfInterest] {
      // More than once: an index is made after the first time.
      for _ in 0..<3 {
        #expect(
          try await provider.places(
            near: Coordinate(latitude: 1, longitude: 1), matching: PlaceQuery(limit: 2)
          )
          .places.map(\.place.id) == ["node/1", "node/2"])
      }
      return try await provider.places(called: "kiosken")
    }
    let known = try await nearest()
    try FileManager.default.removeItem(atPath: path)
    #expect(try await nearest() == known)

    try #require(mkfifo(path, 0o600) == 0)
    let isOpened = Mutex(false)
    // It goes on once somebody opens the pipe for reading, who then need not wait for ever.
    async let writer = BackgroundThread.outcome {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      isOpened.withLock { $0 = true }
      close(descriptor)
    }
    #expect(try await nearest() == known)
    #expect(isOpened.withLock { $0 } == false)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    _ = try await writer
    close(reader)
  }

  @Test("questions at the same time read the file once")
  func concurrentQuestions() async throws {
    let reads = Mutex(0)
    let provider = PlaceFileProvider(file: PlaceFile(path: directory.path(of: "places.csv"))) { _ in
    } read: { file throws(PlacesError) in
      reads.withLock { $0 += 1 }
      await Task.yield()
      return try file.read()
    }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await provider.places(
            near: Coordinate(latitude: 1, longitude: 1), matching: PlaceQuery(limit: 1)
          ).places.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 1, count: 8))
    #expect(reads.withLock { $0 } == 1)
  }

  @Test("an undated file has no age, whenever it was written")
  func age() async throws {
    let path = directory.path(of: "places.csv")
    let written = try #require(SourceFile(at: path)?.dated)
    let provider = PlaceFileProvider(file: PlaceFile(path: path))
    let answer = try await provider.places(
      near: Coordinate(latitude: 1, longitude: 1), matching: PlaceQuery(limit: 1))
    #expect(answer.source.age == nil)
    #expect(answer.source.arrival == .written(written))
  }
}
