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

  // What is under everything else.
  case dimGreen = "2;32"
  case dimYellow = "2;33"
  case dimCyan = "2;36"
  case brightBlack = "90"
  case mapBlue = "38;5;67"
  case mapGreen = "38;5;65"
  case mapRed = "38;5;131"
  case mapBrown = "38;5;137"
  case mapGrey = "38;5;243"
}

extension String {
  /// The text between the escape sequences that begin and end the style, if there may be any.
  func styled(_ style: TerminalStyle?, if hasColor: Bool) -> String {
    guard hasColor, !isEmpty, let style else { return self }
    return "\u{1B}[\(style.rawValue)m\(self)\u{1B}[0m"
  }
}
