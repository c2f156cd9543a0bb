import FoundationEssentials

/// Turns the lines of one recorded format into fixes, one fix an epoch.
protocol LogDecoding {
  /// Lines that should have been readable, but were not.
  var badLines: Int { get }

  /// Sentences that say that their fix is not valid.
  var invalidFixes: Int { get }

  /// The time of the last report if that was without a fix, and had a time.
  var silentUntil: Date? { get }

  /// Reads a line, and appends the fixes that are complete with it.
  mutating func decode(_ line: Span<UInt8>, into locations: inout [Location])

  /// Appends the fix that only the end of the log completes, if there is one.
  mutating func finish(into locations: inout [Location])
}

/// Reads what `gpspipe -w` records.
struct GpsdLogDecoder: LogDecoding {
  private var conversation = GpsdConversation()

  var badLines: Int { conversation.badLines }
  var invalidFixes: Int { 0 }
  var silentUntil: Date? { conversation.silentUntil }

  mutating func decode(_ line: Span<UInt8>, into locations: inout [Location]) {
    guard !line.isEmpty, line[0] != UInt8(ascii: "#") else { return }
    conversation.receive(line, into: &locations)
  }

  mutating func finish(into locations: inout [Location]) {
    conversation.finishEpoch(into: &locations)
  }
}
