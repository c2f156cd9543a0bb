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
        try await browser.wait(until: "\(Self.status) === 'From a recorded log' && \(Self.rows) === 30")
        let first = try await browser.text(Self.distances)
        let next = try await browser.wait(until: "\(Self.distances) !== '\(first)' && \(Self.distances)")
        #expect(next.split(separator: ",").count == 30)
        #expect(try await browser.text("document.querySelectorAll('#events li').length") == "0")
        try await browser.text("document.getElementById('words').focus()")
        try await browser.type("coffee\(Self.enter)")

        try await browser.wait(until: "\(Self.status).startsWith('No fix for')")
        #expect(try await browser.text(Self.status).hasSuffix("this is where you were"))
        #expect(try await browser.text("document.body.classList.contains('stale')") == "true")

        receiver.write(recording[pause...])
        try await browser.wait(until: "\(Self.status) === 'From a recorded log'")
        try await browser.wait(
          until: "/Arrived at|You are at/.test(document.getElementById('events').textContent)")
        #expect(try await browser.text("document.body.classList.contains('stale')") == "false")
        #expect(try await browser.complaints() == [])
      }
      let isOld =
        "\(Self.rows) === 30 && /list is [0-9]+ s old/.test(document.getElementById('age').textContent)"
      try await browser.wait(until: "\(Self.status).startsWith('No connection to the server') && \(isOld)")
      #expect(try await browser.text("document.body.classList.contains('stale')") == "true")
      // A page that is opened now shows the last list, too, with its age.
      try await browser.show("\(origin.withLock { $0 })/")
      try await browser.wait(until: "\(Self.status).startsWith('No connection to the server') && \(isOld)")
      #expect(try await browser.text("document.body.classList.contains('stale')") == "true")
      let requests = try await browser.requests()
      let own = origin.withLock { $0 }
      #expect(requests.contains { $0.hasPrefix("\(own)/watch?") }, "\(requests)")
      #expect(requests.filter { !$0.hasPrefix("\(own)/") } == [])
    }
    receiver.finish()
  }

  @Test("says what poi nearby says: distances, order, marks and opening states, in any units")
  func words() async throws {
    let app = PoiApp()
    let folder = try TemporaryDirectory()
    let middle = GridExtract.middle(row: 12063, column: 16523)
    let taps = [0.001, 0.002, 0.3].enumerated().map { index, north in
      "<node id='\(index + 1)' lat='\(middle.latitude + north)' lon='\(middle.longitude)'>"
        + "<tag k='amenity' v='drinking_water'/></node>"
    }.joined()
    let extract = try folder.write(
      GridExtract.document(row: 12060, column: 16520, count: 7, nodes: taps), as: "region.osm")
    for (source, at) in [
      (places, "60.17,24.94"), (extract, "\(middle.latitude),\(middle.longitude)"),
    ] {
      try await RunningPoi.serving(["--source", source, "--at", at]) { running in
        try await Browser.open { browser in
          try await browser.show("\(running.address)/")
          for units in ["", "imperial", "nautical"] {
            let wanted = units.isEmpty ? [] : ["--units", units]
            let told = try await app.run(
              ["nearby", "--source", source, "--at", at, "--limit", "30", "--fields", "distance"] + wanted)
            let expected = told.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(!expected.isEmpty)
            try await browser.text(
              "(units => { units.value = '\(units)'; units.dispatchEvent(new Event('change')); })"
                + "(document.getElementById('units'))")
            try await browser.wait(until: "\(Self.distances) === '\(expected.joined(separator: ","))'")
            let end = told.messages.firstMatch(of: /the data ends [^;]+;/).map { String($0.output) } ?? ""
            #expect((source == extract) == !end.isEmpty, "\(told)")
            #expect(
              try await browser.text("document.getElementById('notes').textContent").contains(end)
                || end.isEmpty)
            #expect(
              try await browser.text("document.querySelectorAll('#radar .end').length")
                == (source == extract ? "1" : "0"))
          }
          #expect(try await browser.text(Self.status) == "Around a fixed position")
          try await browser.text("document.getElementById('open').click()")
          try await browser.wait(
            until: "[...document.querySelectorAll('#list .hours')].filter((hours) => "
              + "hours.textContent === 'hours not known' && hours.className === 'hours is-unknown').length > 0"
          )
        }
      }
    }
  }

  @Test("a search before the first fix waits for it, and asks about nowhere else")
  func earlySearch() async throws {
    let folder = try TemporaryDirectory()
    let receiver = try NamedPipe(at: folder.path(of: "receiver"))
    let recording = try String(contentsOfFile: log, encoding: .utf8)
    let arguments = ["--source", places, "--gps-log", receiver.path, "--replay-speed", "10"]
    try await RunningPoi.serving(arguments) { running in
      try await Browser.open { browser in
        try await browser.show("\(running.address)/")
        try await browser.wait(until: "\(Self.status) === 'Waiting for a fix…'")
        try await browser.text("document.getElementById('words').focus()")
        try await browser.type("espresso house\(Self.enter)")
        receiver.write(recording[...])
        try await browser.wait(
          until: "\(Self.rows) > 0 && [...document.querySelectorAll('#list .name')]"
            + ".every((name) => name.textContent === 'Espresso House')")
        let asked = try await browser.requests().filter { $0.contains("/nearby?") }
        #expect(asked.filter { $0.contains("lat=") || $0.contains("at=") } == [])
      }
    }
    receiver.finish()
  }

  @Test("this phone's position is live only while it comes")
  func phone() async throws {
    let told = try await PoiApp().nearby(
      "--source", places, "--at", "60.1705,24.9412", "--limit", "30", "--fields", "distance")
    let expected = told.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    try await RunningPoi.serving(["--source", places, "--at", "60.1,24.9"]) { running in
      try await Browser.open { browser in
        try await browser.show("\(running.address)/")
        try await browser.locate((60.1705, 24.9412))
        try await browser.text("document.querySelector('input[value=phone]').click()")
        try await browser.wait(
          until: "\(Self.status) === 'Live' && \(Self.distances) === '\(expected.joined(separator: ","))'")
        #expect(
          try await browser.text("document.getElementById('up').textContent").contains("accurate to 8 m"))
        try await browser.locate(nil)
        try await browser.wait(until: "\(Self.status).startsWith('No fix for')")
        #expect(try await browser.text("document.body.classList.contains('stale')") == "true")
      }
    }
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
          "combobox: Units",
        ] {
          #expect(heard.contains(words), "\(words) in \(heard)")
        }
        #expect(heard.contains { $0.hasPrefix("image: Radar: ") && $0.contains(" m ") }, "\(heard)")
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
        let kinds = "[...document.querySelectorAll('#list li')]"
        try await browser.wait(
          until: "\(Self.rows) > 0 && \(kinds).every((row) => row.textContent.includes('cafe'))")
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
