import Geography
import Nearby
import Places
import Positioning

/// Where a position is: in words, and in notations.
public struct WhereaboutsReport: Sendable {
  private let whereabouts: Whereabouts
  private let provider: String
  private let language: NameLanguage
  /// The next junction; `nil` if there is none near, or nobody asks.
  public var junction: Junction?
  /// Whether junctions are not known as there are too many streets.
  public var lacksJunctions = false
  /// What was typed to name the position, where another spelling was searched.
  public var corrections: [SearchTypo] = []

  /// Metres from a street's line within which one is on it.
  private static let widthOfStreet = 15.0
  /// Metres to an address on another street from which on the distance is said.
  private static let surprise = 20.0
  /// Metres per second from which a course is one.
  private static let walk = 0.8
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
    var outer = outerNames
    // Who is in a village or 2 km west of it, needs its name once.
    if isBySettlement { outer.removeAll { $0 == settlementName } }
    if outer.isEmpty, !isBySettlement, let settlement = beside(settlement: wording) {
      outer.append(settlement)
    }
    let known = [start(wording)].compactMap(\.self) + outer
    return known.isEmpty ? nil : TerminalText.harmless(known.joined(separator: ", "))
  }

  /// What more helps to recognize it: `on Städtle · 13 m from Marc Cain (clothes)`; `nil` if nothing is known.
  public func detail(_ wording: Wording) -> String? {
    var parts: [String] = []
    if let address = whereabouts.address, let street = whereabouts.street {
      parts.append(beside(street, wording))
      // The first line names another street, which may surprise.
      if address.thing.street != street.thing.title, address.distance.metres > Self.surprise {
        parts += [start(wording).map { Self.away(address.distance, from: $0, wording) }].compactMap(\.self)
      }
    }
    if whereabouts.hasGazetteer, let course {
      parts.append(wording(.heading, ["direction": wording.point(course)]))
    }
    parts += whereabouts.inside.prefix(Self.mostInside).map {
      wording(.inPlace, ["place": Self.title(of: $0.place.named(in: language), wording)])
    }
    if let landmark = whereabouts.landmark {
      parts.append(
        Self.away(
          landmark.distance, from: Self.title(of: landmark.place.named(in: language), wording), wording))
    }
    return parts.isEmpty ? nil : TerminalText.harmless(parts.joined(separator: " \(wording.separator) "))
  }

  /// The direction of travel; `nil` if it is unknown, or if the user stands.
  private var course: Bearing? {
    whereabouts.location.speed ?? 0 >= Self.walk ? whereabouts.location.course : nil
  }

  /// The names that meet at the next junction, its distance and its direction, for a traveller by their course; `nil` if
  /// none is known.
  public func nextJunction(_ wording: Wording) -> String? {
    guard let junction else { return nil }
    let location = whereabouts.location
    let away = WGS84.inverse(from: location.coordinate, to: junction.coordinate)
    let direction =
      RelativeDirection(of: away.bearing, onCourse: course).map { wording.turn($0) }
      ?? away.bearing.map(wording.point)
    let names = junction.names.joined(separator: ", ")
    return TerminalText.harmless(
      [wording(.junction, ["arms": names]), wording.length(away.distance), direction]
        .compactMap(\.self).joined(separator: ", "))
  }

  /// What cannot be said, and why: `accurate to 300 m: street not known`.
  public func doubt(_ wording: Wording) -> String? {
    guard whereabouts.hasGazetteer, let accuracy = whereabouts.location.accuracy,
      whereabouts.isTooInaccurateForAddress
    else { return nil }
    return wording(
      whereabouts.isTooInaccurateForStreet ? .streetUnknown : .addressUnknown,
      ["distance": wording.length(Distance(metres: accuracy))])
  }

  /// What brings words where there are few; `nil` if streets and areas are known.
  public func advice(_ wording: Wording) -> String? {
    whereabouts.hasGazetteer ? nil : Self.advice(around: whereabouts.location, wording)
  }

  /// What brings streets, addresses and areas around a position.
  public static func advice(around location: Location, _ wording: Wording) -> String {
    wording(.noStreets, ["command": fetchCommand(around: location)])
  }

  /// The command that brings places, streets, addresses and areas around a position.
  public static func fetchCommand(around location: Location) -> String {
    "poi prefetch --around \(location.degrees.replacing(" ", with: "")) --radius 5km"
  }

  /// All lines of words; empty if nothing is known.
  public func text(_ wording: Wording) -> String {
    [
      words(wording), detail(wording), nextJunction(wording), doubt(wording),
      whereabouts.lacksAreas ? wording(.fewAreas) : nil, lacksJunctions ? wording(.manyStreets) : nil,
    ].compactMap { $0.map { $0 + "\n" } }.joined()
  }

  private func start(_ wording: Wording) -> String? {
    if let address = whereabouts.address?.thing {
      if address.isInterpolated {
        return wording(.aboutNumber, ["number": address.housenumber])
          + (address.street.map { ", \($0)" } ?? "")
      }
      return Address.line(street: address.street, number: address.housenumber)
    }
    if let street = whereabouts.street {
      return street.distance.metres <= Self.widthOfStreet ? street.thing.title : beside(street, wording)
    }
    return beside(settlement: wording)
  }

  /// Whether nothing nearer than a settlement is known to begin with.
  private var isBySettlement: Bool { whereabouts.address == nil && whereabouts.street == nil }

  private var settlementName: String? { whereabouts.settlement?.place.named(in: language).name }

  private func beside(settlement wording: Wording) -> String? {
    guard let settlement = whereabouts.settlement, let name = settlementName else { return nil }
    let away = WGS84.inverse(from: settlement.place.coordinate, to: whereabouts.location.coordinate)
    guard !Self.isHere(settlement.distance, wording), let bearing = away.bearing else {
      return wording(.inPlace, ["place": name])
    }
    return wording(
      wording.isSpoken ? .ofPlaceAloud : .ofPlace,
      ["distance": wording.length(settlement.distance), "direction": wording.point(bearing), "place": name])
  }

  private func beside(_ street: Surroundings.Near<Street>, _ wording: Wording) -> String {
    street.distance.metres <= Self.widthOfStreet
      ? wording(.onStreet, ["street": street.thing.title])
      : Self.away(street.distance, from: street.thing.title, wording)
  }

  /// `13 m from Marc Cain`.
  private static func away(_ distance: Distance, from name: String, _ wording: Wording) -> String {
    isHere(distance, wording)
      ? wording(.at, ["place": name])
      : wording(.fromPlace, ["distance": wording.length(distance), "place": name])
  }

  /// Whether a distance is none, as far as it is said.
  private static func isHere(_ distance: Distance, _ wording: Wording) -> Bool {
    wording.units.wording(of: distance) == wording.units.wording(of: .zero)
  }

  /// The names of the areas from small to large, each once, with the town among them: that of the address where it is
  /// another than the municipality, and where no municipality is known, the one that the position belongs to.
  private var outerNames: [String] {
    let areas = whereabouts.areas
    var names = areas.map { $0.name(in: language) }
    if let town, area(named: town) == nil {
      if let municipality = whereabouts.municipality, let index = areas.firstIndex(of: municipality) {
        names[index] = "\(town) (\(names[index]))"
      } else {
        // After its own parts.
        names.insert(town, at: areas.firstIndex { $0.level < Self.levelsOfParts.lowerBound } ?? areas.count)
      }
    }
    var known: [String] = []
    for name in names where !name.isEmpty && !known.contains(name) { known.append(name) }
    return known
  }

  /// What parts of a municipality are.
  private static let levelsOfParts = 9...11

  /// The town of the address, or else the one that the position belongs to where no municipality is known.
  private var town: String? {
    if let town = whereabouts.address?.thing.town { return town }
    // Where the words begin with a settlement, it is no news.
    if case .place = whereabouts.town, whereabouts.address == nil, whereabouts.street == nil { return nil }
    return whereabouts.town?.name(in: language)
  }

  /// The town or village that the position belongs to, as people there say.
  private var locality: String? {
    let municipality = whereabouts.municipality
    guard let town else {
      return municipality?.name(in: language) ?? whereabouts.town?.name(in: language)
    }
    return area(named: town)?.name(in: language) ?? town
  }

  /// The area around the position that has a name, in any language, in its own with another spelling.
  private func area(named name: String) -> AdministrativeArea? {
    let areas = whereabouts.areas
    // Mostly it is spelled the same.
    let same = areas.first { $0.names["name"] == name } ?? areas.first { $0.names.values.contains(name) }
    if let same { return same }
    let words = NameWords.asked(name)
    return areas.first { $0.names["name"].map(NameWords.asked) == words }
  }

  private static func title(of place: PointOfInterest, _ wording: Wording) -> String {
    let kind = place.label.map(wording.phrases.kind)
    return place.name.map { name in kind.map { "\(name) (\($0))" } ?? name } ?? place.heading(as: kind) ?? ""
  }

  // MARK: - JSON

  /// One JSON document; SI units, and what is unknown is absent.
  ///
  /// - Parameter shown: the wording in which to say, beside it, what people read; `nil` to leave that out.
  public func json(_ wording: Wording, shownIn shown: Wording? = nil) -> String {
    let texts = shown.map {
      JSONValue.known([
        "words": words($0).map(JSONValue.string), "detail": detail($0).map(JSONValue.string),
        "junction": nextJunction($0).map(JSONValue.string),
      ])
    }
    return jsonValue(wording).adding(.known(["shown": texts])).indented + "\n"
  }

  /// The same on one line.
  public func jsonLine(_ wording: Wording) -> String { jsonValue(wording).line + "\n" }

  private func jsonValue(_ wording: Wording) -> JSONValue {
    let location = whereabouts.location
    return JSONValue.known([
      "schema": .integer(1),
      "position": location.jsonValue(provider: provider), "corrected": .corrected(corrections),
    ]).adding(jsonOfWords(wording)).adding(
      .known(["junction": junction.map { $0.json(from: location.coordinate) }])
    ).adding([
      "notations": .dictionary(
        PositionNotation.allCases.map { notation in
          (notation.rawValue, notation.text(of: location.coordinate, accuracy: location.accuracy))
        })
    ])
  }

  /// What is known of the position beside itself.
  func jsonOfWords(_ wording: Wording) -> JSONValue {
    .known([
      "words": words(wording.inEnglish).map(JSONValue.string),
      "locality": locality.map(JSONValue.string),
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
      "areas_incomplete": whereabouts.lacksAreas ? .boolean(true) : nil,
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
