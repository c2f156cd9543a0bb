import Foundation
import Geography
import Places
import Presentation
import Testing

@Suite struct OpenModeTests {
  private static func place(_ id: String, latitude: Double = 60.17) -> PointOfInterest {
    PointOfInterest(id: id, coordinate: Coordinate(latitude: latitude, longitude: -24.94))
  }

  @Test("an object of OpenStreetMap has a page", arguments: ["node/123", "way/1", "relation/42"])
  func page(id: String) {
    for mode in [OpenMode.browser, .print] {
      #expect(mode.url(of: Self.place(id))?.absoluteString == "https://www.openstreetmap.org/\(id)")
    }
  }

  @Test(
    "everything else is a marker on the map",
    arguments: ["1", "node", "node/", "node/1/2", "node/1?x", "area/1", "node/-1", "node/١", "../node/1"])
  func marker(id: String) {
    #expect(
      OpenMode.browser.url(of: Self.place(id))?.absoluteString
        == "https://www.openstreetmap.org/?mlat=60.17&mlon=-24.94#map=18/60.17/-24.94")
  }

  @Test(
    "a geo: URI has plain decimals",
    arguments: [(60.17, "60.17"), (0.00001, "0.00001"), (-1e-9, "-0.000000001")])
  func geo(latitude: Double, text: String) {
    #expect(
      OpenMode.geo.url(of: Self.place("node/1", latitude: latitude))?.absoluteString == "geo:\(text),-24.94")
  }
}
