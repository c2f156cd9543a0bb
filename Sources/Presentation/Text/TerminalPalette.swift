import Geography
import Glibc
import Places

/// What text on a terminal means; a `TerminalPalette` says what it looks like there.
enum TerminalStyle: Hashable {
  case bold, reverse
  /// What matters less.
  case dim
  /// Where a place is.
  case direction
  case open, closed
  /// The longest gap of a route, on the route and as a bar.
  case gap
  /// The heights of a route.
  case heights
  /// The rings of a radar.
  case faint
  case family(PlaceFamily)
  case ground(MapKind)
}

extension String {
  /// The text between the escape sequences that begin and end the style, if there may be any.
  func styled(_ style: TerminalStyle?, in palette: TerminalPalette?) -> String {
    guard !isEmpty, let style, let code = palette?.code(of: style) else { return self }
    return "\u{1B}[\(code)m\(self)\u{1B}[0m"
  }
}

/// What the styles of text look like on one terminal.
///
/// Where poi chooses the colour, text has a contrast of 4.5 to 1 to what is behind it, and lines of the map of 3 to 1.
/// Where the terminal's own 16 colours are all there is, text has only those that are as readable as its plain text, and
/// no colour means anything that words do not say.
public struct TerminalPalette: Sendable {
  /// How many colours a terminal has.
  public enum Depth: Sendable {
    /// Its own, whatever they look like.
    case sixteen
    /// The 6 × 6 × 6 and the 24 greys of xterm besides.
    case cube
    /// Any.
    case full
  }

  private let codes: [TerminalStyle: String]

  /// - Parameter paper: the colour behind the text; `nil` if it is not known.
  public init(_ depth: Depth, on paper: RGB?) {
    let papers = paper.map { [$0] } ?? [.black, .white]
    var codes: [TerminalStyle: String] = [.bold: "1", .reverse: "7"]
    for (style, seed, contrast) in Self.colours {
      let least = paper == nil ? Self.ofText : contrast
      codes[style] =
        depth == .sixteen
        ? Self.sixteen(style, isDark: paper.map(\.isDark))
        : Self.code(seed.readable(on: papers, contrast: least), depth, on: papers, contrast: least)
    }
    self.codes = codes
  }

  /// The colours of a terminal, as its variables tell.
  ///
  /// - Parameters:
  ///   - environment: `TERM`, `COLORTERM`, and `COLORFGBG`, the numbers of ink and paper as some terminals tell them.
  ///   - paper: asks a terminal that can be asked for the colour behind the text.
  public init(environment: [String: String], paper: () -> RGB?) {
    let term = environment["TERM"] ?? ""
    let depth: Depth =
      ["truecolor", "24bit"].contains(environment["COLORTERM"])
      ? .full : term.contains("256color") ? .cube : .sixteen
    let number = environment["COLORFGBG"].flatMap { $0.split(separator: ";").last }.flatMap { Int($0) }
    let told = number.map { $0 == 7 || (9...15).contains($0) ? RGB.white : .black }
    // The kernel's own console is black.
    self.init(depth, on: told ?? (term == "linux" ? .black : depth == .sixteen ? nil : paper()))
  }

  /// The parameters of SGR; `nil` for plain text.
  func code(of style: TerminalStyle) -> String? { codes[style] }

  // MARK: The colours

  static let ofText = 4.5
  private static let ofLines = 3.0

  /// Each style with the colour that it comes closest to, and the contrast to what is behind it.
  static let colours: [(style: TerminalStyle, seed: RGB, contrast: Double)] =
    [
      (.dim, RGB(0x808080), ofText), (.direction, RGB(0x00868B), ofText), (.open, RGB(0x1B8A3B), ofText),
      (.closed, RGB(0x9A7400), ofText), (.gap, RGB(0xC77A00), ofText), (.heights, RGB(0x2C8A3A), ofLines),
      // No more than a hint of how far things are.
      (.faint, RGB(0x808080), 1.8),
    ] + PlaceFamily.allCases.map { (.family($0), RGB($0.colour), ofText) }
    + MapKind.allCases.map { kind in
      let (seed, contrast): (UInt32, Double) =
        switch kind {
        // The names of waters have it, too.
        case .water, .coast, .river, .stream: (0x2F7FB5, ofText)
        case .wood, .park: (0x4F8A4F, ofLines)
        case .motorway: (0xC77A30, ofText)
        case .main: (0xA8833A, ofText)
        case .builtup, .building, .rail, .path, .service, .minor: (0x808080, ofLines)
        }
      return (.ground(kind), RGB(seed), contrast)
    }

