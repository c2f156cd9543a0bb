/// Why an extract of OpenStreetMap cannot be read.
public enum OSMExtractProblem: Hashable, Sendable, CustomStringConvertible {
  /// It comes through a pipe.
  case notAFile
  /// It needs what poi does not have: a way of packing, a feature of the format.
  case unsupported(String)

  public var description: String {
    switch self {
    case .notAFile: "an extract of OpenStreetMap is read more than once; save it as a file first"
    case .unsupported("HistoricalInformation"):
      "it holds the history of its elements; take an extract without"
    case .unsupported(let what):
      "it needs '\(what)', which is not read; convert it with: osmium cat -o new.osm.pbf"
    }
  }
}
