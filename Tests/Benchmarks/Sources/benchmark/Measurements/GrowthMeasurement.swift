import Foundation
import Geography

/// How much longer every command that filters takes with four times as many places that could be each other's twins.
struct GrowthMeasurement {
  let poi: Program
  let folder: WorkFolder

  /// How many places, and then four times as many.
  private static let counts = [10_000, 40_000]
  /// The most times as long that may take.
  private static let most = 5.0
  /// How often to run each command; the quickest counts, since other load does not.
  private static let rounds = 3

  private static let middle = Coordinate(latitude: 60.17, longitude: 24.94)

  /// Places that have a name and more in common.
  private enum Kind: String, CaseIterable {
    case chain = "nodes of one name in a square kilometre"
    case spot = "nodes and ways of one name at one spot"
    case crowd = "nodes of other names at one spot"
    case stops = "parts of stops in a square of 600 m"
    case rivers = "rivers of one name in a square of 10 km"

    /// A row of CSV.
    func row(_ number: Int, _ generator: inout SeededGenerator) -> String {
      func degrees(_ metres: Double, _ ofDegree: Double) -> Double {
        Double.random(in: -metres / 2...metres / 2, using: &generator) / ofDegree
      }
      let width: Double =
        switch self {
        case .chain: 1000
        case .spot, .crowd: 0
        case .stops: 600
        case .rivers: 10_000
        }
      let latitude = middle.latitude + degrees(width, 111_000)
      let longitude = middle.longitude + degrees(width, 55_000)
      let position = "\(latitude),\(longitude)"
      let isOdd = !number.isMultiple(of: 2)
      return switch self {
      case .chain: "node/\(number),Engel,\(position),cafe,,,,"
      case .spot: "\(isOdd ? "way" : "node")/\(number),Engel,\(position),cafe,,,,"
      case .crowd: "node/\(number),Engel \(number),\(position),cafe,,,,"
      case .stops: "node/\(number),Engel,\(position),,\(isOdd ? ",platform" : "bus_stop,"),,"
      case .rivers:
        "\(isOdd ? "way" : "relation")/\(number),Engel,\(position),,,,river,"
          + "\"LINESTRING(\(longitude) \(latitude),\(longitude + 0.005) \(latitude + 0.003))\""
      }
    }
  }

  func run() throws {
    let table = Table(
      "Places alike: what four times as many cost", "\(Self.counts[0]) s", "\(Self.counts[1]) s", "× fewer",
      "at most")
    let route = folder.path("way.gpx")
    let points = [-0.006, 0.006].map {
      "<trkpt lat=\"\(Self.middle.latitude + $0)\" lon=\"\(Self.middle.longitude + $0)\"/>"
    }
    try "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
      .write(toFile: route, atomically: true, encoding: .utf8)
    // Comes, stays, and leaves.
    let log = folder.path("stay.json")
    try [-0.006, 0, 0, 0.006, 0.006].enumerated().map { minute, way in
      #"{"class":"TPV","mode":2,"time":"2026-05-01T10:0\#(minute):00Z","#
        + "\"lat\":\(Self.middle.latitude + way),\"lon\":\(Self.middle.longitude)}\n"
    }.joined().write(toFile: log, atomically: true, encoding: .utf8)
    for kind in Kind.allCases {
      let files = try Self.counts.map { try write(kind, count: $0) }
      let at = "\(Self.middle.latitude),\(Self.middle.longitude)"
      let commands: [(name: String, arguments: (Int) -> [String])] = [
        ("nearby", { ["nearby", "--at", at, "--limit", "\(Self.counts[$0])", "--format", "csv"] }),
        ("nearby, by name", { _ in ["nearby", "--name", "engel", "--at", at, "--format", "csv"] }),
        ("along", { _ in ["along", route, "--within", "300m", "--format", "csv"] }),
        ("here", { _ in ["here", "--at", at] }),
        ("watch", { _ in ["watch", "--gps-log", log, "--format", "jsonl"] }),
      ]
      for (name, arguments) in commands {
        try report("\(name), \(kind.rawValue)", in: table) { arguments($0) + ["--source", files[$0].csv] }
        try report("\(name), stored", in: table) {
          arguments($0) + ["--source", "store", "--store", files[$0].store]
        }
      }
      for command in [["list", "--limit", "1000000"], ["export"]] {
        try report("places \(command[0]), stored", in: table) {
          ["places"] + command + ["--format", "csv", "--store", files[$0].store]
        }
      }
    }
  }

  private func write(_ kind: Kind, count: Int) throws -> (csv: String, store: String) {
    var generator = SeededGenerator(seed: 7)
    let (csv, store) = (folder.path("\(kind)\(count).csv"), folder.path("\(kind)\(count).sqlite"))
    let rows = (0..<count).map { kind.row($0, &generator) }
    try (["id,name,lat,lon,amenity,highway,public_transport,waterway,wkt"] + rows).joined(separator: "\n")
      .write(toFile: csv, atomically: true, encoding: .utf8)
    let run = try poi.run(["import", "--store", store, csv])
    guard run.succeeded else { throw CocoaError(.fileWriteUnknown) }
    return (csv, store)
  }

  private func report(_ name: String, in table: Table, _ arguments: (Int) -> [String]) throws {
    var seconds: [Double] = []
    for index in Self.counts.indices {
      let runs = try (0..<Self.rounds).map { _ in try poi.run(arguments(index)) }
      if let failed = runs.first(where: { !$0.succeeded }) {
        return table.missing(name, "failed with status \(failed.status)")
      }
      seconds.append(runs.map(\.seconds).min() ?? .infinity)
    }
    table.row(
      name, seconds[0].formatted(decimals: 2), seconds[1].formatted(decimals: 2),
      seconds[1].ratio(to: seconds[0]),
      seconds[1] <= Self.most * seconds[0] ? "× \(Int(Self.most))" : "TOO LONG")
  }
}
