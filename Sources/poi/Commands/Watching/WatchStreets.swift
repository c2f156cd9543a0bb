import Geography
import Nearby
import PlaceStore
import Places
import Positioning
import Presentation

/// What a watch knows of streets: which are near, how they meet, and words for positions.
@MainActor
final class WatchStreets {
  private let command: WatchCommand
  private let plan: WatchPlan
  private let places: any PlaceProviding
  private let context: CommandContext
  private let tell: (String) -> Void
  private var told: Set<String> = []
  /// Says where one is, once somebody asks.
  private var opened: WhereaboutsWords?

  /// How far from an entrance the wall that it is in may be drawn.
  private static let reachOfWall = Distance(metres: 3)
  /// How far around a position to ask for the network, and how many metres from there to ask again.
  private static let (reachOfNetwork, stepOfNetwork) = (Distance(metres: 400), 200.0)

  /// - Parameter tell: called with problems, each once.
  init(
    of command: WatchCommand, _ plan: WatchPlan, asking places: any PlaceProviding,
    in context: CommandContext,
    tell: @escaping (String) -> Void
  ) {
    (self.command, self.plan, self.places, self.context) = (command, plan, places, context)
    self.tell = tell
  }

  /// Tells what each fix or event would tell again.
  private func tellOnce(_ message: String, of subject: String? = nil) {
    if told.insert(subject ?? message).inserted { tell(message) }
  }

  private func words() throws -> WhereaboutsWords {
    let words =
      try opened
      ?? WhereaboutsWords(
        try WhereaboutsSearch(places, else: command.places.store, in: context), plan.wording,
        try command.wording.language(in: context.settings))
    opened = words
    return words
  }

  /// What finds the streets around fixes; `nil` if there are none, and only the words for positions need them.
  ///
  /// - Throws: `CommandFailure` without a store.
  func search() throws -> ((Coordinate) -> [Surroundings.Near<Street>])? {
    guard let store = plan.needsStreets ? try words().store : (try? words())?.store else {
      if !plan.needsStreets { return nil }
      throw CommandFailure(
        "no streets are known: there is no data yet; to get some: poi import FILE.osm.pbf", .noSuchInput)
    }
    return { [weak self, plan] position in
      do throws(PlacesError) {
        let found = try store.surroundings(
          of: position, streetsWithin: StreetMonitor.reach, addressWithin: .zero)
        if let found { return found.streets }
        if plan.needsStreets {
          self?.tellOnce(
            WhereaboutsReport.advice(around: Location(coordinate: position), plan.wording), of: "streets")
        }
      } catch {
        self?.tellOnce("\(error)")
      }
      return []
    }
  }

  /// What has the streets around fixes as a network; `nil` without a store.
  func networkSearch(in store: PlaceStore? = nil) throws -> ((Coordinate) -> StreetNetwork?)? {
    guard let store = try store ?? (plan.needsWay ? words().store : (try? words())?.store) else { return nil }
    var known: (centre: Coordinate, network: StreetNetwork?)?
    return { [weak self, plan] position in
      if let known, WGS84.inverse(from: known.centre, to: position).distance.metres <= Self.stepOfNetwork {
        return known.network
      }
      do throws(PlacesError) {
        let network = try store.network(within: Self.reachOfNetwork, of: position)
        if network == nil, plan.needsWay, try store.covers(position) {
          self?.tellOnce(plan.wording(.noJunctions))
        }
        if network?.isCrowded == true, plan.needsWay { self?.tellOnce(plan.wording(.manyStreets)) }
        known = (position, network)
        return network
      } catch {
        self?.tellOnce("\(error)")
        return nil
      }
    }
  }

  /// A place as it is called when spoken: a nameless entrance by the building that it leads into, else by its address.
  ///
  /// - Returns: `nil` if both are unknown, as that says nothing to whoever asks for other places, too.
  func spoken(_ nearby: NearbyPlace) -> NearbyPlace? {
    let place = nearby.place
    guard place.spokenName == nil, place.label == "entrance" else { return nearby }
    // A store that fails has told that of the streets.
    let wall = try? words().store?.answer(
      near: place.coordinate, matching: PlaceQuery(radius: Self.reachOfWall))
    let inside = wall?.places.first { $0.place.spokenName != nil && $0.place.tag("building") ?? "no" != "no" }
    guard let name = inside?.place.spokenName ?? place.street else {
      return plan.filter.categories.count == 1 ? nearby : nil
    }
    let named = PointOfInterest(
      id: place.id, name: name, category: place.category, coordinate: place.coordinate, tags: place.tags)
    return NearbyPlace(point: named, distance: nearby.distance, bearing: nearby.bearing)
  }

  /// Where a command's event was; `nil` if that is not known.
  func words(on location: Location, _ street: Surroundings.Near<Street>?) async -> String? {
    do {
      return try await words().line(on: location, street: street)
    } catch {
      tellOnce("commands get no POI_WHERE: \(CommandFailure(error).message)")
      return nil
    }
  }

  /// Where a fix is.
  ///
  /// - Throws: `PlacesError` and `CommandFailure`.
  func report(on location: Location, _ street: Surroundings.Near<Street>?) async throws -> WhereaboutsReport {
    try await words().report(on: location, from: "", street: street)
  }
}
