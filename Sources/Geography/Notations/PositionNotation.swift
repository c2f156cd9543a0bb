/// A way to write a position that can be read over a radio, typed, or clicked.
public enum PositionNotation: String, CaseIterable, Sendable {
  case decimal, dms, maidenhead, mgrs, utm, pluscode, geo, link

  /// The position in this notation.
  ///
  /// - Parameter accuracy: metres, for the notation that can express it.
  public func text(of coordinate: Coordinate, accuracy: Double? = nil) -> String {
    func decimal(_ separator: String) -> String {
      DecimalText.fixed(coordinate.latitude, decimals: 6) + separator
        + DecimalText.fixed(coordinate.longitude, decimals: 6)
    }
    return switch self {
    case .decimal: decimal(", ")
    case .dms: SexagesimalPosition.text(of: coordinate)
    case .maidenhead: MaidenheadLocator(coordinate).description
    case .mgrs: MGRSReference.text(of: coordinate)
    case .utm: UTMPosition(coordinate).description
    case .pluscode: PlusCode(coordinate).description
    case .geo:
      "geo:\(decimal(","))"
        + (accuracy.flatMap { Int(exactly: $0.rounded()) }.map { ";u=\($0)" } ?? "")
    case .link: MapLink.openStreetMap(coordinate)
    }
  }
}

/// Why a text that looks like a position is not one.
public struct NotationError: Error, Equatable, CustomStringConvertible {
  public let notation: String
  public let understood: String
  public let problem: String

  public var description: String {
    "read as \(notation), \(understood): \(problem)"
  }
}
