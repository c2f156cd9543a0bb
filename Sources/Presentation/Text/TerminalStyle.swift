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
