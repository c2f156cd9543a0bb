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

  /// Shows the page of `poi serve` in a browser.
  ///
  /// - Parameters:
  ///   - fragment: what follows the address.
  ///   - rows: how many the list has, which it waits for.
  private static func page(
    _ arguments: [String], environment: [String: String] = [:], showing fragment: String = "",
    width: Int? = nil, height: Int = 0, isDark: Bool = false, rows: Int? = nil,
    _ body: @escaping @Sendable (Browser, RunningPoi) async throws -> Void
  ) async throws {
    try await RunningPoi.serving(arguments, environment: environment) { running in
      try await Browser.open { browser in
        if let width { try await browser.resize(width: width, height: height, isDark: isDark) }
        try await browser.show("\(running.address)/\(fragment)")
        if let rows { try await browser.wait(until: "\(Self.rows) === \(rows)") }
        try await body(browser, running)
      }
    }
  }

  @Test(
    "follows a replay, reports a lost fix and a lost server, and contacts nobody else")
  func replay() async throws {
    let recording = try String(contentsOfFile: log, encoding: .utf8)
    let pause = try #require(recording.range(of: "$GNRMC,100500.00,A")).lowerBound
    let folder = try TemporaryDirectory()
    let receiver = try NamedPipe(at: folder.path(of: "receiver"))
    try await Browser.open { browser in
      let origin = Mutex("")
      let arguments = ["--source", places, "--gps-log", receiver.path, "--replay-speed", "10"]
      try await RunningPoi.serving(arguments) { running in
        origin.withLock { $0 = running.address }
        try await browser.show("\(running.address)/")
        // Not before: on a busy machine, the replay would be over when the page looks.
        try await browser.wait(until: "\(Self.status) === 'Waiting for your location…'")
        receiver.write(recording[..<pause])
        try await browser.wait(until: "\(Self.status) === 'Replaying a track' && \(Self.rows) === 30")
        // While it waited, the server had no position to answer with.
        let refusals = try await browser.complaints()
        #expect(refusals.allSatisfy { $0.contains("status of 503") }, "\(refusals)")
        let first = try await browser.text(Self.distances)
        let next = try await browser.wait(until: "\(Self.distances) !== '\(first)' && \(Self.distances)")
        #expect(next.split(separator: ",").count == 30)
        #expect(try await browser.text("document.querySelectorAll('#events li').length") == "0")
        try await browser.text("document.getElementById('words').focus()")
        try await browser.type("coffee\(Self.enter)")

        try await browser.wait(until: "\(Self.status).startsWith('No position for')")
        #expect(try await browser.text(Self.status).hasSuffix("this is where you were"))
        #expect(try await browser.text("document.body.classList.contains('stale')") == "true")

        receiver.write(recording[pause...])
        try await browser.wait(until: "\(Self.status) === 'Replaying a track'")
        try await browser.wait(
          until: "/Arrived at|You are at/.test(document.getElementById('events').textContent)")
        #expect(try await browser.text("document.body.classList.contains('stale')") == "false")
        #expect(try await browser.complaints() == [])
      }
      let isOld =
        "\(Self.rows) === 30 && /list is [0-9]+ seconds? old/.test(document.getElementById('age').textContent)"
      try await browser.wait(until: "\(Self.status).startsWith('No connection to the server') && \(isOld)")
      #expect(try await browser.text("document.body.classList.contains('stale')") == "true")
      #expect(try await browser.text(Self.faintest) == "true")
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
    for (source, at, category) in [
      (places, "60.17,24.94", "food"), (extract, "\(middle.latitude),\(middle.longitude)", "water"),
    ] {
      try await Self.page(["--source", source, "--at", at], showing: "#show=\(category)") { browser, _ in
        for units in ["", "imperial", "nautical"] {
          let wanted = units.isEmpty ? [] : ["--units", units]
          let told = try await app.run(
            [
              "nearby", "--source", source, "--at", at, "--category", category, "--limit", "30", "--fields",
              "distance",
            ] + wanted)
          let expected = told.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          #expect(!expected.isEmpty)
          try await browser.text(
            "(units => { units.value = '\(units)'; units.dispatchEvent(new Event('change')); })"
              + "(document.getElementById('units'))")
          try await browser.wait(until: "\(Self.distances) === '\(expected.joined(separator: ","))'")
          let end =
            told.messages.firstMatch(of: /the data is complete only to [^;]+/).map { String($0.output) }
            ?? ""
          #expect((source == extract) == !end.isEmpty, "\(told)")
          #expect(
            try await browser.text("document.getElementById('notes').textContent.toLowerCase()")
              .contains(end.prefix { $0 != ":" && $0 != "\n" }) || end.isEmpty)
        }
        #expect(try await browser.text(Self.status) == "Fixed location")
        try await browser.text("document.querySelector('[data-word=openNow]').click()")
        try await browser.wait(
          until: "[...document.querySelectorAll('#list .hours')].filter((hours) => "
            + "hours.textContent === 'hours unknown' && hours.className === 'hours is-unknown').length > 0"
        )
      }
    }
  }

  @Test("asks for the first list once, and before anything that the list does not need")
  func firstList() async throws {
    try await Self.page(["--source", places, "--at", "60.17,24.94"]) { browser, _ in
      // Opening times come with the second look.
      try await browser.wait(until: "\(Self.rows) === 30 && document.querySelector('#list .hours.is-open')")
      try await browser.wait(until: "document.getElementById('map').dataset.names > 0")
      let requests = try await browser.requests()
      func firstIndex(of path: String) -> Int? { requests.firstIndex { $0.contains(path) } }
      let list = try #require(firstIndex(of: "/nearby?limit="))
      #expect(requests.filter { $0.contains("/nearby?limit=") }.count == 1, "\(requests)")
      for other in ["/page.js", "/words/", "/where?", "/voice.js"] {
        let index = try #require(firstIndex(of: other), "\(other)")
        #expect(other == "/page.js" || list < index, "\(requests)")
      }
    }
  }

  @Test("a search before the first fix waits for it, and asks about nowhere else")
  func earlySearch() async throws {
    let folder = try TemporaryDirectory()
    let receiver = try NamedPipe(at: folder.path(of: "receiver"))
    let recording = try String(contentsOfFile: log, encoding: .utf8)
    let arguments = ["--source", places, "--gps-log", receiver.path, "--replay-speed", "10"]
    try await Self.page(arguments) { browser, _ in
      try await browser.wait(until: "\(Self.status) === 'Waiting for your location…'")
      try await browser.text("document.getElementById('words').focus()")
      try await browser.type("espresso house\(Self.enter)")
      receiver.write(recording[...])
      try await browser.wait(
        until: "\(Self.rows) > 0 && [...document.querySelectorAll('#list .name')]"
          + ".every((name) => name.textContent === 'Espresso House')")
      let asked = try await browser.requests().filter { $0.contains("/nearby?") }
      // Which towns the data has, it asks this machine alone.
      let elsewhere = asked.filter { $0.contains("at=") && !$0.contains("offline=true") }
      #expect(elsewhere == [])
    }
    receiver.finish()
  }

  @Test("the position moves on while one looks at a named place")
  func elsewhere() async throws {
    let folder = try TemporaryDirectory()
    let nodes = [("place", "town", "Ville", 60.175), ("amenity", "cafe", "Kahvila", 60.1751)].enumerated().map
    {
      "<node id='\($0 + 1)' lat='\($1.3)' lon='24.94'><tag k='\($1.0)' v='\($1.1)'/>"
        + "<tag k='name' v='\($1.2)'/></node>"
    }
    let extract = try folder.write("<osm version='0.6'>\(nodes.joined())</osm>", as: "town.osm")
    let store = folder.path(of: "places.sqlite")
    #expect(try await PoiApp().run(["import", "--store", store, extract]).status == 0)
    let position = "[...document.querySelectorAll('#list .far')].map((far) => far.textContent).join()"
    let arguments = ["--source", "store", "--store", store, "--gps-log", log, "--replay-speed", "10"]
    try await Self.page(arguments, showing: "#q=cafe+near+Ville") { browser, _ in
      try await browser.wait(until: "\(Self.rows) === 1 && \(Self.status) === 'Replaying a track'")
      let first = try await browser.text(position)
      try await browser.wait(until: "\(position) !== '\(first)'")
      #expect(try await browser.text(Self.status) == "Replaying a track")
      #expect(try await browser.complaints() == [])
    }
  }

  @Test("a search that is made again repeats no event")
  func repeatedSearch() async throws {
    let folder = try TemporaryDirectory()
    let places = try Self.writePlaces(in: folder)
    try await Self.page(["--source", places, "--at", "60.17,24.941"], rows: 3) { browser, _ in
      try await browser.text(
        """
        (() => {
          window.told = 0;
          window.EventSource = class extends EventSource {
            constructor(address) {
              super(address);
              this.addEventListener("message", ({ data }) => { told += Number(JSON.parse(data).event === "initial"); });
            }
          };
        })()
        """)
      for (search, told) in [("cafe", 1), ("toilets", 1), ("cafe", 2)] {
        try await browser.text("location.hash = '#q=\(search)'")
        try await browser.wait(until: "told === \(told) && \(Self.rows) === 1")
      }
      #expect(try await browser.text("document.querySelectorAll('#events li').length") == "1")
    }
  }

  @Test("a search that fails leaves no places of another under its words, and is made again")
  func failedSearch() async throws {
    let folder = try TemporaryDirectory()
    let places = try Self.writePlaces(in: folder)
    try await Self.page(["--source", places, "--at", "60.17,24.94"], rows: 3) { browser, _ in
      try await browser.text(
        """
        (() => {
          const served = fetch;
          window.isDown = true;
          window.fetch = (...asked) => isDown && String(asked[0]).includes("nearby")
            ? Promise.reject(new TypeError("no network")) : served(...asked);
          document.getElementById("words").focus();
        })()
        """)
      try await browser.type("toilets\(Self.enter)")
      try await browser.wait(until: "\(Self.rows) === 0")
      try await browser.text("window.isDown = false")
      try await browser.wait(until: "\(Self.rows) === 1")
    }
  }

  @Test("this phone's position is live only while it comes")
  func phone() async throws {
    let told = try await PoiApp().nearby(
      "--source", places, "--at", "60.1705,24.9412", "--category", "food", "--limit", "30", "--fields",
      "distance")
    let expected = told.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    try await Self.page(["--source", places, "--at", "60.1,24.9"], showing: "#show=food") { browser, _ in
      try await browser.locate((60.1705, 24.9412))
      try await browser.text("document.querySelector('input[value=phone]').click()")
      try await browser.wait(
        until: "\(Self.status) === 'Live' && \(Self.distances) === '\(expected.joined(separator: ","))'")
      #expect(
        try await browser.text("document.getElementById('notes').textContent").contains("accurate to 8 m"))
      try await browser.locate(nil)
      try await browser.wait(until: "\(Self.status).startsWith('No position for')")
      #expect(try await browser.text("document.body.classList.contains('stale')") == "true")
    }
  }

  @Test("everything is visible, legible and reachable on a phone and a desk, in light and dark")
  func looks() async throws {
    let folder = try TemporaryDirectory()
    // The page names its source, which may be a long word.
    let places = try folder.write(
      String(contentsOfFile: places, encoding: .utf8),
      as: String(repeating: "helsinki", count: 12) + ".geojson")
    try await Self.page(["--source", places, "--at", "60.17,24.94"], rows: 30) { browser, _ in
      var pictures: Set<Data> = []
      for (width, height) in [(390, 844), (768, 1024), (1280, 800)] {
        for isDark in [false, true] {
          try await browser.resize(width: width, height: height, isDark: isDark)
          let place: Comment = "\(width) × \(height), \(isDark ? "dark" : "light")"
          if width == 390 {
            #expect(try await browser.text(Self.namesInView) == "true", place)
          }
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
      #expect(pictures.count == 6)
      // Letters twice as large: nothing hangs over, and names keep room.
      for (width, height) in [(390, 844), (1280, 800)] {
        try await browser.resize(width: width, height: height, isDark: false)
        try await browser.text("document.documentElement.style.fontSize = '200%'")
        #expect(try await browser.text("document.documentElement.scrollWidth <= innerWidth") == "true")
        let narrowest =
          "Math.min(...[...document.querySelectorAll('#list .name')].map((name) => name.offsetWidth))"
        #expect(try await browser.text("\(narrowest) >= 200") == "true", "\(width)")
      }
    }
  }

  /// Whether at least three places have their names on the first screen.
  private static let namesInView = """
    [...document.querySelectorAll("#list .name")].filter((e) => {
      const { top, bottom } = e.getBoundingClientRect();
      return e.textContent && top > 0 && bottom < innerHeight;
    }).length >= 3
    """

  /// Whether all controls are 44 pixels high (WCAG 2.5.5).
  private static let smallest =
    "[...document.querySelectorAll('button, .button, #words, .choice, summary')].filter((e) => e.offsetParent)"
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
      return [...document.querySelectorAll("h1, h2, p, label, legend, button, dt, dd, #list span, #events li")]
        .filter((e) => e.textContent.trim() && e.offsetParent)
        .every((e) => {
          const [a, b] = [light(getComputedStyle(e).color), light(paper(e))].sort((x, y) => y - x);
          return (a + 0.05) / (b + 0.05) >= 4.5;
        });
    })()
    """

  @Test("the keyboard searches and reaches the places, and a screen reader has a name for everything")
  func keyboard() async throws {
    try await Self.page(["--source", places, "--at", "60.17,24.94"], rows: 30) { browser, _ in
      #expect(try await browser.text("document.documentElement.lang") == "en")
      let heard = try await browser.readAloud()
      for words in [
        "status: ", "search: ", "region: Places", "region: Latest events", "log: ",
        "link: Skip to the list of places", "combobox: What are you looking for?", "button: Search",
        "button: Settings", "button: Water", "button: Open now",
      ] {
        #expect(heard.contains { $0.hasPrefix(words) }, "\(words) in \(heard)")
      }
      #expect(heard.contains { $0.hasPrefix("button: Espresso House ") }, "\(heard)")
      #expect(heard.contains { $0.hasPrefix("image: Map, north is up. Nearest: ") && $0.contains(" m ") })
      let nameless = ["link: ", "button: ", "checkbox: ", "radio: ", "combobox: ", "image: ", "region: "]
      #expect(heard.filter(nameless.contains) == [])

      // The Tab key: the link to the list, the search, the buttons, the map, the places.
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
      let buttons = ["openNow", "water", "toilets", "food", "shops", "sleep", "bus", "charging"]
      let map = ["map", "zoom-in", "zoom-out"]
      for focused in ["clear", "go", "settings-open"] + buttons + map + ["aloud", "Espresso House"] {
        try await browser.type(Self.tab)
        let element = "document.activeElement"
        #expect(
          try await browser.text(
            "\(element).id || \(element).dataset.word || \(element).querySelector('.name')?.textContent")
            == focused)
        #expect(try await browser.text("getComputedStyle(\(element)).outlineStyle") != "none")
      }
      // The details and back.
      try await browser.type(Self.enter)
      try await browser.wait(until: "document.activeElement.id === 'details-name'")
      #expect(try await browser.text("document.activeElement.textContent") == "Espresso House")
      try await browser.type(Self.escape)
      try await browser.wait(
        until: "document.activeElement.querySelector('.name')?.textContent === 'Espresso House'")
      // The arrow keys move the map, and 0 goes back.
      try await browser.text("document.getElementById('map').focus()")
      let home = try await browser.text(Self.longitude)
      try await browser.type(Self.right)
      try await browser.wait(until: "\(Self.longitude) > \(home)")
      try await browser.wait(until: "!document.getElementById('recentre').hidden")
      try await browser.type("0")
      try await browser.wait(until: "\(Self.longitude) === \(home)")

      // Words that no place has, and words that the server refuses.
      let none = "\(Self.rows) === 0 && !document.getElementById('empty').hidden"
      let refused =
        "\(Self.rows) === 0 && document.getElementById('problem').textContent.includes('no category')"
      for (words, isShown) in [("zzqxvw", none), ("amenity=", refused)] {
        try await browser.text("document.getElementById('clear').click()")
        try await browser.wait(until: "\(Self.rows) === 30")
        try await browser.type("\(words)\(Self.enter)")
        try await browser.wait(until: isShown)
      }
    }
  }

  /// Pairs of names that cover each other, and names that cover a symbol or lie under what stands on the map.
  private static let overlaps = """
    (({ boxes, symbols }) => {
      const all = boxes.map(([x, y, width]) => [x - width / 2, y - 6, x + width / 2, y + 6]);
      const over = [...document.querySelectorAll("#attribution, #map-buttons button, #search-area, #sheet")]
        .map((e) => e.getBoundingClientRect()).filter(({ width }) => width);
      const outside = (value, low, high) => Math.max(low - value, 0, value - high);
      return all.flatMap((one, i) => [
        ...all.slice(i + 1).filter((other) =>
          one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]),
        ...over.filter(({ left, right, top, bottom }) =>
          one[0] < right && left < one[2] && one[1] < bottom && top < one[3]),
        ...symbols.filter(([x, y]) => Math.hypot(outside(x, one[0], one[2]), outside(y, one[1], one[3])) < 13),
      ]).length;
    })(JSON.parse(document.getElementById('map').dataset.boxes))
    """

  @Test("names on the map cover neither each other nor a symbol, and a part of the map can be searched")
  func mapNames() async throws {
    try await Self.page(
      ["--source", places, "--at", "60.17,24.94"], showing: "#q=cafe", width: 390, height: 844
    ) { browser, _ in
      for action in [
        "", "document.getElementById('zoom-in').click()",
        "document.querySelector('#list li button').click()",
      ] {
        if !action.isEmpty { try await browser.text(action) }
        let names = "Number(document.getElementById('map').dataset.names ?? 0)"
        try await browser.wait(until: "\(Self.rows) > 0 && \(names) > 0")
        #expect(try await browser.text(Self.overlaps) == "0", "\(action)")
      }
      try await browser.text("history.back()")
      try await browser.wait(until: "document.getElementById('details').hidden")
      try await browser.text("document.getElementById('map').focus()")
      for _ in 1...5 { try await browser.type(Self.right) }
      try await browser.wait(until: "!document.getElementById('search-area').hidden")
      try await browser.text("document.getElementById('search-area').click()")
      try await browser.wait(until: "location.hash.includes('area=') && \(Self.rows) > 0")
      // The list still says how far things are from the position.
      let nearest = "parseInt(document.querySelector('#list .far').textContent)"
      try await browser.wait(until: "\(nearest) > 50")
      #expect(try await browser.complaints() == [])
    }
  }

  @Test(
    "long German and Arabic names lie apart on every screen",
    arguments: [(390, 844, false), (844, 390, true), (1280, 800, false)])
  func scripts(width: Int, height: Int, isDark: Bool) async throws {
    let names = [
      "Bäckerei und Konditorei Schöneweißenbrunner", "مطعم الشرق الكبير", "مقهى",
      "Weinstübchen Müller-Lüdenscheidt",
      "صيدلية المدينة القديمة", "Straßenbahnfahrerversammlungsraum", "Öl", "مخبز",
    ]
    let lines = names.enumerated().map { index, name in
      #"{"id":"node/\#(index + 1)","latitude":\#(60.17 + Double(index % 3) * 0.0004),"#
        + #""longitude":\#(24.94 + Double(index) * 0.0003),"name":"\#(name)","tags":{"amenity":"cafe"}}"#
    }
    let folder = try TemporaryDirectory()
    let places = try folder.write(lines.joined(separator: "\n") + "\n", as: "names.jsonl")
    try await Self.page(
      ["--source", places, "--at", "60.1703,24.941"], width: width, height: height, isDark: isDark
    ) { browser, _ in
      let shown = "Number(document.getElementById('map').dataset.names ?? 0)"
      try await browser.wait(until: "\(Self.rows) === \(names.count) && \(shown) > 1")
      #expect(try await browser.text(Self.overlaps) == "0")
      #expect(try await browser.text("document.documentElement.scrollWidth <= innerWidth") == "true")
    }
  }

  @Test("where there is no data, it names where there is, and goes there")
  func regions() async throws {
    let folder = try TemporaryDirectory()
    let middle = GridExtract.middle(row: 12063, column: 16523)
    let town =
      "<node id='1' lat='\(middle.latitude)' lon='\(middle.longitude)'><tag k='place' v='town'/>"
      + "<tag k='name' v='Ville'/></node>"
      + "<node id='2' lat='\(middle.latitude + 0.001)' lon='\(middle.longitude)'><tag k='amenity' v='cafe'/>"
      + "<tag k='name' v='Kahvila'/></node>"
    let extract = try folder.write(
      GridExtract.document(row: 12060, column: 16520, count: 7, nodes: town), as: "region.osm")
    try await Self.page(["--source", extract, "--at", "10,10"]) { browser, running in
      let button = "document.querySelector('#empty .actions button')"
      try await browser.wait(until: "\(button)?.textContent.startsWith('Ville, ')")
      try await browser.text("\(button).click()")
      try await browser.wait(until: "document.querySelector('#list .name')?.textContent === 'Kahvila'")
      // Nothing is found there, but nothing is known either.
      for search in ["q=cafe", "q=cafe&area=48.85,2.35,2000", "area=48.85,2.35,2000"] {
        try await browser.show("\(running.address)/#\(search)")
        try await browser.wait(
          until: "document.querySelector('#empty p')?.textContent === 'The data does not cover this place.'"
        )
        let buttons = "[...document.querySelectorAll('#empty .actions button')]"
        try await browser.wait(
          until: "\(buttons).some((button) => button.textContent.startsWith('Ville, '))")
      }
      #expect(try await browser.complaints() == [])
    }
    // Nor does an unreachable server make it a dead end; and without a position, the map starts at the town.
    let environment = ["XDG_DATA_HOME": "\(folder.url.path)", "POI_OVERPASS_URL": "http://127.0.0.1:1/"]
    var app = PoiApp()
    app.environment.merge(environment) { $1 }
    let outcome = try await app.run(["import", extract])
    #expect(outcome.status == 0, "\(outcome.messages)")
    for (position, button) in [(["--at", "10,10"], "Ville, "), ([], "Ville")] {
      try await Self.page(position, environment: environment, width: 390, height: 844) { browser, _ in
        let buttons = "[...document.querySelectorAll('#empty .actions button')]"
        try await browser.wait(
          until: "\(buttons).some((button) => button.textContent.startsWith('\(button)'))")
        guard position.isEmpty else { return }
        let map = "document.getElementById('map').dataset"
        try await browser.wait(
          until:
            "Math.hypot(\(map).latitude - \(middle.latitude), \(map).longitude - \(middle.longitude)) < 1e-4"
        )
        try await browser.wait(until: "!document.getElementById('search-area').hidden")
        // There is no own position to go back to.
        #expect(try await browser.text("document.getElementById('recentre').hidden") == "true")
        try await browser.text("document.getElementById('search-area').click()")
        try await browser.wait(until: "document.querySelector('#list .name')?.textContent === 'Kahvila'")
        // That there is no position yet, the server says with a status that the browser notes.
        #expect(try await browser.complaints().filter { !$0.contains(" 503 ") } == [])
      }
    }
  }

  @Test("says aloud where one is, what is around and what lies ahead")
  func aloud() async throws {
    try await Self.page(["--source", places, "--gps-log", log, "--replay-speed", "1"], rows: 30) {
      browser, _ in
      // Captures what is said.
      try await browser.text(
        "(window.said = [], speechSynthesis.speak = ({ text, lang }) => text && said.push(`${lang}: ${text}`))"
      )
      try await browser.text("document.getElementById('aloud').click()")
      for (id, expected) in [
        ("around-me", "/^en-IE: .+, (inside|[0-9.]+ (kilo)?met(er|re)s? [a-z -]+)(\\. .+){3}$/"),
        ("ahead-of-me", "/^en-IE: (Nothing found\\.|((.+?, (inside|[^,]+ ahead[a-z -]*))(\\. |$))+)$/"),
        ("where-am-i", "/^en-IE: ./"),
      ] {
        try await browser.text("document.getElementById('\(id)').click()")
        try await browser.wait(until: "\(expected).test(said.at(-1))")
        #expect(
          try await browser.text("said.at(-1).endsWith(document.getElementById('spoken').textContent)")
            == "true")
      }
      #expect(try await browser.complaints() == [])
    }
  }

  @Test("Back and reload show what was shown, and the address has neither a position nor a token")
  func history() async throws {
    try await Self.page(["--source", places, "--at", "60.17,24.94"], rows: 30) { browser, running in
      try await browser.text("document.getElementById('words').focus()")
      try await browser.type("cafe\(Self.enter)")
      let cafes =
        "\(Self.rows) > 0 && [...document.querySelectorAll('#list li')]"
        + ".every((row) => row.textContent.includes('cafe'))"
      try await browser.wait(until: cafes)
      try await browser.text("document.querySelector('#list li button').click()")
      let isOpen = "!document.getElementById('details').hidden"
      try await browser.wait(until: isOpen)
      let address = try await browser.text("location.href")
      #expect(address.hasPrefix("\(running.address)/#q=cafe&place="), "\(address)")
      let name = try await browser.text("document.getElementById('details-name').textContent")
      try await browser.text("location.reload()")
      try await browser.wait(
        until: "\(isOpen) && document.getElementById('details-name').textContent === '\(name)'")
      try await browser.text("history.back()")
      try await browser.wait(until: "document.getElementById('details').hidden && \(cafes)")
      try await browser.text("history.back()")
      try await browser.wait(until: "\(Self.rows) === 30 && !location.hash")
    }
  }

  @Test("a list that answers another question says that it searches, until the answer has come")
  func lateAnswer() async throws {
    try await Self.page(["--source", places, "--at", "60.17,24.94"]) { browser, _ in
      try await browser.wait(until: "\(Self.rows) === 30 && \(Self.status) === 'Fixed location'")
      try await browser.text(
        """
        (() => {
          const { fetch } = window;
          window.fetch = (path, ...rest) => String(path).includes("words=cafe")
            ? new Promise((settle) => { window.answer = () => settle(fetch(path, ...rest)); }) : fetch(path, ...rest);
        })()
        """)
      try await browser.text("document.getElementById('words').focus()")
      try await browser.type("cafe\(Self.enter)")
      let isLooking = "document.body.classList.contains('looking')"
      try await browser.wait(
        until: "\(Self.status) === 'Searching…' && \(isLooking) && \(Self.rows) === 30")
      try await browser.text("window.answer()")
      try await browser.wait(
        until:
          "\(Self.status) === 'Fixed location' && !\(isLooking) && [...document.querySelectorAll('#list li')]"
          + ".every((row) => row.textContent.includes('cafe'))")
    }
  }

  @Test("suggests categories and places while one types, and never sends what is typed to another server")
  func suggestions() async throws {
    try await Self.page(["--source", places, "--at", "60.17,24.94"], rows: 30) { browser, _ in
      try await browser.text("document.getElementById('words').focus()")
      try await browser.type("esp")
      let texts = "[...document.querySelectorAll('#suggestions .name')].map((name) => name.textContent)"
      try await browser.wait(until: "\(texts).includes('Espresso House')")
      let asked = try await browser.requests().filter { $0.contains("name=") }
      #expect(!asked.isEmpty && asked.allSatisfy { $0.contains("offline=true") }, "\(asked)")
      try await browser.text("document.getElementById('clear').click()")
      try await browser.type("water")
      try await browser.wait(until: "\(texts)[0] === 'water'")
      try await browser.type("\(Self.down)\(Self.enter)")
      try await browser.wait(until: "location.hash === '#q=water'")
      #expect(try await browser.text("document.getElementById('suggestions').hidden") == "true")
      try await browser.text("document.getElementById('clear').click()")
      try await browser.type("restarant\(Self.enter)")
      // What was searched in place of a typo is said.
      try await browser.wait(
        until: "document.getElementById('notes').textContent.includes('Searched for “restaurant”')")
    }
  }

  @Test(
    "suggests streets and addresses while one types, shows the one that is chosen, and finds it again after a reload"
  )
  func addresses() async throws {
    let folder = try TemporaryDirectory()
    let store = folder.path(of: "places.sqlite")
    let extract = Fixtures.path("places/kamppi.osm.pbf")
    #expect(try await PoiApp().run(["import", "--store", store, extract]).status == 0)
    try await Self.page(["--source", "store", "--store", store, "--at", "60.1685,24.9405"], rows: 30) {
      browser, _ in
      try await browser.text("document.getElementById('words').focus()")
      try await browser.type("manner")
      let street =
        "[...document.querySelectorAll('#suggestions li')].filter((row) => "
        + "row.textContent.startsWith('Mannerheimintie') && row.textContent.includes('street')).length"
      // The parts of a street are one.
      try await browser.wait(until: "\(street) === 1")
      try await browser.type("heimintie 14")
      let address =
        "[...document.querySelectorAll('#suggestions li')].find((row) => "
        + "row.textContent.includes('Mannerheimintie 14, ') && row.textContent.toLowerCase().includes('address'))"
      try await browser.wait(until: address)
      try await browser.text("\(address).click()")
      let isShown =
        "document.getElementById('details-name').textContent.startsWith('Mannerheimintie 14')"
        + " && !document.getElementById('details').hidden"
      try await browser.wait(until: isShown)
      #expect(try await browser.text("location.hash.startsWith('#place=geo')") == "true")
      try await browser.text("location.reload()")
      try await browser.wait(until: isShown)
      #expect(try await browser.complaints() == [])
    }
  }

  /// Keys, as WebDriver writes them.
  private static let down = "\u{E015}"
  private static let tab = "\u{E004}"
  private static let enter = "\u{E007}"
  private static let escape = "\u{E00C}"
  private static let right = "\u{E014}"

  private static let longitude = "Number(document.getElementById('map').dataset.longitude)"
  private static let zoom = "Number(document.getElementById('map').dataset.zoom)"

  // MARK: Fingers

  /// Three places around 60.17, 24.94.
  private static func writePlaces(in folder: TemporaryDirectory) throws -> String {
    let lines = [
      (
        id: 1, east: 0.001, north: 0.0,
        tags: [
          "name": "Öst", "amenity": "cafe", "opening_hours": "Mo-Su 09:00-12:00,13:00-18:00",
          "phone": "+358 9 1234", "website": "https://example.org/", "addr:street": "Kaivokatu",
          "addr:housenumber": "1", "wheelchair": "limited",
        ]
      ),
      (
        id: 2, east: -0.0015, north: 0.0,
        tags: [
          "name": "<img src=x onerror=alert(1)>", "shop": "books", "website": "javascript:alert(1)",
          "phone": "<b>1</b>", "description": "<script>alert(1)</script>",
        ]
      ),
      (id: 3, east: 0.0, north: 0.003, tags: ["name": "Nord", "amenity": "toilets"]),
    ].map { place in
      let object: [String: Any] = [
        "type": "Feature", "id": "node/\(place.id)", "properties": place.tags,
        "geometry": ["type": "Point", "coordinates": [24.94 + place.east, 60.17 + place.north]],
      ]
      return String(
        decoding: (try? JSONSerialization.data(withJSONObject: object)) ?? Data(), as: UTF8.self)
    }
    return try folder.write(lines.joined(separator: "\n") + "\n", as: "three.geojsonl")
  }

  /// Where a position is on the screen, as the map says.
  private static func pixel(east: Double, north: Double) -> String {
    """
    (({ longitude, latitude, zoom, x, y }) => {
      const down = (degrees) => 0.5 - Math.asinh(Math.tan(degrees * Math.PI / 180)) / (2 * Math.PI);
      const size = 256 * 2 ** zoom;
      return [
        Number(x) + (24.94 + \(east) - longitude) / 360 * size,
        Number(y) + (down(60.17 + \(north)) - down(latitude)) * size,
      ];
    })(document.getElementById("map").dataset)
    """
  }

  private func point(_ browser: Browser, east: Double, north: Double) async throws -> (x: Double, y: Double) {
    let numbers = try await browser.text(Self.pixel(east: east, north: north)).split(separator: ",")
      .compactMap { Double($0) }
    return (try #require(numbers.first), try #require(numbers.last))
  }

  private func middle(_ browser: Browser, of id: String) async throws -> (x: Double, y: Double) {
    let numbers = try await browser.text(
      "(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
        + "(document.getElementById('\(id)').getBoundingClientRect())"
    ).split(separator: ",").compactMap { Double($0) }
    return (try #require(numbers.first), try #require(numbers.last))
  }

  @Test("fingers drag and pinch the map, pull the sheet, and tap a symbol for its details")
  func fingers() async throws {
    let folder = try TemporaryDirectory()
    let places = try Self.writePlaces(in: folder)
    try await Self.page(["--source", places, "--at", "60.17,24.94"], width: 390, height: 844) { browser, _ in
      try await browser.wait(until: "\(Self.rows) === 3 && \(Self.longitude) === 24.94")

      try await browser.drag(from: (200, 300), to: (260, 300))
      try await browser.wait(
        until: "\(Self.longitude) < 24.94 && !document.getElementById('recentre').hidden")
      try await browser.text("document.getElementById('recentre').click()")
      try await browser.wait(
        until: "\(Self.longitude) === 24.94 && document.getElementById('recentre').hidden")

      let zoom = try await browser.text(Self.zoom)
      try await browser.touch("touchStart", (180, 300), (220, 300))
      try await browser.touch("touchMove", (160, 300), (240, 300))
      try await browser.touch("touchMove", (140, 300), (260, 300))
      try await browser.touch("touchEnd")
      try await browser.wait(until: "\(Self.zoom) > \(zoom) + 0.5 && \(Self.longitude) === 24.94")
      try await browser.touch("touchStart", (140, 300), (260, 300))
      try await browser.touch("touchMove", (160, 300), (240, 300))
      try await browser.touch("touchMove", (180, 300), (220, 300))
      try await browser.touch("touchEnd")
      try await browser.wait(until: "Math.abs(\(Self.zoom) - \(zoom)) < 0.3")

      let cafe = try await point(browser, east: 0.001, north: 0)
      try await browser.touch("touchStart", cafe)
      try await browser.touch("touchEnd")
      try await browser.wait(until: "document.getElementById('details-name').textContent === 'Öst'")
      let back = try await middle(browser, of: "back")
      try await browser.touch("touchStart", back)
      try await browser.touch("touchEnd")
      try await browser.wait(until: "document.getElementById('details').hidden")

      try await browser.drag(from: (200, 600), to: (200, 250))
      try await browser.wait(
        until: "document.getElementById('sheet').dataset.stop === 'high'"
          + " && document.getElementById('sheet').getAnimations().length === 0")
      let grip = try await middle(browser, of: "grip")
      try await browser.drag(from: grip, to: (grip.x, grip.y + 210))
      try await browser.wait(until: "document.getElementById('sheet').dataset.stop === 'middle'")
      #expect(try await browser.text("document.getElementById('details').hidden") == "true")
    }
  }

  @Test("rows hold still under a finger, and then show what has moved")
  func holdingStill() async throws {
    let folder = try TemporaryDirectory()
    let places = try Self.writePlaces(in: folder)
    try await Self.page(["--source", places, "--at", "60.1,24.9"], width: 390, height: 844) { browser, _ in
      try await browser.locate((60.17, 24.9408))
      try await browser.text("document.querySelector('input[value=phone]').click()")
      let order = "[...document.querySelectorAll('#list li')].map((row) => row.dataset.id).join()"
      try await browser.wait(until: "\(order) === 'node/1,node/2,node/3'")
      try await browser.touch("touchStart", (100, 600))
      try await browser.locate((60.1728, 24.94))
      let label = "document.getElementById('map').getAttribute('aria-label')"
      try await browser.wait(until: "\(label).includes('Nearest: Nord')")
      #expect(try await browser.text(order) == "node/1,node/2,node/3")
      // A finger that has moved does not press.
      try await browser.touch("touchMove", (100, 612))
      try await browser.touch("touchEnd")
      try await browser.wait(until: "\(order).startsWith('node/3')")
      #expect(try await browser.text("document.querySelectorAll('#list .moved-up').length") != "0")
    }
  }

  // MARK: The ground

  @Test("most streets of a town have their names along them")
  func streetNames() async throws {
    let folder = try TemporaryDirectory()
    let store = folder.path(of: "places.sqlite")
    let extract = Fixtures.path("places/kamppi.osm.pbf")
    #expect(try await PoiApp().run(["import", "--store", store, extract]).status == 0)
    try await Self.page(
      ["--source", "store", "--store", store, "--at", "60.1685,24.9405"], width: 1280, height: 800
    ) { browser, _ in
      try await browser.wait(until: "Number(document.getElementById('map').dataset.names) >= 8")
      #expect(try await browser.complaints() == [])
    }
  }

  @Test("draws a street where the street is, and keeps it while the server is away")
  func ground() async throws {
    let folder = try TemporaryDirectory()
    let ends = [
      (24.93, 60.17), (24.95, 60.17), (24.936, 60.1692), (24.944, 60.1692), (24.944, 60.168),
      (24.936, 60.168),
    ]
    let nodes = ends.enumerated().map { "<node id='\($0 + 1)' lat='\($1.1)' lon='\($1.0)'/>" }.joined()
    let extract = try folder.write(
      "<osm version='0.6'>\(nodes)<node id='9' lat='60.1712' lon='24.94'><tag k='amenity' v='cafe'/>"
        + "<tag k='name' v='Kahvila'/></node>"
        + "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='primary'/><tag k='name' v='Pitkäkatu'/></way>"
        + "<way id='2'><nd ref='3'/><nd ref='4'/><nd ref='5'/><nd ref='6'/><nd ref='3'/><tag k='natural' v='wood'/></way>"
        + "</osm>", as: "town.osm")
    let store = folder.path(of: "places.sqlite")
    #expect(try await PoiApp().run(["import", "--store", store, extract]).status == 0)
    // The colours of main streets, woods and bare land; how far each is from what the canvas shows.
    let isDrawn = """
      (() => {
        const canvas = document.getElementById("map");
        const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        const isNear = (point, wanted) => {
          copy.drawImage(canvas, ...point.map((value) => -Math.round(value * devicePixelRatio)));
          const color = copy.getImageData(0, 0, 1, 1).data;
          return wanted.every((value, index) => Math.abs(value - color[index]) < 6);
        };
        return isNear(\(Self.pixel(east: 0.0015, north: 0)), [251, 227, 164])
          && isNear(\(Self.pixel(east: 0.0015, north: -0.0012)), [203, 223, 191])
          && isNear(\(Self.pixel(east: 0.0015, north: 0.0004)), [243, 240, 233]);
      })()
      """
    try await Browser.open { browser in
      let origin = Mutex("")
      try await RunningPoi.serving(["--source", "store", "--store", store, "--at", "60.1701,24.94"]) {
        running in
        origin.withLock { $0 = running.address }
        try await browser.resize(width: 390, height: 844, isDark: false)
        try await browser.show("\(running.address)/")
        try await browser.wait(until: isDrawn)
        try await browser.wait(until: "navigator.serviceWorker.controller !== null")
        try await browser.wait(until: "document.getElementById('where').textContent === 'Pitkäkatu'")
        #expect(try await browser.complaints() == [])
        // What it answers to programs is not the page.
        try await browser.show("\(running.address)/?f=json")
        try await browser.wait(until: "document.contentType === 'application/json'")
        // Now the worker sees every square.
        try await browser.show("\(running.address)/")
        try await browser.wait(until: isDrawn)
      }
      try await browser.show("\(origin.withLock { $0 })/")
      try await browser.wait(until: "\(Self.status).startsWith('No connection to the server') && \(isDrawn)")
      #expect(try await browser.text("document.body.classList.contains('stale')") == "true")
    }
  }

  // MARK: One place

  @Test("shows a place with its week and its links, and a stranger's words as words")
  func details() async throws {
    let folder = try TemporaryDirectory()
    let places = try Self.writePlaces(in: folder)
    try await Self.page(["--source", places, "--at", "60.17,24.94"], rows: 3) { browser, _ in
      try await browser.text("document.querySelector('#list .row').click()")
      try await browser.wait(until: "document.querySelectorAll('#week tr').length === 7")
      let facts = try await browser.text("document.getElementById('facts').innerText")
      for words in ["Kaivokatu 1", "+358 9 1234", "example.org", "limited", "(today)"] {
        #expect(facts.contains(words), "\(facts)")
      }
      #expect(try await browser.text("document.querySelectorAll('#week .today').length") == "1")
      // On a holiday, its name follows.
      #expect(
        try await browser.text("document.querySelector('#week td').textContent")
          .hasPrefix("09:00-12:00, 13:00-18:00"))
      #expect(
        try await browser.text("document.querySelector('#facts a').getAttribute('href')") == "tel:+35891234"
      )
      #expect(try await browser.text("document.getElementById('lies').innerText").contains("56 m"))
      #expect(try await browser.text("document.getElementById('lies').innerText").contains("east"))

      try await browser.text("document.getElementById('back').click()")
      try await browser.text("document.querySelectorAll('#list .row')[1].click()")
      try await browser.wait(
        until: "document.getElementById('details-name').textContent.startsWith('<img')")
      #expect(
        try await browser.text("document.querySelectorAll('#sheet img, #sheet script').length") == "0")
      #expect(
        try await browser.text(
          "[...document.querySelectorAll('a')].filter((a) => a.protocol === 'javascript:').length") == "0")
      #expect(try await browser.complaints() == [])
    }
  }

  @Test("keeps favourites in the browser, and shows them wherever one is")
  func favourites() async throws {
    let folder = try TemporaryDirectory()
    let places = try Self.writePlaces(in: folder)
    let star = "document.getElementById('favourite')"
    let chip = "document.querySelector('#chips [data-word=favourites]')"
    try await Self.page(["--source", places, "--at", "60.17,24.94"], rows: 3) { browser, running in
      let name = try await browser.text("document.querySelectorAll('#list .name')[1].textContent")
      #expect(try await browser.text("\(chip) === null") == "true")
      try await browser.text("document.querySelectorAll('#list .row')[1].click()")
      try await browser.text("\(star).click()")
      #expect(try await browser.text("\(star).textContent") == "★ Favourite")

      try await browser.show("\(running.address)/")
      try await browser.wait(until: "\(Self.rows) === 3")
      try await browser.text("\(chip).click()")
      try await browser.wait(until: "\(Self.rows) === 1")
      #expect(try await browser.text("document.querySelector('#list .name').textContent") == name)
      #expect(try await browser.text("\(chip).getAttribute('aria-pressed')") == "true")

      try await browser.text("document.querySelector('#list .row').click()")
      try await browser.text("\(star).click()")
      #expect(try await browser.text("\(star).textContent") == "☆ Favourite")
      try await browser.text("document.getElementById('back').click()")
      try await browser.wait(until: "\(Self.rows) === 0")
      try await browser.text("\(chip).click()")
      try await browser.wait(until: "\(Self.rows) === 3")
      #expect(try await browser.complaints() == [])
    }
  }

  @Test("of a lake that was found around elsewhere, says that it may come nearer")
  func lake() async throws {
    let folder = try TemporaryDirectory()
    let corners = "[[24.95,60.15],[24.96,60.15],[24.96,60.25],[24.95,60.25],[24.95,60.15]]"
    let places = try folder.write(
      "{\"type\":\"Feature\",\"id\":\"way/1\",\"properties\":{\"natural\":\"water\",\"water\":\"lake\"},"
        + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(corners)]}}", as: "lake.geojson")
    let far = "document.querySelector('#list .far')?.textContent"
    try await Self.page(["--source", places, "--at", "60.17,24.94"], showing: "#q=lake") { browser, _ in
      try await browser.wait(until: "\(far)?.startsWith('55')")
      // Beside it, and on it.
      for (longitude, isStarred) in [(24.94, false), (24.955, true)] {
        try await browser.text("location.hash = '#q=lake&area=60.23,\(longitude),3000'")
        try await browser.wait(until: "\(far)?.startsWith('≤ 6.7 km')")
        guard isStarred else { continue }
        try await browser.text("document.querySelector('#list .row').click()")
        try await browser.wait(
          until: "document.getElementById('lies-far').textContent.startsWith('≤ 6.7 km')")
        try await browser.text("document.getElementById('favourite').click()")
      }
      try await browser.text("location.hash = '#show=favourites'")
      try await browser.wait(until: "\(far)?.startsWith('≤ 6.7 km')")
      #expect(try await browser.complaints() == [])
    }
  }

  @Test("speaks the language that is chosen, and the server's saved queries are buttons")
  func languages() async throws {
    let folder = try TemporaryDirectory()
    let places = try Self.writePlaces(in: folder)
    let file = folder.url.appending(path: "poi/config.toml")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("[query.relief]\ncategory = [\"toilets\"]\n".utf8).write(to: file)
    let environment = ["XDG_CONFIG_HOME": folder.url.path]
    try await Self.page(["--source", places, "--at", "60.17,24.94"], environment: environment, rows: 3) {
      browser, _ in
      try await browser.text(
        "(language => { language.value = 'de'; language.dispatchEvent(new Event('change')); })"
          + "(document.getElementById('language'))")
      let what = "document.querySelector('#list .what').textContent"
      try await browser.wait(until: "\(what) === 'Café · Osten'")
      #expect(try await browser.text("document.documentElement.lang") == "de")
      #expect(try await browser.text(Self.status) == "Fester Standort")
      try await browser.text("document.querySelector('[data-word=\"@relief\"]').click()")
      try await browser.wait(
        until: "\(Self.rows) === 1 && document.querySelector('#list .name').textContent === 'Nord'")
      #expect(try await browser.complaints() == [])
    }
  }
}
