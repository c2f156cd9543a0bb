import COSM
import Foundation
import Geography

/// What an extract of OpenStreetMap says of itself.
public struct OSMHeader: Hashable, Sendable {
  /// Where its data lies.
  public let boundingBox: BoundingBox?
  /// Up to when its data is: by its header, else by its newest element.
  public let time: Date?
  /// Where its updates are, like `https://download.geofabrik.de/europe/andorra-updates`.
  public let replicationURL: String?
  /// The update that it has last.
  public let replicationSequence: Int64?

  init(_ header: cosm_header) {
    boundingBox =
      header.has_box
      ? BoundingBox(
        west: Double(header.south_west.longitude) / 1e7, south: Double(header.south_west.latitude) / 1e7,
        east: Double(header.north_east.longitude) / 1e7, north: Double(header.north_east.latitude) / 1e7)
      : nil
    time = header.time > 0 ? Date(timeIntervalSince1970: Double(header.time)) : nil
    let url = withUnsafeBytes(of: header.base_url) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    replicationURL = url.isEmpty ? nil : url
    replicationSequence = header.has_sequence ? header.sequence : nil
  }
}
