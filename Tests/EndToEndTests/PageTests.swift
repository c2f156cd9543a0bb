import Foundation
import Synchronization
import TestSupport
import Testing

/// The page of `poi serve` as a browser shows it.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: Browser.isInstalled, "needs chromium and chromium-driver"))
struct PageTests {
  private let places = Fixtures.path("places/helsinki.geojson")
  private let log = Fixtures.path("gps/walk.nmea")

  private static let status = "document.getElementById('status').textContent"
  private static let rows = "document.querySelectorAll('#list li').length"
  private static let distances =
    "[...document.querySelectorAll('#list .far')].map((far) => far.textContent).join()"

  @Test(
    "follows a replay, reports a lost fix and a lost server, and contacts nobody else")
  func replay() async throws {
    let recording = try String(contentsOfFile: log, encoding: .utf8)
    let pause = try #require(recording.range(of: "$GNRMC,100500.00,A")).lowerBound
    let folder = try TemporaryDirectory()
    let receiver = try NamedPipe(at: folder.path(of: "receiver"))
    receiver.write(recording[..<pause])
    try await Browser.open { browser in
      let origin = Mutex("")
      let arguments = ["--source", places, "--gps-log", receiver.path, "--replay-speed", "10"]
      try await RunningPoi.serving(arguments) { running in
        origin.withLock { $0 = running.address }
        try await browser.show("\(running.address)/")
        try await browser.wait(until: "\(Self.status).startsWith('Live, accurate to') && \(Self.rows) === 30")
        let first = try await browser.text(Self.distances)
        let next = try await browser.wait(until: "\(Self.distances) !== '\(first)' && \(Self.distances)")
        #expect(next.split(separator: ",").count == 30)
        try await browser.wait(until: "document.querySelectorAll('#events li').length > 0")

        try await browser.wait(until: "\(Self.status).startsWith('No fix for')")
        #expect(try await browser.text(Self.status).hasSuffix("this is where you were"))
        #expect(try await browser.text("document.body.classList.contains('stale')") == "true")

        receiver.write(recording[pause...])
        try await browser.wait(until: "\(Self.status).startsWith('Live')")
        #expect(try await browser.text("document.body.classList.contains('stale')") == "false")
        #expect(try await browser.complaints() == [])
      }
      try await browser.wait(until: "\(Self.status).startsWith('No connection to the server')")
      #expect(try await browser.text("document.body.classList.contains('stale')") == "true")
      let requests = try await browser.requests()
      let own = origin.withLock { $0 }
      #expect(requests.contains { $0.hasPrefix("\(own)/watch?") }, "\(requests)")
      #expect(requests.filter { !$0.hasPrefix("\(own)/") } == [])
    }
    receiver.finish()
  }

  @Test("everything is visible, legible and reachable on a phone and a desk, in light and dark")
  func looks() async throws {
    let folder = try TemporaryDirectory()
    // The page names its source, which may be a long word.
    let places = try folder.write(
      String(contentsOfFile: places, encoding: .utf8),
      as: String(repeating: "helsinki", count: 12) + ".geojson")
    try await RunningPoi.serving(["--source", places, "--at", "60.17,24.94"]) { running in
      try await Browser.open { browser in
        try await browser.show("\(running.address)/")
        try await browser.wait(until: "\(Self.rows) === 30")
        var pictures: Set<Data> = []
        for (width, height) in [(390, 844), (1280, 900)] {
          for isDark in [false, true] {
            try await browser.resize(width: width, height: height, isDark: isDark)
            let place: Comment = "\(width) × \(height), \(isDark ? "dark" : "light")"
            // Nothing hangs over the edge, and nothing is too small for a thumb.
            #expect(
              try await browser.text("document.documentElement.scrollWidth <= innerWidth") == "true", place)
            #expect(try await browser.text(Self.smallest) == "true", place)
            #expect(try await browser.text(Self.faintest) == "true", place)
            #expect(try await browser.text(Self.isDark) == "\(isDark)", place)
            let picture = try await browser.screenshot()
            #expect(picture.count > 20_000, place)
            pictures.insert(picture)
          }
        }
        #expect(pictures.count == 4)
      }
    }
  }

  /// Whether all controls are 44 pixels high (WCAG 2.5.5).
  private static let smallest =
    "[...document.querySelectorAll('button, #words, .check, .choice')]"
    + ".every((e) => e.getBoundingClientRect().height >= 44)"

  /// Whether the paper is darker than the ink.
  private static let isDark =
    "Number(getComputedStyle(document.documentElement).backgroundColor.match(/[0-9]+/)) < "
    + "Number(getComputedStyle(document.querySelector('h1')).color.match(/[0-9]+/))"

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

  @Test("the keyboard searches and reaches the places, and a screen reader has a name for everything")
  func keyboard() async throws {
    try await RunningPoi.serving(["--source", places, "--at", "60.17,24.94"]) { running in
      try await Browser.open { browser in
        try await browser.show("\(running.address)/")
        try await browser.wait(until: "\(Self.rows) === 30")
        #expect(try await browser.text("document.documentElement.lang") == "en")
        let heard = try await browser.readAloud()
        for words in [
          "status: ", "search: ", "region: Radar", "region: Places", "region: Latest events", "log: ",
          "link: Skip to the list of places", "searchbox: Category or name", "button: Search",
          "checkbox: Open now", "radio: the receiver", "radio: this phone", "link: Espresso House",
        ] {
          #expect(heard.contains(words), "\(words) in \(heard)")
        }
        #expect(heard.contains { $0.hasPrefix("image: Radar: ") && $0.contains(" ft ") }, "\(heard)")
        let nameless = ["link: ", "button: ", "checkbox: ", "radio: ", "searchbox: ", "image: ", "region: "]
        #expect(heard.filter(nameless.contains) == [])

        // The Tab key: the link to the list, the search box, the button, what is open, whose position, the
        // places.
        for focused in ["skip", "words"] {
          try await browser.type(Self.tab)
          #expect(
            try await browser.text("document.activeElement.id || document.activeElement.className") == focused
          )
        }
        try await browser.type("cafe\(Self.enter)")
        let kinds = "[...document.querySelectorAll('#list .what')]"
        try await browser.wait(
          until: "\(Self.rows) > 0 && \(kinds).every((what) => what.textContent.startsWith('cafe'))")
        for focused in ["Search", "open", "receiver", "Espresso House"] {
          try await browser.type(Self.tab)
          let element = "document.activeElement"
          #expect(
            try await browser.text(
              "\(element).id || (\(element).name && \(element).value) || \(element).textContent") == focused)
          #expect(try await browser.text("getComputedStyle(\(element)).outlineStyle") != "none")
        }

        // Back to the search box, for words that no place has.
        try await browser.text("document.getElementById('words').focus()")
        try await browser.type("ateria\(Self.enter)")
        try await browser.wait(until: "\(Self.rows) === 0 && !document.getElementById('empty').hidden")
      }
    }
  }

  /// Keys, as WebDriver writes them.
  private static let tab = "\u{E004}"
  private static let enter = "\u{E007}"
}
