import Geography
import Input
import Places

/// What the columns of a table of places are.
struct CSVHeader {
  /// Whether the first row is a place, as Garmin POI files have no header.
  let firstRowIsPlace: Bool

  private struct Column {
    let key: String
    let role: PlaceRecord.Role?
    /// Whether it has tags as a JSON object.
    let hasTags: Bool
    /// Whether it says nothing of the place.
    let isPassedOver: Bool
    /// Whether its numbers may have a decimal comma, because commas do not separate the cells.
    let hasDecimalCommas: Bool
    /// Whether spaces around its cells are no part of them, as they are none of its heading: `name, amenity`.
    let isPadded: Bool

    init(
      key: String, role: PlaceRecord.Role?, isPassedOver: Bool = false, mayHaveDecimalCommas: Bool,
      isPadded: Bool = false
    ) {
      (self.key, self.role, self.isPadded) = (key, role, isPadded)
      hasTags = key == PlaceRecord.keyOfTags
      self.isPassedOver = isPassedOver
      hasDecimalCommas = mayHaveDecimalCommas && role.map(CSVHeader.numbers.contains) ?? false
    }

    var isOfPosition: Bool { role == .latitude || role == .longitude }
    var isTag: Bool { role == nil && !isPassedOver }
    /// Whether it is written like `addr:street`; a translated heading is.
    var looksLikeKey: Bool {
      !key.isEmpty
        && key.unicodeScalars.allSatisfy {
          "a"..."z" ~= $0 || "0"..."9" ~= $0 || "_:-.".unicodeScalars.contains($0)
        }
    }
  }

  private let columns: [Column]
  private let parser = JSONParser()
  /// The headings that mean nothing to poi and do not look like a key of OpenStreetMap; their cells become tags.
  let unknownHeadings: [String]

  /// The columns of latitude and longitude; `nil` if there are several of either.
  private let position: (latitude: Int, longitude: Int)?

  /// - Parameters:
  ///   - firstRow: a header, or the first place of a Garmin POI file; `nil` for anything else.
  ///   - separator: what separates the cells.
  init?(firstRow: CSVRow, separator: UInt8 = UInt8(ascii: ",")) {
    let hasDecimalCommas = separator != UInt8(ascii: ",")
    let headings = (0..<firstRow.count).map { index in firstRow.text(at: index) ?? "" }
    var cells = TranslatedHeadings.translated(headings.map { $0.trimmed() })
    var roles = cells.map(PlaceRecord.Role.init(key:))
    // As a tag of that key, a second name would replace the first.
    for index in cells.indices where cells[index] == "name" && cells[..<index].contains("name") {
      (cells[index], roles[index]) = ("name_2", nil)
    }
    // Beside a latitude and a longitude, they are of another grid.
    let isOfGrid = cells.map { ["x", "y"].contains($0.lowercased()) }
    func isNamed(_ role: PlaceRecord.Role) -> Bool {
      cells.indices.contains { roles[$0] == role && !isOfGrid[$0] }
    }
    if isNamed(.latitude), isNamed(.longitude) {
      for index in cells.indices where isOfGrid[index] { roles[index] = nil }
    }
    if roles.contains(.latitude) && roles.contains(.longitude) || roles.contains(.geometry) {
      firstRowIsPlace = false
      // A caveat and what matched are written only beside them.
      let hasView = Set(["distance", "bearing"]).isSubset(of: cells)
      columns = cells.indices.map { index in
        Column(
          key: cells[index], role: roles[index],
          isPassedOver: hasView && PlaceRecord.keysOfView.contains(cells[index]),
          mayHaveDecimalCommas: hasDecimalCommas, isPadded: headings[index] != headings[index].trimmed())
      }
    } else if cells.count >= 2,
      cells.prefix(2).allSatisfy({
        Double.decimal(hasDecimalCommas ? Self.withPoint($0) : $0) != nil
      })
    {
      firstRowIsPlace = true
      columns = ["lon", "lat", "name", "description"].map { key in
        Column(key: key, role: PlaceRecord.Role(key: key), mayHaveDecimalCommas: hasDecimalCommas)
      }
    } else {
      return nil
    }
    position = Self.position(in: columns)
    unknownHeadings = columns.filter { $0.isTag && !$0.looksLikeKey }.map(\.key)
  }

  var count: Int { columns.count }

  /// Whether a row's last cell is a latitude or a longitude.
  var endsInPosition: Bool { columns.last?.isOfPosition == true }

  private static func position(in columns: [Column]) -> (latitude: Int, longitude: Int)? {
    let latitudes = columns.indices.filter { columns[$0].role == .latitude }
    let longitudes = columns.indices.filter { columns[$0].role == .longitude }
    guard latitudes.count == 1, longitudes.count == 1 else { return nil }
    return (latitudes[0], longitudes[0])
  }

  func read(_ row: CSVRow, into record: inout PlaceRecord) throws(PlaceRecord.Problem) {
    let count = min(columns.count, row.count)
    var tagCount = 0
    for index in 0..<count where columns[index].isTag && !row.isEmpty(at: index) { tagCount += 1 }
    record = PlaceRecord(tagCapacity: tagCount)
    // As where somebody wrote commas without quotation marks.
    record.leftOut = (count..<row.count).count { !row.isEmpty(at: $0) }
    if record.leftOut > 0, row.hasLoneCarriageReturn {
      throw .malformed("two rows in one: a carriage return stands where a line break should be")
    }
    // Without making a text of each number first.
    if let position, let latitude = row.shortDecimal(at: position.latitude),
      let longitude = row.shortDecimal(at: position.longitude)
    {
      record.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    let hasPosition = record.coordinate != nil
    for index in 0..<count where !row.isEmpty(at: index) {
      if hasPosition, columns[index].isOfPosition { continue }
      guard var text = row.text(at: index) else { throw .notUTF8 }
      if columns[index].isPassedOver { continue }
      if columns[index].isPadded { text = text.trimmed() }
      if columns[index].hasTags, record.addTags(inJSON: text, by: parser) { continue }
      // Hardly any begins like a guarded one.
      let plain = text.utf8.first == UInt8(ascii: "'") ? CSVFormula.unguarded(text) : text
      record.set(
        columns[index].hasDecimalCommas ? Self.withPoint(plain) : plain, for: columns[index].key,
        as: columns[index].role)
    }
  }

  private static let numbers: Set<PlaceRecord.Role> = [.latitude, .longitude, .proximity]

  /// Turns a number as written in most of Europe into one with a decimal point.
  private static func withPoint(_ text: String) -> String {
    text.contains(".") ? text : text.replacing(",", with: ".", maxReplacements: 1)
  }
}
