import Foundation
import TestSupport
import Testing

private let script = try? String(
  contentsOfFile: Fixtures.path("../.build/axe/axe_playwright_python/axe.min.js"), encoding: .utf8)

/// The page as axe judges it, which `.ci/packages --for-all-tests` installs: contrast, names, roles, what can be scrolled.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: Browser.isInstalled && script != nil, "needs chromium and axe"))
struct PageAccessibilityTests {
  @Test(
    "axe finds nothing to mend on any screen, in usual and double letters, in German and Arabic",
    arguments: [(390, 844), (768, 1024), (1280, 800)], [false, true])
  func screens(size: (width: Int, height: Int), isDark: Bool) async throws {
    let axe = try #require(script)
    let folder = try TemporaryDirectory()
    let lines = ["Weinstübchen Müller-Lüdenscheidt", "مطعم الشرق الكبير", "Öl"].enumerated().map {
      index, name in
      #"{"id":"node/\#(index + 1)","latitude":60.17,"longitude":\#(24.94 + Double(index) * 0.001),"name":"\#(name)","#
        + #""tags":{"amenity":"cafe","opening_hours":"24/7","phone":"+358 9 1234"}}"#
    }
    let places = try folder.write(lines.joined(separator: "\n") + "\n", as: "names.jsonl")
    try await RunningPoi.serving(["--source", places, "--at", "60.17,24.94"]) { running in
      try await Browser.open { browser in
        try await browser.resize(width: size.width, height: size.height, isDark: isDark)
        for (hash, isThere) in [
          ("", "document.querySelectorAll('#list li').length === 3"),
          ("#place=node/1", "!document.getElementById('details').hidden"),
          ("#settings=1", "document.getElementById('settings').open"),
          ("#q=zzqxvw", "!document.getElementById('empty').hidden"),
        ] {
          try await browser.show("about:blank")
          try await browser.show("\(running.address)/\(hash)")
          try await browser.wait(until: isThere)
          try await browser.text("(() => {\(axe)})()")
          for letters in ["100%", "200%"] {
            try await browser.text(
              "(document.documentElement.style.fontSize = '\(letters)', window.told = undefined, axe.run().then("
                + "({ violations }) => { told = JSON.stringify(violations.map(({ id, nodes }) => [id, nodes[0].html])); }))"
            )
            #expect(try await browser.wait(until: "window.told") == "[]", "\(hash) \(letters)")
            #expect(try await browser.text("document.documentElement.scrollWidth <= innerWidth") == "true")
          }
        }
      }
    }
  }
}
