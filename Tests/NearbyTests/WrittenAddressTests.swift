import Geography
import PlaceFiles
import PlaceStore
import Places
import TestSupport
import Testing

@testable import Nearby

/// Addresses as people write them, in a real extract.
@Suite struct WrittenAddressTests {
  private let store: TemporaryStore
  private let finder: PositionByName

  init() throws {
    store = try TemporaryStore()
    var file = PlaceFile(path: Fixtures.path("places/kamppi.osm.pbf"))
    file.gazetteer = Set(GazetteerPart.allCases)
    _ = try PlaceImporter(storePath: store.path).importPlaces(of: .extract(named: "kamppi"), from: file)
    finder = PositionByName(try store.open())
  }

  @Test("are found within 60 m of the house")
  func found() async throws {
    var count = 0
    let rows = String(decoding: try Fixtures.data("positions/addresses.tsv"), as: UTF8.self).split(
      separator: "\n")
    for row in rows where !row.hasPrefix("#") {
      let fields = row.split(separator: "\t").map(String.init)
      let expected = try Coordinate(
        latitude: #require(Double(fields[1])), longitude: #require(Double(fields[2])))
      let spots = try await finder.spots(called: fields[0])
      #expect(spots.count == 1 && spots[0].otherNumber == nil, "\(fields[0]): \(spots)")
      let least = spots.map { WGS84.inverse(from: $0.coordinate, to: expected).distance.metres }.min()
      #expect(least ?? .infinity <= 60, "\(fields[0])")
      count += 1
    }
    #expect(count == 30)
  }

  @Test(
    "of a number that is missing, the nearest is taken and said, even if it is as long as a postcode",
    arguments: [("Yrjönkatu 999, Helsinki", "999"), ("9999 Yrjönkatu", "9999"), ("Yrjönkatu 12345", "12345")])
  func missing(text: String, asked: String) async throws {
    let spots = try await finder.spots(called: text)
    #expect(spots.count == 1)
    let other = try #require(spots.first?.otherNumber)
    #expect(other.asked == asked && other.street == "Yrjönkatu" && other.position == .highest)
    #expect(try await finder.spots(called: text, exactly: true).isEmpty)
  }

  @Test(
    "of two streets, where they meet",
    arguments: [
      "Yrjönkatu & Kalevankatu", "kalevankatu ja yrjönkatu, Helsinki", "Kalevankatu/Yrjönkatu",
      "corner of Kalevankatu and Yrjönkatu", "Kalevankatu, Ecke Yrjönkatu",
    ])
  func crossing(text: String) async throws {
    let spots = try await finder.spots(called: text)
    let spot = try #require(spots.first)
    // The only node that the ways of both have in the extract.
    let node = Coordinate(latitude: 60.1677303, longitude: 24.9392085)
    #expect(spots.count == 1 && WGS84.inverse(from: spot.coordinate, to: node).distance.metres < 1, "\(spot)")
    #expect(spot.ignored == [])
  }

  @Test("two streets that do not meet are no place", arguments: ["Bulevardi & Kaivokatu", "Yrjönkatu and"])
  func noCrossing(text: String) async throws {
    #expect(try await finder.spots(called: text).filter { $0.name.contains("&") }.isEmpty)
  }

  @Test("a postcode beside a street is none", arguments: ["00100 Yrjönkatu", "Yrjönkatu, 00120 Helsinki"])
  func postcode(text: String) async throws {
    let spots = try await finder.spots(called: text)
    #expect(spots.count == 1 && spots.first?.otherNumber == nil)
  }

  @Test(
    "a country that poi does not know and the name of a house are left out, and said",
    arguments: [
      "Yrjönkatu 22, Helsinki, Finland": ["Finland"],
      "Yrjönkatu 22, Helsinki, Uusimaa 00120, Finland": ["Uusimaa", "Finland"],
      "Villa Rosa, Yrjönkatu 22, Helsinki": ["Villa Rosa"],
      "c/o Virtanen, Yrjönkatu 22": [],
    ])
  func ignored(text: String, words: [String]) async throws {
    let spots = try await finder.spots(called: text)
    #expect(spots.count == 1 && spots.first?.otherNumber == nil)
    #expect(spots.first?.ignored == words)
  }

  @Test(
    "a letter behind a number, or before the street, is a part of it",
    arguments: [
      "Yrjönkatu 29 C": "29 C", "29 C Yrjönkatu, Helsinki": "29 C", "46 A Aleksanterinkatu": "46 A",
    ])
  func letters(text: String, number: String) async throws {
    let spots = try await finder.spots(called: text)
    #expect(spots.count == 1 && spots.first?.otherNumber == nil)
    #expect(spots.first?.name.contains(" \(number),") == true, "\(spots)")
  }

  @Test(
    "a number before the street is that of the house, and what stands behind it a flat",
    arguments: [
      "14-20 Mannerheimintie A 12": "14-20", "14–20 Mannerheimintie B12, Helsinki": "14-20",
      "22 Yrjönkatu A 26": "22", "22 Yrjönkatu C 12, 00120 Helsinki": "22", "22 Yrjönkatu Apt 26": "22",
    ])
  func flats(text: String, number: String) async throws {
    let spots = try await finder.spots(called: text)
    #expect(spots.count == 1 && spots.first?.otherNumber == nil && spots.first?.ignored == [])
    #expect(spots.first?.name.contains(" \(number),") == true, "\(spots)")
    let missing = try await finder.spots(called: "70-74 Yrjönkatu A 26")
    #expect(missing.first?.otherNumber?.asked == "70-74", "\(missing)")
  }

  @Test(
    "of a number with more to it, the known part is taken and said",
    arguments: [
      "Yrjönkatu 22/5", "Yrjönkatu 22/5, Helsinki", "Yrjönkatu 22bis", "Yrjönkatu 22 N", "22 M Yrjönkatu",
    ])
  func more(text: String) async throws {
    let spots = try await finder.spots(called: text)
    #expect(spots.count == 1)
    #expect(spots.first?.otherNumber?.found == "22", "\(spots)")
  }

  @Test("another town is never left out", arguments: ["Yrjönkatu 22, Tampere", "Yrjönkatu, Tampere"])
  func elsewhere(text: String) async throws {
    #expect(try await finder.spots(called: text).isEmpty)
  }
}

/// Addresses in countries where people write words that their streets' names lack, or the town first.
@Suite struct ForeignAddressTests {
  private let finder: PositionByName
  private let directory: TemporaryDirectory

