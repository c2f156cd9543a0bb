import Geography

/// Passes that are known before the route has been searched up to them, kept by pieces of the route: of a route that
/// crosses itself often they are many, and each is sorted only with those near by.
struct PendingPasses: Sendable {
  private var pieces: [Int: [RoutePass]] = [:]
  /// The first piece that may have any.
  private var first = Int.max
  private let pieceLength: Double

  /// - Parameter pieceLength: metres.
  init(pieceLength: Double) {
    self.pieceLength = pieceLength
  }

  /// Adds a pass, which must not precede what was taken.
  mutating func add(_ pass: RoutePass) {
    let piece = piece(at: pass.along)
    pieces[piece, default: []].append(pass)
    first = min(first, piece)
  }

  /// Takes the passes before a point of the route, in their order.
  ///
  /// - Parameter end: metres along the route; infinite for all of them.
  mutating func take(before end: Double) -> [RoutePass] {
    guard !pieces.isEmpty else { return [] }
    let last = end.isFinite ? piece(at: end) : pieces.keys.max() ?? first
    var taken: [RoutePass] = []
    while first <= last {
      guard let passes = pieces.removeValue(forKey: first) else {
        first += 1
        continue
      }
      let later = passes.filter { $0.along >= end }
      taken += passes.filter { $0.along < end }.sorted(by: RoutePass.precedes)
      guard later.isEmpty else {
        pieces[first] = later
        break
      }
      first += 1
    }
    return taken
  }

  private func piece(at along: Double) -> Int { Int(clamping: along / pieceLength) }
}
