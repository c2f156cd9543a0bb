import Geography
import Places
import Presentation
import XCTest

@testable import poi

@MainActor
final class PlacePickerControllerTests: XCTestCase {
  private let terminal = MockPickingTerminal()
  private let delegate = MockDelegate()
  private let places = ["a", "b", "c"].map { name in
    ShownPlace(PointOfInterest(id: name, name: name, coordinate: Coordinate(latitude: 1, longitude: 2)))
  }

  /// Lets a user press these keys, and waits for the end.
  private func choose(_ keys: String..., act: (PlacePickerController) -> Void = { _ in }) async {
    let picker = PlacePickerController(
      places: places, table: NearbyTable(fields: [.name]), on: terminal)
    picker.delegate = delegate
    let run = Task { await picker.run() }
    while terminal.calls.isEmpty { await Task.yield() }
    for key in keys { terminal.onBytes(Array(key.utf8)) }
    act(picker)
    await run.value
  }

  func testTheDelegateGetsTheChosenPlace() async {
    await choose("\u{1B}[B", "2", "p")
    XCTAssertEqual(delegate.selected.map(\.place), [places[1]])
    XCTAssertEqual(delegate.selected.map(\.action), [.print])
    XCTAssertEqual(terminal.calls.first, "begin")
    XCTAssertEqual(terminal.calls.last, "end")
  }

  func testKeysAfterTheDecidingOneDoNothing() async {
    await choose("oqp")
    XCTAssertEqual(delegate.selected.map(\.action), [.open])
    XCTAssertEqual(terminal.calls.filter { $0 == "end" }.count, 1)
  }

  func testQuittingChoosesNothing() async {
    await choose("jq")
    XCTAssertTrue(delegate.selected.isEmpty)
  }

  func testALostTerminalEndsIt() async {
    await choose("")
    XCTAssertTrue(delegate.selected.isEmpty)
    XCTAssertEqual(terminal.calls.last, "end")
  }

  func testEscapeQuitsOnceNothingFollows() async {
    await choose("\u{1B}") { [terminal] _ in terminal.onPause() }
    XCTAssertEqual(terminal.calls.last, "end")
  }

  func testCancellingRestoresTheTerminal() async {
    await choose { $0.cancel() }
    XCTAssertEqual(terminal.calls.last, "end")
  }

  func testRedrawsAfterAChangeOfSize() async {
    await choose { [terminal] picker in
      terminal.size = (30, 4)
      terminal.onChange()
      picker.cancel()
    }
    XCTAssertEqual(
      terminal.calls,
      [
        "begin", "> 1  a|  2  b|  3  c||Enter shows  o opens  p prints  q quits",
        "> 1  a|  2  b||Enter shows  o opens  p prin…", "end",
      ])
  }
}

@MainActor
private final class MockDelegate: PlacePickerDelegate {
  private(set) var selected: [(place: ShownPlace, action: PlacePicker.Action)] = []

  func placePicker(
    _ picker: PlacePickerController, didSelect place: ShownPlace, for action: PlacePicker.Action
  ) {
    selected.append((place, action))
  }
}
