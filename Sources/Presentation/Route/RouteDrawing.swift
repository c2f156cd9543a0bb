import Geography
import Nearby

/// What stands above and below the map of a route in a file: its name and its heights.
extension MapDrawing {
  private static let profileHeight = 90.0
  private static let (left, right) = (60.0, 24.0)

  /// Writes what the picture shows above the map.
  mutating func drawHead(_ title: String, _ facts: [String], _ wording: Wording) {
    head = 44 + 20 * Double(facts.count)
    // As many letters as surely fit.
    let fitting = title.count > 60 ? title.prefix(59) + "…" : title[...]
    write(String(fitting), at: SIMD2(6, 30 - head), class: "title")
    for (index, fact) in facts.enumerated() {
      write(fact, at: SIMD2(6, 52 + 20 * Double(index) - head), class: "fact")
    }
  }

  /// Draws the route as a line below the map: its heights, its places by their numbers, and its longest gaps.
  mutating func drawProfile(
    of report: RouteReport, in range: ClosedRange<Double>, _ words: RouteWording,
    numbers: [(number: Int, along: Double, colour: String)]
  ) {
    let length = max(1, range.upperBound - range.lowerBound)
    let (start, end) = (Self.left, width - Self.right)
    func x(_ along: Double) -> Double { start + (along - range.lowerBound) / length * (end - start) }
    let top = height + 30
    var base = top
    let count = Int(clamping: end - start) / 2
    if let profile = HeightProfile(report.route), let scale = profile.scale(in: range, count: count) {
      base = top + Self.profileHeight
      func y(_ height: Double) -> Double {
        base - 8 - (height - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
          * (Self.profileHeight - 8)
      }
      let line = profile.means(in: range, count: count).enumerated().map { index, height in
        SIMD2(start + (Double(index) + 0.5) * 2, y(height))
      }
      append([SIMD2(start, base)] + line + [SIMD2(end, base)], isClosed: true, class: "heights")
      for height in [scale.lowerBound, scale.upperBound] {
        write(words.height(height), at: SIMD2(start - 22, y(height) + 4), class: "small end")
      }
    }
    append([SIMD2(start, base), SIMD2(end, base)], isClosed: false, class: "route")
    for mark in words.marks(in: range, atMost: 12) where x(mark.along) < end - 40 {
      append([SIMD2(x(mark.along), base), SIMD2(x(mark.along), base + 14)], isClosed: false, class: "scale")
      write(mark.text, at: SIMD2(x(mark.along), base + 26), class: "small middle")
    }
    write(words.along(range.upperBound), at: SIMD2(end, base + 26), class: "small end")
    draw(
      numbers: numbers.map { ($0.number, SIMD2(x($0.along), base), $0.colour) },
      in: PlaneBox(low: SIMD2(0, top), high: SIMD2(width, base + 1)))
    base += 40
    for gap in report.longestGaps {
      let (from, to) = (x(gap.gap.from), x(min(gap.gap.to, range.upperBound)))
      append([SIMD2(from, base - 5), SIMD2(from, base + 5)], isClosed: false, class: "bar")
      append([SIMD2(to, base - 5), SIMD2(to, base + 5)], isClosed: false, class: "bar")
      append([SIMD2(from, base), SIMD2(to, base)], isClosed: false, class: "bar")
      write(
        words.length(gap.gap.length.metres),
        at: SIMD2(min(max((from + to) / 2, start + 60), end - 60), base + 4), class: "fact middle")
      base += 24
    }
    foot = base - height
  }
}
