import FoundationEssentials
import Geography
import Input
import Places

/// Joins the rows that `PlaceTable.selection(index:away:)` returns into places.
struct PlaceRowJoiner {
  /// A place, and its order among those at the same distance.
  struct Found {
    let place: PointOfInterest
    let order: Order
  }

  /// As in the store: by square, and then in the order of arrival.
  struct Order: Comparable {
    let number: Int64
    /// Nodes before ways before relations.
    let kind: Int
    let osmID: Int64
    let id: String

    static func < (left: Order, right: Order) -> Bool {
      (left.number, left.kind, left.osmID, left.id) < (right.number, right.kind, right.osmID, right.id)
    }
  }

  /// A row, or several rows of one relation.
  fileprivate struct Pending {
    let table: PlaceTable
    let name: String?
    let category: String?
    let tags: [String: String]
    let number: Int64?
    let proximity: Double?
    var shapes: [Data]
  }

  private let tables: [PlaceTable]
  private let parser = JSONParser()
  private var pending: [String: Pending] = [:]
  private var order: [String] = []

  /// How many bytes came.
  private(set) var size = 0
  /// How many rows came that have no id of their own, or a shape without points.
  private(set) var unusable = 0

  init(_ tables: [PlaceTable]) {
    self.tables = tables
  }

  private enum Column {
    static let table = 0, id = 1, name = 2, category = 3, shape = 4, tags = 5, texts = 6, number = 7
    static let proximity = 8, away = 9
  }

  /// - Returns: the row's table, and its distance by that table's measure.
  @discardableResult
  mutating func add(_ row: PostgreSQLRow) -> (table: Int, away: Double)? {
    size += row.size
    guard let index = row.integer(Column.table).map(Int.init), tables.indices.contains(index) else {
      return nil
    }
    keep(row, of: index)
    return (index, row.double(Column.away) ?? 0)
  }

  private mutating func keep(_ row: PostgreSQLRow, of index: Int) {
    let isView = tables[index].form == .view
    // Nothing has a distance to an empty shape, and of a view each row is a place.
    guard let key = key(of: row, tables[index]), !row.isNull(Column.away) || row.isNull(Column.shape),
      !isView || pending[key] == nil
    else { return unusable += 1 }
    let shape = Data(row.bytes(Column.shape))
    if pending[key] != nil {
      if pending[key]?.shapes.contains(shape) == false { pending[key]?.shapes.append(shape) }
      return
    }
    var tags = tags(of: row, tables[index])
    // A number that osm2pgsql computes.
    if tables[index].columns.contains("way_area") { tags["way_area"] = nil }
    let ownName = tags.removeValue(forKey: "name")
    let name = (isView ? row.text(Column.name) : nil) ?? ownName
    let category = row.text(Column.category)
    pending[key] = Pending(
      table: tables[index], name: name?.isEmpty == true ? nil : name,
      category: category?.isEmpty == true ? nil : category, tags: tags,
      number: row.integer(Column.number), proximity: row.double(Column.proximity), shapes: [shape])
    order.append(key)
  }

  /// Identifies a place by its id; a relation's line may also exist as an area.
  private func key(of row: PostgreSQLRow, _ table: PlaceTable) -> String? {
    guard let id = row.text(Column.id) else { return nil }
    switch table.form {
    case .view: return id
    case .points: return "node/\(id)"
    case .lines, .polygons:
      let kind = id.hasPrefix("-") ? "relation/\(id.dropFirst())" : "way/\(id)"
      return table.form == .lines ? kind + Self.lineMark : kind
    }
  }

  private func tags(of row: PostgreSQLRow, _ table: PlaceTable) -> [String: String] {
    var tags: [String: String] =
      switch row.isNull(Column.tags) ? nil : table.tags {
      case .hstore: row.hstore(Column.tags)
      case .jsonb, .json: row.json(Column.tags, by: parser)
      case nil: [:]
      }
    if table.form != .view {
      for (key, value) in zip(table.keyColumns, row.texts(Column.texts)) {
        if let value { tags[key] = value }
      }
    }
    return tags
  }

