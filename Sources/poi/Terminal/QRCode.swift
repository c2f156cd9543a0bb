import CQRCode

/// A text as a QR code, drawn on a terminal with two modules in each character.
struct QRCode {
  private let side: Int
  private let dark: [Bool]

  /// `nil` without libqrencode.
  init?(_ text: String) {
    var dark = [Bool](repeating: false, count: Int(CQRCODE_MOST * CQRCODE_MOST))
    side = cqrcode_encode(text, &dark)
    guard side > 0 else { return nil }
    self.dark = dark
  }

  /// How many columns it takes, its margin included.
  var columns: Int { side + 2 * Self.margin }

  /// Readers need as much light around it.
  private static let margin = 4

  /// Its lines: black on white, or without colours as light as the terminal is dark.
  func text(hasColor: Bool) -> String {
    let marks = hasColor ? [" ", "▄", "▀", "█"] : ["█", "▀", "▄", " "]
    return stride(from: 0, to: columns, by: 2).map { row in
      let line = (0..<columns).map { column in
        marks[(isDark(row, column) ? 2 : 0) + (isDark(row + 1, column) ? 1 : 0)]
      }.joined()
      return hasColor ? "\u{1B}[38;5;16;48;5;231m\(line)\u{1B}[0m\n" : "\(line)\n"
    }.joined()
  }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    let (row, column) = (row - Self.margin, column - Self.margin)
    return (0..<side).contains(row) && (0..<side).contains(column) && dark[row * side + column]
  }
}
