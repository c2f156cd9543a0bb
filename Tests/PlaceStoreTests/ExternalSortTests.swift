import TestSupport
import Testing

@testable import PlaceStore
@testable import Places

@Suite struct ExternalSortTests {
  @Test("merges runs, with each key's record", arguments: [0, 1, 10, 3000])
  func merged(longestRecord: Int) throws {
    let directory = try TemporaryDirectory()
    let runs = try ExternalSort(beside: directory.path(of: "store"))
    var generator = SeededGenerator(seed: 7)
    var expected: [(key: Int64, number: Int64)] = []
    for run in 0..<5 {
      try runs.beginRun()
      let keys = (0..<400).map { _ in Int64.random(in: -1000...1000, using: &generator) }.sorted()
      for (index, key) in keys.enumerated() {
        let number = Int64(run * 1000 + index)
        let bytes = Self.record(of: number, longest: longestRecord)
        try bytes.withUnsafeBytes { try runs.append(key: key, number, $0) }
        expected.append((key, number))
      }
    }
    var found: [(key: Int64, number: Int64)] = []
    try runs.merge { key, number, bytes in
      #expect(Array(bytes) == Self.record(of: number, longest: longestRecord))
      found.append((key, number))
    }
    expected.sort { $0 < $1 }
    #expect(found.elementsEqual(expected) { $0 == $1 })
  }

  @Test("leaves no file beside the store")
  func noFile() throws {
    let directory = try TemporaryDirectory()
    let runs = try ExternalSort(beside: directory.path(of: "store"))
    try runs.beginRun()
    try runs.append(key: 1, 1)
    #expect(try directory.fileNames == [])
  }

  private static func record(of number: Int64, longest: Int) -> [UInt8] {
    Array(repeating: UInt8(truncatingIfNeeded: number), count: longest == 0 ? 0 : Int(number) * 37 % longest)
  }
}
