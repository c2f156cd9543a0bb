import FoundationEssentials

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
