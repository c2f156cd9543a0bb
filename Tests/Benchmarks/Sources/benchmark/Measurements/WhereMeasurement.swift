import Foundation

/// How many positions one process puts into words in a second, read from its standard input.
struct WhereMeasurement {
  let poi: Program
  /// The extract that brings places, streets, addresses and areas.
  let path: String
  let folder: WorkFolder

  private static let count = 10_000

  func run() throws {
    let table = Table("An extract: poi where --at - --json", "positions/s", "s", "peak MB")
    let (store, anywhere, around) = (
      folder.path("where.sqlite"), folder.path("anywhere.txt"), folder.path("around.txt")
    )
    guard try poi.run(["import", "--store", store, path]).status == 0 else {
      return table.missing("poi import", "failed")
    }
    let places = try places(in: store)
    guard let first = places.first else { return table.missing("poi", "the extract has no places") }
    var generator = SeededGenerator(seed: 27)
    let (south, north) = places.reduce((first.0, first.0)) { (min($0.0, $1.0), max($0.1, $1.0)) }
    let (west, east) = places.reduce((first.1, first.1)) { (min($0.0, $1.1), max($0.1, $1.1)) }
    func write(_ position: () -> (Double, Double), to path: String) throws {
      let lines = (0..<Self.count).map { _ in
        let (latitude, longitude) = position()
        return "\(latitude),\(longitude)\n"
      }
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }
    try write(
      { (.random(in: south...north, using: &generator), .random(in: west...east, using: &generator)) },
      to: anywhere)
    try write(
      {
        let place = places.randomElement(using: &generator) ?? first
        return (
          place.0 + .random(in: -0.001...0.001, using: &generator),
          place.1 + .random(in: -0.001...0.001, using: &generator)
        )
      }, to: around)
    for (name, input) in [("anywhere within its places", anywhere), ("within 100 m of places", around)] {
      let run = try poi.run(
        ["where", "--at", "-", "--json", "--store", store], input: input, watchesMemory: true)
      guard run.succeeded else {
        table.missing(name, "failed with status \(run.status)")
        continue
      }
      table.row(
        name, (Double(Self.count) / run.seconds).formatted(decimals: 0), run.seconds.formatted(decimals: 2),
        run.peakMegabytes.formatted(decimals: 0))
    }
  }

  /// The latitudes and longitudes of a store's places.
  private func places(in store: String) throws -> [(Double, Double)] {
    let rows = try poi.run(
      ["places", "export", "--store", store, "--format", "csv", "--fields", "latitude,longitude"],
      keepsOutput: true
    ).output
    return String(decoding: rows, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { row in
      let numbers = row.split(separator: ",").compactMap { Double($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
  }
}
