import Foundation
import Geography
import Testing

@testable import PlaceDatabase
@testable import Places

/// SQL statements, as values.
@Suite struct PostgreSQLStatementTests {
  private let view = PlaceTable(
    form: .view, name: "poi_places", tags: .jsonb, keyColumns: [],
    columns: ["id", "geog", "name", "category", "tags"],
    measure: .sphere)
  private let points = PlaceTable(
    form: .points, name: "planet_osm_point", tags: .hstore, keyColumns: ["amenity", "name", "odd\"key"],
    columns: ["osm_id", "way", "tags", "amenity", "name", "odd\"key"], measure: .webMercator)

  private func statement(_ filter: PlaceFilter, of table: PlaceTable) throws -> SQLStatement {
    let matcher = try PlaceMatcher(filter) { _ in true }
    let sql = NearestPlacesSQL(
      tables: PlaceTables(tables: [table], attribution: nil),
      position: Coordinate(latitude: 60, longitude: 25), radius: Distance(metres: 100), matcher: matcher)
    return sql.statement(most: 7)
  }

  @Test("a river stands for a piece of it that is as near and comes before it")
  func pieceOfRiver() throws {
    let course = [60.001, 60.002, 60.003].map { Coordinate(latitude: $0, longitude: 25) }
    let found = [("way/1", 2), ("relation/1", 3)].enumerated().map { index, river in
      let place = PointOfInterest(
        id: river.0, name: "Vantaa", coordinate: course[0],
        extent: Extent(lines: [Array(course.prefix(river.1))]),
        tags: ["waterway": "river"])
      return PlaceRowJoiner.Found(
        place: place, order: .init(number: Int64(index), kind: index, osmID: 1, id: river.0))
    }
    let matcher = try PlaceMatcher(PlaceFilter()) { _ in true }
    let position = Coordinate(latitude: 60, longitude: 25)
    let sql = NearestPlacesSQL(
      tables: PlaceTables(tables: [view], attribution: nil), position: position, radius: nil, matcher: matcher
    )
    var pieces = PlaceQuery(limit: 5)
    pieces.skipsFurtherPieces = true
    let further = PlaceRowJoiner.Found(
      place: PointOfInterest(
        id: "way/2", name: "Vantaa", coordinate: course[2],
        extent: Extent(lines: [[course[2], Coordinate(latitude: 60.004, longitude: 25)]]),
        tags: ["waterway": "river"]), order: .init(number: 2, kind: 2, osmID: 2, id: "way/2"))
    let once = NearestPlacesSearch(sql: sql, query: pieces, byteLimit: 1)
      .select(found + [further], sure: .infinity).0.places
    #expect(once.map(\.place.id) == ["relation/1"])
    for (keepsDuplicates, ids) in [(false, ["relation/1"]), (true, ["way/1", "relation/1"])] {
      var query = PlaceQuery(limit: 5)
      query.keepsDuplicates = keepsDuplicates
      let search = NearestPlacesSearch(sql: sql, query: query, byteLimit: 1)
      #expect(search.select(found, sure: .infinity).0.places.map(\.place.id) == ids)
    }
  }

  @Test("a value becomes one parameter, and is never in the text")
  func parameters() {
    var statement = SQLStatement()
    #expect(statement.parameter("a'b") == "$1::text")
    #expect(statement.parameter("7", as: "bigint") == "$2::bigint")
    #expect(statement.parameter("a'b") == "$1::text")
    #expect(statement.parameter("a\0b") == "$3::text")
    #expect(statement.parameter(["x", "\"", "\\", "a,b}"]) == "$4::text[]")
    #expect(statement.parameters == ["a'b", "7", "a\u{FFFD}b", #"{"x","\"","\\","a,b}"}"#])
    #expect(SQLStatement.identifier("odd\"key") == "\"odd\"\"key\"")
  }

