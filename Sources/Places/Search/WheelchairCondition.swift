/// Whether one gets into a place in a wheelchair, as far as its tags say.
public enum WheelchairAccess: Hashable, Sendable {
  case yes, limited, no, unsaid
}

/// Asks for places that one gets into in a wheelchair: those that do not say are counted, and those that one cannot get
/// into are left out.
public struct WheelchairCondition: Hashable, Sendable {
  /// Whether it is about toilets, which may be inside a place that says something else of itself.
  let isAboutToilets: Bool

  /// - Returns: `nil` if the filter does not ask for it.
  public init?(of filter: PlaceFilter) {
    guard filter.tags.contains(.wheelchair) else { return nil }
    isAboutToilets =
      !filter.categories.isEmpty
      && filter.categories.allSatisfy { Category.named($0, in: filter.language)?.word == Self.toilets }
  }

  /// Whether one gets into a place.
  public func access(to place: PointOfInterest) -> WheelchairAccess {
    let isToilets = place.tag("amenity") == Self.toilets || place.tag("building") == Self.toilets
    let own = isAboutToilets && !isToilets ? nil : place.tag("wheelchair")
    let value = (isAboutToilets ? place.tag("toilets:wheelchair") : nil) ?? own
    return switch value {
    case "yes", "designated": .yes
    case "limited": .limited
    case "no": .no
    default: .unsaid
    }
  }

  /// A filter that asks for it, widened to all places that it may judge.
  public func widened(_ filter: PlaceFilter) -> PlaceFilter {
    var filter = filter
    filter.tags.removeAll { $0 == .wheelchair }
    if isAboutToilets { filter.categories = [Category.toiletsThatTell.word] }
    return filter
  }

  /// Whether a place is kept; one that does not say is counted.
  public func keeps(_ place: PointOfInterest, countingUnsaid count: inout Int) -> Bool {
    let access = access(to: place)
    if access == .unsaid { count += 1 }
    return access == .yes || access == .limited
  }

  /// The first places that one gets into, with those into which one hardly gets marked and last; and those among them
  /// that do not say, and how many are surely closed.
  func first(
    _ limit: Int, of places: [NearbyPlace], opening: OpeningCondition?
  ) -> (places: [NearbyPlace], unsaid: [NearbyPlace], closed: Int) {
    var (kept, unsaid, closed): ([NearbyPlace], [NearbyPlace], Int) = ([], [], 0)
    for place in places {
      if kept.count >= limit { break }
      let access = access(to: place.place)
      if access == .no { continue }
      if opening?.leavesOut(place.place) == true {
        closed += 1
      } else if access == .unsaid {
        unsaid.append(place)
      } else {
        let caveats = [place.place.caveat, access == .limited ? "limited wheelchair access" : nil].compactMap(
          \.self)
        kept.append(place)
        if !caveats.isEmpty { kept[kept.count - 1].place.caveat = caveats.joined(separator: ", ") }
      }
    }
    return (ordered(kept), unsaid, closed)
  }

  /// The same places, with those into which one hardly gets last.
  package func ordered(_ places: [NearbyPlace]) -> [NearbyPlace] {
    places.filter { access(to: $0.place) != .limited } + places.filter { access(to: $0.place) == .limited }
  }

  private static let toilets = "toilets"
}

extension PlaceFilter.Tag {
  /// Asks for places that one gets into in a wheelchair, as the word for it does.
  public static let wheelchair = PlaceFilter.Tag(key: "wheelchair", value: "yes", or: "designated", "limited")
}

extension Category {
  /// Toilets, and places that tell only how one gets into theirs; no word for people, since stores do not file by it.
  static let toiletsThatTell = {
    let toilets = named("toilets")
    return Category(
      "toilets:wheelchair", "toilets, and places that only say how accessible theirs are",
      anyOf: [
        toilets?.demand ?? .tag("amenity", "toilets"),
        .tag("toilets:wheelchair", "yes", "designated", "limited"),
      ],
      except: [.tag("toilets:access", "private", "no")] + usualExclusions, caveats: toilets?.caveats ?? [])
  }()
}
