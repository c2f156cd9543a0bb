import FoundationEssentials
import PlaceServers
import Places
import Presentation

extension CommandContext {
  /// Ends an answer: on a terminal with one dim line, elsewhere only with what changes the meaning of the answer.
  ///
  /// - Parameters:
  ///   - summary: what was found, and where.
  ///   - notices: what changes its meaning, a sentence each.
  ///   - hints: what helps a person to ask again.
  func finish(
    _ summary: String?, _ notices: [String], hints: [String] = [], from source: PlaceSource?,
    _ places: SourceOptions, _ wording: WordingOptions
  ) throws {
    let words = try wording.wording(in: settings)
    func age() throws -> String? {
      try source?.ageSummary(words, updatedBy: places.updateCommand(in: settings))
    }
    guard console.terminal != nil, console.tellsTerminal else {
      notices.forEach(console.tell)
      if source?.isOutdated == true { try age().map(console.tell) }
      return
    }
    let width = console.terminal?.columns
    let palette = try palette(wording)
    func draw(_ parts: [String]) {
      if !parts.isEmpty { console.draw(words.footer(parts, palette: palette, width: width)) }
    }
    let rest = notices + [source?.attribution].compactMap(\.self)
    // How many places there are can be seen; the rest is worth a second line, if need be.
    let whole = [summary].compactMap(\.self) + rest
    let isOneLine = words.footer(whole, palette: nil, width: width).split(separator: "\n").count == 1
    draw(isOneLine ? whole : rest)
    draw(hints)
    if let age = try age(), isFirstOfDay() { draw([age]) }
  }

  /// Whether no run has said so within a day, as the date of a file in the cache tells; a cache that cannot be written
  /// says each time.
  private func isFirstOfDay() -> Bool {
    // In a folder of its own, since the cache removes what it does not know.
    guard let directory = OnDiskCache.userDirectory(in: environment).map({ "\($0)/told" }) else {
      return true
    }
    let path = "\(directory)/age"
    let files = FileManager.default
    let told = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date
    if let told, (0..<86400).contains(now().timeIntervalSince(told)) { return false }
    try? files.createDirectory(atPath: directory, withIntermediateDirectories: true)
    _ = files.createFile(atPath: path, contents: nil, attributes: [.modificationDate: now()])
    return true
  }
}
