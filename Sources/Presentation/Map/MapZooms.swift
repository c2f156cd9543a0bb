import Places

/// What the tiles of the page's map show at each zoom.
enum MapZooms {
  /// Those in which there is more to see than names; `ground.js` asks for no others.
  static let all = 8...16

  /// The least zoom with as much detail as this.
  private static func least(with detail: MapDetail) -> Int {
    switch detail {
    case .coarse: all.lowerBound
    case .middle: 11
    case .fine: 13
    case .closest: 16
    }
  }

  /// How much a tile is drawn from: the closest detail that the zoom is enough for.
  static func detail(at zoom: Int) -> MapDetail {
    MapDetail.allCases.sorted().first { least(with: $0) <= zoom } ?? .coarse
  }

  /// The least zoom of tiles that show a kind of thing.
  static func least(of kind: MapKind) -> Int {
    switch kind {
    case .builtup, .wood, .water, .coast, .river, .motorway, .main: all.lowerBound
    case .rail: 9
    case .park: 10
    case .minor, .stream: least(with: .fine)
    case .path, .service: 14
    case .building: least(with: .closest)
    }
  }
}
