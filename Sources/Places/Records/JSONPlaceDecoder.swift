import Geography
import Input

/// Reads JSON objects that describe places: GeoJSON features (RFC 7946), or objects with a latitude and a longitude.
struct JSONPlaceDecoder {
  private let parser = JSONParser()

  func read(_ text: Span<UInt8>, into record: inout PlaceRecord) throws(PlaceRecord.Problem) {
    try parser.parse(text, orThrow: PlaceRecord.Problem.init) { value throws(PlaceRecord.Problem) in
      guard let members = value.members else { throw .malformed("not valid JSON") }
      if value["type"]?.isText("Feature") ?? false {
        try record.read(feature: value)
      } else if value["_type"]?.string == "waypoint"
        || value["desc"] != nil && value["tst"] != nil && value["name"] == nil
      {
        record.read(waypoint: value)
      } else {
        for member in JSONPlaceDecoder.sorted(members, &record.leftOut)
        where !member.isNamed("geometry") {
          let name = member.name
          record.read(member.value, for: name, as: PlaceRecord.Role(key: name))
        }
        if let geometry = value["geometry"], !geometry.isNull { try record.read(geometry: geometry) }
      }
    }
  }

  /// The fields of the place, in an order that is the same in every run: of `name` and `title`, the first one
  /// counts.
  ///
  /// - Parameter leftOut: is raised by the members whose name another has.
  fileprivate static func sorted(_ members: ParsedJSON.Members, _ leftOut: inout Int) -> [ParsedJSON.Member] {
    var sorted = members.sorted(by: ParsedJSON.Member.isBefore)
    // Of equal names, the first one counts.
    if zip(sorted, sorted.dropFirst()).contains(where: { $0.hasSameName(as: $1) }) {
      sorted = sorted.indices.compactMap { index in
        index > 0 && sorted[index - 1].hasSameName(as: sorted[index]) ? nil : sorted[index]
      }
      leftOut += members.underestimatedCount - sorted.count
    }
    // Where the tags stand apart from a distance and a bearing, poi itself has written them.
    if sorted.contains(where: { $0.isNamed("tags") }),
      let distance = sorted.first(where: { $0.isNamed("distance") })?.value.number,
      distance == 0 || sorted.contains(where: { $0.isNamed("bearing") })
    {
      sorted.removeAll { PlaceRecord.keysOfView.contains($0.name) }
    }
    return sorted
  }
}

extension ParsedJSON {
  /// The reference systems whose degrees differ from those of WGS 84 by less than two metres.
  private static let knownReferences: Set<Substring> = [
    "WGS84", "CRS84", "CRS84h", "4326", "4979", "4167", "4171", "4258", "4269", "4283", "4490", "4612",
    "4617", "4674", "4937", "6318", "6668", "7844",
  ]

  /// Why its positions are not to be had, if a `crs`, as GeoJSON of 2008 has it, says that they are no degrees of WGS 84.
  var problemOfReference: PlaceRecord.Problem? {
    guard let crs = self["crs"], !crs.isNull else { return nil }
    let properties = crs["properties"]
    let name =
      crs.string ?? properties?["name"]?.string ?? properties?["code"]?.scalarText
      ?? "another reference system"
    if let code = name.split(whereSeparator: { $0 == ":" || $0 == "/" }).last,
      Self.knownReferences.contains(code)
    {
      return nil
    }
    return .malformed("the positions are in \(name), not WGS 84: convert them with ogr2ogr -t_srs EPSG:4326")
  }
}

