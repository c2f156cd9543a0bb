import FoundationEssentials
import Geography

/// What an extract of OpenStreetMap says of itself.
public struct OSMHeader: Hashable, Sendable, Codable {
  public let boundingBox: BoundingBox?
  /// Up to when its data is: by its header, else by its newest element.
  public let time: Date?
  /// Where its updates are, like `https://download.geofabrik.de/europe/andorra-updates`.
  public let replicationURL: String?
  /// The update that it has last.
  public let replicationSequence: Int64?

  /// Whether its updates cover the whole planet, and so bring places from all over the world.
  public var isUpdatedFromPlanet: Bool {
    guard let replicationURL else { return false }
    // openstreetmap.fr has `/replication/europe/andorra/minute`, which are those of the extract alone.
    return ["minute", "hour", "day"].contains(replicationURL.split(separator: "/").last)
      && replicationURL.split(separator: "/").dropLast().last == "replication"
  }

  package init(boundingBox: BoundingBox?, time: Date?, replicationURL: String?, replicationSequence: Int64?) {
    self.boundingBox = boundingBox
    self.time = time
    self.replicationURL = replicationURL
    self.replicationSequence = replicationSequence
  }

  private enum CodingKeys: String, CodingKey {
    case boundingBox = "bbox"
    case time
    case replicationURL = "replication"
    case replicationSequence = "sequence"
  }

  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let box = try values.decodeIfPresent([Double].self, forKey: .boundingBox)
    boundingBox = box.flatMap { box in
      box.count == 4 ? BoundingBox(west: box[0], south: box[1], east: box[2], north: box[3]) : nil
    }
    time = try values.decodeIfPresent(Int64.self, forKey: .time)
      .map { Date(timeIntervalSince1970: Double($0)) }
    replicationURL = try values.decodeIfPresent(String.self, forKey: .replicationURL)
    replicationSequence = try values.decodeIfPresent(Int64.self, forKey: .replicationSequence)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(
      boundingBox.map { [$0.west, $0.south, $0.east, $0.north] }, forKey: .boundingBox)
    try values.encodeIfPresent(time.map { Int64(Int(clamping: $0.timeIntervalSince1970)) }, forKey: .time)
    try values.encodeIfPresent(replicationURL, forKey: .replicationURL)
    try values.encodeIfPresent(replicationSequence, forKey: .replicationSequence)
  }
}
