import Foundation

/// A model of how Home Assistant's OwnTracks integration handles messages, and which it refuses.
///
/// Written from that integration's behaviour: the keys it requires, what it refuses, and the state that
/// results.
struct HomeAssistant {
  /// A zone made from a waypoint.
  struct Zone: Equatable {
    let name: String
    let latitude: Double
    let longitude: Double
    let radius: Double
  }

  /// The regions that the device is in, in order of entering.
  private(set) var regions: [String] = []
  /// The last accepted position.
  private(set) var position: [Double]?
  /// The zones made from waypoints.
  private(set) var zones: [Zone] = []
  /// Refused messages, and why.
  private(set) var problems: [String] = []
  /// The number of messages by type.
  private(set) var counts: [String: Int] = [:]

  /// Takes a message on a topic below `owntracks/`.
  mutating func receive(_ payload: String, on topic: String) {
    let levels = topic.split(separator: "/")
    guard levels.count >= 3, levels[0] == "owntracks" else {
      return refuse(payload, "the topic names no user and device")
    }
    guard let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8)),
      let message = object as? [String: Any], let type = message["_type"] as? String
    else { return refuse(payload, "not an object of JSON with a _type") }
    counts[type, default: 0] += 1
    switch type {
    case "location": takeLocation(message, payload)
    case "transition": takeTransition(message, payload)
    case "waypoint": takeWaypoints([message], levels, payload)
    case "waypoints":
      guard let waypoints = message["waypoints"] as? [[String: Any]] else {
        return refuse(payload, "waypoints are not a list")
      }
      takeWaypoints(waypoints, levels, payload)
    default: refuse(payload, "an unsupported type")
    }
  }

  private mutating func takeLocation(_ message: [String: Any], _ payload: String) {
    guard hasAccuracy(message) else { return refuse(payload, "no accuracy, or one of 0") }
    guard let point = point(of: message) else { return refuse(payload, "no position") }
    // While in a region, its position is the region's.
    if regions.isEmpty { position = point }
  }

  private mutating func takeTransition(_ message: [String: Any], _ payload: String) {
    guard let description = message["desc"] as? String, !description.isEmpty else {
      return refuse(payload, "no description")
    }
    guard point(of: message) != nil else { return refuse(payload, "no position") }
    let region = String(description.drop { $0 == "-" })
    switch message["event"] as? String {
    case "enter": if !regions.contains(region) { regions.append(region) }
    case "leave":
      regions.removeAll { $0 == region }
      if regions.isEmpty, hasAccuracy(message) { position = point(of: message) }
    default: refuse(payload, "neither enter nor leave")
    }
  }

  private mutating func takeWaypoints(
    _ waypoints: [[String: Any]], _ levels: [Substring], _ payload: String
  ) {
    for waypoint in waypoints {
      guard let description = waypoint["desc"] as? String, !description.isEmpty,
        let point = point(of: waypoint), let radius = waypoint["rad"] as? Double, radius > 0
      else {
        refuse(payload, "a waypoint without a description, a position or a radius")
        continue
      }
      let name = "\(levels[1]) \(levels[2]) - \(description)"
      // An existing one stays as it is.
      if zones.contains(where: { $0.name == name }) { continue }
      zones.append(Zone(name: name, latitude: point[0], longitude: point[1], radius: radius))
    }
  }

  private func hasAccuracy(_ message: [String: Any]) -> Bool {
    guard let accuracy = message["acc"] as? Double else { return false }
    return accuracy != 0
  }

  private func point(of message: [String: Any]) -> [Double]? {
    guard let latitude = message["lat"] as? Double, let longitude = message["lon"] as? Double,
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    return [latitude, longitude]
  }

  private mutating func refuse(_ payload: String, _ problem: String) {
    problems.append("\(problem): \(payload)")
  }
}
