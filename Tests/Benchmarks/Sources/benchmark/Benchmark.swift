import ArgumentParser
import Foundation
import Places

/// Measures poi beside its peers in one run; shared machines are noisy, so read the ratios.
@main
struct Benchmark: ParsableCommand {
  /// What can be measured.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    case replay, extracts, words, routes, live, growth, `import`, queries, process, instructions, positions,
      shapes, export, served
  }

  static let configuration = CommandConfiguration(
    abstract: "Measure poi beside its peers",
    discussion: """
      The places are a city's, with the columns id, name, category, lat, lon, street and postcode; larger regions \
      are copies of it side by side. Measures the release binary; build it first:

        swift build -c release --static-swift-stdlib --scratch-path .build-release --product poi
      """)

  @Argument(help: "The places of a city.")
  var places: String

  @Option(
    help: "The largest region: 100k, 1M, or 10M places, which take 6 GB in the temporary folder.")
  var largest = Region.Size.million

  @Option(help: "Measure only this; can be repeated.")
  var only: [Part] = []

  @Option(help: "An OpenStreetMap extract, to import copies of.")
  var extract: String?

  @Option(help: "An OpenStreetMap extract around the track, for the live screen and for words.")
  var ground: String?

  @Option(help: "A recorded GPX track through the city, along which poi and gpsbabel look for places.")
  var track: String?

  @Option(help: "How many fixes the replayed rides have.")
  var fixes = 500_000

  func run() throws {
    // A missing peer is an error to report, not a reason to stop.
    signal(SIGPIPE, SIG_IGN)
    let folder = try WorkFolder()
    defer { folder.remove() }
    let poi = Program.poi
    guard poi.isThere else { throw ValidationError("\(poi.path) is not there; build it first") }
    let parts = only.isEmpty ? Part.allCases : only

    if parts.contains(.replay) {
      try ReplayMeasurement(poi: poi, places: places, fixes: fixes, folder: folder).run()
    }
    if parts.contains(.extracts), let extract {
      try ExtractMeasurement(poi: poi, path: extract, folder: folder).run()
    }
    if parts.contains(.words), let ground {
      try WhereMeasurement(poi: poi, path: ground, folder: folder).run()
    }
    if parts.contains(.routes), let track {
      try RouteMeasurement(poi: poi, folder: folder).run(City(path: places), places: places, track: track)
    }
    if parts.contains(.live), let ground, let track {
      try LiveMeasurement(poi: poi, folder: folder, extract: ground, track: track).run()
    }
    if parts.contains(.growth) { try GrowthMeasurement(poi: poi, folder: folder).run() }
    guard !Set(parts).isSubset(of: [.replay, .extracts, .words, .live, .growth]) else { return }
    let city = try City(path: places)
    for size in Region.Size.allCases where size <= largest {
      try measure(Region(of: city, size: size), parts, poi, folder)
    }
  }

  private func measure(_ region: Region, _ parts: [Part], _ poi: Program, _ folder: WorkFolder) throws {
    let files = RegionFiles(region: region, folder: folder)
    defer { files.remove() }
    try region.write(to: files.csv)
    // The others ask the stores that this makes.
    try ImportMeasurement(poi: poi, region: region, files: files).run()
    if parts.contains(.queries) { try QueryMeasurement(region: region, files: files).run() }
    if parts.contains(.process) { try ProcessMeasurement(poi: poi, region: region, files: files).run() }
    if parts.contains(.instructions) {
      try InstructionsMeasurement(poi: poi, region: region, files: files, folder: folder).run()
    }
    if parts.contains(.routes) { try RouteMeasurement(poi: poi, folder: folder).run(region, files) }
    if parts.contains(.positions) { try PositionsMeasurement(poi: poi, region: region, files: files).run() }
    if parts.contains(.shapes) { try ShapesMeasurement(poi: poi, region: region, folder: folder).run() }
    if parts.contains(.export) { try ExportMeasurement(poi: poi, region: region, files: files).run() }
    if parts.contains(.served) { try ServedMeasurement(poi: poi, region: region, files: files).run() }
  }
}
