import FoundationEssentials
import PlaceServers
import Places
import Presentation

extension CommandContext {
  /// Says where the places of a report come from, and on a terminal once a day that the data is old.
  ///
  /// - Throws: `CommandFailure`.
  func tellOfSource(of report: NearbyReport, _ options: SourceOptions) throws {
    console.tell(report.sourceSummary)
    try tellOfAge(of: report.source, options)
  }

  /// Says on a terminal, once a day, that data on this machine is old.
  ///
  /// - Throws: `CommandFailure`.
  func tellOfAge(of source: PlaceSource, _ options: SourceOptions) throws {
    guard console.tellsTerminal,
      let summary = source.ageSummary(updatedBy: try options.updateCommand(in: settings)), isFirstOfDay()
    else { return }
    console.tell(summary)
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
