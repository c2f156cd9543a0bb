import Foundation
import TestSupport
import Testing

/// The page of `poi serve` as a browser shows it.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: Browser.isInstalled, "chromium and chromium-driver are needed"))
struct PageTests {
  private let places = Fixtures.path("places/helsinki.geojson")
  private let log = Fixtures.path("gps/walk.nmea")

  private static let status = "document.getElementById('status').textContent"
  private static let radar = "document.getElementById('radar').getAttribute('aria-label')"
  private static let rows = "document.querySelectorAll('#list li').length"

  @Test(
    "a replay moves it, at any size, light and dark",
    arguments: [(390, 844, false), (390, 844, true), (1280, 900, false), (1280, 900, true)])
  func replay(width: Int, height: Int, isDark: Bool) async throws {
    try await RunningPoi.serving(["--source", places, "--gps-log", log, "--replay-speed", "4"]) { running in
      try await Browser.open(width: width, height: height, isDark: isDark) { browser in
        try await browser.show("\(running.address)/")
        _ = try await browser.wait(for: Self.status) { $0.hasPrefix("Live, accurate to") }
        _ = try await browser.wait(for: Self.rows) { $0 == "30" }
        let first = try await browser.text(Self.radar)
        #expect(first.hasPrefix("Radar: "))
        let next = try await browser.wait(for: Self.radar) { $0 != first }
        #expect(
          next.contains("ahead") || next.contains("right") || next.contains("left") || next.contains("behind")
        )
        _ = try await browser.wait(for: "document.querySelectorAll('#events li').length") { $0 != "0" }
        // Nothing hangs over the edge, and nothing is too small for a thumb.
        #expect(try await browser.text("document.documentElement.scrollWidth <= innerWidth") == "true")
        let small =
          "[...document.querySelectorAll('button, input[type=search], label')]"
          + ".filter((e) => e.matches('button, input, .check, .choice') && e.getBoundingClientRect().height < 44).length"
        #expect(try await browser.text(small) == "0")
        #expect(try await browser.text(Self.faintest) == "true")
        let elsewhere =
          "performance.getEntriesByType('resource').filter((e) => !e.name.startsWith(location.origin)).length"
        #expect(try await browser.text(elsewhere) == "0")
        #expect(try await browser.complaints() == [])
        #expect(try await browser.screenshot().count > 10_000)
      }
    }
  }

  /// Whether all text stands out from its background by 4.5 to 1 (WCAG 2, AA).
  private static let faintest = """
    (() => {
      const light = (color) => {
        const [r, g, b] = color.match(/[0-9.]+/g).map((n) => n / 255)
          .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const paper = (e) => {
        for (; e; e = e.parentElement) {
          const color = getComputedStyle(e).backgroundColor;
          if (!/, 0\\)$/.test(color)) return color;
        }
        return "rgb(255, 255, 255)";
      };
      return [...document.querySelectorAll("h1, h2, p, label, legend, button, #list span, #list a, #events li")]
        .filter((e) => e.textContent.trim() && e.offsetParent)
        .every((e) => {
          const [a, b] = [light(getComputedStyle(e).color), light(paper(e))].sort((x, y) => y - x);
          return (a + 0.05) / (b + 0.05) >= 4.5;
        });
    })()
    """

  @Test("when the fix stops, and when the server goes, it says so")
  func stale() async throws {
    try await Browser.open(width: 390, height: 844, isDark: false) { browser in
      let arguments = ["--source", places, "--gps-log", log, "--replay-speed", "60"]
      try await RunningPoi.serving(arguments) { running in
        try await browser.show("\(running.address)/")
        let old = try await browser.wait(for: Self.status) { $0.hasPrefix("No fix for") }
        #expect(old.hasSuffix("this is where you were"))
        #expect(try await browser.text("document.body.classList.contains('stale')") == "true")
      }
      _ = try await browser.wait(for: Self.status) { $0.hasPrefix("No connection to the server") }
    }
  }

  @Test("the keyboard searches, and what the server says against it is shown")
  func searching() async throws {
    try await RunningPoi.serving(["--source", places, "--at", "60.17,24.94"]) { running in
      try await Browser.open(width: 390, height: 844, isDark: true) { browser in
        try await browser.show("\(running.address)/")
        _ = try await browser.wait(for: Self.rows) { $0 == "30" }
        // Tab: the link to the list, then the search box.
        try await browser.type("\u{E004}")
        #expect(try await browser.text("document.activeElement.className") == "skip")
        try await browser.type("\u{E004}")
        #expect(try await browser.text("document.activeElement.id") == "words")
        try await browser.type("cafe\u{E007}")
        _ = try await browser.wait(
          for:
            "[...document.querySelectorAll('#list .what')].every((e) => e.textContent.startsWith('cafe')) && \(Self.rows)"
        ) {
          $0 != "false" && $0 != "30"
        }
        try await browser.type("ateria\u{E007}")
        _ = try await browser.wait(
          for:
            "\(Self.rows) + document.getElementById('problem').textContent + document.getElementById('empty').hidden"
        ) {
          $0 == "0false"
        }
      }
    }
  }

  @Test("what a screen reader needs is there")
  func labels() async throws {
    try await RunningPoi.serving(["--source", places, "--at", "60.17,24.94"]) { running in
      try await Browser.open(width: 1280, height: 900, isDark: false) { browser in
        try await browser.show("\(running.address)/")
        _ = try await browser.wait(for: Self.rows) { $0 == "30" }
        #expect(try await browser.text("document.documentElement.lang") == "en")
        #expect(try await browser.text("document.getElementById('status').getAttribute('role')") == "status")
        #expect(
          try await browser.text("document.getElementById('events').getAttribute('aria-live')") == "polite")
        let unlabelled = "[...document.querySelectorAll('input')].filter((e) => e.labels.length === 0).length"
        #expect(try await browser.text(unlabelled) == "0")
        let nameless =
          "[...document.querySelectorAll('section')].filter((e) => !document.getElementById(e.getAttribute('aria-labelledby'))).length"
        #expect(try await browser.text(nameless) == "0")
        #expect(try await browser.text("(await_ => navigator.serviceWorker ? 'yes' : 'no')()") == "yes")
        let manifest = await running.get("/manifest.webmanifest")
        let value = try JSONSerialization.jsonObject(with: Data(manifest.body.utf8)) as? [String: Any]
        #expect((value?["icons"] as? [Any])?.count == 3)
        for icon in ["/icon.svg", "/icon-192.png", "/icon-512.png", "/worker.js"] {
          #expect(await running.get(icon).status == 200)
        }
      }
    }
  }
}
