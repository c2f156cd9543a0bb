import ArgumentParser
import Foundation
import Geography
import Places

/// A region of many places: copies of a city side by side, so that it is as dense everywhere as the city is.
struct Region {
  /// How many places there are.
  enum Size: String, CaseIterable, Comparable, ExpressibleByArgument {
    case hundredThousand = "100k"
    case million = "1M"
    case tenMillion = "10M"

    var count: Int {
      switch self {
      case .hundredThousand: 100_000
      case .million: 1_000_000
      case .tenMillion: 10_000_000
      }
    }

    static func < (one: Size, other: Size) -> Bool { one.count < other.count }
  }

  let city: City
  let size: Size

  private let columns: Int

  init(of city: City, size: Size) {
    self.city = city
    self.size = size
    let copies = (size.count + city.places.count - 1) / city.places.count
    columns = Int(Double(copies).squareRoot().rounded(.up))
  }

  /// The place with this number, from 0.
  func place(_ ordinal: Int) -> (id: String, category: String?, coordinate: Coordinate) {
    let (copy, index) = ordinal.quotientAndRemainder(dividingBy: city.places.count)
    let place = city.places[index]
    return (copy == 0 ? place.id : "\(place.id)-\(copy)", place.category, coordinate(of: index, in: copy))
  }

  /// Writes the places as CSV, in the order of the city.
  ///
  /// - Parameter withShapes: whether two in five have a shape.
  func write(to path: String, withShapes: Bool = false) throws {
    var generator = SeededGenerator(seed: 4)
    let middles = city.places.map { place in
      ",\(Self.quoted(place.name ?? "")),\(Self.quoted(place.category ?? "")),"
    }
    let ends = city.places.map { place in
      ",\(Self.quoted(place.tags["street"] ?? "")),\(Self.quoted(place.tags["postcode"] ?? ""))\n"
    }
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    var text = "id,name,category,lat,lon\(withShapes ? ",wkt" : ""),street,postcode\n"
    for ordinal in 0..<size.count {
      let place = place(ordinal)
      let index = ordinal % city.places.count
      text += Self.quoted(place.id)
      text += middles[index]
      Self.write(place.coordinate.latitude, to: &text)
      text += ","
      Self.write(place.coordinate.longitude, to: &text)
      if withShapes {
        text += ","
        if ordinal % 5 < 2 { Self.writeShape(around: place.coordinate, to: &text, &generator) }
      }
      text += ends[index]
      if text.utf8.count > 1 << 20 {
        try file.write(contentsOf: Data(text.utf8))
        text.removeAll(keepingCapacity: true)
      }
    }
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Positions near places, each a walk of up to 300 m away from one.
  func positions(_ count: Int) -> [Coordinate] {
    var generator = SeededGenerator(seed: 1)
    return (0..<count).map { _ in
      let place = place(Int.random(in: 0..<size.count, using: &generator)).coordinate
      return Coordinate(
        latitude: place.latitude + Double.random(in: -0.0027...0.0027, using: &generator),
        longitude: place.longitude + Double.random(in: -0.0044...0.0044, using: &generator))
    }
  }

  /// Positions anywhere on earth, most of them at sea.
  func distantPositions(_ count: Int) -> [Coordinate] {
    var generator = SeededGenerator(seed: 2)
    return (0..<count).map { _ in
      Coordinate(
        latitude: asin(Double.random(in: -1...1, using: &generator)) * 180 / .pi,
        longitude: Double.random(in: -180..<180, using: &generator))
    }
  }

  /// The first four letters of words in names, each with a position.
  func beginnings(_ count: Int) -> [(text: String, position: Coordinate)] {
    var generator = SeededGenerator(seed: 3)
    let names = city.places.compactMap(\.name)
    var beginnings: [(text: String, position: Coordinate)] = []
    for position in positions(count) {
      let words = names[Int.random(in: names.indices, using: &generator)].split { !$0.isLetter }
      if let word = words.first(where: { $0.count >= 4 }) {
        beginnings.append((String(word.prefix(4)), position))
      }
    }
    return beginnings
  }

  private func coordinate(of index: Int, in copy: Int) -> Coordinate {
    let place = city.places[index].coordinate
    let height = city.latitudes.upperBound - city.latitudes.lowerBound
    let width = city.longitudes.upperBound - city.longitudes.lowerBound
    return Coordinate(
      latitude: place.latitude + Double(copy / columns - columns / 2) * height,
      longitude: place.longitude + Double(copy % columns - columns / 2) * width)
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  /// A polygon, as large as those of OpenStreetMap are: one in three reaches farther than 25 m, and one in a hundred
  /// farther than 500 m.
  private static func writeShape(
    around centre: Coordinate, to text: inout String, _ generator: inout SeededGenerator
  ) {
    let radius = min(20_000, 10 * pow(Double.random(in: 1e-6...1, using: &generator), -1 / 1.2))
    let shrinking = cos(centre.latitude * .pi / 180)
    let count = 4 + Int(min(100, radius / 25))
    var corners = (0..<count).map { corner in
      let turn = 2 * .pi * Double(corner) / Double(count)
      let degrees = radius / 111_320 * Double.random(in: 0.7...1, using: &generator)
      return Coordinate(
        latitude: centre.latitude + degrees * sin(turn),
        longitude: centre.longitude + degrees / shrinking * cos(turn))
    }
    corners.append(corners[0])
    text += "\"POLYGON(("
    for (index, corner) in corners.enumerated() {
      if index > 0 { text += "," }
      write(corner.longitude, to: &text)
      text += " "
      write(corner.latitude, to: &text)
    }
    text += "))\""
  }

  /// Seven decimals: a centimetre.
  private static func write(_ degrees: Double, to text: inout String) {
    let units = Int((abs(degrees) * 10_000_000).rounded())
    let decimals = String(units % 10_000_000)
    if degrees < 0 { text += "-" }
    text += String(units / 10_000_000)
    text += "."
    text += String(repeating: "0", count: 7 - decimals.count)
    text += decimals
  }
}
