import Geography
import Glibc
import Places

/// A map of the places around a position, with rings and a list, as an SVG file for a report or a printed card.
public struct NearbyMap: Sendable {
  private let table: NearbyTable
  private let ground: GroundKeeper?

  /// - Parameters:
  ///   - table: in which units and directions; its `up` is at the top.
  ///   - ground: what knows the ground under the places; `nil` for none.
  public init(table: NearbyTable, ground: GroundKeeper?) {
    (self.table, self.ground) = (table, ground)
  }

  private static let size = 720.0
  private static let radius = 320.0

  /// The file.
  ///
  /// - Parameter known: how far every place is surely known.
  public func svg(
    of places: [ShownPlace], around position: Coordinate, knownWithin known: Distance? = nil,
    attribution: String?
  ) -> String {
    let scale = RadarScale(
      reaching: places.compactMap(\.distance).max() ?? .zero, units: table.wording.units)
    var drawing = MapDrawing(width: Self.size, height: Self.size)
    let middle = SIMD2(repeating: Self.size / 2)
    var view = MapView(up: table.up, scale: scale.reach.metres / Self.radius, middle: middle)
    let plan =
      ground?.plan(around: position, within: view.reach(of: drawing.box), metresPerDot: 2 * view.scale)
      ?? MapPlan(about: position)
    view.centre = plan.point(position)
    drawing.draw(plan, view)
    for place in places {
      guard let extent = place.place.extent else { continue }
      drawing.draw(
        lines: (extent.lines + extent.rings).map { $0.map { view.point(plan.point($0)) } }, class: "outline")
    }
    for ring in 1...scale.rings {
      let radius = scale.radius(of: ring).metres / view.scale
      drawing.draw(circleAt: middle, radius: radius, class: "ring")
      drawing.write(
        table.wording.phrases.number(scale.label(of: ring)), at: middle + SIMD2(0, -radius - 3),
        class: "small middle")
    }
    if let known, known < scale.reach {
      drawing.draw(circleAt: middle, radius: known.metres / view.scale, class: "known")
    }
    drawing.draw(circleAt: middle, radius: 6, class: "me")
    drawing.draw(
      numbers: places.enumerated().compactMap { index, place in
        place.distance.map { distance in
          let turn = ((place.bearing ?? .north).degrees - table.up.degrees) * .pi / 180
          let away = place.isInside ? 0 : distance.metres / view.scale
          let colour = PlaceFamily(of: place.place.mainCategory).hex
          return (index + 1, middle + SIMD2(sin(turn), -cos(turn)) * away, colour)
        }
      }, in: drawing.box)
    drawing.drawFrame(view, table.wording, attribution: plan.attribution ?? attribution)
    let list = places.enumerated().map { index, shown -> [(text: String, at: Double)] in
      let distance =
        shown.isInside
        ? table.wording(.inside) : shown.distance.map(table.wording.length) ?? ""
      return [
        (text: "\(index + 1)", at: 6.0), (text: distance, at: 34),
        (
          text: shown.isInside
            ? "" : table.wording.direction(shown.bearing, course: table.course, up: table.up), at: 100
        ),
        (text: shown.place.summary(askedAs: shown.matched, table.wording) ?? "", at: 160),
      ]
    }
    return drawing.document(title: table.wording(.placesNearby), list: list)
  }
}
