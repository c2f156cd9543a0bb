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

  @Test("a postcode beside a street is none", arguments: ["00100 Yrjönkatu", "Yrjönkatu, 00120 Helsinki"])
  func postcode(text: String) async throws {
    let spots = try await finder.spots(called: text)
    #expect(spots.count == 1 && spots.first?.otherNumber == nil)
  }

  @Test(
    "a country that poi does not know and the name of a house are left out, and said",
    arguments: [
      "Yrjönkatu 22, Helsinki, Finland": ["Finland"],
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