extension PlaceRecord {
  fileprivate mutating func read(feature: ParsedJSON) throws(Problem) {
    if let problem = feature.problemOfReference { throw problem }
    if let id = feature["id"] {
      guard let text = id.scalarText else { throw .malformed("unexpected value at id") }
      set(text, for: "id", as: .id)
    }
    let properties = part("properties", of: feature)
    if let properties {
      guard let members = properties.members else { throw .malformed("unexpected value at properties") }
      for member in JSONPlaceDecoder.sorted(members, &leftOut)
      where !member.isNamed("latitude") && !member.isNamed("longitude") {
        let name = member.name
        read(member.value, for: name, as: Self.roleOfProperty(name))
      }
    }
    guard let value = part("geometry", of: feature) else { throw .noPosition }
    if let point = Geometry.plainPoint(value) {
      coordinate = point
    } else {
      let geometry = try Geometry(value, at: ["geometry"])
      extent = geometry.extent
      coordinate = geometry.representativePoint
    }
    guard coordinate != nil else { throw .malformed("an empty geometry") }
    if let properties, let point = extent.flatMap({ pointWritten(in: properties, on: $0) }) {
      coordinate = point
    } else {
      for key in ["latitude", "longitude"] as [StaticString] {
        if let value = properties?[key] { read(value, for: "\(key)", as: nil) }
      }
    }
  }

  /// The first member of that name, as of all objects; `nil` if it is missing or null.
  private mutating func part(_ name: StaticString, of feature: ParsedJSON) -> ParsedJSON? {
    leftOut += max(0, (feature.members?.count { $0.isNamed(name) } ?? 0) - 1)
    return feature[name].flatMap { $0.isNull ? nil : $0 }
  }

  /// The point on a line or area that its feature says besides, as poi itself writes it.
  private func pointWritten(in properties: ParsedJSON, on extent: Extent) -> Coordinate? {
    guard let latitude = properties["latitude"]?.number, let longitude = properties["longitude"]?.number
    else {
      return nil
    }
    let point = Coordinate(latitude: latitude, longitude: longitude)
    guard point.isValid else { return nil }
    return extent.nearest(to: point).distance.metres <= max(1, extent.accuracy) ? point : nil
  }

  /// Takes the shape of a place whose position may stand beside it.
  fileprivate mutating func read(geometry value: ParsedJSON) throws(Problem) {
    // Other services write other things under that name.
    guard value["type"]?.string != nil, value["coordinates"] != nil || value["geometries"] != nil else {
      return
    }
    let geometry = try Geometry(value, at: ["geometry"])
    extent = geometry.extent
    pointOfShape = geometry.representativePoint
  }

  /// A feature's position is its geometry, so a property of that name is a tag like the others.
  private static func roleOfProperty(_ name: String) -> Role? {
    let role = Role(key: name)
    let isOwn =
      switch role {
      case .id, .name: true
      case .category: name != "type"
      // The feature's own geometry is another.
      case .geometry: false
      // Roads have a radius too.
      case .proximity: name != "radius"
      case .latitude, .longitude, nil: false
      }
    return isOwn ? role : nil
  }

  /// The objects and lists to descend into.
  private static let partsThatCount: [String: (key: StaticString, role: Role)] = [
    "names": ("primary", .name), "categories": ("primary", .category),
  ]
  private static let lists = ["websites": "website", "phones": "phone"]

  fileprivate mutating func read(_ value: ParsedJSON, for name: String, as role: Role?) {
    if let text = value.scalarText {
      set(text, for: name, as: role)
    } else if let part = Self.partsThatCount[name], let text = value[part.key]?.scalarText {
      // Overture's places have several names and categories.
      set(text, for: name, as: part.role)
    } else if name == "tags", let tags = value.members {
      for tag in tags {
        let key = tag.name
        read(tag.value, for: key, as: key == "name" ? .name : nil)
      }
    } else if let elements = value.elements {
      // As OpenStreetMap writes several: `cake;coffee`. What links to a website needs one address.
      let texts = elements.map(\.scalarText).filter { $0 != "" }
      let kept = name == "websites" ? texts.prefix(1) : texts[...]
      let text = kept.compactMap(\.self).joined(separator: ";")
      set(text, for: Self.lists[name] ?? name, as: role == .name ? role : nil)
      if kept.count < texts.count || kept.contains(nil) { leftOut += 1 }
    } else if name != "opening" {
      // As that, poi itself writes what it makes of the hours.
      leftOut += 1
    }
  }

