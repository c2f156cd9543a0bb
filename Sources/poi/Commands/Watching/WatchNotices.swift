import FoundationEssentials
import Geography
import Nearby
import Places
import Positioning
import Presentation

/// What a watch says beside its events, without repeating itself.
struct WatchNotices {
  private var toldFailures: Set<PositioningError> = []
  private var wasOffRoute = false
  private var wasCourseKnown = false
  private var hasToldClock = false
  /// By the place's id: which event told last that it was passed, and when.
  private(set) var passes: [String: (name: String, time: Date)] = [:]

  /// Says that the connection is lost; advice comes with the first loss of a kind.
  ///
  /// - Parameter repeatsAdvice: whether earlier messages are no longer to be seen.
  mutating func reconnecting(
    after error: PositioningError, in delay: Duration, repeatsAdvice: Bool, _ wording: Wording
  ) -> String {
    let isNews = toldFailures.insert(error).inserted || repeatsAdvice
    let advice = isNews ? error.advice.map { "; \($0)" } : nil
    let again = wording(.tryingAgainIn, ["seconds": "\(Int(clamping: delay / .seconds(1)))"])
    return "\(error)\(advice ?? ""); \(again)"
  }

  /// Says that the traveller left the route or rejoined it; `nil` on reaching it first.
  mutating func route(_ status: RouteStatus, _ wording: Wording) -> String? {
    defer { wasOffRoute = !status.isOn }
    return !status.isOn || wasOffRoute ? status.summary(wording) : nil
  }

  /// Says that the traveller left the coverage of the data, or is back.
  ///
  /// - Parameter unasked: why no server was asked about what lies beyond.
  func coverage(isKnown: Bool, without unasked: PlaceSource.Unasked?, _ wording: Wording) -> String {
    isKnown ? wording(.completeAgain) : wording(.dataEnds) + (unasked?.clause(wording) ?? "")
  }

  /// Says once that a receiver's time is far from this machine's.
  mutating func clock(of location: Location, at now: Date, _ wording: Wording) -> String? {
    guard !hasToldClock, let notice = location.clockNotice(at: now, wording) else { return nil }
    hasToldClock = true
    return notice
  }

  /// Whether an event tells that a place was passed, which the other of `pass` and `passed` has told already: in words,
  /// they are one.
  mutating func repeatsPass(_ event: WatchEvent) -> Bool {
    let place: NearbyPlace
    switch event {
    case .proximity(let event) where event.kind == .pass: place = event.place
    case .travel(let event) where event.kind == .passed: place = event.place
    default: return false
    }
    guard let time = event.time else { return false }
    // What was told before is no longer told again.
    passes = passes.filter { abs(time.timeIntervalSince($0.value.time)) <= ProximityRules.longestPass }
    let told = passes.updateValue((event.name, time), forKey: place.place.id)
    guard let told, told.name != event.name else { return false }
    passes[place.place.id] = nil
    return true
  }

  /// Says that the direction is no longer known, so that nothing counts as ahead.
  mutating func course(isKnown: Bool, _ wording: Wording) -> String? {
    defer { wasCourseKnown = isKnown }
    return wasCourseKnown && !isKnown ? wording(.courseLost) : nil
  }
}
