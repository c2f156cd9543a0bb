import Geography
import Places
import Testing

@testable import Presentation

@Suite struct NearbyTableTests {
  private static let position = Coordinate(latitude: 60.17, longitude: 24.94)
  private static let places = [
    place("Kahvila", "cafe", north: 45),
    place("日本橋ラーメン", "fast_food", north: 320),
    place(nil, "bench", north: -900),
    place("Historia, Oikeustiede, Filosofia, Taide, Lääketiede, Astronomia", "artwork", north: 12_400),
    place("👩‍👩‍👧 Café", nil, north: 1500),
  ]

  @Test("takes the width that it needs if there is no limit")
  func unlimited() {
    #expect(
      NearbyTable().table(of: Self.places) == """
          45 m  ↑ N    Kahvila                                                          cafe
         320 m  ↑ N    日本橋ラーメン                                                   fast food
         900 m  ↓ S    bench
         12 km  ↑ N    Historia, Oikeustiede, Filosofia, Taide, Lääketiede, Astronomia  artwork
        1.5 km  ↑ N    👩‍👩‍👧 Café

        """)
  }

  @Test("a monstrous name stands out of its column, rather than widen every row")
  func monstrousName() {
    let name = String(repeating: "x", count: 5000)
    let places = [Self.place("Kahvila", "cafe", north: 45), Self.place(name, "cafe", north: 50)]
    let rows = NearbyTable().table(of: places).split(separator: "\n")
    #expect(rows[0].count < 600)
    #expect(rows[1].hasSuffix("\(name)  cafe"))
  }

  @Test("is never wider than the terminal", arguments: [24, 30, 40, 60, 80, 200])
  func width(columns: Int) {
    let rows = NearbyTable(width: columns).table(of: Self.places).split(separator: "\n")
    #expect(rows.count == Self.places.count)
    for row in rows {
      #expect(TerminalText.width(of: String(row)) <= columns, "\(row)")
    }
  }

  @Test(
    "aligns the columns, however wide the letters", arguments: [40, 80, 200, nil] as [Int?])
  func alignment(columns: Int?) {
    let rows = NearbyTable(width: columns).table(of: Self.places).split(separator: "\n").map(String.init)
    let arrows = rows.compactMap { row in
      row.firstIndex { "↑↓".contains($0) }.map { TerminalText.width(of: String(row[..<$0])) }
    }
    #expect(Set(arrows).count == 1)
    #expect(arrows.count == rows.count)
  }

  @Test("aligns the categories in one column", arguments: [80, 200, nil] as [Int?])
  func categoryColumn(columns: Int?) {
    let rows = NearbyTable(width: columns).table(of: Self.places).split(separator: "\n").map(String.init)
    let starts = ["cafe", "fast food", "artwork"].compactMap { word in
      rows.first { $0.hasSuffix("  " + word) }
        .map { TerminalText.width(of: $0) - TerminalText.width(of: word) }
    }
    #expect(Set(starts).count == 1)
    #expect(starts.count == 3)
  }

  @Test(
    "without room for both, drops the category, not the name", arguments: [(24, false), (80, true)])
  func narrow(columns: Int, hasCategory: Bool) {
    let table = NearbyTable(width: columns).table(of: Self.places)
    #expect(table.contains("artwork") == hasCategory)
    #expect(table.contains("Histor"))
  }

  @Test("shows the category of a nameless place in place of the name")
  func namelessAndNarrow() {
    let nameless = [Self.place(nil, "bicycle_parking", north: 45), Self.place(nil, nil, north: 50)]
    let named = [Self.place("A rather long name of a place", "memorial", north: 60)]
    let rows = NearbyTable(width: 30).table(of: nameless + named).split(separator: "\n")
    #expect(rows == ["45 m  ↑ N    bicycle parking", "50 m  ↑ N    –", "60 m  ↑ N    A rather long na…"])
    let alone = NearbyTable(width: 20).table(of: nameless).split(separator: "\n")
    #expect(alone == ["45 m  ↑ N    bicycl…", "50 m  ↑ N    –"])
    let wanted = NearbyTable(width: 20, fields: [.name]).table(of: nameless)
    #expect(wanted == "bicycle parking\n–\n")
  }

  @Test("cuts a name that does not fit")
  func cutName() {
    #expect(NearbyTable(width: 40).table(of: Self.places).contains("…"))
    #expect(!NearbyTable(width: 200).table(of: Self.places).contains("…"))
  }

  @Test("uses colours only if asked to, and they take no room", arguments: [40, 80, nil] as [Int?])
  func colours(columns: Int?) {
    let plain = NearbyTable(width: columns).table(of: Self.places)
    let coloured = NearbyTable(width: columns, palette: TerminalPalette(.cube, on: .black)).table(
      of: Self.places)
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[1m"))
    let stripped = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(Self.trimmed(stripped) == Self.trimmed(plain))
  }

  @Test(
    "names and categories cannot disturb the terminal",
    arguments: ["a\u{1B}[2Jb", "a\tb", "a\nb", "\u{202E}gnp", "\u{9B}2J", "a\u{7}b"])
  func harmless(text: String) {
    let place = PointOfInterest(
      id: text, name: text, category: text, coordinate: Coordinate(latitude: 60, longitude: 25))
    let nearby = [ShownPlace(NearbyPlace(place, from: Self.position))]
    for shown in [NearbyTable().table(of: nearby), NearbyTable().plain(nearby)] {
      let isHarmless = shown.unicodeScalars.dropLast().allSatisfy { scalar in
        scalar == "\t" || ![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
      }
      #expect(isHarmless, "\(shown.debugDescription)")
      #expect(shown.filter { $0 == "\n" }.count == 1)
    }
    #expect(NearbyTable().plain(nearby).filter { $0 == "\t" }.count == 4)
  }

  @Test("plain rows have five cells, even if some are empty")
  func plain() {
    #expect(
      NearbyTable().plain([Self.place("Kahvila", "fast_food", north: 45), Self.place(nil, nil, north: 0)])
        == """
        45\tN\tKahvila\tfast food\tid
        0\t\t\t\tid

        """)
  }

  @Test("a column says whether nearer places may be missing")
  func beyond() {
    var far = Self.place("Far", nil, north: 900)
    far.isBeyondKnown = true
    let places = [Self.place("Near", nil, north: 45), far]
    let fields: [PlaceColumn] = [.distance, .name, .beyond]
    #expect(NearbyTable(fields: fields).plain(places) == "45\tNear\tno\n900\tFar\tyes\n")
    #expect(
      NearbyTable().plain(places) == "45\tN\tNear\t\tid\n900\tN\tFar\t\tid\n", "no program reads another")
    #expect(
      CSVWriter(fields: [.name, .beyond]).document(of: places) == "name,beyond\r\nNear,no\r\nFar,yes\r\n")
    #expect(
      NearbyTable(fields: [.beyond]).plain([ShownPlace(far.place)]) == "\n", "nobody looks from anywhere")
  }

  @Test(
    "writes distances in the chosen units",
    arguments: [(Units.metric, "900 m"), (.imperial, "984 yd"), (.nautical, "0.5 nmi")])
  func units(units: Units, distance: String) {
    let table = NearbyTable(wording: Wording(units: units))
    let places = [Self.place(nil, nil, north: 900)]
    #expect(table.table(of: places).hasPrefix(distance + " "))
    #expect(table.plain(places).hasPrefix("900\t"))
  }

  @Test("nameless places are told apart by their street")
  func nameless() {
    let tags = [
      ["addr:street": "Kaivokatu", "addr:housenumber": "1"], ["addr:place": "Lammassaari"],
      ["operator": "HSL"],
    ]
    let places = tags.map { tags in
      ShownPlace(
        PointOfInterest(id: "1", category: "toilets", coordinate: Self.position, tags: tags))
    }
    let rows = NearbyTable().table(of: places).split(separator: "\n")
    #expect(zip(rows, ["Kaivokatu 1", "Lammassaari", "HSL"]).allSatisfy { $0.contains($1) }, "\(rows)")
    #expect(NearbyTable(fields: [.name]).plain(places) == "\n\nHSL\n")
  }

  @Test("shows the chosen columns in their order")
  func fields() {
    let place = PointOfInterest(
      id: "node/1", name: "Kahvila", category: "fast_food",
      coordinate: Coordinate(latitude: 60.171, longitude: 24.9), proximity: Distance(metres: 75),
      tags: ["opening_hours": "24/7"])
    let fields: [PlaceColumn] = [
      .tag("opening_hours"), .proximity, .bearing, .id, .latitude, .longitude, .category, .name, .distance,
      .tag("none"),
    ]
    let table = NearbyTable(fields: fields)
    let places = [ShownPlace(NearbyPlace(place, from: Self.position)), ShownPlace(place)]
    #expect(
      table.table(of: places) == """
        24/7  75 m  273°  node/1  60.17100  24.90000  fast food  Kahvila  2.2 km
        24/7  75 m        node/1  60.17100  24.90000  fast food  Kahvila

        """)
    #expect(
      table.plain(places) == """
        24/7\t75\t272.9\tnode/1\t60.17100\t24.90000\tfast food\tKahvila\t2223.3\t
        24/7\t75\t\tnode/1\t60.17100\t24.90000\tfast food\tKahvila\t\t

        """)
  }

  @Test(
    "chosen columns are never wider than the terminal, and the name shrinks last",
    arguments: [8, 20, 30, 40, 60, 80, 200])
  func chosenWidth(columns: Int) {
    let fields: [PlaceColumn] = [
      .latitude, .longitude, .id, .name, .category, .distance, .bearing, .direction,
    ]
    let rows = NearbyTable(width: columns, fields: fields).table(of: Self.places).split(separator: "\n")
    for row in rows {
      #expect(TerminalText.width(of: String(row)) <= columns, "\(row)")
    }
    #expect(rows.first?.contains("Kahvila") == true)
  }

  @Test("in ASCII mode, only names are not ASCII")
  func ascii() {
    let table = NearbyTable(wording: Wording(isASCII: true), width: 40, fields: nil).table(of: Self.places)
    #expect(
      table == """
          45 m  N    Kahvila            cafe
         320 m  N    日本橋ラーメン     fast ...
         900 m  S    bench
         12 km  N    Historia, Oike...  artwork
        1.5 km  N    👩‍👩‍👧 Café

        """)
  }

  @Test(
    "an arrow beside compass letters has north up, or agrees with a picture; one beside a relative word has the heading up"
  )
  func heading() {
    var table = NearbyTable()
    table.up = Bearing(degrees: 90)
    table.course = Bearing(degrees: 90)
    let place = Self.place("Kahvila", nil, north: 45)
    #expect(table.table(of: [place]) == "45 m  ↑ N    Kahvila\n")
    table.hasPicture = true
    #expect(table.table(of: [place]) == "45 m  ← N    Kahvila\n")
    table.wording.directions = .relative
    #expect(table.table(of: [place]) == "45 m  ← left     Kahvila\n")
    table.wording.isASCII = true
    #expect(table.table(of: [place]) == "45 m  left       Kahvila\n")
  }

  @Test("a place without a name is called by its category's own word, however that was typed")
  func typedWord() {
    let place = PointOfInterest(id: "1", coordinate: Self.position, tags: ["amenity": "cafe"])
    var table = NearbyTable(fields: [.name])
    for (typed, language, title) in [
      ("caffe", Category.Language.english, "cafe"), ("drinking", .english, "cafe"), ("cafe", .german, "Café"),
    ] {
      table.wording.phrases = Phrases(language)
      #expect(table.table(of: [ShownPlace(place, matched: typed)]) == "\(title)\n")
    }
    #expect(NearbyTable().table(of: [ShownPlace(place, matched: "caffe")]).hasSuffix("  cafe\n"))
    #expect(!NearbyTable().table(of: [ShownPlace(place, matched: "caffe")]).contains("cafe  cafe"))
  }

  @Test("tells below a row what matters in a wheelchair")
  func wheelchair() {
    var table = NearbyTable()
    table.hasDetails = true
    let place = PointOfInterest(
      id: "1", name: "Car park", coordinate: Self.position,
      tags: [
        "wheelchair": "limited", "wheelchair:description": "ramp at the back", "capacity:disabled": "4",
        "kerb": "lowered", "step_count": "2",
      ])
    #expect(
      table.table(of: [ShownPlace(place)]).hasSuffix(
        "wheelchair: limited · ramp at the back · spaces for disabled people: 4 · kerb: lowered · steps: 2\n")
    )
  }

  @Test("breaks details that are longer than a narrow terminal between words")
  func narrowDetails() {
    var table = NearbyTable(width: 20)
    table.hasDetails = true
    let place = PointOfInterest(
      id: "1", name: "Bar", coordinate: Self.position,
      tags: [
        "phone": "+41 12 345 67 89", "note": "ring twice at the door", "website": "https://example.org/bar",
      ])
    let lines = table.table(of: [ShownPlace(place)]).split(separator: "\n").dropFirst()
    #expect(
      lines == [
        "    +41 12 345 67 89", "    https://example.org/bar", "    note: ring twice", "    at the door",
      ])
  }

  @Test("without places, there are no rows")
  func empty() {
    #expect(NearbyTable(width: 80).table(of: []) == "")
    #expect(NearbyTable().plain([]) == "")
    #expect(NearbyTable().plain([], hasHeader: true) == "distance\tdirection\tname\tcategory\tid\n")
  }

  @Test("no terminal obeys the names of columns")
  func harmlessHeader() throws {
    let fields = [PlaceColumn.name, try PlaceColumn(parsing: "tag:a\u{1B}[31mb")]
    let header = NearbyTable(fields: fields).plain([], hasHeader: true)
    #expect(header.hasPrefix("name\ttag:a"))
    #expect(!header.contains("\u{1B}"))
  }

  /// A place this many metres north of the position, to within a metre in a thousand.
  private static func place(_ name: String?, _ category: String?, north metres: Double) -> ShownPlace {
    let latitude = position.latitude + metres / 111_414
    let place = PointOfInterest(
      id: "id", name: name, category: category,
      coordinate: Coordinate(latitude: latitude, longitude: position.longitude))
    return ShownPlace(NearbyPlace(place, from: position))
  }

  /// The padding before a coloured row's end comes before the escape sequence.
  private static func trimmed(_ table: String) -> [String] {
    table.split(separator: "\n").map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }
}
