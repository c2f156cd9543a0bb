import Geography
import Input
import Nearby
import Places
import Positioning

/// Where a position is: in words, and in notations.
public struct WhereReport: Sendable {
  private let whereabouts: Whereabouts
  private let provider: String
  private let language: NameLanguage

  /// Metres from a street's line within which one is on it.
  private static let widthOfStreet = 15.0
  /// How many of the places around a position are named.
  private static let mostInside = 2

  /// - Parameters:
  ///   - provider: where the position comes from: `gpsd`, `log`, `fixed`.
  ///   - language: the language of names.
  public init(_ whereabouts: Whereabouts, provider: String, language: NameLanguage) {
    (self.whereabouts, self.provider, self.language) = (whereabouts, provider, language)
  }

  // MARK: - Words

  /// The address, street or settlement, and the areas around it: `Städtle 12, Vaduz, Liechtenstein`; `nil` if nothing
  /// is known.
  public func words(_ wording: Wording) -> String? {
    let parts = [start(wording)] + outerNames
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : TerminalText.harmless(known.joined(separator: ", "))
  }

  /// What more helps to recognize it: `on Städtle · 13 m from Marc Cain (clothes)`; `nil` if nothing is known.
  public func detail(_ wording: Wording) -> String? {
    var parts: [String] = []
    if whereabouts.address != nil, let street = whereabouts.street {
      parts.append(beside(street, wording))
    }
    parts += whereabouts.inside.prefix(Self.mostInside).map {
      "in \(Self.title(of: $0.place.named(in: language)))"
    }
    if let landmark = whereabouts.landmark {
      let place = Self.title(of: landmark.place.named(in: language))
      parts.append("\(wording.units.wording(of: landmark.distance)) from \(place)")
    }
    return parts.isEmpty ? nil : TerminalText.harmless(parts.joined(separator: " \(wording.separator) "))
  }

  /// What cannot be said, and why: `accurate to 300 m: street not known`.
  public func doubt(_ wording: Wording) -> String? {
    guard whereabouts.hasGazetteer, let accuracy = whereabouts.location.accuracy,
      whereabouts.isTooInaccurateForAddress
    else { return nil }
    let unknown = whereabouts.isTooInaccurateForStreet ? "street" : "address"
    return "accurate to \(wording.units.wording(of: Distance(metres: accuracy))): \(unknown) not known"
  }

  /// What brings words where there are few; `nil` if streets and areas are known.
  public var advice: String? {
    whereabouts.hasGazetteer ? nil : "no streets, addresses and areas are known here: \(Self.remedy)"
  }

  /// What brings streets, addresses and areas.
  public static let remedy =
    "poi prefetch --around here --radius 5km brings them, or poi import FILE.osm.pbf"

  /// All lines of words; empty if nothing is known.
  public func text(_ wording: Wording) -> String {
    [words(wording), detail(wording), doubt(wording)].compactMap { $0.map { $0 + "\n" } }.joined()
  }

  private func start(_ wording: Wording) -> String? {
    if let address = whereabouts.address?.thing {
      if address.isInterpolated {
        return "about number \(address.housenumber)" + (address.street.map { ", \($0)" } ?? "")
      }
      return [address.street, address.housenumber].compactMap(\.self).joined(separator: " ")
    }
    if let street = whereabouts.street {
      return street.distance.metres <= Self.widthOfStreet ? street.thing.title : beside(street, wording)
    }
    guard let settlement = whereabouts.settlement, let name = settlement.place.named(in: language).name else {
      return nil
    }
    let away = WGS84.inverse(from: settlement.place.coordinate, to: whereabouts.location.coordinate)
    guard settlement.distance > .zero, let bearing = away.bearing else { return "in \(name)" }
    return "\(wording.units.wording(of: settlement.distance)) \(bearing.compassPoint) of \(name)"
  }

  private func beside(_ street: Surroundings.Near<Street>, _ wording: Wording) -> String {
    street.distance.metres <= Self.widthOfStreet
      ? "on \(street.thing.title)"
      : "\(wording.units.wording(of: street.distance)) from \(street.thing.title)"
  }

  /// The names of the areas from small to large, each once; where none is known, the town of the address or else the
  /// settlement.
  private var outerNames: [String] {
    var names: [String] = []
    func add(_ name: String?) {
      if let name, !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    let areas = whereabouts.areas.map { $0.name(in: language) }
    if let city = whereabouts.address?.thing.city, areas.isEmpty { add(city) }
    areas.forEach(add)
    // Where the words begin with the settlement, it is no news.
    if names.isEmpty, whereabouts.address != nil || whereabouts.street != nil {
      add(whereabouts.settlement?.place.named(in: language).name)
    }
    return names
  }

  private static func title(of place: PointOfInterest) -> String {
    [place.name ?? "", place.label.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
  }

  // MARK: - JSON

  /// One JSON document; SI units, and what is unknown is absent.
  public func json(_ wording: Wording) -> String { jsonValue(wording).indented + "\n" }

  /// The same on one line.
  public func jsonLine(_ wording: Wording) -> String { jsonValue(wording).line + "\n" }

  private func jsonValue(_ wording: Wording) -> JSONValue {
    let location = whereabouts.location
    return JSONValue.known([
      "schema": .integer(1),
      "position": location.jsonValue(provider: provider),
    ]).adding(jsonOfWords(wording)).adding([
      "notations": .dictionary(
        PositionNotation.allCases.map { notation in
          (notation.rawValue, notation.text(of: location.coordinate, accuracy: location.accuracy))
        })
    ])
  }

  /// What is known of the position beside itself.
  func jsonOfWords(_ wording: Wording) -> JSONValue {
    .known([
      "words": words(wording).map(JSONValue.string),
      "address": whereabouts.address.map { near in
        .known([
          "housenumber": .string(near.thing.housenumber), "street": near.thing.street.map(JSONValue.string),
          "postcode": near.thing.postcode.map(JSONValue.string),
          "city": near.thing.city.map(JSONValue.string),
          "interpolated": near.thing.isInterpolated ? .boolean(true) : nil,
          "distance": .rounded(near.distance.metres),
        ])
      },
      "street": whereabouts.street.map(\.jsonValue),
      "areas": whereabouts.areas.isEmpty
        ? nil
        : .array(
          whereabouts.areas.map { area in
            .known(["name": .string(area.name(in: language)), "admin_level": .integer(area.level)])
          }),
      "settlement": whereabouts.settlement.map { nearby in
        .known([
          "name": nearby.place.named(in: language).name.map(JSONValue.string),
          "kind": nearby.place.tag("place").map(JSONValue.string),
          "distance": .rounded(nearby.distance.metres), "bearing": nearby.bearing.map { .rounded($0) },
        ])
      },
      "inside": whereabouts.inside.isEmpty
        ? nil : .array(whereabouts.inside.map { ShownPlace($0.named(in: language)).jsonValue }),
      "landmark": whereabouts.landmark.map { ShownPlace($0.named(in: language)).jsonValue },
    ])
  }
}

extension Surroundings.Near<Street> {
  var jsonValue: JSONValue {
    .known([
      "name": .string(thing.title), "ref": thing.ref.map(JSONValue.string),
      "kind": .string(thing.kind.rawValue), "distance": .rounded(distance.metres),
    ])
  }
}
