import FoundationEssentials
import PlaceServers
import Places
import Presentation

extension CommandContext {
  /// Ends an answer: on a terminal with one dim line, or more if what changes its meaning is longer, and then one for each
  /// command to go on with; elsewhere only with what changes the meaning.
  ///
  /// - Parameters:
  ///   - summary: what was found, and where.
  ///   - notices: what changes its meaning, a sentence each.
  ///   - hints: what helps a person to ask again.
  func finish(
    _ summary: String?, _ notices: [String], hints: [String] = [], from source: PlaceSource?,
    _ places: SourceOptions, _ wording: WordingOptions
  ) throws {
    func age() throws -> String? {
      try source?.ageSummary(wording.wording(in: settings), updatedBy: places.updateCommand(in: settings))
    }
    guard console.terminal != nil, console.tellsTerminal else {
      notices.forEach(console.tell)
      if source?.isOutdated == true { try age().map(console.tell) }
      return
    }
    let (words, age, width) = (try wording.wording(in: settings), try age(), console.terminal?.columns)
    let palette = try palette(wording)
    func footer(_ parts: [String], _ palette: TerminalPalette?) -> String {
      words.footer(parts, palette: palette, width: width)
    }
    let commands = [age != nil && isFirstOfDay() ? age : nil].compactMap(\.self) + hints
    let owner = [source?.attribution].compactMap { $0.map(words.signs) }
    // Where there is little room: how many places there are can be seen, and the licence lets its line be shorter.
    let least = notices + owner.map { $0.replacing(" contributors", with: "") }
    let line = [[summary].compactMap(\.self) + notices + owner, notices + owner, least].map { $0 + commands }
      .first { footer($0, nil).count(where: \.isNewline) == 1 }
    for parts in line.map({ [$0] }) ?? [least] + commands.map({ [$0] }) where !parts.isEmpty {
      console.draw(footer(parts, palette))
    }
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
