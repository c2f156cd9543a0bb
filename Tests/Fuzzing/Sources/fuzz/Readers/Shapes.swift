@testable import Geography
@testable import Places

let shapeSeeds = [
  "POLYGON((24.9 60.1,25 60.1,25 60.2,24.9 60.1),(24.95 60.11,24.96 60.11,24.96 60.12,24.95 60.11))",
  "MULTIPOLYGON(((179 -1,-179 -1,-179 1,179 -1)),((0 80,120 80,-120 80,0 80)))",
  "GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 -90,10 -89.9,20 90))",
]

/// Well-known text, or the bytes of a stored shape.
func checkShape(_ bytes: [UInt8]) {
  let text = WellKnownText.geometry(of: String(decoding: bytes, as: UTF8.self))?.extent
  let stored = bytes.withUnsafeBytes { Extent(bytes: $0, from: Coordinate(latitude: 60, longitude: 25)) }
  for extent in [text, stored].compactMap(\.self) { expectSound(extent) }
}

private func expectSound(_ extent: Extent) {
  var bytes: [UInt8] = []
  let corners = (extent.lines + extent.rings).joined()
  guard let corner = corners.first else { return expect(false, "a shape without corners") }
  extent.append(to: &bytes, from: corner)
  let again = bytes.withUnsafeBytes { Extent(bytes: $0, from: corner) }
  expect(again?.rings == extent.rings && again?.lines == extent.lines, "its bytes are another shape")
  expect(extent.area.isFinite, "an area of \(extent.area)")
  let box = extent.boundingBox
  expect(corners.allSatisfy(box.contains), "corners beyond \(box)")
  let (simple, reach) = (extent.simplified, extent.reach(from: corner))
  let middle = Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
  let pole = Coordinate(latitude: 90, longitude: 0)
  for position in [corner, middle, pole, Coordinate(latitude: box.south, longitude: box.west)] {
    let nearest = extent.nearest(to: position)
    expect(nearest.point.isValid, "the nearest point is \(nearest.point)")
    expect(nearest.distance.metres >= 0, "a distance of \(nearest.distance)")
    expect(nearest.isInside == extent.contains(position), "inside and not inside")
    let toCorner = WGS84.inverse(from: position, to: corner).distance.metres
    expect(nearest.distance.metres <= toCorner * 1.002 + 1, "a corner is nearer: \(toCorner)")
    expect(toCorner <= nearest.distance.metres * 1.002 + 2 * reach + 1, "it reaches beyond \(reach)")
    let simpler = simple.nearest(to: position).distance.metres
    expect(
      abs(simpler - nearest.distance.metres) <= 1.01 * (1 + simple.accuracy) + simpler * 0.002,
      "simplified, it is \(simpler) instead of \(nearest.distance) away")
    _ = extent.approach(from: position, to: corner, within: Distance(metres: 1000))
  }
}
