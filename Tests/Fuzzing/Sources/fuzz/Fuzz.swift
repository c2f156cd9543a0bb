import Foundation

// libFuzzer calls these two, by their names and from one thread: `fuzz READER [FOLDER|FILE…] [-option=value…]`.

/// Takes the reader's name off the command line, and puts its seeds into an empty folder that is named after it.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
  let words = CommandLine.arguments
  guard let reader = words.dropFirst().first.flatMap(Reader.init) else {
    print("fuzz READER [FOLDER|FILE…] [-option=value…], where READER is one of:")
    for reader in Reader.allCases { print("  \(reader.rawValue)") }
    exit(64)
  }
  chosen = reader.check()
  if let folder = words.dropFirst(2).first {
    reader.seed(folder)
  }
  // The program's own name moves into the reader's place.
  arguments.pointee[1] = arguments.pointee[0]
  arguments.pointee += 1
  count.pointee -= 1
  return 0
}

/// Reads one input; whatever goes wrong ends the program, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let began = processorTime
  chosen?(Array(UnsafeBufferPointer(start: start, count: count)))
  let taken = processorTime - began
  expect(taken < .seconds(1), "\(count) bytes took \(taken)")
  return 0
}

/// What this thread has computed: a busy machine makes inputs wait that are read at once.
private var processorTime: Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

nonisolated(unsafe) private var chosen: (([UInt8]) -> Void)?
