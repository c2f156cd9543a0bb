extension Extent {
  /// The parts as bytes: for each the number of its corners and whether it is a ring, and the steps from corner to
  /// corner, the first from `origin`. All of them are LEB128 numbers, those with a sign in zigzag; before them the
  /// accuracy in decimetres. A ring's last corner is not written.
  ///
  /// - Parameter origin: valid.
  package func append(to bytes: inout [UInt8], from origin: Coordinate) {
    bytes.append(variableLength: UInt64(clamping: Int(clamping: (accuracy * 10).rounded(.up))))
    var previous = Point(origin)
    for part in parts {
      let points = part.isRing ? part.points.dropLast() : part.points[...]
      bytes.append(variableLength: UInt64(points.count) << 1 | (part.isRing ? 1 : 0))
      for point in points {
        bytes.append(variableLength: (Int64(point.latitude) - Int64(previous.latitude)).zigzag)
        bytes.append(variableLength: (Int64(point.longitude) - Int64(previous.longitude)).zigzag)
        previous = point
      }
    }
  }

  /// What `append(to:from:)` wrote; `nil` if the bytes are damaged.
  package init?(bytes: UnsafeRawBufferPointer, from origin: Coordinate) {
    var rest = bytes[...]
    guard let accuracy = rest.popVariableLengthNumber() else { return nil }
    var parts: [Part] = []
    var (latitude, longitude) = (Int64(Point(origin).latitude), Int64(Point(origin).longitude))
    while !rest.isEmpty {
      // A corner has at least two bytes.
      guard let head = rest.popVariableLengthNumber(), head >> 1 > 0, head >> 1 <= UInt64(rest.count / 2)
      else {
        return nil
      }
      let isRing = head & 1 == 1
      var points: [Point] = []
      points.reserveCapacity(Int(head >> 1) + 1)
      for _ in 0..<head >> 1 {
        guard let northward = rest.popVariableLengthNumber(), let eastward = rest.popVariableLengthNumber()
        else { return nil }
        (latitude, longitude) = (latitude &+ Int64(zigzag: northward), longitude &+ Int64(zigzag: eastward))
        guard (-900_000_000...900_000_000).contains(latitude),
          (-1_800_000_000...1_800_000_000).contains(longitude)
        else { return nil }
        points.append(Point(latitude: Int32(latitude), longitude: Int32(longitude)))
      }
      if isRing, let first = points.first {
        guard points.count > 2 else { return nil }
        points.append(first)
      }
      parts.append(Part(isRing: isRing, points: points))
    }
    guard !parts.isEmpty else { return nil }
    self.init(parts: parts, accuracy: Double(accuracy) / 10)
  }
}

extension Extent: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let bytes = try container.decode([UInt8].self)
    guard let extent = bytes.withUnsafeBytes({ Extent(bytes: $0, from: Self.origin) }) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an extent")
    }
    self = extent
  }

  public func encode(to encoder: any Encoder) throws {
    var bytes: [UInt8] = []
    append(to: &bytes, from: Self.origin)
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }

  private static let origin = Coordinate(latitude: 0, longitude: 0)
}
