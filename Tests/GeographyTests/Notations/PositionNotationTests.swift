import Geography
import Testing

@Suite struct PositionNotationTests {
  private static let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)

  @Test(
    "reads a position in the notations that people use",
    arguments: [
      "48°51'23.76\"N 2°21'7.92\"E", "48° 51′ 23.76″ N, 2° 21′ 7.92″ E", "N 48 51 23.76 E 2 21 7.92",
      "48:51:23.76N, 2:21:7.92E", "485123.76N 0022107.92E", "48d51m23.76sN 2d21m7.92sE",
      "48 51.396 N 2 21.132 E",
      "N48°51.396' E002°21.132'", "48°51'23.76'' 2°21'7.92''", "2°21'7.92\"E 48°51'23.76\"N",
      "2.3522E,48.8566N",
      "+48°51'23.76\", +2°21'7.92\"",
      "48,8566 2,3522", "48,8566; 2,3522", "(48.8566, 2.3522)", "@48.8566,2.3522", "31U 452483 5411718",
      "31 north 452483 5411718", "31n 452483mE 5411718mN", "UTM 31U 452483 5411718", "31U DQ 52483 11718",
      "31UDQ5248311718", "MGRS: 31u dq 52483 11718", "8FW4V942+JVQ", "V942+JVQ 48.9,2.4",
      "https://www.openstreetmap.org/?mlat=48.8566&mlon=2.3522#map=17/1/2",
      "https://www.openstreetmap.org/#map=17/48.8566/2.3522",
      "openstreetmap.org/#map=17/48.8566/2.3522&layers=C",
      "https://www.google.com/maps/@48.8566,2.3522,17z", "https://maps.google.com/?q=48.8566,2.3522",
      "https://www.google.com/maps/place/X/@1,2,17z/data=!3d48.8566!4d2.3522", "geo:48.8566,2.3522",
    ])
  func reads(text: String) throws {
    let position = try TypedPosition(parsing: text)
    #expect(WGS84.inverse(from: position.coordinate, to: Self.paris).distance.metres < 5, "\(position)")
  }

  @Test(
    "a position on the border of Maidenhead cells is in the one to the north and east",
    arguments: [
      (60.5, 5.5, "JP20sm00"), (60.025, 24.95, "KP20la46"), (-0.1, -0.1, "II99wv86"), (90, 180, "RR99xx99"),
      (-90, -180, "AA00aa00"),
    ])
  func maidenheadBorders(latitude: Double, longitude: Double, locator: String) {
    #expect(MaidenheadLocator(Coordinate(latitude: latitude, longitude: longitude)).description == locator)
  }

  @Test(
    "reads links of OsmAnd, Organic Maps and Bing",
    arguments: [
      ("https://osmand.net/map?pin=48.8566,2.3522#17/1/2", 48.8566, 2.3522),
      ("https://osmand.net/go?lat=48.8566&lon=2.3522&z=17", 48.8566, 2.3522),
      ("om://map?v=1&ll=48.8566,2.3522&n=Paris", 48.8566, 2.3522),
      ("om://B4srhdHVVt/Some_Name", 64.5234, 12.1234), ("ge0://B4srhdHVVt/Some_Name", 64.5234, 12.1234),
      ("https://omaps.app/B4srhdHVVt/Some_Name", 64.5234, 12.1234),
      ("https://www.bing.com/maps?cp=48.8566~2.3522&lvl=17", 48.8566, 2.3522),
      ("https://www.bing.com/maps?sp=point.48.8566_2.3522_Paris&cp=1~2", 48.8566, 2.3522),
    ])
  func furtherLinks(link: String, latitude: Double, longitude: Double) throws {
    let coordinate = try TypedPosition(parsing: link).coordinate
    #expect(abs(coordinate.latitude - latitude) < 1e-5 && abs(coordinate.longitude - longitude) < 1e-5)
  }

  @Test(
    "reads a short link of openstreetmap.org",
    arguments: ["https://osm.org/go/0EEQjE--", "osm.org/go/0EEQjE--?m="])
  func shortLink(text: String) throws {
    // The example of the wiki's page about them: Tower Bridge is within the map.
    let position = try TypedPosition(parsing: text)
    #expect(abs(position.coordinate.latitude - 51.51) < 0.01)
    #expect(abs(position.coordinate.longitude - 0.05) < 0.03)
  }

  @Test(
    "a cell stands for its middle, as accurate as half its diagonal",
    arguments: [
      ("JN58", 49.0, 1.0, 92_000.0), ("JN58td", 48.145_833, 11.625, 3900), ("32UPU", 0, 0, 70_711),
      ("32UPU9134", 0, 0, 707.1), ("32UPU9160334780", 0, 0, 0.7071), ("8FWH0000+", 48.5, 11.5, 66_800),
    ] as [(String, Double, Double, Double)])
  func accuracy(text: String, latitude: Double, longitude: Double, metres: Double) throws {
    let accuracy = try #require(try TypedPosition(parsing: text).accuracy)
    #expect(abs(accuracy - metres) < metres * 0.02, "\(accuracy)")
  }

  @Test(
    "refuses a near miss, and says what it understood",
    arguments: [
      ("JN58zd", "read as Maidenhead, locator JN58ZD: sign 5 goes from A to X, and is Z"),
      ("SN58td", "read as Maidenhead, locator SN58TD: sign 1 goes from A to R, and is S"),
      ("JN58t", "read as Maidenhead, locator JN58T: signs come in pairs"),
      (
        "32UIU9160334780",
        "read as MGRS, zone 32, band U, square IU, 9160334780: the columns of zone 32 are J to R"
      ),
      ("32IPU9160334780", "bands are the letters C to X without I and O"),
      ("32UPP9160334780", "that square is not in band U of zone 32"),
      ("61UPU9160334780", "zones go from 1 to 60"),
      ("32UPU916033478", "there must be as many digits for the easting as for the northing, at most 5 each"),
      ("32V 691603 5334780", "that is latitude 48.14, and band V goes from 56 to 64"),
      ("32S 500000 4000000", "S can be the band from 32° N or the southern hemisphere"),
      ("61n 691603 5334780", "zones go from 1 to 60"),
      ("8FWH4HX8+Q0", "its digits are 23456789CFGHJMPQRVWX, not 0"),
      ("8FWA4HX8+QR", "not A"), ("4HX8+QR", "it is short: add a position nearby"),
      (
        "48°61'N 2°21'E",
        "read as degrees, minutes and seconds, 48°61′ N and 2°21′ E: minutes and seconds go up to 60"
      ),
      ("99999999999999999999N 2N", "1e+20° N and 2° N"),
      ("-60.1N,24.9E", "a sign and a hemisphere do not go together"),
      ("N-60.1,24.9E", "a sign and a hemisphere do not go together"),
      ("N60.1N,24.9E", "one is a latitude (N or S), the other a longitude (E or W)"),
      ("48°51'N 2°21'N", "one is a latitude (N or S), the other a longitude (E or W)"),
      ("https://www.openstreetmap.org/about", "it holds no position"),
    ])
  func refuses(text: String, message: String) {
    #expect {
      try TypedPosition(parsing: text)
    } throws: { error in
      guard case .misread(text, _)? = error as? TypedPosition.ParsingError else { return false }
      return "\(error)".contains(message)
    }
  }

  @Test(
    "takes only the digits that it reads, and words with a number for no square beside a pole",
    arguments: [
      "Bar 22", "atm 12", "33U UU ١٢٣٤٥ ٦٧٨٩٠", "33UUU１２３４５６７８９０", "٣٣U 500000 5400000", "33U ٥٠٠٠٠٠ 5400000",
    ])
  func otherDigits(text: String) {
    #expect(throws: TypedPosition.ParsingError.self) { try TypedPosition(parsing: text) }
  }

  @Test("an accuracy beyond all numbers is left out")
  func wildAccuracy() {
    for notation in PositionNotation.allCases {
      #expect(notation.text(of: Self.paris, accuracy: 1e30) == notation.text(of: Self.paris))
    }
  }

  @Test(
    "writes a position in every notation",
    arguments: [
      (.decimal, "48.856600, 2.352200"), (.dms, "48°51′23.8″N 2°21′07.9″E"), (.maidenhead, "JN18eu25"),
      (.mgrs, "31UDQ5248211717"), (.utm, "31n 452483 5411717"), (.pluscode, "8FW4V942+JV"),
      (.geo, "geo:48.856600,2.352200;u=8"),
      (.link, "https://www.openstreetmap.org/?mlat=48.85660&mlon=2.35220#map=17/48.85660/2.35220"),
    ] as [(PositionNotation, String)])
  func writes(notation: PositionNotation, text: String) throws {
    #expect(notation.text(of: Self.paris, accuracy: 8) == text)
    let again = try TypedPosition(parsing: text).coordinate
    #expect(WGS84.inverse(from: again, to: Self.paris).distance.metres < 300)
  }
}
