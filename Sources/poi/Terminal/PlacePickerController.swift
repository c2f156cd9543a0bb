import Geography
import Presentation

/// Hears which place was chosen from a list.
@MainActor
protocol PlacePickerDelegate: AnyObject {
  func placePicker(
    _ picker: PlacePickerController, didSelect place: ShownPlace, for action: PlacePicker.Action)
}

/// Lets the user choose a place on a terminal, and tells its delegate which.
@MainActor
final class PlacePickerController {
  weak var delegate: (any PlacePickerDelegate)?

  private let places: [ShownPlace]
  private let terminal: any PickingTerminal
  private var picker: PlacePicker
  private var keys = KeyDecoder()
  private var ended: CheckedContinuation<Void, Never>?

  /// - Parameter places: at least one.
  init(
    places: [ShownPlace], table: NearbyTable, ground: (GroundKeeper, Coordinate)? = nil,
    on terminal: any PickingTerminal
  ) {
    self.places = places
    self.terminal = terminal
    picker = PlacePicker(places: places, table: table)
    picker.ground = ground
  }

  /// Uses the terminal until the user chooses a place, or none.
  func run() async {
    await withCheckedContinuation { continuation in
      ended = continuation
      terminal.begin(
        onBytes: { [weak self] in self?.take($0) }, onPause: { [weak self] in self?.takeEscape() },
        onChange: { [weak self] in self?.draw() })
      draw()
    }
  }

  /// Ends without a choice, and restores the terminal.
  func cancel() {
    guard let ended = ended.take() else { return }
    terminal.end()
    ended.resume()
  }

  private func take(_ bytes: [UInt8]) {
    // The terminal is gone.
    if bytes.isEmpty { cancel() }
    for key in keys.keys(of: bytes) { take(key) }
  }

  private func takeEscape() {
    if let key = keys.finish() { take(key) }
  }

  private func take(_ key: Key) {
    guard ended != nil else { return }
    switch picker.take(key) {
    case .chosen(let index, let action):
      delegate?.placePicker(self, didSelect: places[index], for: action)
      cancel()
    case .cancelled: cancel()
    case nil: draw()
    }
  }

  private func draw() {
    guard ended != nil else { return }
    let size = terminal.size
    terminal.draw(picker.screen(columns: size.columns, rows: size.rows))
  }
}
