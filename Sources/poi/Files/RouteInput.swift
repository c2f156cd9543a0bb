import Input
import Nearby
import PlaceFiles
import Places

/// Reads a route from a file or the standard input, by way of gpsbabel(1) if poi does not know the format.
enum RouteInput {
  /// - Parameter argument: a path, or `-`.
  static func read(_ argument: String) async throws -> RouteReader {
    let name = argument == "-" ? "standard input" : argument
    let bytes = try FileBytes(path: argument == "-" ? "/dev/stdin" : argument, name: name)
    guard let beginning = try bytes.beginning(RouteFormat.sniffingLimit) else {
      throw CommandFailure("\(name) is empty", .malformedInput)
    }
    guard var format = RouteFormat(beginning: beginning) else {
      throw CommandFailure("\(name): \(RouteFileProblem.formatUnknown.description)", .malformedInput)
    }
    var upcoming: [UInt8]? = beginning
    if case .foreign(let type) = format {
      var start = beginning
      if type == "kml" {
        while let piece = try bytes.next() { start += piece }
        start = KMLReader.withoutAreas(start)
      }
      // It reads some formats from files only.
      let copy = try bytes.copy(after: start)
      upcoming = try await Gpsbabel.gpx(of: copy.path, type: type, named: name)
      format = .gpx
    }
    var failure: PlacesError?
    do {
      let route = try RouteReader(in: format) {
        if let piece = upcoming.take() { return piece }
        do throws(PlacesError) { return try bytes.next() } catch { failure = error }
        return nil
      }
      guard let failure else { return route }
      throw failure
    } catch let problem as RouteFileProblem {
      throw CommandFailure("\(name): \(problem.description)", .malformedInput)
    }
  }
}
