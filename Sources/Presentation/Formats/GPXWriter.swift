import CivilTime
import FoundationEssentials
import Geography
import Input
import Places

/// GPX 1.1: a waypoint per place, for receivers and map programs.
///
/// A place's own proximity goes into Garmin's extension; into poi's own go its id, the tags that no element has, and which
/// elements were made for receivers and so are no tags.
public struct GPXWriter: PlaceWriter {
  public let header: String
  public let footer = "</gpx>\n"

  /// - Parameter attribution: the attribution that the licence requires.
  public init(attribution: String? = nil) {
    let metadata =
      attribution.map { "<metadata><copyright author=\"\($0.xmlText.xmlEscaped)\"/></metadata>\n" } ?? ""
    header = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="poi" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3" \
      xmlns:poi="urn:uuid:2698d2f7-4bff-4b7f-a7df-0578d4d21caf">
      \(metadata)
      """
  }

  public func text(of place: ShownPlace) -> String {
    let waypoint = Waypoint(place)
    let latitude = place.coordinate.latitude.decimal
    // The schema's longitudes end before 180°.
    let longitude = (place.coordinate.longitude == 180 ? -180 : place.coordinate.longitude).decimal
    let elements = waypoint.elements.map { element in
      element.name == "link"
        ? "<link href=\"\(element.text.xmlEscaped)\"/>"
        : "<\(element.name)>\(element.text.xmlEscaped)</\(element.name)>"
    }
    return "<wpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(elements.joined())\(waypoint.extensions)</wpt>\n"
  }

  /// Whether nothing is lost: shapes and names with control characters are, and tags too long to be read back.
  public func holds(_ shown: ShownPlace, in text: String) -> Bool {
    let place = shown.place
    return place.extent == nil
      && place.id == place.id.withoutControls && !place.id.xmlText.isEmpty
      && [place.name, place.category].allSatisfy { $0.map { $0 == $0.xmlText } ?? true }
      && (text.utf8.count <= InputLimits.line || Waypoint(shown).tags?.utf8.count ?? 0 <= InputLimits.line)
  }
}

/// The parts of a waypoint: what the schema has elements for, and what only poi reads.
private struct Waypoint {
  /// In the schema's order.
  private(set) var elements: [(name: String, text: String)] = []
  /// The tags that no element has as they are, as a JSON object.
  private(set) var tags: String?
  /// The elements that poi makes of other things for receivers.
  private var made: [(name: String, text: String)] = []
  private var heldKeys: Set<String> = []
  private let place: PointOfInterest

  init(_ shown: ShownPlace) {
    place = shown.place
    let tags = place.tags
    let category = place.mainCategory
    add("ele", tags["ele"].flatMap(Self.decimal), ofTag: "ele")
    add(
      "time", tags["time"].flatMap { Timestamp.date(parsing: $0) }.map { Timestamp.text(of: $0) },
      ofTag: "time")
    add("name", place.title, of: place.name)
    add("cmt", tags["cmt"], ofTag: "cmt")
    let description = tags["desc"] ?? tags["description"] ?? place.summary
    add("desc", [description, place.caveat.map { "(\($0))" } ?? ""].joined(separator: " "), ofTag: "desc")
    add("src", tags["src"], ofTag: "src")
    add(
      "link", (tags["website"] ?? tags["contact:website"] ?? tags["url"]).flatMap(Self.address),
      ofTag: "website")
    // Without a type, a symbol would be read as one; and that for drinking water must not vouch for a doubtful spring.
    if place.caveat == nil, let category {
      // The tag's word only if it does not promise something that is not there.
      let words = [category, Category.primaryWord(of: tags).flatMap { place.isTruly($0) ? $0 : nil }]
      let symbol = words.lazy.compactMap { $0.flatMap { symbols[$0] } }.first
      add("sym", tags["sym"] ?? symbol ?? "Waypoint", ofTag: "sym")
    }
    add("type", category, of: place.category)
    self.tags = place.restOfTags(besides: heldKeys)
  }

  /// Adds an element that has a text; one that is a tag as it is stands for that.
  private mutating func add(_ name: String, _ text: String?, ofTag key: String) {
    guard let text = add(name, text) else { return }
    if place.tags[key] == text { heldKeys.insert(key) } else { made.append((name, text)) }
  }

  private mutating func add(_ name: String, _ text: String?, of field: String?) {
    guard let text = add(name, text) else { return }
    if field?.xmlText != text { made.append((name, text)) }
  }

  private mutating func add(_ name: String, _ text: String?) -> String? {
    guard let text = text?.xmlText, !text.isEmpty else { return nil }
    elements.append((name, text))
    return text
  }

  var extensions: String {
    var parts: [String] = []
    if let proximity = place.proximity {
      parts.append(
        "<gpxx:WaypointExtension><gpxx:Proximity>\(proximity.metres.decimal)</gpxx:Proximity></gpxx:WaypointExtension>"
      )
    }
    parts.append("<poi:PlaceID>\(place.id.xmlEscaped)</poi:PlaceID>")
    if !made.isEmpty {
      parts.append("<poi:Made\(made.map { " \($0.name)=\"\($0.text.xmlEscaped)\"" }.joined())/>")
    }
    if let tags { parts.append("<poi:Tags>\(tags.xmlEscaped(keepingQuotes: true))</poi:Tags>") }
    return "<extensions>\(parts.joined())</extensions>"
  }

  /// The text, if it is a decimal number of XML Schema.
  private static func decimal(_ text: String) -> String? {
    text.allSatisfy { "0123456789.-".contains($0) } && Double(text) != nil ? text : nil
  }

  /// The text as a URL, if it is one of the web.
  private static func address(_ text: String) -> String? {
    guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https" else { return nil }
    return url.absoluteString
  }
}

extension String {
  /// The text as XML 1.0 can have it, and as readers of GPX take it.
  fileprivate var xmlText: String { withoutControls.trimmed() }

  /// The text, escaped for an element or an attribute, without what XML 1.0 forbids.
  var xmlEscaped: String { xmlEscaped(keepingQuotes: false) }

  /// - Parameter keepingQuotes: whether it is for an element, in which they may stay.
  fileprivate func xmlEscaped(keepingQuotes: Bool) -> String {
    var result = ""
    for scalar in withoutControls.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where !keepingQuotes: result += "&quot;"
      // A parser makes spaces of them in attributes.
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The pictures that receivers have for waypoints, by the names that Garmin gave them.
private let symbols = WordLines("garmin", of: "tags")

extension PointOfInterest {
  /// A line for the screen of a receiver: what it is, its address, when it is open, its telephone.
  fileprivate var summary: String {
    let street = tags["addr:street"].flatMap { Address.line(street: $0, number: tags["addr:housenumber"]) }
    let parts = [label, street, tags["opening_hours"], tags["phone"] ?? tags["contact:phone"]]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
