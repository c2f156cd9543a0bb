import Places
import Testing

@testable import Presentation

@Suite struct TerminalPaletteTests {
  private static let papers: [RGB] = [
    .black, .white, RGB(0x002B36), RGB(0xFDF6E3), RGB(0x1E1E1E), RGB(0xF5F5F5), RGB(0x300A24),
  ]

  /// The styles of what is read.
  private static let ofText: [TerminalStyle] =
    [.dim, .direction, .open, .closed, .gap] + PlaceFamily.allCases.map { .family($0) }

  /// What a code for 256 colours or for any looks like.
  private static func colour(_ code: String?) -> RGB? {
    let numbers = (code ?? "").split(separator: ";").compactMap { UInt32($0) }
    if numbers.count == 5 { return RGB(numbers[2] << 16 | numbers[3] << 8 | numbers[4]) }
    guard numbers.count == 3 else { return nil }
    return TerminalPalette.cube.first { $0.number == Int(numbers[2]) }?.colour
  }

  @Test("text is readable on any known paper, and lines can be seen", arguments: papers)
  func known(paper: RGB) throws {
    for depth in [TerminalPalette.Depth.cube, .full] {
      let palette = TerminalPalette(depth, on: paper)
      for (style, _, _) in TerminalPalette.colours where style != .faint {
        let colour = try #require(Self.colour(palette.code(of: style)), "\(style)")
        let least = Self.ofText.contains(style) ? 4.5 : 3
        #expect(colour.contrast(to: paper) >= least, "\(style) \(depth)")
      }
      // Rings are only a hint, behind streets.
      let ring = try #require(Self.colour(palette.code(of: .faint)))
      #expect((1.5...2.6).contains(ring.contrast(to: paper)), "\(depth)")
    }
  }

  @Test("on paper that is not known, text is readable on black and on white at once")
  func unknown() throws {
    for depth in [TerminalPalette.Depth.cube, .full] {
      let palette = TerminalPalette(depth, on: nil)
      for (style, _, _) in TerminalPalette.colours {
        let colour = try #require(Self.colour(palette.code(of: style)), "\(style)")
        #expect(colour.leastContrast(to: [.black, .white]) >= 4.5, "\(style) \(depth)")
      }
    }
  }

  /// The colours of terminals: paper, ink, and those of SGR 30 to 37.
  private static let palettes: [(name: String, paper: UInt32, ink: UInt32, colours: [UInt32])] = [
    ("xterm", 0xFFFFFF, 0x000000, xterm), ("xterm, reversed", 0x000000, 0xE5E5E5, xterm),
    ("Solarized dark", 0x002B36, 0x839496, solarized), ("Solarized light", 0xFDF6E3, 0x657B83, solarized),
    (
      "Linux", 0x000000, 0xAAAAAA,
      [0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA]
    ),
  ]
  private static let xterm: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
  ]
  private static let solarized: [UInt32] = [
    0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5,
  ]

  @Test("with 16 colours, text is as readable as 4.5 to 1, or as the palette's own", arguments: palettes)
  func sixteen(name: String, paper: UInt32, ink: UInt32, colours: [UInt32]) {
    let own = RGB(ink).contrast(to: RGB(paper))
    for told in [nil, RGB(paper)] {
      let palette = TerminalPalette(.sixteen, on: told)
      for style in Self.ofText {
        // Bold text and plain text have the palette's own ink.
        guard let code = palette.code(of: style), code != "1" else { continue }
        guard let number = Int(code), (30...37).contains(number) else {
          Issue.record("\(style) is \(code)")
          continue
        }
        let contrast = RGB(colours[number - 30]).contrast(to: RGB(paper))
        // Rounded as people write it.
        #expect(contrast >= min(4.5, own), "\(name): \(style)")
      }
    }
  }

  @Test("nothing is red", arguments: [nil, .black, .white] as [RGB?])
  func red(paper: RGB?) throws {
    for depth in [TerminalPalette.Depth.cube, .full] {
      let palette = TerminalPalette(depth, on: paper)
      for (style, _, _) in TerminalPalette.colours {
        let colour = try #require(Self.colour(palette.code(of: style)))
        let others = max(colour.green, colour.blue)
        #expect(Int(colour.red) < 2 * Int(others) || colour.green > colour.blue, "\(style): \(colour)")
      }
    }
    for (style, _, _) in TerminalPalette.colours {
      #expect(TerminalPalette(.sixteen, on: paper).code(of: style) != "31")
    }
  }

  @Test(
    "what a terminal can show comes from its variables, and only one of many colours is asked for its paper",
    arguments: [
      (["TERM": "xterm-256color"], 1), (["TERM": "xterm", "COLORTERM": "truecolor"], 1),
      (["TERM": "xterm-256color", "COLORFGBG": "0;default;15"], 0), (["TERM": "linux"], 0),
      (["TERM": "vt220"], 0),
    ] as [([String: String], Int)])
  func environment(variables: [String: String], questions: Int) {
    var asked = 0
    let palette = TerminalPalette(environment: variables) {
      asked += 1
      return .white
    }
    #expect(asked == questions)
    #expect((palette.code(of: .dim) == nil) == (variables["TERM"] == "linux" || variables["TERM"] == "vt220"))
  }

  @Test(
    "reads colours as terminals tell them, and nothing else",
    arguments: [
      ("rgb:ffff/8080/0000", 0xFF8000), ("rgb:ff/80/00", 0xFF8000), ("rgb:f/8/0", 0xFF8800),
      ("rgba:0000/2b2b/3636/ffff", 0x002B36), ("rgb:ff/80", nil), ("rgb:ff/80/0g", nil), ("#ff8000", nil),
      ("rgb:fffff/0/0", nil), ("rgb:-f/0/0", nil), ("", nil),
    ] as [(String, UInt32?)])
  func parsing(text: String, colour: UInt32?) {
    #expect(RGB(parsing: text) == colour.map { RGB($0) })
  }

  @Test(
    "categories have the families of their symbols on the page",
    arguments: [
      ("cafe", .cafe), ("bakery", .cafe), ("restaurant", .food), ("fast_food", .food), ("pub", .drink),
      ("supermarket", .shop), ("drinking_water", .water), ("toilets", .water), ("bus_stop", .transit),
      ("parking", .transit), ("bicycle_parking", .wheels), ("charging_station", .wheels),
      ("pharmacy", .health), ("hotel", .sleep), ("atm", .money), ("post_box", .post), ("park", .nature),
      ("school", .history), ("peak", .history), ("museum", .sight), ("fuel", .other), (nil, .other),
    ] as [(String?, PlaceFamily)])
  func families(category: String?, family: PlaceFamily) {
    #expect(PlaceFamily(of: category) == family)
  }
}