  /// Takes an OwnTracks waypoint (https://owntracks.org/booklet/tech/json): its radius is the place's proximity,
  /// unless it is 0 or negative.
  fileprivate mutating func read(waypoint: ParsedJSON) {
    for (key, role) in [("desc", Role.name), ("lat", .latitude), ("lon", .longitude), ("rid", .id)]
      as [(StaticString, Role)]
    {
      if let text = waypoint[key]?.scalarText { set(text, for: "\(key)", as: role) }
    }
    if let radius = waypoint["rad"], let metres = radius.number, metres > 0, let text = radius.scalarText {
      set(text, for: "rad", as: .proximity)
    }
  }
}

extension Geometry {
  /// The position of a sound point, as most places are; `nil` for anything else.
  static func plainPoint(_ value: ParsedJSON) -> Coordinate? {
    guard value["type"]?.isText("Point") ?? false, var numbers = value["coordinates"]?.elements,
      let longitude = numbers.next()?.number, let latitude = numbers.next()?.number
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  /// Reads a geometry object.
  ///
  /// - Parameter path: where it stands, for messages.
  init(_ value: ParsedJSON, at path: [String]) throws(PlaceRecord.Problem) {
    guard let type = value["type"]?.string else {
      throw Self.unexpected(at: value.isObject && value["type"] != nil ? path + ["type"] : path)
    }
    func coordinates<Shape>(
      _ read: (ParsedJSON, inout [String]) throws(PlaceRecord.Problem) -> Shape
    ) throws(PlaceRecord.Problem) -> Shape {
      guard let coordinates = value["coordinates"] else { throw Self.unexpected(at: path) }
      var path = path + ["coordinates"]
      return try read(coordinates, &path)
    }
    switch type {
    case "Point": self = .points([try coordinates(Self.position)])
    case "MultiPoint": self = .points(try coordinates(Self.line))
    case "LineString": self = .lines([try coordinates(Self.line)])
    case "MultiLineString": self = .lines(try coordinates(Self.lines))
    case "Polygon": self = .polygons([try coordinates(Self.lines)])
    case "MultiPolygon":
      self = .polygons(
        try coordinates { value, path throws(PlaceRecord.Problem) in
          try Self.list(value, &path) { item, path throws(PlaceRecord.Problem) in try Self.lines(item, &path)
          }
        })
    case "GeometryCollection":
      guard let geometries = value["geometries"]?.elements else {
        throw Self.unexpected(at: value["geometries"] == nil ? path : path + ["geometries"])
      }
      self = .collection(
        try geometries.enumerated().map { index, geometry throws(PlaceRecord.Problem) in
          try Geometry(geometry, at: path + ["geometries", String(index)])
        })
    default: throw .malformed("'\(type)' is not a type of geometry")
    }
  }

  private static func unexpected(at path: [String]) -> PlaceRecord.Problem {
    .malformed("unexpected value at \(path.joined(separator: "."))")
  }

  /// A position: longitude first, then latitude; further numbers are left aside.
  private static func position(
    _ value: ParsedJSON, _ path: inout [String]
  ) throws(PlaceRecord.Problem) -> Coordinate {
    guard var numbers = value.elements else { throw unexpected(at: path) }
    guard let longitude = numbers.next()?.number else { throw unexpected(at: path + ["0"]) }
    guard let latitude = numbers.next()?.number else { throw unexpected(at: path + ["1"]) }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { throw .outOfRange(coordinate) }
    return coordinate
  }

  private static func line(_ value: ParsedJSON, _ path: inout [String]) throws(PlaceRecord.Problem)
    -> [Coordinate]
  {
    try list(value, &path) { item, path throws(PlaceRecord.Problem) in try position(item, &path) }
  }

  private static func lines(
    _ value: ParsedJSON, _ path: inout [String]
  ) throws(PlaceRecord.Problem) -> [[Coordinate]] {
    try list(value, &path) { item, path throws(PlaceRecord.Problem) in try line(item, &path) }
  }

  private static func list<Item>(
    _ value: ParsedJSON, _ path: inout [String],
    _ read: (ParsedJSON, inout [String]) throws(PlaceRecord.Problem) -> Item
  ) throws(PlaceRecord.Problem) -> [Item] {
    guard let elements = value.elements else { throw unexpected(at: path) }
    var items: [Item] = []
    for element in elements {
      path.append(String(items.count))
      items.append(try read(element, &path))
      path.removeLast()
    }
    return items
  }
}