  init() throws {
    var text = OSMText()
    let streets = [
      ("Długa", "80-831", "Gdańsk"), ("3 Maja", "80-831", "Gdańsk"),
      ("Plac Solidarności", "80-831", "Gdańsk"),
      ("Aleja Grunwaldzka", "80-831", "Gdańsk"), ("Długa", "81-700", "Sopot"), ("Dlouhá", "110 00", "Praha"),
      ("Fő utca", "1010", "Budapest"),
    ]
    for (index, (street, postcode, city)) in streets.enumerated() {
      let north = Double(index) * 30_000
      text.add(node: index, (0, north), ["place": "city", "name": city])
      text.add(way: index, [(0, north), (300, north)], ["highway": "residential", "name": street])
      for number in 1...9 {
        text.add(
          node: 10 * (index + 1) + number, (Double(number) * 30, north + 10),
          [
            "addr:street": street, "addr:housenumber": "\(number)", "addr:postcode": postcode,
            "addr:city": city,
          ])
      }
    }
    // So far from the middle of the town that nothing else tells its other name.
    text.add(node: 100, (0, 15_000), ["place": "city", "name": "Zürich", "name:it": "Zurigo"])
    text.add(
      node: 101, (12_000, 15_000),
      ["addr:street": "Seestrasse", "addr:housenumber": "7", "addr:city": "Zürich"])
    directory = try TemporaryDirectory()
    let path = directory.path(of: "places.sqlite")
    var file = PlaceFile(path: try directory.write(text.text, as: "streets.osm"))
    file.gazetteer = Set(GazetteerPart.allCases)
    _ = try PlaceImporter(storePath: path).importPlaces(of: .extract(named: "streets"), from: file)
    finder = PositionByName(try PlaceStore(path: path))
  }

