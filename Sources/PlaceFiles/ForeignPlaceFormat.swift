/// A format of places or routes that another program reads.
public enum ForeignPlaceFormat: String, Hashable, Sendable, CustomStringConvertible {
  case fit = "FIT"
  case tcx = "TCX"
  case kml = "KML"
  case kmz = "KMZ"

  public var description: String { rawValue }

  /// gpsbabel's name for it; KMZ is packed KML.
  public var gpsbabelType: String {
    switch self {
    case .fit: "garmin_fit"
    case .tcx: "gtrnctr"
    case .kml, .kmz: "kml"
    }
  }

  /// Looks at the first bytes of a file.
  init?(of beginning: Span<UInt8>) {
    if PlaceFileFormat.starts(beginning, with: [0x50, 0x4B, 3, 4]) {
      self = .kmz
    } else if beginning.count >= 12,
      PlaceFileFormat.starts(beginning.extracting(droppingFirst: 8), with: ".FIT".utf8)
    {
      self = .fit
    } else {
      switch PlaceFileFormat.rootElement(of: beginning) {
      case "kml": self = .kml
      case "TrainingCenterDatabase": self = .tcx
      default: return nil
      }
    }
  }
}
