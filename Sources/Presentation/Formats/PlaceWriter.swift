import Input

/// Writes places in a format that other programs read, one at a time, so that there can be any number of them.
public protocol PlaceWriter: Sendable {
  var header: String { get }
  mutating func text(of place: ShownPlace) -> String
  var footer: String { get }
  /// Whether the text that was written for a place holds all of it, so that nothing is lost when it is read back.
  func holds(_ place: ShownPlace, in text: String) -> Bool
}

extension PlaceWriter {
  public func holds(_ place: ShownPlace, in text: String) -> Bool { true }

  public func document(of places: some Sequence<ShownPlace>) -> String {
    var writer = self
    var text = header
    for place in places { text += writer.text(of: place) }
    return text + footer
  }
}

/// JSON Lines: one object per place, each on its line.
public struct JSONLinesWriter: PlaceWriter {
  public let header = ""
  public let footer = ""

  public init() {}

  public func text(of place: ShownPlace) -> String {
    place.jsonValue.line + "\n"
  }

  /// Lines that are too long are not read back.
  public func holds(_ place: ShownPlace, in text: String) -> Bool { text.utf8.count <= InputLimits.record }

  /// Appends the same as UTF-8, without the line break.
  public func append(_ place: ShownPlace, to bytes: inout [UInt8]) {
    place.jsonValue.append(to: &bytes)
  }
}
