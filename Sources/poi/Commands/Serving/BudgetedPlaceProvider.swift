import Geography
import Places

/// A source of places whose every answer may cause only so much work.
struct BudgetedPlaceProvider: PlaceProviding {
  private let provider: any PlaceProviding
  private let budget: QuestionBudget

  init(_ provider: any PlaceProviding, _ budget: QuestionBudget = .served) {
    self.provider = provider
    self.budget = budget
  }

  var areaRadius: Distance { provider.areaRadius }

  nonisolated(nonsending) func places(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer {
    try await QuestionBudget.$current.withValue(budget) { () async -> Result<PlaceAnswer, PlacesError> in
      do throws(PlacesError) {
        return .success(try await provider.places(near: position, matching: query))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  nonisolated(nonsending) func nearMisses(
    near position: Coordinate, matching query: PlaceQuery
  ) async throws(PlacesError) -> PlaceAnswer? {
    try await QuestionBudget.$current.withValue(budget) { () async -> Result<PlaceAnswer?, PlacesError> in
      do throws(PlacesError) {
        return .success(try await provider.nearMisses(near: position, matching: query))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  func nameWords() async throws(PlacesError) -> [String] { try await provider.nameWords() }

  func cancelFetchingAll() { provider.cancelFetchingAll() }
}
