import ArgumentParser
import Foundation
import Logging
import Places
import Presentation

/// `poi places`.
struct PlacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "Search, show, export, count, add and remove the places of the store",
    discussion: """
      EXAMPLES
        poi places search "karl fazer"
        poi places show node/606996912
        poi places count
        poi places export --category water --format gpx > water.gpx
        poi places add "Secret spring" --category spring --at 60.1699,24.9384
        poi places remove --source-name huts
      """,
    subcommands: [
      PlacesSearchCommand.self, PlacesShowCommand.self, PlacesListCommand.self, PlacesExportCommand.self,
      PlacesCountCommand.self, PlacesAddCommand.self, PlacesRemoveCommand.self,
    ])
}

extension CommandContext {
  /// The store that the options mean, to be read.
  func openStore(_ options: StoreOptions) throws -> PlaceStore {
    do {
      let path = try options.path(in: settings)
      let store = try PlaceStore(path: path)
      logger.debug("store: opened \(path)")
      return store
    } catch let error as PlacesError {
      throw CommandFailure(error)
    }
  }

  /// Makes the folder that a store is to be in, and tells which it is.
  ///
  /// A folder that is named on the command line has to be there, as it may be mistyped.
  @discardableResult
  func makeFolder(of options: StoreOptions) throws -> String {
    let folder = URL(fileURLWithPath: try options.path(in: settings)).deletingLastPathComponent().path
    if options.path != nil, !FileManager.default.fileExists(atPath: folder) {
      throw CommandFailure("--store: there is no folder \(folder); make it first: mkdir -p", .noSuchInput)
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      return folder
    } catch {
      throw CommandFailure("\(folder) cannot be made: \(error.localizedDescription)", .readOrWriteFailed)
    }
  }

  /// The store that the options mean, to be changed.
  func openStoreForWriting(_ options: StoreOptions) throws -> PlaceImporter {
    do {
      let path = try options.path(in: settings)
      let importer = try PlaceImporter(storePath: path)
      logger.debug("store: opened \(path) to be changed")
      return importer
    } catch let error as PlacesError {
      throw CommandFailure(error)
    }
  }

  /// Does something with places, whose errors end the command.
  func withPlaces<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as PlacesError {
      throw CommandFailure(error)
    }
  }
}

/// How places are shown that are not seen from anywhere.
struct PlaceListOptions: ParsableArguments {
  @Option(help: "table, plain (tabs), jsonl (a place a line), geojson, csv or gpx. (default: table)")
  var format: Format?

  @Option(
    help: ArgumentHelp(
      "The columns of table, plain and csv: id, name, category, latitude, longitude, proximity, tag:KEY.",
      valueName: "list"),
    completion: Completions.list(of: PlaceField.words),
    transform: PlaceField.list(parsing:))
  var fields: [PlaceField]?

  @Flag(help: "Begin --format plain with a line of the columns' names.")
  var header = false

  @OptionGroup var wording: WordingOptions

  enum Format: String, ArgumentWord {
    case table, plain, jsonl, geojson, csv, gpx
  }

  /// The columns of a table of places by themselves.
  static let usualFields: [PlaceField] = [.name, .category, .id]

  /// - Throws: `CommandFailure` where the options do not go with the format.
  @MainActor
  func render(_ places: [PointOfInterest], in context: CommandContext) throws -> String {
    let format = try context.settings.value(of: .listFormat, given: format)
    if fields != nil, ![.table, .plain, .csv].contains(format) {
      throw CommandFailure("--fields goes with the formats table, plain and csv", .usage)
    }
    if header, format != .plain { throw CommandFailure("--header goes with --format plain", .usage) }
    let language = try wording.language(in: context.settings)
    let shown = places.map { ShownPlace($0.named(in: language)) }
    let table = NearbyTable(
      wording: try wording.wording(in: context.settings), width: context.console.terminal?.columns,
      hasColor: try context.hasColor(wording), fields: fields ?? Self.usualFields)
    return switch format {
    case .table: table.table(of: shown)
    case .plain: table.plain(shown, hasHeader: header)
    case .jsonl: JSONLinesWriter().document(of: shown)
    case .geojson: GeoJSONWriter().document(of: shown)
    case .csv: CSVWriter(fields: fields ?? PlaceField.ofPlace).document(of: shown)
    case .gpx: GPXWriter().document(of: shown)
    }
  }
}
