import Glibc
import HeapModule
import Input
import Places

/// Any number of records in order of their keys: sorted runs go to disk, and are merged when read back.
///
/// The file has no name, so nothing of it remains whatever happens.
final class ExternalSort {
  private static let pieceSize = 64 * 1024

  private let descriptor: Int32
  private var runs: [Range<Int>] = []
  private var end = 0
  private var unwritten: [UInt8] = []

  /// - Parameter path: a file beside which there is room.
  /// - Throws: `PlacesError.unreadable`.
  init(beside path: String) throws(PlacesError) {
    guard let descriptor = TemporaryFile.createUnnamed(beginning: "\(path).") else {
      throw .unreadable(path: path, code: errno)
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Begins a run; the keys of its records must not decrease.
  func beginRun() throws {
    try write()
    runs.append(end..<end)
  }

  func append(key: Int64, _ number: Int64, _ bytes: UnsafeRawBufferPointer? = nil) throws {
    let numbers = (key, MemoryLayout<Int64>.size + (bytes?.count ?? 0), number)
    withUnsafeBytes(of: numbers) { unwritten.append(contentsOf: $0) }
    if let bytes { unwritten.append(contentsOf: bytes) }
    if unwritten.count >= Self.pieceSize { try write() }
  }

  /// Hands over all records, the lowest key first; of equal ones that of the earlier run first.
  func merge(
    _ body: (_ key: Int64, _ number: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try write()
    var cursors = runs.map { Cursor(descriptor: descriptor, range: $0) }
    var next = Heap<Head>()
    for index in cursors.indices {
      if let key = try cursors[index].key() { next.insert(Head(key: key, run: index)) }
    }
    while let head = next.min {
      try cursors[head.run].take { record in
        let number = record.loadUnaligned(as: Int64.self)
        try body(head.key, number, UnsafeRawBufferPointer(rebasing: record[MemoryLayout<Int64>.size...]))
      }
      if let key = try cursors[head.run].key() {
        next.replaceMin(with: Head(key: key, run: head.run))
      } else {
        next.removeMin()
      }
    }
  }

  private struct Head: Comparable {
    let key: Int64
    let run: Int

    static func < (left: Head, right: Head) -> Bool {
      (left.key, left.run) < (right.key, right.run)
    }
  }

  private func write() throws {
    try unwritten.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = pwrite(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(end))
        guard count >= 0 || errno == EINTR else {
          switch errno {
          case ENOSPC: throw StoreProblem.diskFull
          case EFBIG: throw StoreProblem.fileSizeLimit
          default: throw StoreProblem.failed("a temporary file: \(String(cString: strerror(errno)))")
          }
        }
        rest = rest.dropFirst(max(0, count))
        end += max(0, count)
      }
    }
    unwritten.removeAll(keepingCapacity: true)
    if let last = runs.popLast() { runs.append(last.lowerBound..<end) }
  }

  /// Reads one run.
  private struct Cursor {
    let descriptor: Int32
    /// What has not been read yet.
    var range: Range<Int>
    private var piece: [UInt8] = []
    private var position = 0

    private static let headSize = 16

    init(descriptor: Int32, range: Range<Int>) {
      self.descriptor = descriptor
      self.range = range
    }

    /// The key of the next record; `nil` at the end.
    mutating func key() throws -> Int64? {
      try hold(Self.headSize) ? integer(at: 0) : nil
    }

    /// Hands over the record of the last key, and moves on to the next.
    mutating func take(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      let size = Self.headSize + Int(integer(at: 8))
      guard try hold(size) else { throw StoreProblem.damaged("a temporary file") }
      try piece.withUnsafeBytes {
        try body(UnsafeRawBufferPointer(rebasing: $0[position + Self.headSize..<position + size]))
      }
      position += size
    }

    private func integer(at offset: Int) -> Int64 {
      piece.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position + offset, as: Int64.self) }
    }

    /// Reads on until there are this many bytes; `false` at the end.
    private mutating func hold(_ size: Int) throws -> Bool {
      guard piece.count - position < size else { return true }
      piece.removeFirst(position)
      position = 0
      while piece.count < size, !range.isEmpty {
        let wanted = min(range.count, ExternalSort.pieceSize)
        let start = piece.count
        piece.append(contentsOf: repeatElement(0, count: wanted))
        let count = piece.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress?.advanced(by: start), wanted, off_t(range.lowerBound))
        }
        guard count > 0 || count < 0 && errno == EINTR else {
          throw StoreProblem.failed(
            "a temporary file: \(String(cString: strerror(count == 0 ? EIO : errno)))")
        }
        piece.removeLast(wanted - max(0, count))
        range = range.lowerBound + max(0, count)..<range.upperBound
      }
      return piece.count >= size
    }
  }
}
