import Geography
import Nearby
import Places
import Presentation

/// What a search along a route has found so far: how much, and the gaps between.
struct AlongResult {
  /// How many passes there were.
  private(set) var rows = 0

  private var places: Set<String> = []
  private var gaps: [CategoryGap] = []
  private var open: [(category: String?, gaps: RouteGaps)]
  private let filter: PlaceFilter
  private let length: Double

  init(categories: [String], in range: ClosedRange<Double>) {
    filter = PlaceFilter(categories: categories)
    var words: [String] = []
    for word in categories where !words.contains(word) { words.append(word) }
    open = words.isEmpty ? [(nil, RouteGaps(in: range))] : words.map { ($0, RouteGaps(in: range)) }
    length = range.upperBound - range.lowerBound
  }

  mutating func take(_ pass: RoutePass) {
    rows += 1
    places.insert(pass.place.id)
    let use = PlaceUse(of: pass.place)
    let meant = filter.words(meaning: pass.place)
    for index in open.indices {
      if let category = open[index].category, !meant.contains(category) { continue }
      if let gap = open[index].gaps.take(passAt: pass.along, use: use) {
        gaps.append(CategoryGap(category: open[index].category, gap: gap))
      }
    }
  }

  /// All gaps, by category, and then in order of the route.
  var finishedGaps: [CategoryGap] {
    open.flatMap { category, gaps in
      self.gaps.filter { $0.category == category }
        + (gaps.finish().map { [CategoryGap(category: category, gap: $0)] } ?? [])
    }
  }

  /// `12 passes of 8 places within 500 m of 52.3 km of the route, in store`.
  func summary(of search: RouteSearch, _ words: RouteWording) -> String {
    let passes = rows == 0 ? "nothing found" : rows == 1 ? "1 pass" : "\(rows) passes"
    let of = rows == 0 ? "" : places.count == 1 ? " of 1 place" : " of \(places.count) places"
    let within = words.wording.units.wording(of: search.corridor.within)
    let source = search.source.map { " in \($0.summary)" } ?? ""
    return "\(passes)\(of) within \(within) of \(words.along(length)) of the route\(source)"
  }
}
