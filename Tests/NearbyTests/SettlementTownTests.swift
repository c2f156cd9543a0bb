import Geography
import Places
import TestSupport
import Testing

@testable import Nearby

@Suite struct SettlementTownTests {
  private let terrain = Terrain()

  private func settlement(
    _ kind: String, _ name: String, kilometres: Double, _ tags: [String: String] = [:]
  ) -> NearbyPlace {
    NearbyPlace(
      PointOfInterest(
        id: "node/1", name: name, coordinate: terrain.coordinate(east: kilometres * 1000),
        tags: tags.merging(["place": kind]) { $1 }), from: terrain.coordinate(east: 0))
  }

  private func town(_ settlements: NearbyPlace...) -> String? {
    SettlementTown.town(among: settlements)?.name(in: .local)
  }

  @Test("a town reaches farther than a village, and a village farther than a hamlet")
  func kinds() {
    let (city, town) = (settlement("city", "City", kilometres: 9), settlement("town", "Town", kilometres: 4))
    #expect(self.town(town, settlement("village", "Village", kilometres: 1.9)) == "Town")
    #expect(self.town(town, settlement("village", "Village", kilometres: 0.5)) == "Village")
    #expect(self.town(city, settlement("hamlet", "Hamlet", kilometres: 0.9)) == "City")
    #expect(self.town(settlement("village", "Village", kilometres: 2.5)) == nil)
    #expect(self.town() == nil)
  }

  @Test("a suburb tells its town by what it says, else by the towns around")
  func suburb() {
    let towns = [settlement("town", "Town", kilometres: 4), settlement("town", "Other", kilometres: 3)]
    func town(_ tags: [String: String]) -> String? {
      let suburb = settlement("suburb", "Suburb", kilometres: 0.3, tags)
      return SettlementTown.town(among: towns + [suburb])?.name(in: .local)
    }
    #expect(town(["is_in:city": "Elsewhere"]) == "Elsewhere")
    #expect(town(["is_in": "Arcadia; Town"]) == "Town")
    #expect(town(["is_in": "Third, Arcadia"]) == "Third")
    #expect(town([:]) == "Other")
    #expect(self.town(settlement("quarter", "Quarter", kilometres: 1)) == "Quarter")
  }
}
