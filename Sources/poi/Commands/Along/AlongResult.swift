import Geography
import Nearby
import OpeningHours
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
  private let wanted: WordMeanings
  private let shown: WordMeanings
  private let length: Double
  /// How many passes are shown.
  private let limit: Int

  /// How many passes were left out because the place is closed on arrival.
  private(set) var closed = 0
  /// How many of the others have unknown hours.
  private(set) var unknown = 0

  /// - Parameters:
  ///   - filter: what the user wants, including private places; gaps are by its categories.
  ///   - within: how far from the route it may be.
  ///   - isLoop: whether the route ends where it starts.
  ///   - limit: how many passes are shown.
  init(
    _ filter: PlaceFilter, within: Distance, in range: ClosedRange<Double>, isLoop: Bool, limit: Int = .max
  ) {
    (self.filter, self.limit) = (filter, limit)
    var shown = filter
    shown.keepsPrivate = false
    (wanted, self.shown) = (filter.wordMeanings, shown.wordMeanings)
    var words: [String] = []
    for word in filter.categories where !words.contains(word) { words.append(word) }
    let gaps = RouteGaps(in: range, shortest: within, isLoop: isLoop)
    open = words.isEmpty ? [(nil, gaps)] : words.map { ($0, gaps) }
    length = range.upperBound - range.lowerBound
  }

  /// Takes the next pass, and returns whether to show it.
  ///
  /// - Parameter opening: whether it is open on arrival; `nil` if that does not matter.
  mutating func take(_ pass: RoutePass, opening: OpeningState?) -> Bool {
    let isAsked = filter.categories.isEmpty || !shown.words(meaning: pass.place).isEmpty
    let isShown = isAsked && opening != .closed
    if isShown {
      rows += 1
      if rows <= limit { places.insert(pass.place.id) }
      if opening == .unknown { unknown += 1 }
    } else if isAsked {
      closed += 1
    }
    let use = PlaceUse(of: pass.place, opening: opening)
    let meant = wanted.words(meaning: pass.place)
    for index in open.indices {
      if let category = open[index].category, !meant.contains(category) { continue }
      if let gap = open[index].gaps.take(passAt: pass.along, until: pass.stretch.until, use: use) {
        gaps.append(CategoryGap(category: open[index].category, gap: gap))
      }
    }
    return isShown
  }

  /// All gaps, by category, and then in order of the route.
  ///
  /// - Parameter unknown: the stretches beyond the data.
  func finishedGaps(unknown: [ClosedRange<Double>]) -> [CategoryGap] {
    open.flatMap { category, gaps in
      self.gaps.filter { $0.category == category }
        + (gaps.finish().map { [CategoryGap(category: category, gap: $0)] } ?? [])
    }
    .map { CategoryGap(category: $0.category, gap: $0.gap.doubted(by: unknown)) }
  }

  /// Says once where the data does not reach; `nil` if it does everywhere.
  ///
  /// - Parameter unasked: why no server was asked about these stretches.
  static func summary(
    ofUnknown stretches: [ClosedRange<Double>], without unasked: PlaceSource.Unasked?, _ words: RouteWording
  ) -> String? {
    guard !stretches.isEmpty else { return nil }
    let ranges = stretches.prefix(mostRanges).map { words.range($0.lowerBound, $0.upperBound) }
    let more = stretches.count - ranges.count
    let list = (ranges + (more > 0 ? [words.wording(.more, count: more)] : [])).joined(separator: ", ")
    return words.wording(.incompleteAlong, ["range": list]) + (unasked?.clause(words.wording) ?? "")
  }

  private static let mostRanges = 3

  /// `12 places from your data (June 2026), within 500 m of the 52.3 km route`.
  ///
  /// - Parameters:
  ///   - asked: what was looked for; `nil` for any place.
  ///   - isWhole: whether it was looked for to the end.
  func summary(of search: RouteSearch, _ words: RouteWording, asked: String?, isWhole: Bool) -> String {
    let wording = words.wording
    let isCut = rows > limit || rows == limit && !isWhole
    let found =
      rows == 0
      ? wording.nothingFound(of: asked) : wording(isCut ? .firstPlaces : .places, count: places.count)
    let route = wording(
      .besideRoute, ["distance": wording.length(search.corridor.within), "length": words.along(length)])
    guard rows > 0, let source = search.source else { return "\(found) \(route)" }
    return "\(source.summary(of: found, wording)), \(route)"
  }
}
