struct NMEADecoder: LogDecoding {
  var badLines: Int { 0 }
  mutating func decode(_ line: Span<UInt8>, into locations: inout [Location]) {}
  mutating func finish(into locations: inout [Location]) {}
}
