import COSM
import FoundationEssentials
import Geography
import Places

extension OSMHeader {
  init(_ header: cosm_header) {
    let url = withUnsafeBytes(of: header.base_url) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(
      boundingBox: header.has_box
        ? BoundingBox(
          west: Double(header.south_west.longitude) / 1e7, south: Double(header.south_west.latitude) / 1e7,
          east: Double(header.north_east.longitude) / 1e7, north: Double(header.north_east.latitude) / 1e7)
        : nil,
      time: header.time > 0 ? Date(timeIntervalSince1970: Double(header.time)) : nil,
      replicationURL: url.isEmpty ? nil : url,
      replicationSequence: header.has_sequence ? header.sequence : nil)
  }
}
