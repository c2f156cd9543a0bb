import Geography

/// A line along which houses are numbered, of which only some are known: `addr:interpolation`.
public struct AddressInterpolation: Hashable, Codable, Sendable {
  /// Which numbers there are between two known ones; their order is part of the store's format.
  public enum Numbering: String, CaseIterable, Codable, Sendable {
    case even, odd, all
    /// Letters behind one number: from 7a to 7f.
    case alphabetic
  }

  /// The number of its way in OpenStreetMap.
  public let id: Int64
  public let numbering: Numbering
  /// Known houses are exactly at some of its points.
  public let line: [Coordinate]

  package init(id: Int64, numbering: Numbering, line: [Coordinate]) {
    (self.id, self.numbering, self.line) = (id, numbering, line)
  }

  /// Between two known houses; real ones have a dozen.
  private static let mostNumbers = 500
  /// Metres; the numbers of a longer line say nothing of a place.
  package static let longest = 5000.0

  /// The numbers between those of two houses; empty if they are not so numbered.
  func numbers(between first: String, and last: String) -> [String] {
    switch numbering {
    case .even, .odd, .all:
      guard let start = Self.number(first), let end = Self.number(last) else { return [] }
      let step = numbering == .all ? 1 : 2
      let remainder = numbering == .odd ? 1 : 0
      guard step == 1 || start % 2 == remainder && end % 2 == remainder else { return [] }
      guard abs(end - start) / step <= Self.mostNumbers + 1 else { return [] }
      return stride(from: start, to: end, by: start < end ? step : -step).dropFirst().map(String.init)
    case .alphabetic:
      guard let (start, end) = Self.letters(first, last) else { return [] }
      let step = start < end ? 1 : -1
      return stride(from: Int(start), to: Int(end), by: step).dropFirst()
        .map { "\(first.dropLast())\(UnicodeScalar(UInt8($0)))" }
    }
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// The last letters of two numbers that are alike before them.
  private static func letters(_ first: String, _ last: String) -> (UInt8, UInt8)? {
    guard first.dropLast() == last.dropLast(), let start = first.utf8.last, let end = last.utf8.last
    else { return nil }
    let alphabets = [UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z")]
    return alphabets.contains { $0.contains(start) && $0.contains(end) } ? (start, end) : nil
  }

  /// The houses between known ones, evenly apart.
  ///
  /// - Parameter known: the house at a point of the line, if there is one.
  package func addresses(known: (Coordinate) throws -> Address?) rethrows -> [Address] {
    var found: [Address] = []
    var last: (house: Address, index: Int)?
    for index in line.indices {
      guard let house = try known(line[index]) else { continue }
      if let last, last.house.street == house.street {
        found += addresses(between: last.house, and: house, along: line[last.index...index])
      }
      last = (house, index)
    }
    return found
  }

  private func addresses(
    between first: Address, and last: Address, along way: ArraySlice<Coordinate>
  ) -> [Address] {
    let numbers = numbers(between: first.housenumber, and: last.housenumber)
    let edges = zip(way, way.dropFirst()).map { ($0, $1, WGS84.inverse(from: $0, to: $1).distance.metres) }
    let length = edges.reduce(0) { $0 + $1.2 }
    var (edge, passed) = (0, 0.0)
    return numbers.enumerated().map { index, number in
      let along = length * Double(index + 1) / Double(numbers.count + 1)
      while edge < edges.count - 1, passed + edges[edge].2 < along {
        passed += edges[edge].2
        edge += 1
      }
      let (from, to, metres) = edges[edge]
      let part = metres > 0 ? (along - passed) / metres : 0
      let coordinate = Coordinate(
        latitude: from.latitude + (to.latitude - from.latitude) * part,
        longitude: from.longitude + (to.longitude - from.longitude) * part)
      return Address(
        housenumber: number, street: first.street,
        postcode: first.postcode == last.postcode ? first.postcode : nil,
        city: first.city == last.city ? first.city : nil, coordinate: coordinate, isInterpolated: true)
    }
  }
}
