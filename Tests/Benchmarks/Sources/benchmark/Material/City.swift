import ArgumentParser
import Geography
import PlaceFiles
import Places

/// The places that regions are made of.
struct City {
  let places: [PointOfInterest]
  /// The latitudes and longitudes that they lie between.
  let latitudes: ClosedRange<Double>
  let longitudes: ClosedRange<Double>
  /// One that about every twentieth place has.
  let category: String

  init(path: String) throws {
    places = try PlaceFile(path: path).read().places
    let latitudes = places.map(\.coordinate.latitude)
    let longitudes = places.map(\.coordinate.longitude)
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { throw ValidationError("\(path) has no places") }
    self.latitudes = south...north
    self.longitudes = west...east
    let counts = Dictionary(grouping: places.compactMap(\.category)) { $0 }.mapValues(\.count)
    let twentieth = places.count / 20
    let ordered = counts.sorted { (abs($0.value - twentieth), $0.key) < (abs($1.value - twentieth), $1.key) }
    category = ordered.first?.key ?? ""
  }
}
