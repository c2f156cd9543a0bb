import Places
import TestSupport
import Testing

@testable import poi

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CategoriesCommandTests {
  @Test("prints a line with the meaning of every word")
  func all() async {
    let run = await CommandRun(["categories"], in: .mock())
    #expect(run.status == .success)
    #expect(run.lines.count == Category.all.count)
    #expect(run.lines.contains("airport\tairports and airstrips"))
    #expect(run.messages == [])
  }

  @Test("uses the user's language, followed by the English word")
  func language() async {
    let run = await CommandRun(["categories"], in: .mock(environment: ["LC_ALL": "de_DE.UTF-8"]))
    #expect(run.lines.contains { $0.hasPrefix("Flughafen\tairport: ") }, "\(run)")
  }

  @Test("explains a word or its synonym in tags")
  func explained() async {
    let run = await CommandRun(["categories", "cafe"], in: .mock())
    #expect(run.status == .success)
    #expect(run.lines.first == "cafe: places for coffee, tea and light meals")
    #expect(run.lines.contains("  tags: amenity=cafe, but not access=private|no or gone"))
    #expect(run.messages == [])
    let synonym = await CommandRun(["categories", "coffee house"], in: .mock())
    #expect(synonym.output == run.output)
  }

  @Test("stops at an unknown word, after explaining those before it")
  func unknown() async {
    let run = await CommandRun(["categories", "airport", "watr"], in: .mock())
    #expect(run.status == .usage)
    #expect(run.lines.first == "airport: airports and airstrips")
    #expect(run.messages == ["no category 'watr'; did you mean water? poi categories lists them"])
  }

  @Test("explains why a stored place counts or not")
  func why() async throws {
    let folder = try TemporaryDirectory()
    let context = CommandContext.mock(environment: ["POI_STORE": folder.path(of: "places.sqlite")])
    let imported = await CommandRun(["import", Fixtures.path("places/helsinki.geojson")], in: context)
    try #require(imported.status == .success, "\(imported)")
    let yes = await CommandRun(["categories", "--why", "node/606996912", "cafe"], in: context)
    #expect(yes.status == .found)
    #expect(yes.output.hasPrefix("cafe: "), "\(yes)")
    #expect(yes.output.contains("amenity=cafe"), "\(yes)")
    let no = await CommandRun(["categories", "--why", "node/606996912", "water"], in: context)
    #expect(no.status == .nothingFound)
    #expect(no.output.hasPrefix("water: "), "\(no)")
    let nobody = await CommandRun(["categories", "--why", "node/0", "water"], in: context)
    #expect(nobody.status == .nothingFound)
    #expect(nobody.output == "")
    #expect(nobody.messages == ["no place has the id 'node/0'; poi places search finds names"])
  }

  @Test("refuses a question without a category")
  func whyNothing() async {
    let run = await CommandRun(["categories", "--why", "node/1"], in: .mock())
    #expect(run.status == .usage)
    #expect(run.messages.first?.hasPrefix("--why ID needs a category after it") == true)
  }
}
