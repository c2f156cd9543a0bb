/// The position that a link to a map shows.
public enum MapLink {
  /// Reads links to openstreetmap.org (`#map=`, `?mlat=`, short ones), short ones of Organic Maps, and those of maps
  /// with `@LAT,LON`, `!3d`, `q=`, `ll=`, `pin=`, `cp=` or `query=`; `nil` if it is not a link.
  ///
  /// - Throws: `NotationError` for a link that shows no position.
  public static func coordinate(parsing text: String) throws(NotationError) -> Coordinate? {
    let lowercased = text.lowercased()
    let hosts = [
      "openstreetmap.org", "osm.org", "www.", "maps.", "google.", "osmand.net", "omaps.app", "bing.com",
    ]
    guard lowercased.contains("://") || hosts.contains(where: lowercased.hasPrefix) else { return nil }
    if let marker = pair(parameter("mlat", in: text), parameter("mlon", in: text)) { return marker }
    // That of Bing's marker is `point.LAT_LON_NAME`.
    if let point = parameter("sp", in: text)?.split(separator: ".", maxSplits: 1).last?.split(separator: "_"),
      point.count >= 2, let found = pair(String(point[0]), String(point[1]))
    {
      return found
    }
    for name in ["q", "query", "ll", "pin", "destination", "daddr", "center", "where1", "cp"] {
      if let value = parameter(name, in: text), let found = pair(in: value) { return found }
    }
    if let code = geCode(of: text), let found = coordinate(ofGeCode: code) { return found }
    // The place that a link of Google's is about, rather than the middle of the map.
    if let latitude = number(after: "!3d", in: text), let longitude = number(after: "!4d", in: text),
      let found = valid(latitude, longitude)
    {
      return found
    }
    if let at = text.firstIndex(of: "@"), let found = pair(in: String(text[text.index(after: at)...])) {
      return found
    }
    if let map = parameter("map", in: text) {
      let parts = map.split(separator: "/")
      if parts.count >= 3, let found = pair(String(parts[1]), String(parts[2])) { return found }
    }
    if let found = pair(parameter("lat", in: text), parameter("lon", in: text) ?? parameter("lng", in: text))
    {
      return found
    }
    if let code = shortCode(of: text), let found = coordinate(ofShortCode: code) { return found }
    throw NotationError(notation: "a link", understood: "to a page", problem: "it holds no position")
  }

  /// The middle of the map at which a coordinate is marked.
  public static func openStreetMap(_ coordinate: Coordinate) -> String {
    let latitude = DecimalText.fixed(coordinate.latitude, decimals: 5)
    let longitude = DecimalText.fixed(coordinate.longitude, decimals: 5)
    return
      "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=17/\(latitude)/\(longitude)"
  }

  /// The value of `name=` after `?`, `&` or `#`.
  static func parameter(_ name: String, in text: String) -> String? {
    for part in text.split(whereSeparator: { "?&#".contains($0) }).dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2, pair[0] == name {
        return String(pair[1]).replacing("%2C", with: ",").replacing("%2c", with: ",").replacing(
          "%7E", with: "~"
        ).replacing(
          "+", with: ""
        )
        .replacing("%20", with: "").replacing("loc:", with: "")
      }
    }
    return nil
  }

  private static func pair(_ latitude: String?, _ longitude: String?) -> Coordinate? {
    guard let latitude = latitude.flatMap({ Double.decimal($0) }),
      let longitude = longitude.flatMap({ Double.decimal($0) })
    else { return nil }
    return valid(latitude, longitude)
  }

  private static func valid(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  /// `60.17,24.94` or `60.17~24.94`, and anything after it following a comma.
  private static func pair(in text: String) -> Coordinate? {
    // Bing writes a tilde.
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "~" }
    guard parts.count >= 2 else { return nil }
    let second = parts[1].prefix { $0.isDigit || "+-.".contains($0) }
    return pair(String(parts[0]), String(second))
  }

  private static func number(after mark: String, in text: String) -> Double? {
    guard let range = text.firstRange(of: mark) else { return nil }
    return Double.decimal(text[range.upperBound...].prefix { $0.isDigit || $0 == "." || $0 == "-" })
  }

  // MARK: - Short links of Organic Maps

  private static let geSigns = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  /// The code in `om://CODE/NAME`, `ge0://CODE/NAME` or `https://omaps.app/CODE/NAME`.
  private static func geCode(of link: String) -> String? {
    let marks = ["om://", "ge0://", "omaps.app/", "ge0.me/"]
    guard let start = marks.lazy.compactMap({ link.firstRange(of: $0) }).first?.upperBound else { return nil }
    let code = link[start...].prefix { $0 != "/" && $0 != "?" }
    return (8...10).contains(code.count) ? String(code) : nil
  }

  /// After the zoom, each sign is three bits of the latitude and of the longitude in turn (`ge0/parser.cpp` of Organic
  /// Maps).
  private static func coordinate(ofGeCode code: String) -> Coordinate? {
    var (latitude, longitude) = (0, 0)
    var shift = 27
    for sign in code.dropFirst() {
      guard let value = geSigns.firstIndex(of: sign) else { return nil }
      func bits(_ first: Int) -> Int {
        [first, first - 2, first - 4].reduce(0) { $0 << 1 | value >> $1 & 1 }
      }
      latitude |= bits(5) << shift
      longitude |= bits(4) << shift
      shift -= 3
    }
    let middle = 1 << (shift + 2)
    let most = Double(1 << 30)
    return valid(
      Double(latitude + middle) / (most - 1) * 180 - 90, Double(longitude + middle) / most * 360 - 180)
  }

  // MARK: - Short links of openstreetmap.org

  private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~")

  private static func shortCode(of link: String) -> String? {
    guard let range = link.firstRange(of: "/go/") else { return nil }
    let code = link[range.upperBound...].prefix { $0 != "?" && $0 != "#" && $0 != "/" }
    return code.isEmpty ? nil : String(code)
  }

  /// Each sign is six bits, of longitude and latitude in turn (the wiki's page "Shortlink").
  private static func coordinate(ofShortCode code: String) -> Coordinate? {
    var (x, y) = (UInt64(0), UInt64(0))
    var bits = 0
    for sign in code where sign != "-" && sign != "=" {
      guard let value = signs.firstIndex(of: sign == "@" ? "~" : sign), bits < 30 else { return nil }
      for shift in stride(from: 5, to: 0, by: -2) {
        x = x << 1 | UInt64(value >> shift & 1)
        y = y << 1 | UInt64(value >> (shift - 1) & 1)
      }
      bits += 3
    }
    guard bits > 0 else { return nil }
    let cells = Double(UInt64(1) << UInt64(bits))
    return valid((Double(y) + 0.5) / cells * 180 - 90, (Double(x) + 0.5) / cells * 360 - 180)
  }
}
