/// How large a radar's picture is, and where the list of its places is.
struct RadarLayout {
  /// Lines from the middle to the last ring, so that the points of the compass fit around it.
  let radius: Int
  /// Columns of the picture.
  let pictureWidth: Int
  /// Columns of the list, with the numbers; `nil` for as many as it takes.
  let listWidth: Int?
  /// Whether the list is beside the picture, not below it.
  let isBeside: Bool

  /// The longest label that places get in the picture.
  static let longestLabel = 7

  private static let usualWidth = 80
  private static let usualPictureRows = 21
  /// A picture with fewer lines tells little, and goes beside the list if it can be larger there.
  private static let leastPictureRows = 13
  /// A picture with fewer lines tells nothing, and may scroll.
  private static let fewestPictureRows = 9
  private static let leastListWidth = 30

  /// - Parameters:
  ///   - width: columns for both; as many as they take if it is `nil`.
  ///   - rows: lines for both; as many as they take if it is `nil`.
  init(places: Int, width: Int?, rows: Int?) {
    let rowsAbove = rows.map { $0 - places } ?? Self.usualPictureRows
    if let rows, let width, rowsAbove < Self.leastPictureRows, places <= rows {
      let room = width - Self.leastListWidth
      let radius = min(Self.radius(rows: rows), (room - 5 - Self.longestLabel) / 4)
      if radius > Self.radius(rows: max(rowsAbove, Self.fewestPictureRows)) {
        self.radius = radius
        pictureWidth = Self.width(radius: radius)
        listWidth = width - pictureWidth
        isBeside = true
        return
      }
    }
    let columns = width ?? Self.usualWidth
    radius = max(1, min((columns - 5) / 4, Self.radius(rows: max(rowsAbove, Self.fewestPictureRows))))
    pictureWidth = min(columns, Self.width(radius: radius))
    listWidth = width
    isBeside = false
  }

  /// A picture beside the list, whatever the number of places; `nil` if there is no room for a useful one.
  init?(besideWidth width: Int, rows: Int) {
    let room = width - Self.readableListWidth
    let radius = min(Self.radius(rows: rows), (room - 5 - Self.longestLabel) / 4)
    guard radius >= Self.leastRadiusBeside else { return nil }
    self.radius = radius
    pictureWidth = Self.width(radius: radius)
    listWidth = width - pictureWidth
    isBeside = true
  }

  private static let readableListWidth = 38
  private static let leastRadiusBeside = 4

  /// Lines of the picture.
  var pictureRows: Int { 2 * radius + 3 }

  private static func radius(rows: Int) -> Int { (rows - 3) / 2 }

  private static func width(radius: Int) -> Int { 4 * radius + 5 + longestLabel }
}
