import Foundation
import Geography
import Places
import TestSupport
import Testing

@testable import Presentation

@Suite struct NMEAWriterTests {
  private func place(
    _ name: String?, _ latitude: Double, _ longitude: Double, category: String? = "marina",
    tags: [String: String] = [:]
  ) -> ShownPlace {
    ShownPlace(
      PointOfInterest(
        id: "x", name: name, category: category,
        coordinate: Coordinate(latitude: latitude, longitude: longitude), tags: tags))
  }

  private func sentences(_ places: ShownPlace...) -> [String] {
    NMEAWriter().document(of: places).split(whereSeparator: \.isNewline).map(String.init)
  }

  private func names(_ places: ShownPlace...) -> [String] {
    NMEAWriter().document(of: places).split(whereSeparator: \.isNewline).compactMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).last?.split(separator: "*").first.map(
        String.init)
    }
  }

  @Test("a waypoint is a WPL sentence with its checksum")
  func sentence() {
    // The checksum is the exclusive or of all between $ and *.
    #expect(sentences(place("A", 49.28617, -123.18107)) == ["$GPWPL,4917.1702,N,12310.8642,W,A*1E"])
  }

  @Test(
    "minutes never reach 60, and degrees have their zeros",
    arguments: [
      (59.9999999, 5.0, "6000.0000,N,00500.0000,E"), (-0.5, -0.25, "0030.0000,S,00015.0000,W"),
      (0, 0, "0000.0000,N,00000.0000,E"), (-1e-9, -1e-9, "0000.0000,N,00000.0000,E"),
      (90, 180, "9000.0000,N,18000.0000,E"),
    ])
  func positions(latitude: Double, longitude: Double, written: String) {
    #expect(sentences(place("A", latitude, longitude))[0].contains(",\(written),A*"))
  }

  @Test(
    "writes names in NMEA's characters",
    arguments: [
      ("Café Ångström", "Cafe Angstrom"), ("Straße, 5*", "Strasse 5"), ("$GPWPL!^~\\", "GPWPL"),
      ("Łódź Đuro Œuvre", "Lodz Duro OEuvre"), ("Ærø", "aero"), ("Dvořák’s", "Dvorak's"),
    ])
  func characters(name: String, written: String) {
    #expect(names(place(name, 1, 2)).map { $0.lowercased() } == [written.lowercased()])
  }

  @Test("replaces a name in another script by a Latin one, or else by the kind")
  func scripts() {
    #expect(names(place("Київ", 1, 2, tags: ["int_name": "Kyiv"])) == ["Kyiv"])
    #expect(names(place("東京 5", 1, 2, tags: ["name:en": "Tokyo 5"])) == ["Tokyo 5"])
    #expect(names(place("Київ 5", 1, 2)) == ["marina"])
    #expect(names(place("Київ", 1, 2, category: nil)) == ["place"])
  }

  @Test("no two waypoints have the same name, and no sentence is longer than the standard allows")
  func unique() {
    let long = String(repeating: "Long name ", count: 30)
    let places = (0..<200).map { place($0 % 2 == 0 ? long : "Same", Double($0) / 10, 2) }
    let lines = NMEAWriter().document(of: places).components(separatedBy: "\r\n").dropLast()
    #expect(lines.count == 200)
    #expect(lines.allSatisfy { $0.utf8.count <= 80 })
    #expect(Set(lines.map { $0.split(separator: ",").last?.split(separator: "*").first ?? "" }).count == 200)
    for line in lines {
      let parts = line.dropFirst().split(separator: "*")
      #expect(parts.count == 2)
      #expect(parts[0].utf8.reduce(0, ^) == UInt8(parts[1], radix: 16))
    }
  }
}