  /// The relations of osm2pgsql's tables, which may have parts in further rows.
  var relations: [Int64] {
    order.compactMap { key in
      key.hasPrefix("relation/") && pending[key]?.table.form != .view
        ? Int64(key.dropFirst("relation/".count).prefix { $0.isNumber }) : nil
    }
  }

  /// The places, without those that have no valid position or that the rule for extracts excludes.
  func places() -> [Found] {
    order.compactMap { key -> Found? in
      guard let row = pending[key] else { return nil }
      let isLine = row.table.form == .lines
      let id = isLine ? String(key.dropLast(Self.lineMark.count)) : key
      // A boundary also exists as an area.
      if isLine, pending[id] != nil { return nil }
      let isRelation = row.table.form != .view && id.hasPrefix("relation/")
      let (coordinate, extent) = row.shape(isRelation: isRelation)
      guard let coordinate, coordinate.isValid else { return nil }
      let proximity = row.proximity.flatMap { $0.isFinite && $0 >= 0 ? Distance(metres: $0) : nil }
      let place = PointOfInterest(
        id: id, name: row.name, category: row.category, coordinate: coordinate, extent: extent,
        proximity: proximity, tags: row.tags)
      if row.table.form != .view {
        var tags = place.describedTags
        // osm2pgsql leaves this tag out, and makes lines of routes and boundaries only.
        if isRelation, pending[id + Self.lineMark] != nil { tags["type"] = "boundary" }
        guard OSMPlaceRule.shared.selects(tags) else { return nil }
      }
      return Found(place: place, order: Order(place, number: row.number))
    }
  }

  /// The suffix that a line's key has after its id.
  private static let lineMark = " line"
}

extension PlaceRowJoiner.Order {
  /// - Parameter number: the source's own number, if it has one.
  fileprivate init(_ place: PointOfInterest, number: Int64?) {
    self.number = number ?? GridSquare(around: place.coordinate).numbers.lowerBound
    id = place.id
    let kinds = ["node/", "way/", "relation/"]
    kind = kinds.firstIndex { place.id.hasPrefix($0) } ?? kinds.count
    osmID = place.id.lastIndex(of: "/").flatMap { Int64(place.id[place.id.index(after: $0)...]) } ?? 0
  }
}

extension PlaceRowJoiner.Pending {
  /// A point on it and its extent, by the same rules as for extracts.
  func shape(isRelation: Bool) -> (coordinate: Coordinate?, extent: Extent?) {
    let geometries = shapes.compactMap { shape in
      shape.withUnsafeBytes { WellKnownBinary.geometry(in: $0, position) }
    }
    switch table.form {
    case .view, .points:
      guard let geometry = geometries.first else { return (nil, nil) }
      // As `poi places export --format sql` writes them, which alone fills `terms`.
      if table.hasTerms, case .collection(let parts) = geometry, parts.count > 1,
        case .points(let points) = parts[0],
        points.count == 1
      {
        return (points[0], Geometry.collection(Array(parts.dropFirst())).extent)
      }
      return (geometry.representativePoint, geometry.extent)
    case .lines, .polygons:
      let lines = geometries.flatMap(\.lines).map { points in
        OSMGeometry.Line(points: points, isClosed: points.count > 1 && points.first == points.last)
      }
      let type = table.form == .polygons ? "multipolygon" : "route"
      let geometry =
        isRelation
        ? OSMGeometry(relation: lines, tags: ["type": type])
        // osm2pgsql makes lines of some ways that are areas.
        : OSMGeometry(way: lines, tags: tags)
      return (geometry.representativePoint, geometry.extent)
    }
  }

  /// A point on the table's map, rounded to OpenStreetMap's seven decimals.
  private func position(_ point: SIMD2<Double>) -> Coordinate {
    let degrees = Coordinate(latitude: point.y, longitude: point.x)
    guard table.form != .view else { return degrees }
    return (table.measure == .webMercator ? WebMercator.coordinate(of: point) : degrees).toCentimetre
  }
}

extension Geometry {
  fileprivate var lines: [[Coordinate]] {
    switch self {
    case .points: []
    case .lines(let lines): lines
    case .polygons(let polygons): polygons.flatMap(\.self)
    case .collection(let parts): parts.flatMap(\.lines)
    }
  }
}
