import Geography
import Nearby
import Places

/// What lies along a route: everything that any output format shows.
public struct RouteReport: Sendable {
  public var route: Route
  /// What people call it, such as the name of a tour; `nil` if it has no name.
  public var title: String?
  /// Where the places come from; `nil` if none was asked.
  public var source: PlaceSource?
  /// The passes in order of the route.
  public var rows: [RouteRow]
  /// The gaps, by category, and then in order of the route.
  public var gaps: [CategoryGap]

  public init(route: Route, title: String? = nil, source: PlaceSource?, rows: [RouteRow], gaps: [CategoryGap])
  {
    (self.route, self.title, self.source, self.rows, self.gaps) = (route, title, source, rows, gaps)
  }

  /// One JSON document; SI units, and what is unknown is absent.
  public var json: String {
    JSONValue.known([
      "schema": .integer(1),
      "route": .known([
        "length": .rounded(route.length.metres),
        "breaks": .array(
          route.breaks.map {
            .known(["along": .rounded($0.along.metres), "distance": .rounded($0.distance.metres)])
          }),
      ]),
      "source": source?.jsonValue,
      "passes": .array(rows.map(\.jsonValue)),
      "gaps": .array(gaps.map(\.jsonValue)),
      "joined": joinedGaps.isEmpty ? nil : .array(joinedGaps.map(\.jsonValue)),
    ]).indented + "\n"
  }

  /// The gaps over the start of a loop, by category; empty if the route is not a loop.
  public var joinedGaps: [CategoryGap] {
    guard route.isLoop else { return [] }
    var categories: [String?] = []
    for gap in gaps where !categories.contains(gap.category) { categories.append(gap.category) }
    return categories.compactMap { category in
      let own = gaps.filter { $0.category == category }
      guard let first = own.first, let last = own.last,
        let joined = RouteGap.joined(last: last.gap, first: first.gap, over: route.length)
      else { return nil }
      return CategoryGap(category: category, gap: joined)
    }
  }

  /// The longest gap of each category, in the requested order.
  public var longestGaps: [CategoryGap] {
    var longest: [CategoryGap] = []
    for gap in gaps {
      if let index = longest.firstIndex(where: { $0.category == gap.category }) {
        if gap.gap.length > longest[index].gap.length { longest[index] = gap }
      } else {
        longest.append(gap)
      }
    }
    return longest
  }
}
