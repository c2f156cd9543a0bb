/// What text looks like on a terminal, by the codes of ECMA-48; the colours are the terminal's own.
enum TerminalStyle: String {
  case bold = "1"
  case dim = "2"
  case reverse = "7"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case magenta = "35"
  case cyan = "36"
}

extension String {
  /// The text between the escape sequences that begin and end the style, if there may be any.
  func styled(_ style: TerminalStyle?, if hasColor: Bool) -> String {
    guard hasColor, !isEmpty, let style else { return self }
    return "\u{1B}[\(style.rawValue)m\(self)\u{1B}[0m"
  }
}
