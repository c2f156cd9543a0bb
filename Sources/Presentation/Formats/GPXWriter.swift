import FoundationEssentials
import Geography
import Input
import Places
import Positioning

/// GPX 1.1: a waypoint per place, for receivers and map programs.
///
/// A place's own proximity goes into Garmin's extension, and its id into one of poi's own.
public struct GPXWriter: PlaceWriter {
  public let header: String
  public let footer = "</gpx>\n"

  /// - Parameter attribution: the attribution that the licence requires.
  public init(attribution: String? = nil) {
    let metadata = attribution.map { "<metadata><copyright author=\"\($0.xml)\"/></metadata>\n" } ?? ""
    header = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="poi" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3" \
      xmlns:poi="urn:uuid:2698d2f7-4bff-4b7f-a7df-0578d4d21caf">
      \(metadata)
      """
  }

  public func text(of place: ShownPlace) -> String {
    let coordinate = place.coordinate
    let caveat = place.caveat
    let place = place.place
    let category = place.mainCategory
    // The order is the schema's.
    let elements = [
      element("ele", place.tags["ele"].flatMap(Self.decimal)),
      element("time", place.tags["time"].flatMap { Timestamp.date(parsing: $0) }.map(Timestamp.text)),
      element("name", place.title),
      element("cmt", place.tags["cmt"]),
      element(
        "desc",
        [place.tags["desc"] ?? place.summary, caveat.map { "(\($0))" }].compactMap(\.self).joined(
          separator: " ")),
      element("src", place.tags["src"]),
      link(to: place.tags["website"] ?? place.tags["contact:website"] ?? place.tags["url"]),
      // Without a type, a symbol would be read as one.
      element(
        "sym",
        // Nor may the symbol for drinking water vouch for a doubtful spring.
        caveat != nil
          ? nil
          : category.map { category in
            // The tag's word only if it does not promise something that is not there.
            let word = Category.primaryWord(of: place.tags).flatMap { place.isTruly($0) ? $0 : nil }
            return place.tags["sym"] ?? GarminSymbol.name(of: [category, word])
          }),
      element("type", category),
      extensions(of: place),
    ]
    let latitude = coordinate.latitude.decimal
    // The schema's longitudes end before 180°.
    let longitude = (coordinate.longitude == 180 ? -180 : coordinate.longitude).decimal
    return "<wpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(elements.joined())</wpt>\n"
  }

  private func element(_ name: String, _ text: String?) -> String {
    guard let text, !text.isEmpty else { return "" }
    return "<\(name)>\(text.xml)</\(name)>"
  }

  private func link(to address: String?) -> String {
    guard let address, let url = URL(string: address), url.scheme == "http" || url.scheme == "https"
    else { return "" }
    return "<link href=\"\(url.absoluteString.xml)\"/>"
  }

  private func extensions(of place: PointOfInterest) -> String {
    let proximity = place.proximity.map {
      "<gpxx:WaypointExtension><gpxx:Proximity>\($0.metres.decimal)</gpxx:Proximity></gpxx:WaypointExtension>"
    }
    return "<extensions>\(proximity ?? "")<poi:PlaceID>\(place.id.xml)</poi:PlaceID></extensions>"
  }

  /// The text, if it is a decimal number of XML Schema.
  private static func decimal(_ text: String) -> String? {
    text.allSatisfy { "0123456789.-".contains($0) } && Double(text) != nil ? text : nil
  }
}

extension String {
  /// The text, escaped for an element or an attribute of XML 1.0.
  fileprivate var xml: String {
    var result = ""
    for scalar in withoutControls.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension PointOfInterest {
  /// A line for the screen of a receiver: what it is, its address, when it is open, its telephone.
  fileprivate var summary: String {
    let street = tags["addr:street"].map { street in
      tags["addr:housenumber"].map { "\(street) \($0)" } ?? street
    }
    let parts = [
      label, street, tags["opening_hours"],
      tags["phone"] ?? tags["contact:phone"],
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
