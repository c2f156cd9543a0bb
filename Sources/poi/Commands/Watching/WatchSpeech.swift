import Geography
import Glibc
import Nearby
import Places
import Positioning
import Presentation

/// Says aloud, or writes into a script, what is worth it of a watch.
@MainActor
final class WatchSpeech {
  private var planner: CalloutPlanner
  private let wording: SpokenWording
  private let speaker: (any Speaker)?
  private let write: ((String) -> Void)?
  private var last: Utterance?
  private var repeatSignal: SignalSource?

  /// - Parameters:
  ///   - speaker: what says it aloud, if it is to be.
  ///   - write: takes the lines of the script, if there is to be one.
  init(
    planner: CalloutPlanner, wording: SpokenWording, speaker: (any Speaker)?, write: ((String) -> Void)?
  ) {
    self.planner = planner
    self.wording = wording
    self.speaker = speaker
    self.write = write
    if speaker != nil {
      repeatSignal = SignalSource(SIGUSR1) { [weak self] in self?.repeatLast() }
    }
  }

  /// Takes an event that belongs to the next fix.
  func take(_ event: ProximityEvent) {
    planner.note(event)
  }

  /// Takes an event of what comes on the way, in the same manner.
  func take(_ event: TravelEvent) {
    planner.note(event)
  }

  /// Takes that the traveller has come onto the route, or has left it.
  func take(_ status: RouteStatus) {
    say(planner.callout(for: status))
  }

  /// Takes the loss of the signal, or that it is regained.
  func take(_ event: SignalEvent) {
    say(planner.callout(for: event))
  }

  /// Takes a fix that counts, after its events.
  func take(_ location: Location, nearest: (PlaceQuery) -> [NearbyPlace]) {
    say(planner.update(with: location) { nearest(PlaceQuery(radius: $0, limit: $1)) })
  }

  /// Says the last thing once more.
  func repeatLast() {
    guard let last else { return }
    speaker?.say(last)
  }

  /// Waits until all has been said, or says nothing more.
  func end(inHurry: Bool) async {
    repeatSignal = nil
    if inHurry { await speaker?.stop() } else { await speaker?.finish() }
  }

  private func say(_ callout: Callout?) {
    guard let callout else { return }
    write?(wording.scriptLine(of: callout))
    let utterance = Utterance(text: wording.text(of: callout), urgency: callout.urgency)
    last = Utterance(text: utterance.text, urgency: .message)
    speaker?.say(utterance)
  }
}
