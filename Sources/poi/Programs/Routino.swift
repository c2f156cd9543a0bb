import FoundationEssentials
import Geography
import Input
import Nearby
import Places
import Programs

/// Runs routino-router(1), which finds routes on the roads of its own database.
struct Routino {
  /// Means of transport, by the names of its usual profiles.
  enum Profile: String, CaseIterable {
    case foot, bicycle, wheelchair, moped, motorcycle, motorcar
  }

  /// How long it may look for one route: across a continent, it takes a minute.
  private static let patience = Duration.seconds(300)

  private let directory: String
  private let prefix: String?
  private let profile: Profile

  /// - Parameter database: the folder of the database, with a prefix of its files if they have one.
  /// - Throws: `CommandFailure` if there is no database.
  init(database: String, profile: Profile) throws {
    let files = FileManager.default
    let path = URL(fileURLWithPath: database)
    if files.fileExists(atPath: "\(database)/nodes.mem") {
      (directory, prefix) = (database, nil)
    } else if files.fileExists(atPath: "\(database)-nodes.mem") {
      (directory, prefix) = (path.deletingLastPathComponent().path, path.lastPathComponent)
    } else {
      throw CommandFailure(
        "\(database): no database of Routino there; make one with: planetsplitter --dir=FOLDER EXTRACT.osm.pbf",
        .noSuchInput)
    }
    self.profile = profile
  }

  /// Metres from a route to the place of a pass and back by road, the rest of the way to a road in a straight line;
  /// `nil` if no road leads there. One that is shorter than straight ends early.
  ///
  /// - Throws: `CommandFailure` if the program is missing or does not end.
  func detour(to pass: RoutePass) async throws -> Double? {
    let stops = [pass.stretch.point, pass.place.coordinate, pass.stretch.point]
    var arguments = ["--dir=\(directory)"] + (prefix.map { ["--prefix=\($0)"] } ?? [])
    arguments += [
      "--profile=\(profile.rawValue)", "--shortest", "--quiet", "--output-text", "--output-stdout",
    ]
    for (number, stop) in stops.enumerated() {
      arguments += ["--lat\(number + 1)=\(stop.latitude)", "--lon\(number + 1)=\(stop.longitude)"]
    }
    do throws(HelperProblem) {
      let outcome = try await HelperProgram("routino-router", from: "routino").run(
        arguments, output: .kept(most: InputLimits.plannedRoute), within: Self.patience)
      guard outcome.end == .exited(0) else { return nil }
      return Self.metres(in: String(decoding: outcome.output, as: UTF8.self), by: stops)
        .map { max($0, pass.leastDetour.metres) }
    } catch {
      switch error {
      case .missing: throw CommandFailure("--router needs \(error.whatIsMissing)", .noSuchInput)
      case .tooSlow:
        throw CommandFailure("\(error); give it a database of a smaller area in --router-database", .tryLater)
      case .notStarted, .failed, .idle, .tooMuch, .cancelled:
        throw CommandFailure("\(error)", .readOrWriteFailed)
      }
    }
  }

  /// The length of a route that it printed as text, plus the distances from its ends to the stops.
  static func metres(in text: String, by stops: [Coordinate]) -> Double? {
    var metres = 0.0
    var reached = 0
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map {
        $0.trimmed()
      }
      guard cells.count > 6, let latitude = Double(cells[0]), let longitude = Double(cells[1]),
        cells[2].hasSuffix(" km"), let kilometres = Double(cells[2].dropLast(3))
      else { return nil }
      metres += kilometres * 1000
      guard cells[6].hasPrefix("Waypt"), reached < stops.count else { continue }
      let point = Coordinate(latitude: latitude, longitude: longitude)
      let rest = WGS84.inverse(from: stops[reached], to: point).distance.metres
      // The way from the road to a stop in between is also the way back.
      metres += reached == 0 || reached == stops.count - 1 ? rest : 2 * rest
      reached += 1
    }
    return reached == stops.count ? metres : nil
  }
}