  @Test("conditions on tags become conditions on columns or on the hstore")
  func conditions() {
    let condition = TagCondition(table: points)
    var statement = SQLStatement()
    #expect(condition.sql(.has(key: "amenity"), in: &statement) == "\"amenity\" <> $1::text")
    #expect(
      condition.sql(.exactly(key: "shop", values: ["kiosk"]), in: &statement)
        == "(tags->$2::text) = ANY($3::text[])")
    #expect(
      condition.sql(.not(.any(.has(key: "amenity"), .atLeast(key: "ele", number: 3))), in: &statement)
        == "((\"amenity\" <> $1::text OR FALSE)) IS NOT TRUE")
    #expect(condition.sql(.all([]), in: &statement) == "TRUE")
    #expect(condition.sql(.gone, in: &statement) == "TRUE")
    #expect(
      TagCondition(table: view).sql(.tag("shop", "kiosk"), in: &statement)
        == "((tags->>$2::text) = ANY($3::text[]) OR strpos((tags->>$2::text), ';') > 0 "
        + "AND regexp_split_to_array(btrim((tags->>$2::text)), ' *; *') && $3::text[])")
  }

  @Test("a query changes the parameters, not the statement")
  func onlyParameters() throws {
    for table in [view, points] {
      let plain = try statement(
        PlaceFilter(tags: [.init(key: "key", value: "value")], name: "anna berta"), of: table)
      let hostile = try statement(
        PlaceFilter(tags: [.init(key: "');--", value: "\"$9'")], name: "Robert'); DROP"), of: table)
      #expect(plain.text == hostile.text)
      #expect(!hostile.text.contains("DROP") && !hostile.text.contains("--"))
      #expect(hostile.parameters.contains("');--"))
    }
  }

  @Test("every kind of table can be queried for every category", arguments: Category.all.map(\.word))
  func categories(word: String) throws {
    for table in [view, points] {
      let statement = try statement(PlaceFilter(categories: [word]), of: table)
      #expect(statement.text.hasSuffix("LIMIT $\(statement.parameters.count)::bigint"))
      let numbers = statement.text.matches(of: /\$([0-9]+)/).compactMap { Int($0.1) }
      #expect(Set(numbers) == Set(1...statement.parameters.count))
    }
  }

  @Test("quotes signs before accents, too")
  func accents() {
    #expect(SQLStatement.array(["a\"\u{301},b", "\\\u{301}"]) == "{\"a\\\"\u{301},b\",\"\\\\\u{301}\"}")
    #expect(SQLStatement.identifier("a\"\u{301}b") == "\"a\"\"\u{301}b\"")
  }

  @Test("queries the index of terms in PostgreSQL's syntax")
  func terms() throws {
    let matcher = try PlaceMatcher(
      PlaceFilter(tags: [.init(key: "cuisine", value: "Pizza"), .init(key: "it's")], name: "Sücka")
    ) { _ in true }
    let question = try #require(TermVector.question(for: matcher))
    #expect(question.hasPrefix("'=cuisine=pizza' & '=it_s=':* & ("))
    #expect(
      question.contains("'sucka':*") && question.contains("'suecka':*") && question.contains("'<akcus':*"))
    let place = PointOfInterest(
      id: "1", name: "Landesspital", coordinate: Coordinate(latitude: 0, longitude: 0),
      tags: ["amenity": "x'\\"])
    #expect(place.termVector == "'<latipssednal' '=amenity=' '@x' 'landesspital'")
  }

  @Test("recognises tables by their columns")
  func catalogue() throws {
    func column(_ table: String, _ name: String, _ type: String, _ modifier: Int = -1) -> PlaceTables.Column {
      .init(table: table, name: name, type: type, modifier: modifier, comment: "©")
    }
    // geometry(Point,3857) in PostGIS's encoding.
    let mercator = 3857 << 8 | 4
    let osm = [
      column("planet_osm_point", "osm_id", "int8"), column("planet_osm_point", "way", "geometry", mercator),
      column("planet_osm_point", "z_order", "int4"), column("planet_osm_point", "amenity", "text"),
    ]
    let found = try PlaceTables(columns: osm)
    #expect(found.tables.map(\.measure) == [.webMercator])
    #expect(found.tables.first?.keyColumns == ["amenity"])
    #expect(found.isOpenStreetMap && found.isWithoutTags)
    let view = [column("poi_places", "id", "text"), column("poi_places", "geog", "geography")]
    #expect(try PlaceTables(columns: osm + view).tables.map(\.form) == [.view])
    #expect(try PlaceTables(columns: view).attribution == "©")
    #expect(throws: PostgreSQLProblem.noPlaces) { try PlaceTables(columns: []) }
    for broken in [
      [column("poi_places", "id", "text")], view + [column("poi_places", "tags", "bytea")],
      [
        column("planet_osm_point", "osm_id", "int8"),
        column("planet_osm_point", "way", "geometry", 25832 << 8),
      ],
    ] {
      #expect(throws: PostgreSQLProblem.self) { try PlaceTables(columns: broken) }
    }
  }

  @Test(
    "shows an address without possible secrets",
    arguments: [
      ("postgresql://u:p%40ss@db1,db2:5433/places?sslmode=require", "postgresql://db1,db2:5433/places"),
      ("POSTGRES://%2Ftmp/osm", "postgresql://%2Ftmp/osm"), ("postgresql:///osm", "postgresql:///osm"),
      ("postgresql://u@[::1]:5432", "postgresql://[::1]:5432"), ("postgresql://u:p@h/d@x", nil),
      ("postgresql://u:p@x@h/d", nil), ("postgresql://u:p/x@h/d", nil), ("postgresql://u:secret", nil),
      ("postgresql://h/d?user=a@b", nil), ("mysql://h/d", nil),
    ] as [(String, String?)])
  func address(text: String, shown: String?) {
    #expect(PostgreSQLAddress(text)?.description == shown)
  }

  @Test("a message is one line without secrets")
  func messages() {
    #expect(
      PostgreSQLConnection.shown("failed for p'w\n\tIs it running?\n", hiding: ["p'w"])
        == "failed for …; Is it running?")
  }
}
