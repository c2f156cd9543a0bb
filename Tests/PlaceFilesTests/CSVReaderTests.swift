import Geography
import TestSupport
import Testing

@testable import PlaceFiles
@testable import Places

@Suite struct CSVReaderTests {
  @Test(
    "understands headings in other languages, unless another column has what they mean",
    arguments: [
      ("Name;Kategorie;Breite;Länge;Öffnungszeiten", "name,category,lat,lon,opening_hours"),
      ("nom,catégorie,Latitude,Longitude,horaires", "name,category,Latitude,Longitude,opening_hours"),
      ("nimi,luokka,leveysaste,pituusaste,puhelin", "name,category,lat,lon,phone"),
      ("název,šířka,délka,popis", "name,lat,lon,description"), ("name,nombre,lat,lon", "name,nombre,lat,lon"),
      ("Lat,Lon,Opening_Hours,PHONE,Description", "Lat,Lon,opening_hours,phone,description"),
      ("lat,lon,Wheelchair,Website,website", "lat,lon,wheelchair,Website,website"),
      ("lat,lon,Breite", "lat,lon,Breite"), ("x,y,opening_hours,horario", "x,y,opening_hours,horario"),
    ])
  func headings(written: String, meant: String) {
    let headings = written.split { $0 == "," || $0 == ";" }.map(String.init)
    #expect(
      TranslatedHeadings.translated(headings).map { $0 == "Name" ? "name" : $0 }
        == meant.split(separator: ",").map(String.init))
  }

  @Test("refuses a header of many columns, each of which would take memory")
  func longHeader() {
    let records = Self.records(of: "lat,lon" + String(repeating: ",x", count: 40_000) + "\n1,2\n")
    #expect(records.places.isEmpty && records.complaints == ["line 1: longer than 64 KiB"])
  }

  @Test("a proximity may have a unit")
  func proximity() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      "name,Breite,Länge,proximity\nA,1,2,50\nB,1,2,0.1km\nC,1,2,far\n", as: "a.csv")
    let records = try PlaceFile(path: path).read()
    #expect(records.places.map { $0.proximity?.metres } == [50, 100])
    #expect(records.problemCount == 1)
  }

  @Test("a carriage return within a line is a space, unless it ends a row")
  func carriageReturn() {
    let records = Self.records(of: "lat,lon,name\n1,2,A\rB\r\r\n1,2,C\r3,4,D\n\"1\",2,E\r\n")
    #expect(records.names == ["A\rB\r", "E"])
    #expect(
      records.complaints
        == ["line 3: two rows in one: a carriage return stands where a line break should be"])
    #expect(records.leftOut == 0)
  }

  @Test("spaces around a heading are no part of it, nor of its cells")
  func padded() {
    let records = Self.records(
      of: "name, lat, lon , amenity, note \nA, 47.1, 9.5, cafe,x y\n B ,1,2, pub ,\n")
    #expect(records.places.map(\.tags) == [["amenity": "cafe", "note": "x y"], ["amenity": "pub"]])
    #expect(records.names == ["A", " B "])
  }

  private static let kiosk = Coordinate(latitude: 60.17, longitude: 24.94)

  @Test(
    "finds columns by any of their names, in any order",
    arguments: [
      "lat,lon,name\n60.17,24.94,Kiosk\n",
      "name,lon,lat\nKiosk,24.94,60.17\n",
      "title,latitude,longitude\nKiosk,60.17,24.94\n",
      "Name,LAT,Lng\nKiosk,60.17,24.94\n",
      "name,Y,X\nKiosk,60.17,24.94\n",
      "name,lat,long\nKiosk,60.17,24.94\n",
      "name, lat, lon\nKiosk, 60.17, 24.94\n",
      "\"name\",\"lat\",\"lon\"\r\n\"Kiosk\",\"60.17\",\"24.94\"\r\n",
      "name;lat;lon\nKiosk;60.17;24.94\n",
      "name\tlat\tlon\nKiosk\t60.17\t24.94\n",
      "X,name,Y,lat,lon\n12,Kiosk,34,60.17,24.94\n", "name,lat,lon\nKiosk,60.17,24.94",
      "name,lat,lon\rKiosk,60.17,24.94\r",
      "\u{FEFF}lat,lon,name\n60.17,24.94,Kiosk\n",
      "sep=;\r\nname;lat;lon\r\nKiosk;60,17;24,94\r\n",
      "\u{FEFF}sep=|\nname|lat|lon\nKiosk|60.17|24.94\n",
      "\u{FEFF}\"name\",\"lat\",\"lon\"\n\"Kiosk\",60.17,24.94\n",
    ])
  func columns(text: String) {
    let records = Self.records(of: text)
    #expect(records.places.map(\.coordinate) == [Self.kiosk])
    #expect(records.names == ["Kiosk"])
    #expect(records.complaints == [])
  }

  @Test("keeps the other columns as tags with their names")
  func roles() {
    let records = Self.records(
      of: "id,name,category,lat,lon,proximity,opening_hours\nn/1,Kiosk,kiosk,60.17,24.94,75,24/7\n")
    #expect(
      records.places == [
        PointOfInterest(
          id: "n/1", name: "Kiosk", category: "kiosk", coordinate: Self.kiosk,
          proximity: Distance(metres: 75), tags: ["opening_hours": "24/7"])
      ])
  }

  @Test("a second column of names does not rename the place")
  func secondName() throws {
    let place = try #require(Self.records(of: "name,name,lat,lon\nA,B,1,2\n").places.first)
    #expect(place.id == "A@1.000000,2.000000")
    #expect(place.name == "A")
    #expect(place.tags == ["name_2": "B"])
  }

  @Test("removes an apostrophe that protects a formula, and no other")
  func formulas() {
    let records = Self.records(of: "lat,lon,name\n1,1,'=1+1\n1,1,''=1\n1,1,'t Hoekje\n1,1,'\n")
    #expect(records.names == ["=1+1", "'=1", "'t Hoekje", "'"])
  }

  @Test("distance and bearing of a view are not tags")
  func view() {
    #expect(Self.records(of: "lat,lon,distance,bearing\n1,2,45,90\n").places.first?.tags == [:])
    #expect(Self.records(of: "lat,lon,distance\n1,2,45\n").places.first?.tags == ["distance": "45"])
  }

  @Test("a row without an id gets one from its name or category and its position")
  func madeUpIDs() {
    let text =
      "name,category,lat,lon\nWell,,1,-1\n,water,2,2.12345678\n,,3,3\n\(String(repeating: "Long", count: 20)),,4,4\n"
    #expect(
      Self.records(of: text).places.map(\.id) == [
        "Well@1.000000,-1.000000", "water@2.000000,2.123457", "@3.000000,3.000000",
        "LongLongLongLongLongLongLongLongLongLong@4.000000,4.000000",
      ])
  }

  @Test("Garmin POI files have no header, and the longitude comes first")
  func garmin() {
    let records = Self.records(of: "24.94,60.17,\"Kiosk\",\"coffee, buns\"\n 24.95, 60.18,\"Other\"\n")
    #expect(records.places.map(\.coordinate.latitude) == [60.17, 60.18])
    #expect(records.names == ["Kiosk", "Other"])
    #expect(records.places.first?.tags == ["description": "coffee, buns"])
  }

  @Test(
    "skips an unusable row, with its line and the reason",
    arguments: [
      ("Kiosk,91,24.94", "line 2: 91.0, 24.94 is out of range (latitude -90…90, longitude -180…180)"),
      ("Kiosk,60.17,180.5", "line 2: 60.17, 180.5 is out of range (latitude -90…90, longitude -180…180)"),
      ("Kiosk,north,24.94", "line 2: latitude 'north' is not a number"),
      ("Kiosk,60.17,nan", "line 2: longitude 'nan' is not a number"),
      ("Kiosk,60.17,inf", "line 2: longitude 'inf' is not a number"),
      ("Kiosk,60.17", "line 2: no latitude and longitude"),
      ("Kiosk,,24.94", "line 2: no latitude and longitude"),
    ])
  func unusable(row: String, complaint: String) {
    let records = Self.records(of: "name,lat,lon\n\(row)\nOther,60.17,24.94\n")
    #expect(records.complaints == [complaint])
    #expect(records.names == ["Other"])
  }

  @Test("ignores cells beyond the header")
  func tooManyCells() {
    let records = Self.records(of: "name,lat,lon\nKiosk,60.17,24.94,what,else\n")
    #expect(records.places.map(\.tags) == [[:]])
  }

  @Test("skips a row in Latin-1, and reads the next one")
  func latin1() {
    let bytes = Array("name,lat,lon\nCaf".utf8) + [0xE9] + Array(",60.17,24.94\nKiosk,60.17,24.94\n".utf8)
    let records = CSVReader(beginning: bytes.span).records(of: bytes)
    #expect(records.complaints == ["line 2: not UTF-8; iconv converts other encodings"])
    #expect(records.names == ["Kiosk"])
  }

  @Test(
    "reads a formula as text", arguments: ["=1+1", "@SUM(A1)", "+1", "-1", "=cmd|'/C calc'!A0"])
  func formulas(text: String) {
    #expect(Self.records(of: "name,lat,lon\n\(text),60.17,24.94\n").names == [text])
  }

  @Test("an unclosed quote costs what follows it, and the report names its line")
  func openQuote() {
    let records = Self.records(
      of: "name,lat,lon\nKiosk,60.17,24.94\n\"Other,60.17,24.94\nThird,60.17,24.94\n")
    #expect(records.names == ["Kiosk"])
    #expect(records.complaints == ["line 3: a quote that is never closed"])
  }

  @Test("reports a table without the two columns once")
  func foreign() {
    let records = Self.records(of: "name,street\nKiosk,Kaivokatu\nOther,Kluuvikatu\n")
    #expect(
      records.complaints == [
        "line 1: not a CSV header with lat and lon columns"
      ])
    #expect(records.problemCount == 1)
  }

  @Test("counts all problems, and keeps the first three")
  func manyProblems() {
    let records = Self.records(of: "name,lat,lon\n" + String(repeating: "Kiosk,x,y\n", count: 10))
    #expect(records.problemCount == 10)
    #expect(records.problems.map(\.location) == ["line 2", "line 3", "line 4"])
  }

  @Test(
    "a table that ends in a row with fewer cells than the one before is cut short",
    arguments: ["name,lat,lon\nKiosk,60.17,24.94\nOther,60.18", "lat,lon,name\n1,2,Kiosk\n1,2"])
  func cutShort(text: String) {
    let records = Self.records(of: text)
    #expect(records.names == ["Kiosk"])
    #expect(records.cut?.location == "line 3")
  }

  @Test("a table that ends in a position, with fewer digits than the one before, is doubted")
  func maybeCutShort() {
    let records = Self.records(of: "name,lat,lon\nKiosk,60.17,24.94\nOther,60.18,24.9")
    #expect(records.places.count == 2)
    #expect(records.doubt?.location == "line 3")
    #expect(records.cut == nil)
  }

  @Test(
    "a last row without a line break is a place like others",
    arguments: [
      "name,lat,lon\nKiosk,60.17,24.94\nOther,60.18,24.9\n",
      "name,lat,lon\nKiosk,60.17,24.9\nOther,60.18,24.95",
      "lat,lon,name\n1,2,Kiosk\n1,2,No", "lat,lon,name\n1,2,Kiosk,,x\n1,2,No",
    ])
  func uncut(text: String) {
    let records = Self.records(of: text)
    #expect(records.places.count == 2)
    #expect(records.cut == nil && records.doubt == nil)
  }

  @Test("of several columns of one name the first counts, and name before others that may be one")
  func double() {
    let records = Self.records(of: "Name,lat,lon,name,note,note\nTitle,1,2,Kiosk,a,b\n")
    #expect(records.names == ["Kiosk"])
    #expect(records.places.first?.tags == ["Name": "Title", "note": "a"])
    #expect(records.leftOut == 1)
  }

  @Test("the sizes of the pieces make no difference", arguments: [1, 2, 3, 7, 100])
  func pieces(size: Int) throws {
    let bytes = Array(try Fixtures.data("places/helsinki.csv"))
    let whole = CSVReader(beginning: bytes.span).records(of: bytes)
    #expect(CSVReader(beginning: bytes.span).records(of: bytes, pieceSize: size).places == whole.places)
  }

  private static func records(of text: String) -> PlaceRecords {
    let bytes = Array(text.utf8)
    return CSVReader(beginning: bytes.span).records(of: bytes)
  }
}
