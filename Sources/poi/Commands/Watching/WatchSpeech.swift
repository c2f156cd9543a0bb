import FoundationEssentials
import Geography
import Glibc
import Nearby
import Places
import Positioning
import Presentation

/// Speaks a watch's callouts, or writes them as a script.
@MainActor
final class WatchSpeech {
  private var planner: CalloutPlanner
  private let wording: SpokenWording
  private let openings: (Date?) -> Openings
  private let clocks: PlaceClocks
  private let speaker: (any Speaker)?
  private let write: ((String) -> Void)?
  private var last: Utterance?
  /// What was last said of something ahead, until it is passed.
  private var ahead: (utterance: Utterance, point: PassedPoint)?
  private var repeatSignal: UnixSignalSource?

  /// - Parameters:
  ///   - openings: tell whether places may be closed at a time.
  ///   - clocks: by which the script shows times.
  ///   - speaker: speaks them, if wanted.
  ///   - write: takes the lines of the script, if wanted.
  init(
    planner: CalloutPlanner, wording: SpokenWording, openings: @escaping (Date?) -> Openings,
    clocks: PlaceClocks, speaker: (any Speaker)?, write: ((String) -> Void)?
  ) {
    (self.planner, self.wording, self.openings) = (planner, wording, openings)
    (self.clocks, self.speaker, self.write) = (clocks, speaker, write)
    if speaker != nil {
      repeatSignal = UnixSignalSource(SIGUSR1) { [weak self] in self?.repeatLast() }
    }
  }

  /// Takes an event that belongs to the next fix.
  func take(_ event: ProximityEvent) {
    planner.note(event)
  }

  func take(_ event: TravelEvent) {
    planner.note(event)
  }

  /// Takes an event of another kind that somebody asked for.
  func take(_ event: WatchEvent, course: Bearing?) {
    func say(_ subject: Callout.Subject, at location: Location) {
      self.say(planner.callout(subject, at: location), at: location)
    }
    switch event {
    case .route(let status): say(status.isOn ? .routeFound : .routeLost, at: status.location)
    case .street(let event): say(.street(event.street.thing.title), at: event.location)
    case .way(let event): self.say(planner.callout(for: event), at: event.location)
    case .beacon(let event): say(.beacon(event), at: event.location)
    case .featured(let place, let location):
      let direction = RelativeDirection(of: place.bearing, onCourse: course)
      say(.listed(Callout.Sighting(place, direction: direction)), at: location)
    case .proximity, .travel, .signal, .location, .authorization, .next: break
    }
  }

  func take(_ event: SignalEvent) {
    say(planner.callout(for: event), at: event.location)
  }

  /// Takes a fix that counts, after its events.
  func take(_ location: Location, nearest: (PlaceQuery) -> [NearbyPlace]) {
    if ahead?.point.update(with: location) == true, let passed = ahead.take() {
      speaker?.cancel(passed.utterance)
    }
    say(planner.update(with: location) { nearest(PlaceQuery(radius: $0, limit: $1)) }, at: location)
  }

  func say(_ text: String) {
    last = Utterance(text: SpokenWording.sentence(text), urgency: .inTurn)
    repeatLast()
  }

  func repeatLast() {
    guard let last else { return }
    speaker?.say(last)
  }

  /// Waits until everything is said, or stops at once.
  func end(inHurry: Bool) async {
    repeatSignal = nil
    if inHurry { await speaker?.stop() } else { await speaker?.finish() }
  }

  private func say(_ callout: Callout?, at location: Location) {
    guard let callout else { return }
    let text = wording.text(of: callout, openings: openings(callout.time))
    write?(SpokenWording.scriptLine(of: text, at: callout.time, location.coordinate, by: clocks))
    let utterance = Utterance(
      text: text, urgency: callout.urgency, wait: .seconds(callout.patience))
    last = Utterance(text: utterance.text, urgency: .inTurn)
    if let point = callout.pointAhead { ahead = (utterance, PassedPoint(point)) }
    speaker?.say(utterance)
  }
}
