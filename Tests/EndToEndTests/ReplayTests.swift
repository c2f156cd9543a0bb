import TestSupport
import Testing

/// The main job on recorded logs, as README shows it.
@Suite(.timeLimit(.minutes(5))) struct ReplayTests {
  private let app = PoiApp()
  private let places = Fixtures.path("places/helsinki.geojson")

  @Test(
    "every format of the same walk starts at the same places",
    arguments: ["walk.nmea", "walk.json", "walk.gpx"])
  func formats(log: String) async throws {
    let outcome = try await app.nearby(
      "--source", places, "--gps-log", Fixtures.path("gps/\(log)"), "--format", "plain", "--limit", "2")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.output == """
        22.7\tNE\tVR:n 100-vuotismuistolaatta\tmemorial plaque\tnode/5371115666
        41.7\tNNE\tOtto\tatm\tnode/535067793

        """)
  }
}