  @Test(
    "are found",
    arguments: [
      "ul. Długa 5, Sopot": "Długa 5, 81-700 Sopot", "ul Dluga 5 Sopot": "Długa 5, 81-700 Sopot",
      "ulica Długa 5, 80-831 Gdańsk": "Długa 5, 80-831 Gdańsk",
      "81-700 Sopot, ul. Długa 5": "Długa 5, 81-700 Sopot", "Sopot Długa 5": "Długa 5, 81-700 Sopot",
      "ul. Długa 5 m. 3, Sopot": "Długa 5, 81-700 Sopot", "ul. Długa, Sopot": "Długa",
      "ul. 3 Maja 5": "3 Maja 5, 80-831 Gdańsk", "al. Grunwaldzka 7": "Aleja Grunwaldzka 7, 80-831 Gdańsk",
      "pl. Solidarności 2, Gdańsk": "Plac Solidarności 2, 80-831 Gdańsk",
      "ul. Dlouhá 4, Praha": "Dlouhá 4, 110 00 Praha", "1010 Budapest, Fő utca 3": "Fő utca 3, 1010 Budapest",
      "Budapest, Fő utca 3.": "Fő utca 3, 1010 Budapest", "Seestrasse 7, Zurigo": "Seestrasse 7, Zürich",
    ])
  func found(text: String, name: String) async throws {
    let spots = try await finder.spots(called: text)
    #expect(spots.map(\.name) == [name] && spots.first?.otherNumber == nil, "\(spots)")
  }
}

@Suite struct CommonCrossingTests {
  @Test("a crossing in a town is found, however many others have its streets' names")
  func manyOfOneName() async throws {
    var text = OSMText()
    // The last is far from the others.
    for index in 0...600 {
      let (east, north) = (Double(index % 30) * 300, index == 600 ? 60_000 : Double(index / 30) * 300)
      for (other, name) in ["Hauptstraße", "Bahnhofstraße"].enumerated() {
        let end = (east + Double(other) * 50, north + Double(1 - other) * 50)
        text.add(way: 2 * index + other, [(east, north), end], ["highway": "residential", "name": name])
      }
    }
    text.add(node: 1_000_000, (0, 60_500), ["place": "village", "name": "Gallin"])
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "places.sqlite")
    var file = PlaceFile(path: try directory.write(text.text, as: "streets.osm"))
    file.gazetteer = Set(GazetteerPart.allCases)
    _ = try PlaceImporter(storePath: path).importPlaces(of: .extract(named: "streets"), from: file)
    let spots = try await PositionByName(PlaceStore(path: path)).spots(
      called: "Hauptstraße & Bahnhofstraße, Gallin")
    let spot = try #require(spots.first)
    let corner = Terrain().coordinate(east: 0, north: 60_000)
    #expect(spots.count == 1 && WGS84.inverse(from: spot.coordinate, to: corner).distance.metres < 1)
  }
}

@Suite struct PartOfNameTests {
  @Test(
    "a part of a name means a settlement before a street, but no more than whole words do",
    arguments: [
      "l'Aldosa": "l’Aldosa de la Massana", "l'Aldosa, la Massana": "l’Aldosa de la Massana",
      "Kirch": "Kirchstraße",
    ])
  func settlementFirst(text: String, name: String) async throws {
    var map = OSMText()
    map.add(node: 1, (0, 0), ["place": "hamlet", "name": "l’Aldosa de la Massana"])
    map.add(node: 2, (5000, 0), ["place": "village", "name": "Kirchdorf"])
    for (number, street) in ["Carretera de l’Aldosa", "Kirchstraße"].enumerated() {
      let north = 500 + Double(number) * 500
      map.add(way: number, [(0, north), (300, north)], ["highway": "residential", "name": street])
    }
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "places.sqlite")
    var file = PlaceFile(path: try directory.write(map.text, as: "parts.osm"))
    file.gazetteer = Set(GazetteerPart.allCases)
    _ = try PlaceImporter(storePath: path).importPlaces(of: .extract(named: "parts"), from: file)
    let spots = try await PositionByName(PlaceStore(path: path)).spots(called: text)
    #expect(spots.map(\.name) == [name])
  }
}
