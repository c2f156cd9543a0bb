import Geography

/// How long an answer takes inside a process that has the store open.
struct QueryMeasurement {
  let region: Region
  let files: RegionFiles

  /// How many questions there are of each kind.
  private static let count = 1000

  func run() throws {
    var peers: [any Peer] = [
      try StorePeer(path: files.store), try CellTable(path: files.cells),
      try RTree(path: files.rtree, places: files.cells),
    ]
    if let redis = try Redis(socket: files.store + ".socket") {
      try redis.load(region)
      peers.append(redis)
    } else {
      Table("Redis left out: redis-server is not installed")
    }
    if let postgreSQL = try PostgreSQL(folder: files.store + ".postgres", poi: .poi, store: files.store) {
      peers.append(postgreSQL)
    } else {
      Table("PostgreSQL left out: PostGIS is not installed")
    }
    let positions = region.positions(Self.count)
    let category = region.city.category
    try report("20 nearest within 1 km", peers, positions) { peer, position in
      try peer.nearest(to: position, within: 1000, of: nil)
    }
    try report("20 nearest within 1 km of '\(category)'", peers, positions) { peer, position in
      try peer.nearest(to: position, within: 1000, of: category)
    }
    try report("20 nearest at any distance", peers, positions) { peer, position in
      try peer.nearest(to: position)
    }
    try report("20 nearest, from anywhere on earth", peers, region.distantPositions(Self.count)) {
      peer, position in
      try peer.nearest(to: position)
    }
    try report("20 nearest by the start of a name", peers, region.beginnings(Self.count)) {
      peer, beginning in
      try peer.nearest(to: beginning.position, named: beginning.text)
    }
  }

  private func report<Question>(
    _ title: String, _ peers: [any Peer], _ questions: [Question],
    _ ask: (any Peer, Question) throws -> Int?
  ) throws {
    let table = Table(
      "\(region.size.rawValue) places, warm: \(title)", "median µs", "× poi", "p99 µs", "× poi", "found")
    var reference: Timings?
    for peer in peers {
      guard let first = questions.first, try ask(peer, first) != nil else {
        table.missing(peer.name, "not supported")
        continue
      }
      let timings = try Timings(questions) { try ask(peer, $0) ?? 0 }
      reference = reference ?? timings
      let isCut = timings.count < questions.count
      table.row(
        peer.name + (isCut ? " (\(timings.count) questions)" : ""), timings.median.formatted(decimals: 1),
        timings.median.ratio(to: reference?.median), timings.p99.formatted(decimals: 1),
        timings.p99.ratio(to: reference?.p99), timings.found.formatted(decimals: 1))
    }
  }
}
