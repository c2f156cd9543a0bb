import Foundation
import Geography
import Places
import Presentation
import TestSupport
import XCTest

@MainActor
final class DocumentOpenerTests: XCTestCase {
  private let place = PointOfInterest(id: "node/1", coordinate: Coordinate(latitude: 60, longitude: 25))
  private let page = "https://www.openstreetmap.org/node/1"
  private let desktop = MockURLOpener()
  private var shown: [String] = []

  private func opener() -> DocumentOpener {
    DocumentOpener(urlOpener: desktop) { [weak self] in self?.shown.append($0.absoluteString) }
  }

  func testTheDesktopOpensThePage() async throws {
    desktop.expect(.canOpen(page), .open(page))
    try await opener().open(place, mode: .browser)
    desktop.verify()
    XCTAssertEqual(shown, [])
  }

  func testTheDesktopOpensTheGeoURI() async throws {
    desktop.expect(.canOpen("geo:60.0,25.0"), .open("geo:60.0,25.0"))
    try await opener().open(place, mode: .geo)
    desktop.verify()
  }

  func testPrintingAsksNoDesktop() async throws {
    try await opener().open(place, mode: .print)
    desktop.verify()
    XCTAssertEqual(shown, [page])
  }

  func testShowsTheURLAndFailsWithoutADesktop() async {
    desktop.hasHope = false
    desktop.expect(.canOpen(page))
    await expectFailure(.noDesktop)
  }

  func testShowsTheURLAndFailsIfTheDesktopFails() async {
    let problem = DocumentProblem.failed(program: "xdg-open", how: "exited with status 4")
    desktop.problem = problem
    desktop.expect(.canOpen(page), .open(page))
    await expectFailure(problem)
  }

  func testProblemsAreWorded() {
    XCTAssertEqual("\(DocumentProblem.noDesktop)", "there is no desktop to open it on")
    XCTAssertEqual(
      "\(DocumentProblem.failed(program: "xdg-open", how: "exited with status 4"))",
      "xdg-open exited with status 4")
    XCTAssertEqual("\(DocumentProblem.noAddress)", "the place has no address that could be opened")
  }

  private func expectFailure(_ problem: DocumentProblem) async {
    do {
      try await opener().open(place, mode: .browser)
      XCTFail("it was opened")
    } catch {
      XCTAssertEqual(error as? DocumentProblem, problem)
    }
    desktop.verify()
    XCTAssertEqual(shown, [page])
  }
}
