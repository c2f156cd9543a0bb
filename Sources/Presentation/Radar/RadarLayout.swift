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
  /// Columns of a list below which it must not be, and which can be read.
  private static let (leastListWidth, readableListWidth) = (30, 38)
  /// Lines from which a picture has room above a list that would be cut beside it.
  private static let rowsForBoth = 32
  /// The radius of a picture that needs no more room.
  private static let fullRadius = 10
  private static let leastRadiusBeside = 4
}

// An extension keeps the memberwise initialiser.
extension RadarLayout {
  /// - Parameters:
  ///   - width: columns for both; as many as they take if it is `nil`.
  ///   - rows: lines for both; as many as they take if it is `nil`.
  ///   - list: columns that the list takes if nothing is cut.
  init(places: Int, width: Int?, rows: Int?, list: Int) {
    let rowsAbove = rows.map { $0 - places } ?? Self.usualPictureRows
    let columns = width ?? Self.usualWidth
    let above = max(1, min((columns - 5) / 4, Self.radius(rows: max(rowsAbove, Self.fewestPictureRows))))
    if let rows, let width, places <= rows {
      let radius = Self.radius(rows: rows, width: width, list: list, atLeast: Self.leastListWidth)
      if radius >= Self.fullRadius || rowsAbove < Self.leastPictureRows && radius > above {
        self.init(radius: radius, beside: width)
        return
      }
    }
    self.init(
      radius: above, pictureWidth: min(columns, Self.width(radius: above)), listWidth: width, isBeside: false)
  }

  /// A picture beside the list, or above it where that would be cut and there is room, whatever the number of places;
  /// `nil` if there is no room for a useful one.
  init?(width: Int, rows: Int, list: Int, mayBeAbove: Bool) {
    let radius = Self.radius(rows: rows, width: width, list: list, atLeast: Self.readableListWidth)
    guard radius >= Self.leastRadiusBeside else { return nil }
    guard mayBeAbove, rows >= Self.rowsForBoth, list > width - Self.width(radius: radius) else {
      self.init(radius: radius, beside: width)
      return
    }
    let above = Self.radius(rows: rows / 2, columns: width)
    self.init(radius: above, pictureWidth: width, listWidth: width, isBeside: false)
  }

  private init(radius: Int, beside width: Int) {
    let pictureWidth = Self.width(radius: radius)
    self.init(radius: radius, pictureWidth: pictureWidth, listWidth: width - pictureWidth, isBeside: true)
  }

  /// Lines of the picture.
  var pictureRows: Int { 2 * radius + 3 }

  /// The list comes first; but a picture of the full radius may take some of it.
  private static func radius(rows: Int, width: Int, list: Int, atLeast least: Int) -> Int {
    let whole = radius(rows: rows, columns: width - list)
    return max(whole, min(fullRadius, radius(rows: rows, columns: width - least)))
  }

  private static func radius(rows: Int, columns: Int = .max) -> Int {
    min((rows - 3) / 2, (columns - 5 - longestLabel) / 4)
  }

  private static func width(radius: Int) -> Int { 4 * radius + 5 + longestLabel }
}
