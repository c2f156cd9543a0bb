import Geography
import Nearby
import Places

/// Writes passes in a format that other programs read, one at a time, as they are found.
public protocol RouteWriter: Sendable {
  /// What comes before the passes.
  var header: String { get }
  /// The next pass.
  mutating func text(of row: RouteRow) -> String
  /// What comes after the passes.
  var footer: String { get }
}

/// JSON Lines: one object per pass.
public struct RouteJSONLinesWriter: RouteWriter {
  public let header = ""
  public let footer = ""

  public init() {}

  public func text(of row: RouteRow) -> String { row.jsonLine }
}

/// CSV (RFC 4180) with a header: metres and degrees as plain numbers, and no cell that is a formula.
public struct RouteCSVWriter: RouteWriter {
  public let header: String
  public let footer = ""

  private let fields: [RouteColumn]

  /// - Parameter fields: the columns, in their order.
  public init(fields: [RouteColumn] = RouteColumn.csv) {
    self.fields = fields
    header = CSVWriter.header(of: fields.map { ($0.heading, $0.word) })
  }

  public func text(of row: RouteRow) -> String {
    CSVWriter.row(fields.map { $0.value(in: row) ?? "" })
  }
}

/// GeoJSON (RFC 7946): a FeatureCollection of Points in order of the route, one feature per line.
public struct RouteGeoJSONWriter: RouteWriter {
  public let header: String
  public let footer = "\n]}\n"

  private let atRoute: Bool
  private var isFirst = true

  /// - Parameters:
  ///   - atRoute: whether the points are those where the traveller leaves the route.
  ///   - attribution: the attribution that the licence requires.
  public init(atRoute: Bool, attribution: String? = nil) {
    self.atRoute = atRoute
    header = GeoJSONWriter(attribution: attribution).header
  }

  public mutating func text(of row: RouteRow) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + row.feature(atRoute: atRoute).line
  }
}

/// GPX 1.1: a waypoint per pass in order of the route, with its kilometre in `desc`.
public struct RouteGPXWriter: RouteWriter {
  public var header: String { writer.header }
  public var footer: String { writer.footer }

  private let writer: GPXWriter
  private let atRoute: Bool
  private let wording: RouteWording

  /// - Parameters:
  ///   - atRoute: whether the waypoints are where the traveller leaves the route.
  ///   - attribution: the attribution that the licence requires.
  public init(atRoute: Bool, wording: RouteWording, attribution: String? = nil) {
    writer = GPXWriter(attribution: attribution)
    self.atRoute = atRoute
    self.wording = wording.inEnglish
  }

  public func text(of row: RouteRow) -> String {
    let place = row.pass.place
    var tags = place.tags
    tags["desc"] = [wording.summary(of: row), place.label, tags["opening_hours"]]
      .compactMap(\.self).joined(separator: ", ")
    let waypoint = PointOfInterest(
      id: place.id, name: place.name ?? place.label, category: place.category,
      coordinate: atRoute ? row.pass.stretch.point.toCentimetre : place.coordinate,
      proximity: place.proximity, tags: tags, caveat: place.caveat)
    return writer.text(of: ShownPlace(waypoint))
  }
}
