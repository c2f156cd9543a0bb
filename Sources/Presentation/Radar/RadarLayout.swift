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
  /// Columns of a list below which it must not be, which can be read, and which has all that is worth saying.
  private static let (leastListWidth, readableListWidth, fullListWidth) = (30, 38, 60)
  /// The radius of a picture that needs no more room.
  private static let fullRadius = 10
  private static let leastRadiusBeside = 4
}

// An extension keeps the memberwise initialiser.
extension RadarLayout {
  /// - Parameters:
  ///   - width: columns for both; as many as they take if it is `nil`.
  ///   - rows: lines for both; as many as they take if it is `nil`.
  init(places: Int, width: Int?, rows: Int?) {
    let rowsAbove = rows.map { $0 - places } ?? Self.usualPictureRows
    let columns = width ?? Self.usualWidth
    let above = max(1, min((columns - 5) / 4, Self.radius(rows: max(rowsAbove, Self.fewestPictureRows))))
    if let rows, let width, places <= rows {
      let full = Self.radius(rows: rows, columns: width - Self.fullListWidth)
      let radius =
        full >= Self.fullRadius ? full : Self.radius(rows: rows, columns: width - Self.leastListWidth)
      if full >= Self.fullRadius || rowsAbove < Self.leastPictureRows && radius > above {
        self.init(radius: radius, beside: width)
        return
      }
    }
    self.init(
      radius: above, pictureWidth: min(columns, Self.width(radius: above)), listWidth: width, isBeside: false)
  }

  /// A picture beside the list, whatever the number of places; `nil` if there is no room for a useful one.
  init?(besideWidth width: Int, rows: Int) {
    let full = Self.radius(rows: rows, columns: width - Self.fullListWidth)
    let radius =
      full >= Self.fullRadius ? full : Self.radius(rows: rows, columns: width - Self.readableListWidth)
    guard radius >= Self.leastRadiusBeside else { return nil }
    self.init(radius: radius, beside: width)
  }

  private init(radius: Int, beside width: Int) {
    let pictureWidth = Self.width(radius: radius)
    self.init(radius: radius, pictureWidth: pictureWidth, listWidth: width - pictureWidth, isBeside: true)
  }

  /// Lines of the picture.
  var pictureRows: Int { 2 * radius + 3 }

  private static func radius(rows: Int, columns: Int = .max) -> Int {
    min((rows - 3) / 2, (columns - 5 - longestLabel) / 4)
  }

  private static func width(radius: Int) -> Int { 4 * radius + 5 + longestLabel }
}
