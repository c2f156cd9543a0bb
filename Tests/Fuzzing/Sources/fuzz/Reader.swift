import Foundation

/// A reader of untrusted input, and what must hold for any input.
enum Reader: String, CaseIterable {
  case gpsd, nmea, log
  case places, jsonDocument, jsonLines, jsonSequence, csv, gpx, extract, block, shape
  case locations, overpass, head, server
  case state, cache, store, schema, journal, square
  case question, words, shown, hours, speech

  /// Receives one input.
  func check() -> ([UInt8]) -> Void {
    switch self {
    case .gpsd: checkGpsd
    case .nmea: checkNMEA
    case .log: checkLog
    case .places: checkPlaceFile
    case .jsonDocument: checkJSONDocument
    case .jsonLines: checkJSONLines
    case .jsonSequence: checkJSONSequence
    case .csv: checkCSV
    case .gpx: checkGPX
    case .extract: checkExtract
    case .block: checkBlock
    case .shape: checkShape
    case .locations: checkLocations
    case .overpass: checkOverpass
    case .head: checkHead
    case .server: checkServer()
    case .state: checkState
    case .cache: checkCache()
    case .store: checkStore()
    case .schema: checkSchema()
    case .journal: checkJournal()
    case .square: checkSquare
    case .question: checkQuestion
    case .words: checkWords
    case .shown: checkShown
    case .hours: checkHours
    case .speech: checkSpeech
    }
  }

  /// The fixtures whose beginnings are the first inputs.
  private var seeds: [String] {
    switch self {
    case .gpsd: ["gps/walk.json"]
    case .nmea: ["gps/walk.nmea", "gps/no-fix.nmea"]
    case .log: ["gps/walk.json", "gps/walk.nmea", "gps/walk.gpx"]
    case .places, .shown:
      [
        "places/helsinki.geojson", "places/helsinki.geojsonl", "places/helsinki.geojsonseq",
        "places/helsinki.jsonl", "places/helsinki.csv", "places/helsinki-garmin.csv", "places/helsinki.gpx",
      ]
    case .jsonDocument: ["places/helsinki.geojson", "api/array.json", "api/wrapped.json"]
    case .jsonLines: ["places/helsinki.geojsonl", "places/helsinki.jsonl"]
    case .jsonSequence: ["places/helsinki.geojsonseq"]
    case .csv: ["places/helsinki.csv", "places/helsinki-garmin.csv"]
    case .gpx: ["places/helsinki.gpx", "gps/walk.gpx"]
    case .extract: ["places/square.osm"]
    case .locations: ["api/array.json", "api/wrapped.json", "api/geojson.json", "api/results.json"]
    case .overpass: ["api/overpass.json"]
    case .block, .shape, .head, .server, .state, .cache, .store, .schema, .journal, .square, .question,
      .words,
      .hours, .speech:
      []
    }
  }

  /// The fixtures that are first inputs as they are.
  private var wholeSeeds: [String] {
    switch self {
    case .extract: ["places/square.osm.pbf", "places/square.osm.gz", "places/square.osm.bz2"]
    default: []
    }
  }

  /// Inputs that are in no fixture.
  private var writtenSeeds: [String] {
    switch self {
    case .gpsd: gpsdSeeds
    case .jsonDocument, .jsonLines, .locations: [jsonPlace, jsonArea]
    case .gpx: [gpxPoint]
    case .shape: shapeSeeds
    case .overpass: [overpassElement]
    case .state: [savedState]
    case .cache: [cachedArea]
    case .head, .server: serverSeeds
    case .store: storeEdits
    case .schema: schemaEdits
    case .journal: ["\u{0}", "\u{1}", "\u{2}"]
    case .question: ["amenity\ncafé\"];out\nKüssaberg McDonald's\nwater"]
    case .words: wordSeeds
    case .hours: hoursSeeds
    case .speech: speechSeeds
    default: []
    }
  }

  /// Writes the first inputs into a folder.
  func seed(_ folder: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      return
    }
    var inputs = writtenSeeds.map { Data($0.utf8) }
    for name in seeds {
      let lines = Fixture.data(name).prefix(Self.seedSize).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      inputs += [1, 2, 8, 40].map { Data(lines.prefix($0).joined(separator: [UInt8(ascii: "\n")])) }
    }
    inputs += wholeSeeds.map(Fixture.data)
    if self == .block { inputs.append(Data(blockSeed)) }
    if self == .square { inputs += squareSeeds.map { Data($0) } }
    for (index, input) in inputs.enumerated() {
      Scratch.write(input, to: "\(folder)/seed-\(index)")
    }
  }

  private static let seedSize = 4000
}

/// The project's own recordings, places and answers.
enum Fixture {
  static func path(_ name: String) -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return "\(package.path)/Fixtures/\(name)"
  }

  static func data(_ name: String) -> Data {
    FileManager.default.contents(atPath: path(name)) ?? Data()
  }
}