  /// Only such colours as are readable in the palettes of xterm, Solarized and Linux; text is plain rather than dim, as
  /// some of these are hardly readable without being dimmed.
  private static func sixteen(_ style: TerminalStyle, isDark: Bool?) -> String? {
    switch style {
    case .family: "1"
    case .faint, .ground(.minor), .ground(.path), .ground(.service), .ground(.rail): "2"
    case .open, .heights, .ground(.wood), .ground(.park): isDark == true ? "32" : nil
    case .direction, .gap: isDark == true ? "36" : nil
    case .closed: isDark == false ? "35" : nil
    case .ground(.water), .ground(.coast), .ground(.river), .ground(.stream):
      isDark.map { $0 ? "36" : "34" }
    case .bold, .reverse, .dim, .ground: nil
    }
  }

  private static func code(_ ideal: RGB, _ depth: Depth, on papers: [RGB], contrast: Double) -> String {
    guard depth == .cube else { return "38;2;\(ideal.red);\(ideal.green);\(ideal.blue)" }
    // On black as well as on white, that is one of six.
    let readable = cube.filter { $0.colour.leastContrast(to: papers) >= contrast }
    let nearest = readable.min { $0.colour.distance(to: ideal) < $1.colour.distance(to: ideal) }
    return "38;5;\(nearest?.number ?? 243)"
  }

  /// Those that no terminal changes.
  static let cube: [(number: Int, colour: RGB)] = (16...255).map { number in
    if number >= 232 {
      let grey = UInt32(8 + 10 * (number - 232))
      return (number, RGB(grey << 16 | grey << 8 | grey))
    }
    let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
    let index = number - 16
    return (number, RGB(levels[index / 36] << 16 | levels[index / 6 % 6] << 8 | levels[index % 6]))
  }
}

/// A colour of a screen, as sRGB.
public struct RGB: Hashable, Sendable {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  /// How bright it is, from 0 to 1, as WCAG 2 computes it.
  let luminance: Double

  static let black = RGB(0)
  static let white = RGB(0xFFFFFF)

  /// A colour as `0xRRGGBB`.
  public init(_ number: UInt32) {
    (red, green, blue) = (
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number)
    )
    func linear(_ channel: UInt8) -> Double {
      let part = Double(channel) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// A colour that a terminal tells: `rgb:1c1c/1c1c/1c1c`, of one to four digits each; `nil` for anything else.
  public init?(parsing text: String) {
    guard text.hasPrefix("rgb:") || text.hasPrefix("rgba:") else { return nil }
    let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let channels = parts.compactMap { part -> UInt32? in
      guard (1...4).contains(part.utf8.count), let value = UInt32(part, radix: 16) else { return nil }
      return value * 255 / (1 << (4 * UInt32(part.utf8.count)) - 1)
    }
    guard parts.count == channels.count, 3...4 ~= channels.count else { return nil }
    self.init(channels[0] << 16 | channels[1] << 8 | channels[2])
  }

  var isDark: Bool { contrast(to: .white) > contrast(to: .black) }

  /// From 1 to 21, as WCAG 2 computes it.
  func contrast(to other: RGB) -> Double {
    (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
  }

  func leastContrast(to others: [RGB]) -> Double { others.map(contrast).min() ?? 1 }

  /// How different they look: in each channel, and more if the hue is another.
  func distance(to other: RGB) -> Double {
    let way = (channels - other.channels) * (channels - other.channels)
    let (own, others) = (hue, other.hue)
    let lengths = ((own * own).sum() * (others * others).sum()).squareRoot()
    // Greys have none.
    let likeness = lengths > 400 ? (own * others).sum() / lengths : 1
    // Eyes tell greens apart best.
    return (way * SIMD3(0.3, 0.59, 0.11)).sum() * (1 + 4 * (1 - likeness))
  }

  private var channels: SIMD3<Double> { SIMD3(Double(red), Double(green), Double(blue)) }
  private var hue: SIMD3<Double> { channels - channels.sum() / 3 }

  /// The darkest to the brightest colour of this hue that has this contrast to all papers, and little more; if there is
  /// none, the one of the most contrast.
  func readable(on papers: [RGB], contrast: Double) -> RGB {
    let most = Double(max(red, green, blue, 1))
    let shades = (1...200).map { step -> RGB in
      let (factor, white) =
        step <= 100 ? (Double(step) / 100 * 255 / most, 0) : (255 / most, Double(step - 100) / 100)
      func channel(_ value: UInt8) -> UInt32 {
        let full = min(255, Double(value) * factor)
        return UInt32(clamping: Int(clamping: (full + (255 - full) * white).rounded()))
      }
      return RGB(channel(red) << 16 | channel(green) << 8 | channel(blue))
    }
    let ranked = shades.map { (shade: $0, contrast: $0.leastContrast(to: papers)) }
    return ranked.filter { $0.contrast >= contrast }.min { $0.contrast < $1.contrast }?.shade
      ?? ranked.max { $0.contrast < $1.contrast }?.shade ?? self
  }
}
