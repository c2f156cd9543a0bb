import Geography
import Input
import Nearby
import Places

/// CSV (RFC 4180) with a header: metres and degrees as plain numbers, and no cell that is a formula.
public struct CSVWriter: PlaceWriter {
  public let header: String
  public let footer = ""

  private let fields: [PlaceField]

  /// - Parameter fields: the columns, in their order.
  public init(fields: [PlaceField]) {
    self.fields = fields
    header = Self.row(fields.map(\.heading))
  }

  public func text(of place: ShownPlace) -> String {
    Self.row(fields.map { Self.text(of: $0, in: place) ?? "" })
  }

  /// The header of answers to many positions: before each row stands the number of the position's line.
  package var headerOfLines: String { "line,\(header)" }

  /// The rows of the answer to one of many positions.
  package func rows(of places: [ShownPlace], atLine line: Int) -> String {
    places.map { "\(line),\(text(of: $0))" }.joined()
  }

  static func text(of field: PlaceField, in shown: ShownPlace) -> String? {
    let place = shown.place
    return switch field {
    case .distance: shown.distance.map { $0.metres.toThousandth.decimal }
    case .direction: shown.direction?.quadrant.rawValue ?? shown.bearing?.compassPoint
    case .relative: shown.direction.map { $0.degrees.toThousandth.decimal }
    case .bearing: shown.bearing.map { $0.thousandth.decimal }
    case .name: place.name
    case .category: place.mainCategory
    case .matched: shown.matched
    case .caveat: shown.caveat
    case .id: place.id
    case .latitude: shown.coordinate.latitude.decimal
    case .longitude: shown.coordinate.longitude.decimal
    case .proximity: place.proximity.map { $0.metres.toThousandth.decimal }
    case .opening: shown.opening?.word
    case .openingPart(let part): shown.opening?.member(part)
    case .detail(let detail): detail.text(of: place)
    case .tag(let key): place.tag(key)
    }
  }

  static func row(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  private static func cell(_ text: String) -> String {
    let text = CSVFormula.guarded(text.withoutControls)
    guard text.utf8.contains(where: { ",\"\n".utf8.contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
